import { LANGUAGES, type Language } from '#shared/domain/text/languages.ts'
import { inEveryLanguage } from '#shared/domain/text/written-languages.ts'

type InLanguages<W> = Readonly<Record<Language, W>>

/** Rows from before a field existed do not have it, and the reply schema adds no defaults. */
const LATER_FIELDS = { imageAlt: '' } as const

/** Texts of an event or article in the shape of the contract, for each language that has some. */
export function storedContent<W extends { readonly title: string }>(
  json: string,
): { readonly content: InLanguages<W>; readonly borrowed: Language[] } {
  const stored = JSON.parse(json) as InLanguages<W> // written from the contract's shape, and checked by it again on the way out
  const complete = Object.fromEntries(
    LANGUAGES.map((language) => [language, { ...LATER_FIELDS, ...stored[language] }]),
  ) as unknown as InLanguages<W> // one entry for each language
  return inEveryLanguage(complete)
}
