/** What every form for the site has: an address of its own, and words in three languages. Everything is text until it is sent. */
import { type Language, LANGUAGES } from '#shared/domain/text/languages.ts'
import { faultsOfWords } from '#shared/domain/text/written-languages.ts'

type AnyWords = { readonly title: string } & Readonly<Record<string, string>>

export interface WrittenForm {
  readonly address: string
  readonly content: Readonly<Record<Language, AnyWords>>
}

/** Each has its text in `contentEditor`, under `fault`. */
export type FormFault = `missing.${string}` | 'address' | 'capacity' | 'order' | 'link' | 'email'

/** What an input of the form needs. */
export interface WrittenInput {
  readonly value: string
  readonly error: string | undefined
  /** The path of the field in the form. */
  readonly name: string
  readonly onChange: (event: { readonly target: { readonly value: string } }) => void
}

export type PlainField<F extends WrittenForm> = Exclude<keyof F, 'content'> & string
export type WordsOf<F extends WrittenForm> = F['content']['en']

/** English first: an address is written in Latin letters. */
export const titlesOf = ({ content }: WrittenForm): readonly string[] => [
  content.en.title,
  content.fr.title,
  content.ar.title,
]

const isAddress = (text: string): boolean => /^[a-z0-9][a-z0-9-]{1,62}$/.test(text)

/** `blank`: not written, shown in another language. `begun`: something is missing. */
export type Completeness = 'complete' | 'begun' | 'blank'

export function completeness(
  words: Readonly<Record<string, string>>,
  required: readonly string[],
): Completeness {
  const isBlank = (text: string | undefined): boolean => (text ?? '').trim() === ''
  if (Object.values(words).every(isBlank)) return 'blank'
  return required.some((field) => isBlank(words[field])) ? 'begun' : 'complete'
}

export type FormFaults = Readonly<Record<string, FormFault>>

/** The faults of words and address that are found before the call, by the path of the field. */
export const faultsOfWritten = (
  { content, address }: WrittenForm,
  required: readonly string[],
  choice: { readonly draft: boolean; readonly first: Language },
): FormFaults => ({
  ...Object.fromEntries(
    faultsOfWords(content, required, choice).map(({ language, field }) => [
      `content.${language}.${field}`,
      `missing.${field}` as const,
    ]),
  ),
  ...(!isAddress(address) && { address: 'address' as const }),
})

export const languageOfFault = (path: string): Language | undefined =>
  LANGUAGES.find((language) => path.startsWith(`content.${language}.`))

/** As the page shows them: the words, the picture, the rest, and the address last. */
export function inPageOrder(form: WrittenForm, paths: readonly string[]): readonly string[] {
  const { content: _, address: __, ...plain } = form
  const plainNames = Object.keys(plain)
  const rank = (path: string): number => {
    const language = languageOfFault(path)
    if (language !== undefined) return LANGUAGES.indexOf(language) - LANGUAGES.length
    return path === 'address' ? plainNames.length : plainNames.indexOf(path)
  }
  return paths.toSorted((one, other) => rank(one) - rank(other))
}

/** Whether a fault at this path has a field to stand beside. */
export const isFieldOf = (form: WrittenForm, path: string): boolean =>
  path === 'image' ||
  (path !== 'content' && path in form) ||
  /^content\.(en|ar|fr)\.\w+$/.test(path)

/** Names of what two versions say differently: `content.<language>` first, then fields. */
export function differences<F extends WrittenForm>(one: F, other: F): readonly string[] {
  const { content: oneContent, ...onePlain } = one
  const { content: otherContent, ...otherPlain } = other
  const values = new Map<string, unknown>(Object.entries(otherPlain))
  const languages = LANGUAGES.filter(
    (language) => JSON.stringify(oneContent[language]) !== JSON.stringify(otherContent[language]),
  )
  const plain = Object.entries<unknown>(onePlain).filter(
    ([field, value]) => values.get(field) !== value,
  )
  return [...languages.map((language) => `content.${language}`), ...plain.map(([field]) => field)]
}
