import type { Challenge, Solution } from './find-solution.ts'

export interface WorkerTask {
  readonly challenge: Challenge
}
export type WorkerAnswer = { readonly solution: Solution } | { readonly error: string }
