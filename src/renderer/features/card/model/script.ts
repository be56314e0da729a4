const LETTER = /\p{L}/u
const ARABIC = /\p{Script=Arabic}/u

/** The script of the first letter: it decides font, direction and the edge that a text of the member stands at. */
export function scriptOf(text: string): 'arabic' | 'latin' {
  const letter = LETTER.exec(text)?.[0]
  return letter !== undefined && ARABIC.test(letter) ? 'arabic' : 'latin'
}
