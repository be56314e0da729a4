/** How a door may be called: what staff read in the list of doors is what the name is, and no two names look the same. */
import { lookAlike } from '../report/look-alikes.ts'
import { foldForSearch } from '../text/search-text.ts'

export const DOOR_NAME_MAX = 40
/** Control and format characters, direction marks, ends of lines, letters that no font draws. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu
const SPOKEN = /[\p{L}\p{N}]/u

export const isPlainDoorName = (name: string): boolean =>
  name.trim() === name &&
  name.length <= DOOR_NAME_MAX &&
  SPOKEN.test(name) &&
  name.search(UNSEEN) === -1

/** The name of this computer's door, as staff typed it. @param unnamed where nothing of it can be read */
export function plainDoorName(typed: string, unnamed: string): string {
  const name = typed.replace(UNSEEN, '').trim().slice(0, DOOR_NAME_MAX).trim()
  return isPlainDoorName(name) ? name : unnamed
}

/** Digits name doors: of them only those that are taken for a letter in any font are read as one. */
const likeLetter = (letter: string): string => (/[2-9]/.test(letter) ? letter : lookAlike(letter))

/** The same for names that people take for each other: case, accents, letters of other scripts, blanks and signs. */
export function doorNameKey(name: string): string {
  const folded = foldForSearch(Array.from(name.normalize('NFKC'), likeLetter).join(''))
  const letters = Array.from(folded.replace(/\p{M}/gu, ''), likeLetter)
    .join('')
    .replace(/[^\p{L}\p{N}|]/gu, '')
  return letters.replace(/[i|]/g, 'l').replaceAll('rn', 'm')
}
