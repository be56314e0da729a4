export const FOOTER_HEADING = 'pb-2 text-xs font-semibold text-night-muted'
export const FOOTER_LINK =
  'inline-flex min-h-11 min-w-11 items-center gap-2 rounded-sm hover:text-sun'
