/**
 * The country's code in a frame of the shape of a flag. Not the flag itself: systems draw the flag characters as
 * letters or not at all (Windows), and a wrong emblem on a small drawing offends where a code does not.
 */
export function CountryMark({ code }: { readonly code: string }) {
  return (
    <span
      aria-hidden="true"
      dir="ltr"
      className="inline-grid h-5.5 w-8 shrink-0 place-items-center rounded-sm border border-line-strong bg-sunken text-xs leading-none font-bold text-muted"
    >
      {code}
    </span>
  )
}
