/**
 * The word in a password, without the signs around and within it: guessing tools start from such
 * words.
 */
const CORE_MIN_LENGTH = 4
const LETTER_OF: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
}

const withLetters = (text: string): string =>
  text.replace(/[@431!0$5]/g, (sign) => LETTER_OF[sign] ?? sign)

/** `Qwerty123!` is `qwerty` with signs around it, and `P@ssword1` is `password`. */
export function wordsWithin(password: string): readonly string[] {
  const text = password.toLowerCase()
  const core = text.replace(/^[^a-z]+|[^a-z]+$/g, '')
  return core.length < CORE_MIN_LENGTH ? [text] : [text, core, withLetters(core)]
}

/** The most common of the words that the server refuses; all of them are 380 kB, too much to load for a label. */
export const COMMON_WORDS: readonly string[] = [
  'password',
  'passw0rd',
  'qwerty',
  'qwertyuiop',
  'asdfgh',
  'asdfghjkl',
  'azerty',
  'azertyuiop',
  'zxcvbn',
  'zxcvbnm',
  'abcd1234',
  'welcome',
  'letmein',
  'admin',
  'administrator',
  'master',
  'monkey',
  'dragon',
  'sunshine',
  'princess',
  'football',
  'baseball',
  'iloveyou',
  'superman',
  'batman',
  'shadow',
  'michael',
  'jordan',
  'secret',
  'summer',
  'winter',
  'hello',
  'freedom',
  'whatever',
  'trustno1',
  'changeme',
  'starwars',
  'soleil',
  'bonjour',
  'marseille',
  'motdepasse',
  'mohamed',
  'mohammed',
  'ahmed',
  'test',
  'guest',
  'pass',
  'member',
]
