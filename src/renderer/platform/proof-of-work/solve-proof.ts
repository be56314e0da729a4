import type { Challenge, Solution, WorkerResult, WorkerTask } from './find-solution.ts'

// Browser only: Vite turns this form of `new Worker` into a chunk on our own origin (CSP: worker-src 'self').
const spawn = (): Worker =>
  new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'proof-of-work' })

/**
 * Solves the server's challenge and returns the value of `X-Proof-Of-Work`. Rejects when it is
 * aborted.
 */
export async function solveProof(challenge: unknown, signal?: AbortSignal): Promise<string> {
  signal?.throwIfAborted()
  if (!isChallenge(challenge)) throw new TypeError('The server sent no challenge')
  return encodeProof(challenge, await solve(challenge, signal))
}

/** Base64 of JSON; the challenge holds hexadecimal digits and names of routes, so every character is Latin. */
const encodeProof = (challenge: Challenge, solution: Solution): string =>
  btoa(JSON.stringify({ challenge, solution }))

const isChallenge = (value: unknown): value is Challenge =>
  typeof value === 'object' &&
  value !== null &&
  'parameters' in value &&
  typeof value.parameters === 'object'

async function solve(challenge: Challenge, signal: AbortSignal | undefined): Promise<Solution> {
  try {
    return await solveInWorker(challenge, signal)
  } catch (error) {
    if (!(error instanceof NoWorker)) throw error
    return solveHere(challenge, signal)
  }
}

/** The worker never started: an old browser, or a chunk that could not be fetched. */
class NoWorker extends Error {}

async function solveInWorker(
  challenge: Challenge,
  signal: AbortSignal | undefined,
): Promise<Solution> {
  const worker = start()
  let abort: (() => void) | undefined
  try {
    return await new Promise<Solution>((resolve, reject) => {
      abort = () => reject(abortReason(signal))
      signal?.addEventListener('abort', abort, { once: true })
      worker.addEventListener('message', ({ data }: MessageEvent<WorkerResult>) =>
        'solution' in data ? resolve(data.solution) : reject(new Error(data.error)),
      )
      worker.addEventListener('error', () => reject(new NoWorker('The worker did not start')))
      worker.postMessage({ challenge } satisfies WorkerTask)
    })
  } finally {
    if (abort !== undefined) signal?.removeEventListener('abort', abort)
    worker.terminate()
  }
}

function start(): Worker {
  try {
    return spawn()
  } catch (cause) {
    throw new NoWorker('Workers are not available', { cause })
  }
}

async function solveHere(challenge: Challenge, signal: AbortSignal | undefined): Promise<Solution> {
  const { findSolution } = await import('./find-solution.ts')
  const controller = new AbortController()
  const abort = (): void => controller.abort()
  signal?.addEventListener('abort', abort, { once: true })
  try {
    const solution = await findSolution(challenge, controller)
    signal?.throwIfAborted()
    return solution
  } finally {
    signal?.removeEventListener('abort', abort)
  }
}

const abortReason = (signal: AbortSignal | undefined): Error =>
  signal?.reason instanceof Error ? signal.reason : new DOMException('Aborted', 'AbortError')
