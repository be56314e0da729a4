import { passwordScore } from '#shared/domain/password.ts'

export type Strength = 'empty' | 'weak' | 'fair' | 'strong'

const FAIR_SCORE = 3

export function strengthOf(password: string): { readonly strength: Strength; readonly score: number } {
  if (password === '') return { strength: 'empty', score: 0 }
  const score = passwordScore(password)
  return { score, strength: score < FAIR_SCORE ? 'weak' : score === FAIR_SCORE ? 'fair' : 'strong' }
}
