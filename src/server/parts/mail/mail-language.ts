import { isLanguage, type Language } from '#shared/domain/text/languages.ts'

const HEADER_MAX_CHARS = 200

/** The supported language that `Accept-Language` prefers; undefined where it names none (`*` says nothing). */
export function acceptedLanguage(header: string | undefined): Language | undefined {
  const wishes = (header ?? '')
    .slice(0, HEADER_MAX_CHARS)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
      const quality = parameters
        .map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1])
        .find((value) => value !== undefined)
      return {
        language: tag.trim().split('-')[0],
        quality: quality === undefined ? 1 : Number(quality),
      }
    })
    .filter(({ quality }) => quality > 0)
    .sort((one, other) => other.quality - one.quality) // stable: the order of the header decides between equal weights
  return wishes.map(({ language }) => language).find(isLanguage)
}

/** The language of the call, else that of the browser, else that of the account, else English. */
export const mailLanguage = (
  said: Language | undefined,
  header: string | undefined,
  held: Language | undefined,
): Language => said ?? acceptedLanguage(header) ?? held ?? 'en'
