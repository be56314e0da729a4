/**
 * argon2id off the event loop, two at a time with a bounded queue: a flood of sign-ins waits, then is
 * refused with 429, and the rest of the server stays fast. Each hash takes 19 MiB while it runs.
 */
import { hash, hashRaw, verify } from '@node-rs/argon2'
import { createWorkGate, type Gated, type Holder } from '../../base/work-gate.ts'

/** The library's default algorithm is argon2id; its constant is a `const enum`, which erasable syntax cannot import. */
const PRODUCTION_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/**
 * A hash takes 18 ms of one core, so the last of a full queue waits some ten seconds. Turns go round
 * the networks, and a full queue takes the place of a newcomer from the network that has most of it
 * (ADR 0064). A hall behind one address signs in at once: 120 of it may wait.
 */
const LIMITS = { atOnce: 2, queueMax: 1_000, holderMax: 120 }

export interface Passwords {
  hash(password: string, holder?: Holder): Promise<Gated<string>>
  /**
   * Takes the same time for an unknown account (`storedHash` undefined) as for a wrong password.
   * @param holder the network or the member who asks, with whom others take turns
   */
  verify(password: string, storedHash: string | undefined, holder?: Holder): Promise<Gated<boolean>>
  /** A slow hash that can be looked up: the same text and salt give the same hash. */
  stretch(text: string, salt: Buffer, holder?: Holder): Promise<Gated<Buffer>>
}

/** @param cost of a hash; only tests give a smaller one */
export function createPasswords(cost = PRODUCTION_COST): Passwords {
  const gate = createWorkGate(LIMITS)
  // The hash for unknown accounts: a real hash with the real cost, of a password that no person
  // knows. Made at the start, so that the first unknown account does not take longer than the
  // others.
  const decoy = hash(crypto.randomUUID(), cost)
  return {
    hash: (password, holder) => gate.pass(() => hash(password.normalize('NFC'), cost), holder),
    verify: (password, storedHash, holder) =>
      gate.pass(async () => {
        const matches = await verify(storedHash ?? (await decoy), password.normalize('NFC'))
        return storedHash !== undefined && matches
      }, holder),
    stretch: (text, salt, holder) => gate.pass(() => hashRaw(text, { ...cost, salt }), holder),
  }
}
