export const LANGUAGES = ['en', 'ar', 'fr'] as const
export type Language = (typeof LANGUAGES)[number]
export const FALLBACK_LANGUAGE: Language = 'en'

export const isLanguage = (value: unknown): value is Language =>
  LANGUAGES.some((language) => language === value)
export const textDirection = (language: Language): 'ltr' | 'rtl' =>
  language === 'ar' ? 'rtl' : 'ltr'

/**
 * Arabic is written with Latin digits (`-u-nu-latn`), on purpose: card numbers, birth dates on the card, phone numbers
 * and codes are Latin everywhere, in print too, and one page with ٢٠٢٦ beside WLD_10004217 makes people compare two
 * alphabets at a check-in desk. Month names are those of Sudan (يناير, not كانون الثاني). English is British: the
 * association is European, and 3 May must not read as 5 March.
 */
export const LOCALE_TAGS = {
  en: 'en-GB',
  ar: 'ar-SD-u-nu-latn-ca-gregory',
  fr: 'fr-FR',
} as const satisfies Record<Language, string>

/** French counts the first day only: 1er novembre, 2 novembre. Intl does not. */
export const firstOfMonth = (text: string, language: Language): string =>
  language === 'fr' ? text.replace(/(?<!\d)1(?= \p{L})/gu, '1er') : text

/** The blocks that Unicode keeps for scripts from right to left: Arabic and Hebrew, N'Ko and Adlam among them. */
const RIGHT_TO_LEFT =
  /^\P{L}*(?=\p{L})[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** The direction of the first letter of a text, as `dir="auto"` finds it. */
export const directionOf = (text: string): 'ltr' | 'rtl' =>
  RIGHT_TO_LEFT.test(text) ? 'rtl' : 'ltr'

/** The first supported language among preferences such as `fr-FR`, `ar`, `de`. */
export function chooseLanguage(preferences: readonly string[]): Language {
  for (const preference of preferences) {
    const base = preference.toLowerCase().split('-')[0]
    if (isLanguage(base)) return base
  }
  return FALLBACK_LANGUAGE
}
