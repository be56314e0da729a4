/** Each section with the name of its heading, in the order of the page. */
export const SECTIONS = [
  ['association', 'association:settings.title'],
  ['adoption', 'association:adoption.title'],
  ['reports', 'reports.title'],
  ['invitations', 'invitations.title'],
  ['payment', 'payment.title'],
  ['receipts', 'taxReceipts:settings.title'],
  ['witness', 'witness.title'],
  ['consents', 'consents.title'],
  ['retention', 'retention.title'],
  ['idle', 'idle.title'],
  ['holds', 'holds.title'],
] as const

type SectionName = (typeof SECTIONS)[number][0]

/** Id of the heading of a section. */
export const anchorOf = (section: SectionName): string => `settings-${section}`
