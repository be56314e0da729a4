/** Reports of violations (docs/spec/reports.md, 2). */
export const REPORT_STATUSES = ['not verified', 'under review', 'verified', 'rejected'] as const
export type ReportStatus = (typeof REPORT_STATUSES)[number]

/** States that wait for verification: neither verified nor rejected yet. */
export const OPEN_REPORT_STATUSES: readonly ReportStatus[] = ['not verified', 'under review']
/** Values of the state filter; `open` stands for the states above. */
export const REPORT_STATUS_FILTERS = ['open', ...REPORT_STATUSES] as const
export type ReportStatusFilter = (typeof REPORT_STATUS_FILTERS)[number]

/** Orders of the list. */
export const REPORT_SORTS = ['-createdAt', 'createdAt'] as const
export type ReportSort = (typeof REPORT_SORTS)[number]

/** The flag of the specification follows from the state: it is not stored a second time. */
export const isVerified = (status: ReportStatus): boolean => status === 'verified'
export const isRejected = (status: ReportStatus): boolean => status === 'rejected'

/**
 * The state after an edit. The form sends the state and the flag together: the one that differs
 * from the stored value was changed. Where both differ and disagree, the state is used. `verified:
 * false` alone takes a verified report back to review.
 */
export function nextStatus(
  current: ReportStatus,
  change: { readonly status?: ReportStatus | undefined; readonly verified?: boolean | undefined },
): ReportStatus {
  if (change.status !== undefined && change.status !== current) return change.status
  if (change.verified === undefined || change.verified === isVerified(current)) return current
  return change.verified ? 'verified' : 'under review'
}

/**
 * How precise the place in the public list is: the city, a wider region that staff write, or only
 * the country.
 */
export const PLACE_DETAILS = ['city', 'region', 'country'] as const
export type PlaceDetail = (typeof PLACE_DETAILS)[number]

/** The mark for withheld words, in every language and for screen readers. Lists show it, and fetch nothing of how names are found. */
export const WITHHELD = '[…]'

/**
 * What the public copy says was withheld; `report`: all of it, where only number, day and state are
 * public. `contested` says why: staff look at an objection. `unverified`: the names, until staff verify the report.
 */
export const WITHHELD_PARTS = [
  'victim',
  'actor',
  'place',
  'mapLink',
  'words',
  'report',
  'contested',
  'unverified',
] as const
export type WithheldPart = (typeof WITHHELD_PARTS)[number]
export const HIDDEN_WORDS_MAX = 30
/** Texts that the public reads and that may hold a name; `evidence` stands for the descriptions of the evidence. */
export const READ_FOR_NAMES = [
  'type',
  'description',
  'city',
  'actor',
  'actorName',
  'actorDesc',
  'victim',
  'evidence',
] as const

/**
 * The five categories of the association (docs/spec/reports.md, 1); `other` has the reporter's own
 * title.
 */
export const REPORT_CATEGORIES = [
  'racialIncitement',
  'militaryAttacks',
  'civilRights',
  'physicalViolence',
  'warCrimes',
] as const
export type ReportCategory = (typeof REPORT_CATEGORIES)[number]

/** A deleted report can be restored for this long; then it is erased with its files. */
export const RESTORE_DAYS = 30

/** The specification has the first three; `audio` is ours (docs/spec/reports.md, 2). */
export const EVIDENCE_TYPES = ['image', 'document', 'video', 'audio'] as const
export type EvidenceType = (typeof EVIDENCE_TYPES)[number]

/** Longer texts of the evidence page are cut here, with a way to read on (docs/spec/evidence.md, 3). */
export const EVIDENCE_EXCERPT_CHARS = 150
/** A member's quota in any 24 hours. */
export const REPORTS_PER_DAY = 5
export const EVIDENCE_MAX = 20

/** No witness, nor their parents, can have seen an older event; an older date is a typing error. */
export const INCIDENT_DAY_FIRST = '1900-01-01'
/** @param today as YYYY-MM-DD, in the time zone of the caller */
export const isIncidentDay = (day: string, today: string): boolean =>
  day >= INCIDENT_DAY_FIRST && day <= today

/**
 * The value that the form sends for a required field that the reporter does not know. The interface
 * shows it in the reader's language.
 */
export const UNKNOWN = 'Unknown'
/** The spelling is the one that people use themselves. */
const UNKNOWNS = ['unknown', 'inconnu', 'مجهول', 'غير معروف']
export const isUnknown = (text: string): boolean => UNKNOWNS.includes(text.trim().toLowerCase())

const SEARCHED_CITY_MAX_CHARS = 100
/**
 * The map link of a report without one: a search for the place as the reporter wrote it, no more
 * precise.
 */
export const placeSearchLink = (city: string, country: string): string =>
  `https://www.openstreetmap.org/search?${new URLSearchParams({ query: `${[...city].slice(0, SEARCHED_CITY_MAX_CHARS).join('')}, ${country}` }).toString()}`

/** Only https addresses are shown as links, and none is fetched. */
export function isHttpsLink(text: string): boolean {
  try {
    const { protocol, username, password } = new URL(text)
    return protocol === 'https:' && username === '' && password === ''
  } catch {
    return false
  }
}

/** A longer document is sent in parts. */
export const PAGES_MAX = 500

/** What staff are warned of before they open a Word document, or trust the pages of a PDF. */
export const DOCUMENT_CONTENTS = ['macros', 'embedded', 'outside', 'unread', 'letters'] as const
/**
 * `macros`: programs of its own · `embedded`: other files and controls · `outside`: parts that are
 * fetched from elsewhere when it is opened, which tells somebody that it was · `unread`: damaged or
 * locked, so that nobody knows · `letters`: letters of a PDF without their font, which its pages lack
 */
export type DocumentContent = (typeof DOCUMENT_CONTENTS)[number]

/** DOC is not read. */
export const hasText = (mediaType: string): boolean =>
  mediaType === 'application/pdf' ||
  mediaType === 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
