import arReports from '#locales/ar/reports.json' with { type: 'json' }
/** The texts of the pages without scripts: those of the interface, in the language of the form. */
import arFields from '#locales/ar/reportWrite.json' with { type: 'json' }
import arUi from '#locales/ar/ui.json' with { type: 'json' }
import ar from '#locales/ar/witnessReports.json' with { type: 'json' }
import common from '#locales/en/common.json' with { type: 'json' }
import enReports from '#locales/en/reports.json' with { type: 'json' }
import enFields from '#locales/en/reportWrite.json' with { type: 'json' }
import enUi from '#locales/en/ui.json' with { type: 'json' }
import en from '#locales/en/witnessReports.json' with { type: 'json' }
import frReports from '#locales/fr/reports.json' with { type: 'json' }
import frFields from '#locales/fr/reportWrite.json' with { type: 'json' }
import frUi from '#locales/fr/ui.json' with { type: 'json' }
import fr from '#locales/fr/witnessReports.json' with { type: 'json' }
import { COUNTRY_CODES } from '#shared/domain/people/countries.ts'
import { REPORT_CATEGORIES } from '#shared/domain/report/report-rules.ts'
import type { Language } from '#shared/domain/text/languages.ts'

/** Neutral: a title stays in the history of the browser. */
export const APP_NAME = common.appName
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  ar: 'العربية',
  fr: 'Français',
}

const TEXTS = {
  en: { words: en, fields: enFields, reports: enReports, ui: enUi },
  ar: { words: ar, fields: arFields, reports: arReports, ui: arUi },
  fr: { words: fr, fields: frFields, reports: frReports, ui: frUi },
} as const

const optionsOf = (language: Language) => {
  const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'code' })
  const { accepted } = TEXTS[language].reports
  return {
    types: REPORT_CATEGORIES.map((category) => accepted[category].title),
    countries: COUNTRY_CODES.map((code) => ({ code, name: names.of(code) ?? code })).toSorted(
      (one, other) => one.name.localeCompare(other.name, language),
    ),
  }
}
const OPTIONS = { en: optionsOf('en'), ar: optionsOf('ar'), fr: optionsOf('fr') } as const

export const textsOf = (language: Language) => ({ ...TEXTS[language], ...OPTIONS[language] })
export type Texts = ReturnType<typeof textsOf>

/** Replaces `{{name}}`. */
export const filled = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole))

/** In the plural form that the language has for the number. */
const counted = (
  language: Language,
  texts: Readonly<Record<string, string>>,
  key: string,
  count: number,
): string =>
  filled(texts[`${key}_${new Intl.PluralRules(language).select(count)}`] ?? '', { count })

/** How long to wait. */
export const minutesText = (language: Language, minutes: number): string =>
  counted(language, TEXTS[language].words.plain, 'minutes', minutes)

/** How many answers are to be corrected. */
export const faultsText = (language: Language, count: number): string =>
  counted(language, TEXTS[language].ui.fault, 'summary', count)

const DATES = {
  en: 'en-GB',
  ar: 'ar-SD-u-nu-latn-ca-gregory',
  fr: 'fr-FR',
} as const satisfies Record<Language, string>
/** A page without scripts does not know the clock of its reader, and says which one it goes by. */
export const dateText = (language: Language, at: string): string =>
  `${new Intl.DateTimeFormat(DATES[language], {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(new Date(at))} UTC`
