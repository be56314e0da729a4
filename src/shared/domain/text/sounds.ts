/** How a folded word sounds, in Latin and Arabic letters: names are spelled in many ways, and their consonants stay. */

/** A word with fewer consonants matches too many others. */
const CONSONANTS_MIN = { same: 2, across: 3 } as const

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

/** A word that joins the next one to one name, or the second half of such a name: `Abd el Rahman`, `Nour Eldin`, `جاد الله`. */
const JOINING = /^(?:abd|abd[aeou]l|ab[ou]u?|abou|oum|umm?|عبد|ابو|ام)$/u
const JOINED = /^(?:[aeu]l[a-z]*|[aeu](?:[dnrstz]|sh)|[aeiu]?dd?[ie]e?ne?|ال\p{L}+)$/u

/** Whether words beside each other may be one name: people write them apart or together. */
export const isOneName = (words: readonly string[]): boolean =>
  words.length === 1 ||
  (words.slice(0, -1).some((word) => JOINING.test(word)) && words.length === 2) ||
  words.slice(1).some((word) => JOINED.test(word))

const both = (texts: readonly string[], change: (text: string) => string | readonly string[]) => [
  ...new Set(texts.flatMap((text) => [text, change(text)].flat())),
]
const doubled = (text: string): string => text.replace(/(.)\1+/gu, '$1')

/** The article may be left out, or sound like the letter behind it: `Nureldin`, `Nureddin`. */
function latinReadings(word: string): string[] {
  const withoutArticle = both([word.replace(/^[ae]l(?=[a-z]{3})/, '')], (text) =>
    Array.from(text.matchAll(/(?<=[a-z]{2})[aeiou]l(?=[a-z]{3})/g), ({ index }) =>
      [text.slice(0, index), text.slice(index + 2)].join(''),
    ),
  )
  // `g` is ج in Egypt and ق in Sudan; `sh` is one letter in Bashir and two in Ishaq.
  const spelled = both(
    both([word, ...withoutArticle], (text) =>
      ['k', 'j'].map((sound) => text.replaceAll(/g(?!h)/g, sound)),
    ),
    (text) => text.replaceAll(/([dst])h/g, '$1-h'),
  )
  const plain = spelled.map((text) => {
    const initial = /^[wy]/.exec(text)?.[0] ?? ''
    const sounds = SOUNDS.reduce(
      (rest, [written, sound]) => rest.replace(written, sound),
      text.slice(initial.length),
    )
    return initial + doubled(sounds).replaceAll(/[aiuwy-]/g, '')
  })
  return both(plain, (text) => text.replace(/h$/, ''))
}

/** "And", "to", "the" are joined to the word in Arabic. */
export const withoutJoined = (word: string): string[] =>
  isArabic(word)
    ? [...new Set([word, word.replace(/^[وفبلك]/u, ''), word.replace(/^[وفبلك]?ال/u, '')])]
    : [word]

function arabicReadings(words: readonly string[]): string[] {
  const [first = '', ...rest] = words
  const joined = withoutJoined(first).flatMap((start) => [
    start + rest.join(''),
    start + rest.map((word) => word.replace(/^ال/u, '')).join(''),
  ])
  const spelled = both(joined, (text) => text.replace(/(?<=\p{L}{2})ال(?=\p{L}{2})/u, ''))
  const plain = both(spelled, (text) => text.replace(/ه$/u, '')).map((text) =>
    Array.from(
      doubled(text),
      (letter, index) =>
        ARABIC[letter] ?? (index === 0 ? (letter === 'و' ? 'w' : letter === 'ي' ? 'y' : '') : ''),
    ).join(''),
  )
  return plain
}

/**
 * The consonants of a name that both scripts write, in each way in which it may be read. Blank where they are too few.
 * @param words of one name, all of them in one script
 */
export function soundsAcross(words: readonly string[]): readonly string[] {
  const readings = words.every(isLatin)
    ? latinReadings(words.join(''))
    : words.every(isArabic)
      ? arabicReadings(words)
      : []
  return both(readings, doubled).filter(({ length }) => length >= CONSONANTS_MIN.across)
}
