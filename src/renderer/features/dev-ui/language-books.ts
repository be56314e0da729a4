import type { i18n } from 'i18next'
import { createContext } from 'react'
import type { Language } from '#shared/domain/languages.ts'

/** A translator for each language, all over the same store of texts. */
export type Books = Readonly<Record<Language, i18n>>

export const LanguageBooks = createContext<Books>(undefined as unknown as Books) // the page always provides them

/** Copies of the page's translator that speak another language. */
export async function openBooks(page: i18n): Promise<Books> {
  const open = async (language: Language): Promise<i18n> => {
    const copy = page.cloneInstance({ lng: language })
    await copy.loadNamespaces(['common', 'nav', 'problems', 'ui'])
    return copy
  }
  const [en, ar, fr] = await Promise.all([open('en'), open('ar'), open('fr')])
  return { en, ar, fr }
}
