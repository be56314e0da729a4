/**
 * argon2id off the event loop, two at a time with a bounded queue: a flood of sign-ins waits, then is
 * refused with 429, and the rest of the server stays fast. Each hash takes 19 MiB while it runs.
 */
import { hash, verify } from '@node-rs/argon2'

/** The library's default algorithm is argon2id; its constant is a `const enum`, which erasable syntax cannot import. */
const PRODUCTION_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const AT_ONCE = 2
const QUEUE_MAX = 50

export type Queued<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: 'busy' }

export interface Passwords {
  hash(password: string): Promise<Queued<string>>
  /** Takes the same time for an unknown account (`storedHash` undefined) as for a wrong password. */
  verify(password: string, storedHash: string | undefined): Promise<Queued<boolean>>
}

/** @param cost of a hash; only tests give a smaller one */
export function createPasswords(cost = PRODUCTION_COST): Passwords {
  let running = 0
  const waiting: (() => void)[] = []
  const release = (): void => {
    const next = waiting.shift()
    if (next === undefined) running -= 1
    else next()
  }
  async function queued<T>(work: () => Promise<T>): Promise<Queued<T>> {
    if (running >= AT_ONCE) {
      if (waiting.length >= QUEUE_MAX) return { ok: false, reason: 'busy' }
      await new Promise<void>((resolve) => waiting.push(resolve)) // the slot is handed over, `running` stays
    } else running += 1
    try {
      return { ok: true, value: await work() }
    } finally {
      release()
    }
  }
  // The hash for unknown accounts: a real hash with the real cost, of a password that no person
  // knows. Made at the start, so that the first unknown account does not take longer than the
  // others.
  const decoy = hash(crypto.randomUUID(), cost)
  return {
    hash: (password) => queued(() => hash(password.normalize('NFC'), cost)),
    verify: (password, storedHash) =>
      queued(async () => {
        const matches = await verify(storedHash ?? (await decoy), password.normalize('NFC'))
        return storedHash !== undefined && matches
      }),
  }
}
