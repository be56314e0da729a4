import { createChallenge, verifySolution, type Challenge, type Solution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { solveProof } from './solve-proof.ts'

const SECRETS = { hmacSignatureSecret: 'signature', hmacKeySignatureSecret: 'key' }
/** Makes a task as the server does, only lighter. */
const challengeOf = (counter: number): Promise<Challenge> =>
  createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: 10,
    counter,
    deriveKey,
    data: { route: 'test' },
    ...SECRETS,
  })
const read = (proof: string) =>
  JSON.parse(atob(proof)) as { challenge: Challenge; solution: Solution }

afterEach(() => vi.unstubAllGlobals())

describe('without workers', () => {
  test('the page solves the challenge itself, and the server takes it', async () => {
    const { challenge, solution } = read(await solveProof(await challengeOf(40)))
    expect(await verifySolution({ challenge, solution, deriveKey, ...SECRETS })).toMatchObject({
      verified: true,
    })
  })

  test('it stops on abort', async () => {
    const controller = new AbortController()
    const solving = solveProof(await challengeOf(1_000_000), controller.signal)
    setTimeout(() => controller.abort(), 50)
    await expect(solving).rejects.toThrow()
  })
})

describe('with a worker', () => {
  function stubWorker(reply: unknown) {
    const terminate = vi.fn()
    class FakeWorker extends EventTarget {
      readonly terminate = terminate
      postMessage(): void {
        if (reply === 'never') return
        const event =
          reply === 'broken' ? new Event('error') : new MessageEvent('message', { data: reply })
        setTimeout(() => this.dispatchEvent(event))
      }
    }
    vi.stubGlobal('Worker', FakeWorker)
    return terminate
  }

  test('its solution is sent, and it is gone afterwards', async () => {
    const terminate = stubWorker({ solution: { counter: 7, derivedKey: 'ab' } })
    expect(read(await solveProof(await challengeOf(5)))).toMatchObject({ solution: { counter: 7 } })
    expect(terminate).toHaveBeenCalledOnce()
  })
  test('that cannot be loaded, the page does the work', async () => {
    const terminate = stubWorker('broken')
    expect(read(await solveProof(await challengeOf(20)))).toMatchObject({
      solution: { counter: 20 },
    })
    expect(terminate).toHaveBeenCalledOnce()
  })
  test('that is no longer wanted, it ends at once', async () => {
    const terminate = stubWorker('never')
    const controller = new AbortController()
    const solving = solveProof(await challengeOf(5), controller.signal)
    controller.abort()
    await expect(solving).rejects.toThrow(/abort/i)
    expect(terminate).toHaveBeenCalledOnce()
  })
})

test.each([undefined, null, 'x', {}])('%o is no challenge', async (challenge) => {
  await expect(solveProof(challenge)).rejects.toThrow(TypeError)
})
