export const LANGUAGES = ['en', 'ar', 'fr'] as const
export type Language = (typeof LANGUAGES)[number]
export const FALLBACK_LANGUAGE: Language = 'en'

export const isLanguage = (value: unknown): value is Language =>
  LANGUAGES.some((language) => language === value)
export const textDirection = (language: Language): 'ltr' | 'rtl' =>
  language === 'ar' ? 'rtl' : 'ltr'

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
