import { chooseLanguage, isLanguage, type Language } from '#shared/domain/text/languages.ts'

/** Where the choice is cached (docs/spec/languages.md, 2). */
export const LANGUAGE_KEY = 'language'

/** The stored choice, else the first supported language of the browser, else English. */
export function preferredLanguage(
  storage: Pick<Storage, 'getItem'>,
  browserLanguages: readonly string[],
): Language {
  const stored = storage.getItem(LANGUAGE_KEY)
  return isLanguage(stored) ? stored : chooseLanguage(browserLanguages)
}

/** Each language by its own name, because a reader may not know the present one. */
export const LANGUAGE_NAMES = {
  en: 'English',
  ar: 'العربية',
  fr: 'Français',
} as const satisfies Record<Language, string>
