/** Passwords that guessing tools build by rule, and the words of this association, which no common list holds. */

/** Words that people here take first; `wld` and years are tried with each of them. */
const ASSOCIATION_WORDS = [
  'wld',
  'westernloversdarfur',
  'association',
  'sudan',
  'soudan',
  'darfur',
  'darfour',
  'khartoum',
  'omdurman',
  'nyala',
  'elfasher',
  'fasher',
  'geneina',
  'zalingei',
  'kordofan',
  'france',
  'paris',
  'liberte',
  'freedom',
  'member',
  'membre',
  'demo',
  'pass',
  'password',
  'motdepasse',
  'admin',
  'administrateur',
  'welcome',
  'bienvenue',
  'bonjour',
  'salam',
  'ramadan',
  'habibi',
] as const
const LONGEST_FIRST = ASSOCIATION_WORDS.toSorted((one, other) => other.length - one.length)

const ROWS = [
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'azertyuiop',
  'qsdfghjklm',
  'wxcvbn',
  '1234567890',
  'abcdefghijklmnopqrstuvwxyz',
]
const RUN_MIN = 4
/** Fewer letters beside runs and words are tried one after the other. */
const REST_MIN = 3

const reversed = (text: string): string => Array.from(text).toReversed().join('')
const RUNS = [...ROWS, ...ROWS.map(reversed)]

/** The text without keys that lie side by side, letters in their order, and repeated parts. */
function withoutRuns(text: string): string {
  let rest = ''
  for (let at = 0; at < text.length;) {
    let length = 0
    for (const row of RUNS)
      for (
        let size = RUN_MIN;
        row.includes(text.slice(at, at + size)) && at + size <= text.length;
        size += 1
      )
        length = Math.max(length, size)
    rest += length === 0 ? (text[at] ?? '') : ''
    at += Math.max(1, length)
  }
  return rest.replace(/(.{1,4}?)\1{2,}/g, '$1').replace(/(.{3,})\1/g, '$1')
}

/**
 * Whether little is left without runs of keys, repetitions and words of the association. Digits and signs beside them,
 * such as a year, are what guessing tools add first, so letters alone count.
 */
export function isPatterned(lowered: string): boolean {
  const rest = LONGEST_FIRST.reduce((left, word) => left.replaceAll(word, ''), withoutRuns(lowered))
  return rest !== lowered && rest.replace(/[^a-z]/g, '').length < REST_MIN
}
