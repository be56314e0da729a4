import { LANGUAGES, type Language } from '#shared/domain/languages.ts'
import { inEveryLanguage } from '#shared/domain/written-languages.ts'

type InLanguages<W> = Readonly<Record<Language, W>>

/** What was written before a field was thought of does not hold it; replies are not completed by their schema. */
const LATER_FIELDS = { imageAlt: '' } as const

/** Words of an event or article as they were written from the contract's shape, each language with words. */
export function storedContent<W extends { readonly title: string }>(
  json: string,
): { readonly content: InLanguages<W>; readonly borrowed: Language[] } {
  const stored = JSON.parse(json) as InLanguages<W> // written from the contract's shape, and checked by it again on the way out
  const complete = Object.fromEntries(
    LANGUAGES.map((language) => [language, { ...LATER_FIELDS, ...stored[language] }]),
  ) as unknown as InLanguages<W> // a language each
  return inEveryLanguage(complete)
}
