import { type Language, LOCALE_TAGS } from '#shared/domain/text/languages.ts'
import { useLanguage } from './use-format.ts'

/**
 * Languages as the reader's language names them. Staff who read Arabic met "English والعربية وFrançais" where each
 * language stood by its own name; that is for a reader who has to find the own language.
 */
export function useLanguageName(): (code: Language) => string {
  const tag = LOCALE_TAGS[useLanguage()]
  return (code) => new Intl.DisplayNames(tag, { type: 'language' }).of(code) ?? code
}

/** French writes languages small in a sentence, and a value that stands alone begins with a capital. */
export const alone = (text: string): string =>
  text.replace(/^\p{Ll}/u, (first) => first.toUpperCase())
