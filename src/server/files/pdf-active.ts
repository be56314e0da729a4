/**
 * What a PDF may do besides being read: run scripts, start programs, carry files. None of it is evidence, and viewers
 * differ in what they let pass, so such a document is refused.
 */
/** Long enough that no compressed picture holds one by chance. `/JS` alone does nothing without one of these. */
const ACTIVE = ['JavaScript', 'Launch', 'EmbeddedFile', 'EmbeddedFiles', 'RichMedia', 'Rendition', 'SubmitForm', 'ImportData', 'GoToR', 'GoToE', 'XFA']
const NAME_AFTER_SLASH = new RegExp(String.raw`/(?:${ACTIVE.join('|')})(?![A-Za-z0-9._-])`)
/** `/J#61vaScript` is the same name. */
const ESCAPED = /#([0-9a-fA-F]{2})/g

/** @param text bytes as Latin-1, of the file or of an unpacked stream of objects */
export function hasActiveContent(text: string): boolean {
  if (NAME_AFTER_SLASH.test(text)) return true
  return ESCAPED.test(text) && NAME_AFTER_SLASH.test(text.replaceAll(ESCAPED, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))))
}
