/**
 * Proof of work for public calls that cause a mail, a row or a hash. It replaces a picture puzzle:
 * there is nothing to read, nothing is sent to a third party, and a user at a normal rate never
 * gets one.
 */
import { createHash, randomInt } from 'node:crypto'
import { createChallenge, verifySolution, type Challenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import * as z from 'zod'
import type { RouteDefinition } from '#shared/contract/base/define-route.ts'
import { isoNow, type Clock } from '../../base/clock.ts'
import { refuse, type Refusal } from '../../base/outcome.ts'
import type { Database } from '../database/engine.ts'
import type { Secrets } from './secrets.ts'
import { hitOrigin, useOfTotal, type CountedNetwork, type Throttle } from './throttle.ts'

/**
 * The lower half of a network's quota is free, and of the route's total. A family, or an evening of
 * registrations behind one router, stays in it. The upper half costs the client processor time.
 * Above its quota a network is refused; above the total of the route work gets harder (ADR 0064).
 */
const FREE_SHARE_OF_QUOTA = 0.5
/**
 * A form is corrected and sent again a few times; a sixth time within the hour is above the rate of
 * one user.
 */
const FREE_PER_ADDRESS = 5
const ADDRESS_WINDOW_S = 3_600
/** A slow phone on a slow line solves and sends in far less. */
const CHALLENGE_TTL_S = 600
/**
 * One round of PBKDF2 with 1,000 iterations takes about 0.3 ms; 500 to 1,500 rounds are half a
 * second on a laptop and a few seconds on an old phone. The server sets the number of rounds, so
 * that no client needs minutes by chance.
 */
const ALGORITHM = 'PBKDF2/SHA-256'
const ITERATIONS = 1_000
const ROUNDS_MIN = 500
const ROUNDS_MAX = 1_500
/**
 * Ten seconds on a laptop, and up to two minutes on an old phone: for who comes above a limit that
 * would refuse everybody else. Nothing asks for more.
 */
const HARD_FACTOR = 20

/** How many times the usual work a call costs, by how many times the total of its route is used: 1, then twice as much with each total. */
export const workFactor = (use: number): number =>
  Math.min(HARD_FACTOR, use < 1 ? 1 : 2 ** Math.floor(use))

/** What `X-Proof-Of-Work` carries, as base64 of JSON. */
const Payload = z.object({
  challenge: z.object({
    parameters: z.object({
      algorithm: z.literal(ALGORITHM),
      nonce: z.string().max(64),
      salt: z.string().max(64),
      cost: z.number(),
      keyLength: z.number(),
      keyPrefix: z.string().max(64),
      keySignature: z.string().max(128),
      expiresAt: z.number(),
      data: z.object({ route: z.string().max(60) }),
    }),
    signature: z.string().max(128),
  }),
  solution: z.object({
    counter: z.number(),
    derivedKey: z.string().max(128),
    time: z.number().optional(),
  }),
})
type Payload = z.output<typeof Payload>

interface ProofDeps {
  readonly secrets: Secrets
  readonly clock: Clock
  readonly database: Database
  readonly throttle: Throttle
}
/** All networks of the caller that quotas count, narrowest first. */
interface Origin {
  readonly networks: readonly CountedNetwork[]
}

const secretsOf = ({ secrets }: Pick<ProofDeps, 'secrets'>) => ({
  hmacSignatureSecret: secrets.mac('proof-of-work', 'challenge'),
  hmacKeySignatureSecret: secrets.mac('proof-of-work', 'solution'),
})

const nowS = ({ clock }: Pick<ProofDeps, 'clock'>): number =>
  Math.floor(clock.now().getTime() / 1_000)

/** @param counter where the solution is; only tests give it */
export const makeChallenge = (
  deps: Pick<ProofDeps, 'secrets' | 'clock'>,
  route: Pick<RouteDefinition, 'id'>,
  counter = randomInt(ROUNDS_MIN, ROUNDS_MAX),
): Promise<Challenge> =>
  createChallenge({
    algorithm: ALGORITHM,
    cost: ITERATIONS,
    counter,
    deriveKey,
    expiresAt: nowS(deps) + CHALLENGE_TTL_S,
    data: { route: route.id },
    ...secretsOf(deps),
  })

function readPayload(header: string): Payload | undefined {
  try {
    return Payload.parse(JSON.parse(Buffer.from(header, 'base64').toString('utf8')))
  } catch {
    return undefined // not a proof
  }
}

/** Right, in time, for this route, and not used before; a proof that passes is spent by passing. */
async function spend(
  deps: ProofDeps,
  route: Pick<RouteDefinition, 'id'>,
  header: string,
): Promise<boolean> {
  const payload = readPayload(header)
  if (payload === undefined) return false
  const { challenge, solution } = payload
  const { expiresAt, data } = challenge.parameters
  // The library asks the machine's clock; ours is asked as well, because tests move it.
  if (data.route !== route.id || expiresAt <= nowS(deps)) return false
  const checked = await verifySolution({
    challenge,
    solution: { counter: solution.counter, derivedKey: solution.derivedKey },
    deriveKey,
    ...secretsOf(deps),
  })
  if (!checked.verified) return false
  const { numInsertedOrUpdatedRows } = await deps.database.db
    .insertInto('spent_proofs')
    .values({
      proof_hash: createHash('sha256').update(challenge.signature).digest('base64url'),
      expires_at: new Date(expiresAt * 1_000).toISOString(),
    })
    .onConflict((conflict) => conflict.column('proof_hash').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/**
 * Counts this call; returns true while its networks, its address and the total of the route stay
 * within the normal rate.
 */
async function isNormalRate(
  deps: ProofDeps,
  { networks }: Origin,
  route: RouteDefinition,
  address: string | undefined,
  use: number,
): Promise<boolean> {
  const { throttle, secrets } = deps
  const byOrigin = await hitOrigin(deps, {
    name: `${route.id}/proof`,
    limits: route.limits,
    networks,
    share: FREE_SHARE_OF_QUOTA,
  })
  const byAddress =
    address === undefined ||
    (
      await throttle.hit(
        `${route.id}/proof/address/${secrets.mac('lookup', address)}`,
        FREE_PER_ADDRESS,
        ADDRESS_WINDOW_S,
      )
    ).ok
  return byOrigin.ok && byAddress && use < FREE_SHARE_OF_QUOTA
}

async function demandWork(
  deps: ProofDeps,
  what: Pick<RouteDefinition, 'id'>,
  header: string | undefined,
  factor: number,
): Promise<Refusal | undefined> {
  if (header !== undefined && (await spend(deps, what, header))) return undefined
  const counter = factor * randomInt(ROUNDS_MIN, ROUNDS_MAX)
  return refuse('proof-required', {
    extra: { challenge: await makeChallenge(deps, what, counter) },
  })
}

/**
 * Asks for a proof of work where this call comes above the normal rate. Call it first in the
 * handler of a public route that declares `proof-required` and the header `x-proof-of-work`:
 *
 *     const unproven = await demandProof(deps, facts, route, headers['x-proof-of-work'],
 *     emailKey(body.email))
 *     if (unproven !== undefined) return unproven
 *
 * The refusal is 428 with the member `challenge` = `{parameters, signature}` of altcha-lib, version
 * 2. The client calls `solveChallenge({challenge, deriveKey})` with
 * `altcha-lib/algorithms/web/pbkdf2` (in a worker, to keep the page alive) and repeats the same
 * call with `X-Proof-Of-Work: base64(JSON.stringify({challenge, solution}))`.
 *
 * Do not call it inside a transaction: it counts and writes on its own.
 * @param address what the call is about, where one address could get many mails (an e-mail address,
 * for instance)
 */
export async function demandProof(
  deps: ProofDeps,
  origin: Origin,
  route: RouteDefinition,
  header: string | undefined,
  address?: string,
): Promise<Refusal | undefined> {
  const use = await useOfTotal(deps, route, 0)
  if (await isNormalRate(deps, origin, route, address, use)) return undefined
  return demandWork(deps, route, header, workFactor(use))
}

/** As `demandProof`, of every call: where nothing else tells how often one person calls. */
export async function demandProofAlways(
  deps: ProofDeps,
  route: RouteDefinition,
  header: string | undefined,
): Promise<Refusal | undefined> {
  return demandWork(deps, route, header, workFactor(await useOfTotal(deps, route, 0)))
}

/** A hard one, in place of a closed door: calls that are not over a limit never get it. */
export const demandHardProof = (
  deps: ProofDeps,
  what: Pick<RouteDefinition, 'id'>,
  header: string | undefined,
): Promise<Refusal | undefined> => demandWork(deps, what, header, HARD_FACTOR)

/** Removes proofs that are too old to be accepted again anyway. */
export const sweepProofs = ({ database, clock }: Pick<ProofDeps, 'database' | 'clock'>) =>
  database.db.deleteFrom('spent_proofs').where('expires_at', '<', isoNow(clock)).execute()
