import { solveChallenge, type Challenge, type Solution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'

export type { Challenge, Solution }

/**
 * Long enough for the slowest phone; a challenge that takes longer has expired on the server as
 * well.
 */
const TIME_LIMIT_MS = 5 * 60 * 1_000

/** Runs in a worker where there is one, else in the page, where it pauses often enough to keep the page alive. */
export async function findSolution(
  challenge: Challenge,
  controller?: AbortController,
): Promise<Solution> {
  const solution = await solveChallenge({
    challenge,
    deriveKey,
    timeout: TIME_LIMIT_MS,
    ...(controller && { controller }),
  })
  if (solution === null) throw new Error('The challenge was not solved in time')
  return solution
}

export interface WorkerTask {
  readonly challenge: Challenge
}
export type WorkerResult = { readonly solution: Solution } | { readonly error: string }
