import { COMMON_WORDS, wordsWithin } from '#shared/domain/access/password-words.ts'
import {
  isPasswordAlphabet,
  isStrongPassword,
  PASSWORD_CRITERIA,
  passwordScore,
} from '#shared/domain/access/password.ts'

export type Strength = 'empty' | 'weak' | 'medium' | 'strong'
export type StrengthColour = 'danger' | 'warning' | 'success'

const WARNING_SCORE = 3

export const isCommon = (password: string): boolean =>
  wordsWithin(password).some((word) => COMMON_WORDS.includes(word))

/** Passwords that every form refuses, and those that the server is known to refuse. */
const isAccepted = (password: string): boolean =>
  isStrongPassword(password) && isPasswordAlphabet(password) && !isCommon(password)

/** The word is never above weak, and the bar never green, for a password that the form refuses. */
export function strengthOf(password: string): {
  readonly strength: Strength
  readonly colour: StrengthColour
  readonly score: number
} {
  if (password === '') return { strength: 'empty', colour: 'danger', score: 0 }
  const score = passwordScore(password)
  if (isAccepted(password))
    return {
      score,
      colour: 'success',
      strength: score === PASSWORD_CRITERIA.length ? 'strong' : 'medium',
    }
  return { score, colour: score < WARNING_SCORE ? 'danger' : 'warning', strength: 'weak' }
}
