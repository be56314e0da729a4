/** The limits apply to each kind: in the box of the header and on the page of results. */
export const SEARCH_PREVIEW = 4
export const SEARCH_GROUP_MAX = 30
export const SEARCH_TEXT_MAX = 120
/** One letter matches nearly every text, so a search needs more. */
export const SEARCH_TEXT_MIN = 2
