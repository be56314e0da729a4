/** Documents of evidence: PDF is shown as pages; of Word staff get the original and its text. */

/** A longer document is sent in parts. */
export const PAGES_MAX = 500

/** What a Word document may have besides text, and what staff are warned of before they open it. */
export const DOCUMENT_CONTENTS = ['macros', 'embedded', 'outside', 'unread'] as const
/**
 * `macros`: programs of its own · `embedded`: other files and controls · `outside`: parts that are
 * fetched from elsewhere when it is opened, which tells somebody that it was · `unread`: damaged or
 * locked, so that nobody knows
 */
export type DocumentContent = (typeof DOCUMENT_CONTENTS)[number]

/** DOC is not read. */
export const hasText = (mediaType: string): boolean =>
  mediaType === 'application/pdf' ||
  mediaType === 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
