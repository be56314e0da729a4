/** How a folded word sounds, in Latin and Arabic letters: names are spelled in many ways, and their consonants stay. */

/** A word with fewer consonants matches too many others. */
export const CONSONANTS_MIN = { same: 2, across: 3 } as const

/** Ways in which French and English write one Arabic sound. Longer ones first. */
const SOUNDS: readonly (readonly [RegExp, string])[] = [
  [/tch|ch|sh/g, 'x'],
  [/dj|j/g, 'j'],
  [/kh|ck|q|c/g, 'k'],
  [/gh/g, 'g'],
  [/dh|z/g, 'd'],
  [/th/g, 's'],
  [/ph/g, 'f'],
  [/v/g, 'w'],
  [/ou|oo|o/g, 'u'],
  [/ei|ai|ay|ey|ae/g, 'a'],
  [/ee|e|y/g, 'i'],
]
const ARABIC: Readonly<Record<string, string>> = {
  ب: 'b',
  ت: 't',
  ث: 's',
  ج: 'j',
  ح: 'h',
  خ: 'k',
  د: 'd',
  ذ: 'd',
  ر: 'r',
  ز: 'd',
  س: 's',
  ش: 'x',
  ص: 's',
  ض: 'd',
  ط: 't',
  ظ: 'd',
  غ: 'g',
  ف: 'f',
  ق: 'k',
  ك: 'k',
  ل: 'l',
  م: 'm',
  ن: 'n',
  ه: 'h',
}
export const isArabic = (word: string): boolean => /^\p{Script=Arabic}+$/u.test(word)
const isLatin = (word: string): boolean => /^[a-z]+$/.test(word)

export interface Sound {
  /** With the first vowel: "Hassan" is not "Hussein". Blank where the script is neither. */
  readonly same: string
  /** Consonants that both scripts write. */
  readonly across: string
}

function soundOfLatin(word: string): Sound {
  const initial = word.startsWith('y') ? 'y' : ''
  const plain = SOUNDS.reduce(
    (text, [written, sound]) => text.replace(written, sound),
    word.slice(initial.length),
  )
    .replace(/(.)\1+/g, '$1')
    .replace(/h$/, '')
  const consonants = `${initial}${plain.replace(/[aiu]/g, '')}`
  const across = `${consonants.slice(0, 1)}${consonants.slice(1).replace(/[wy]/g, '')}`
  const vowel = /[aiu]/.exec(plain)
  return {
    same:
      consonants.length < CONSONANTS_MIN.same
        ? ''
        : `${vowel?.index === 0 && initial === '' ? '-' : ''}${vowel?.[0] ?? ''} ${consonants}`,
    across,
  }
}

function soundOfArabic(word: string): Sound {
  const letters = Array.from(word.replace(/ه$/, ''))
  const across = letters
    .map(
      (letter, index) =>
        ARABIC[letter] ??
        (index === 0 && letter === 'و' ? 'w' : index === 0 && letter === 'ي' ? 'y' : ''),
    )
    .join('')
    .replace(/(.)\1+/g, '$1')
  return { same: '', across }
}

export const soundOf = (word: string): Sound =>
  isLatin(word)
    ? soundOfLatin(word)
    : isArabic(word)
      ? soundOfArabic(word)
      : { same: '', across: '' }
