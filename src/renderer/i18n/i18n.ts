import { type BackendModule, createInstance, type ResourceKey } from 'i18next'
import { initReactI18next } from 'react-i18next'
import {
  isLanguage,
  type Language,
  LANGUAGES,
  textDirection,
} from '#shared/domain/text/languages.ts'
import { platform } from '@platform'
import { LANGUAGE_KEY, preferredLanguage } from './language-store.ts'

interface Texts {
  /** What every page shows, one chunk a language: six small files would be six round trips on a slow line. */
  readonly base: Readonly<Record<string, ResourceKey>>
  /** The rest, a chunk a feature, fetched when a page first asks for its namespace. */
  readonly rest: Readonly<Record<string, () => Promise<ResourceKey>>>
}

const BASE: Readonly<Record<Language, () => Promise<Texts>>> = {
  en: () => import('./base-en.ts'),
  ar: () => import('./base-ar.ts'),
  fr: () => import('./base-fr.ts'),
}
const BASE_NAMESPACES = ['common', 'home', 'nav', 'toasts'] as const

async function load(language: string, namespace: string): Promise<ResourceKey> {
  if (!isLanguage(language)) return {}
  const { base, rest } = await BASE[language]()
  const inBase = base[namespace]
  if (inBase !== undefined) return inBase
  const path = Object.keys(rest).find((name) => name.endsWith(`/${namespace}.json`))
  return (await (path === undefined ? undefined : rest[path]?.())) ?? {}
}

const chunks: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read(language, namespace, reply) {
    load(language, namespace).then(
      (texts) => reply(null, texts),
      // `true` asks i18next to try again, with growing pauses: the network was down for a moment.
      (error: unknown) => reply(error instanceof Error ? error : String(error), true),
    )
  },
}

const i18n = createInstance()

/**
 * Files of texts that did not come, after some tries. A page of theirs would show the names of its texts: it fails in
 * place of that, and the boundary around it says what to do.
 */
const missing = new Map<string, unknown>()

/** Screen readers choose their voice and browsers their quotes and hyphens by `lang`; layout mirrors by `dir`. */
function markDocument(language: Language): void {
  document.documentElement.lang = language
  document.documentElement.dir = textDirection(language)
}

export async function startI18n(): Promise<void> {
  const language = preferredLanguage(localStorage, navigator.languages)
  markDocument(language)
  i18n.on('languageChanged', (next) => {
    if (isLanguage(next)) markDocument(next)
  })
  i18n.on('failedLoading', (_language, namespace, fault) => missing.set(namespace, fault))
  await speak(language)
  void platform.setLanguage(language)
}

/** For pages that are written ahead, one language after the other. */
export async function changeBaseLanguage(language: Language): Promise<void> {
  if (!i18n.isInitialized) await speak(language)
  await i18n.changeLanguage(language)
  if (!i18n.exists('home:hero.title'))
    throw new Error(`The base texts in ${language} were not loaded`)
}

/** The base texts in one language; the others are fetched when a page needs them. */
async function speak(language: Language): Promise<void> {
  await i18n
    .use(chunks)
    .use(initReactI18next)
    .init({
      lng: language,
      // No English in the background: a test proves that every key exists in all languages, and a second
      // language would double the first load.
      fallbackLng: false,
      supportedLngs: [...LANGUAGES],
      ns: [...BASE_NAMESPACES],
      defaultNS: 'common',
      interpolation: { escapeValue: false }, // React escapes
      returnNull: false,
      maxRetries: 3, // within 2.5 s
      parseMissingKeyHandler(
        key,
        fallback,
        options?: { readonly ns?: string | readonly string[] },
      ) {
        const unread = [options?.ns ?? []].flat().find((namespace) => missing.has(namespace))
        if (unread !== undefined && fallback === undefined) throw missing.get(unread)
        return fallback ?? key
      },
      react: { useSuspense: true },
    })
}

export async function changeLanguage(language: Language): Promise<void> {
  localStorage.setItem(LANGUAGE_KEY, language)
  await i18n.changeLanguage(language)
  void platform.setLanguage(language)
}
