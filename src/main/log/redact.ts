/**
 * Removes from a log text all values that could name a person or open a session. The log is written
 * without such values; this is a second protection, for texts from other sources (error messages,
 * addresses).
 */
const DIGIT = '[\\d٠-٩۰-۹]'
const RULES: readonly (readonly [RegExp, string])[] = [
  [/\b(bearer|basic)\s+[^\s"',;]+/gi, '$1 [redacted]'],
  // A card: its number, or a whole payload to the end of the line, also as part of an address.
  [new RegExp(`(?:\\bwld[_-]?)?(?<!${DIGIT})${DIGIT}{1,15}(?:\\||%7c)[^\\n"]*`, 'gi'), '[card]'],
  [new RegExp(`\\bwld[_-]?${DIGIT}+`, 'gi'), '[card]'],
  [/[^\s"'<>@/:]+(?:@|%40)[^\s"'<>@/]+\.[^\s"'<>@/:,;]+/gi, '[e-mail]'],
  // Folders of people: the name after them is that of the account, blanks and all.
  [/([\\/](?:users|home|utilisateurs)[\\/]+)[^\\/\n"':;]+/gi, '$1[user]'],
  [/\?[^\s"'#)]+/g, '?[query]'],
  [/[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/g, '[token]'],
  [/[\w+/=-]{32,}/g, '[secret]'],
  [new RegExp(`\\+?${DIGIT}(?:[\\s().\\-/]?${DIGIT}){7,}`, 'g'), '[number]'],
]

export const redact = (text: string): string =>
  RULES.reduce((cleaned, [pattern, replacement]) => cleaned.replace(pattern, replacement), text)

/** What a person who was there could be called, so that it can be taken out by name. */
export interface OwnNames {
  /** Account on this computer. */
  readonly user: string
  readonly home: string
  /** People name their computers after themselves. */
  readonly host: string
}

/**
 * For texts that leave the computer (diagnostics). No rule can recognize every name, so this keeps
 * the frame of a sentence and removes the rest: quoted text, pairs of capitalised words, all text
 * that is not in Latin script.
 */
export function redactStrictly(text: string, { user, home, host }: OwnNames): string {
  const framed = STRICT_RULES.reduce(
    (left, [pattern, replacement]) => left.replace(pattern, replacement),
    redact(text),
  )
  // A short name ("a", "li") would be found inside of words; it is left to the other rules.
  const names = [home, host, user].filter((name) => name.length > 2)
  return names.reduce(
    (left, name) => left.replaceAll(new RegExp(escaped(name), 'gi'), '[user]'),
    framed,
  )
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

const STRICT_RULES: readonly (readonly [RegExp, string])[] = [
  [/"(?:[^"\\]|\\.)*"|'[^'\n]{2,}'|`[^`]*`|«[^»]*»|“[^”]*”/g, '[text]'],
  // Arabic and every other script but Latin: our own log texts have none.
  [/(?:(?!\p{Script=Latin})\p{L}\p{M}*[\s'’.-]*)+/gu, '[text]'],
  // Two capitalised words in a row are a name more often than not.
  [/\p{Lu}[\p{Ll}'’-]+(?:\s+(?:\p{Ll}{1,3}\s+)?\p{Lu}[\p{Ll}'’-]+)+/gu, '[name]'],
  // So is a word in capitals beside another one (IDRIS Amna); our own abbreviations stand alone.
  [/\p{Lu}{3,}[\s,]+\p{Lu}\p{Ll}+|\p{Lu}\p{Ll}+[\s,]+\p{Lu}{3,}\b/gu, '[name]'],
]
