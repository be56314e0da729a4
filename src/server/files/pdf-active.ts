/**
 * What a PDF may do besides being read: run scripts, start programs, carry files. None of it is evidence, and viewers
 * differ in what they let pass, so such a document is refused.
 */
/** Long enough that no compressed picture holds one by chance. `/JS` alone does nothing without one of these. */
const ACTIVE = [
  'JavaScript',
  'Launch',
  'EmbeddedFile',
  'EmbeddedFiles',
  'RichMedia',
  'Rendition',
  'SubmitForm',
  'ImportData',
  'GoToR',
  'GoToE',
  'XFA',
]
/**
 * `/J#61vaScript` is the same name. Both spellings of each letter are in the pattern: rewriting the text first costs
 * seconds and hundreds of megabytes where a file is full of them.
 */
const spelled = (letter: string): string =>
  `(?:${letter}|#${[...letter.charCodeAt(0).toString(16)].map((digit) => `[${digit}${digit.toUpperCase()}]`).join('')})`
const NAME_AFTER_SLASH = new RegExp(
  String.raw`/(?:${ACTIVE.map((name) => [...name].map(spelled).join('')).join('|')})(?![A-Za-z0-9._-])`,
)

/** @param text bytes as Latin-1, of the file or of an unpacked stream of objects */
export const hasActiveContent = (text: string): boolean => NAME_AFTER_SLASH.test(text)
