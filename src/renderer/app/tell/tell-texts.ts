/**
 * The texts of the page for witnesses, one file a language. Another language is not stored: the
 * choice would stay on the device.
 */
import { createInstance } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { type Language, LANGUAGES, textDirection } from '#shared/domain/text/languages.ts'
import { preferredLanguage } from '../../i18n/language-store.ts'

const TEXTS = {
  en: () => import('./texts-en.ts'),
  ar: () => import('./texts-ar.ts'),
  fr: () => import('./texts-fr.ts'),
} as const satisfies Record<Language, unknown>

const i18n = createInstance()

async function load(language: Language): Promise<void> {
  const { texts } = await TEXTS[language]()
  for (const [namespace, words] of Object.entries(texts))
    i18n.addResourceBundle(language, namespace, words)
  document.documentElement.lang = language
  document.documentElement.dir = textDirection(language)
}

export async function speak(language: Language): Promise<void> {
  await load(language)
  await i18n.changeLanguage(language)
}

export async function startTexts(): Promise<void> {
  const language = preferredLanguage(localStorage, navigator.languages)
  await i18n.use(initReactI18next).init({
    lng: language,
    resources: {},
    fallbackLng: false,
    supportedLngs: [...LANGUAGES],
    defaultNS: 'common',
    interpolation: { escapeValue: false }, // React escapes
    returnNull: false,
  })
  await load(language)
}
