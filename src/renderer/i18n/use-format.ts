import { useTranslation } from 'react-i18next'
import { FALLBACK_LANGUAGE, isLanguage, type Language } from '#shared/domain/text/languages.ts'
import { createFormatter, type Formatter } from './format.ts'

/** The language of the interface; the component renders again when it changes. */
export function useLanguage(): Language {
  const { i18n } = useTranslation()
  return isLanguage(i18n.language) ? i18n.language : FALLBACK_LANGUAGE
}

// A formatter keeps the Intl objects that it has made: once a language, not once a component.
const formatters = new Map<Language, Formatter>()

export function useFormat(): Formatter {
  const language = useLanguage()
  const known = formatters.get(language)
  if (known !== undefined) return known
  const made = createFormatter(language)
  formatters.set(language, made)
  return made
}
