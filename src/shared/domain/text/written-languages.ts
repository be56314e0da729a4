/** Texts of the association in three languages, where one or two may be missing. */
import { FALLBACK_LANGUAGE, LANGUAGES, type Language } from './languages.ts'

type InLanguages<W> = Readonly<Record<Language, W>>

/** A language without a title has no text of its own. */
const isWritten = ({ title }: { readonly title: string }): boolean => title.trim() !== ''

/**
 * Every language with texts: its own, or those of another language, because an event in a foreign
 * language helps a reader more than an empty page. English comes first, because most readers know
 * it.
 */
export function inEveryLanguage<W extends { readonly title: string }>(
  content: InLanguages<W>,
): { readonly content: InLanguages<W>; readonly borrowed: Language[] } {
  const lender = [FALLBACK_LANGUAGE, ...LANGUAGES].find((language) => isWritten(content[language]))
  const borrowed =
    lender === undefined ? [] : LANGUAGES.filter((language) => !isWritten(content[language]))
  const words = (language: Language): W =>
    content[lender !== undefined && borrowed.includes(language) ? lender : language]
  return { content: { en: words('en'), ar: words('ar'), fr: words('fr') }, borrowed }
}

const isBlank = (value: unknown): boolean =>
  Array.isArray(value) ? value.length === 0 : typeof value !== 'string' || value.trim() === ''

/**
 * Why the texts cannot be saved: each language is complete or wholly blank, and at least one is
 * written. A draft may have gaps, but each language with any text has a title, which tells it from
 * a blank one.
 * @param first the language that is asked for where none is written: the one that the writer has open
 */
export function faultsOfWords<K extends string>(
  content: InLanguages<Readonly<Record<K | 'title', string>>>,
  required: readonly K[],
  { draft, first = FALLBACK_LANGUAGE }: { readonly draft: boolean; readonly first?: Language },
): readonly { readonly language: Language; readonly field: K | 'title' }[] {
  const begun = LANGUAGES.filter((language) => !Object.values(content[language]).every(isBlank))
  const wanted = begun.length === 0 ? [first] : begun
  const fields: readonly (K | 'title')[] = draft ? ['title'] : required
  return wanted.flatMap((language) =>
    fields
      .filter((field) => isBlank(content[language][field]))
      .map((field) => ({ language, field })),
  )
}
