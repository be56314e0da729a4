/** In which of our three languages a text is written; undefined where its words do not tell, as in a short one. */
import type { Language } from './languages.ts'

/**
 * Frequent words that the other language does not have, and that its neighbours do not share: `of` and `was` are Dutch as
 * well, `que` and `la` Spanish, `des` German.
 */
const FREQUENT = {
  en: 'the and with from that they their were which who when after by this have been to it she',
  fr: 'les une dans est sont ont été par pour avec du qui et leurs leur aux ne pas sur elle ils',
} as const satisfies Partial<Record<Language, string>>

const LEAST = 3
/** A name in the other language may hold one of its words. */
const MOST_OF_OTHER = 1

/** Letters that Persian, Urdu and their neighbours have and Arabic does not. */
const NOT_ARABIC = /[ٹپچڈڑژکگںھہۃیے]/u

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

/** A wrong name is worse than none: a screen reader would read the text in the sounds of that language. */
export function languageOf(text: string): Language | undefined {
  const letters = count(text, /\p{L}/gu)
  const arabic = count(text, /\p{Script=Arabic}/gu)
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
  if (words.length < LEAST) return undefined
  if (arabic > 0.8 * letters) return NOT_ARABIC.test(text) ? undefined : 'ar'
  if (arabic > 0.1 * letters) return undefined
  const used = new Set(words)
  const hits = (language: keyof typeof FREQUENT): number =>
    FREQUENT[language].split(' ').filter((word) => used.has(word)).length
  const en = hits('en')
  const fr = hits('fr')
  if (en >= LEAST && fr <= MOST_OF_OTHER) return 'en'
  if (fr >= LEAST && en <= MOST_OF_OTHER) return 'fr'
  return undefined
}

const isArabic = (text: string): boolean =>
  count(text, /\p{Script=Arabic}/gu) > 0.5 * count(text, /\p{L}/gu)

/**
 * The language of a text, where a second one stands under the same name: a few words of it tell nothing, a second text in
 * other letters or in another language leaves the name out.
 */
export function languageOfBoth(text: string, second: string): Language | undefined {
  const language = languageOf(text)
  if (count(second, /\p{L}+/gu) < LEAST) return language
  const own = languageOf(second)
  const agrees = own === undefined ? isArabic(text) === isArabic(second) : own === language
  return agrees ? language : undefined
}
