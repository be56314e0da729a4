/**
 * The letters of the words that join a door (ADR 0051): proquints (Wilkerson 2009), 16 bits as a word that can be spoken
 * in any language of ours. Consonants and vowels take turns, so a screen can offer the letters that may come next.
 */
export const CONSONANTS = 'bdfghjklmnprstvz'
export const VOWELS = 'aiou'
const WORD_LETTERS = 5
const WORDS_IN_CODE = 4

const lettersOf = (typed: string): string => typed.toLowerCase().replaceAll(/[^a-z]/g, '')

/** Consonants or vowels, by place; empty where the words are whole. */
export function nextLetters(typed: string): string {
  const { length } = lettersOf(typed)
  if (length >= WORDS_IN_CODE * WORD_LETTERS) return ''
  return (length % WORD_LETTERS) % 2 === 0 ? CONSONANTS : VOWELS
}

/** The words with a blank between them, whatever stood there before. */
export const spacedWords = (typed: string): string =>
  lettersOf(typed)
    .replaceAll(new RegExp(`.{${WORD_LETTERS}}(?=.)`, 'g'), '$& ')
    .trim()
