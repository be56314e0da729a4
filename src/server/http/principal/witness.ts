/**
 * The bearer of a receipt: 16 digits that open one report, and nothing else. The table holds an HMAC
 * of a slow hash, so that neither the database alone nor SECRET_KEY alone finds a receipt. An unknown
 * receipt costs the same work as a known one.
 */
import { createHmac, randomBytes, randomInt } from 'node:crypto'
import type { Limit } from '#shared/contract/base/define-route.ts'
import { RECEIPT, RECEIPT_DIGITS } from '#shared/domain/report/witness-rules.ts'
import { isFresh } from '../../base/clock.ts'
import { done, refuse, type Outcome, type Refusal } from '../../base/outcome.ts'
import { cannotWriteDatabase } from '../../base/unavailable.ts'
import { networkHolder, type Holder } from '../../base/work-gate.ts'
import type { Deps } from '../../deps/deps.ts'
import type { Database } from '../../parts/database/engine.ts'
import { demandHardProof } from '../../parts/security/proof-of-work.ts'
import { hitOrigin, useOfTotal, type CountedNetwork } from '../../parts/security/throttle.ts'

export interface Witness {
  readonly kind: 'witness'
  readonly reportId: number
}

/** 10^16 of them, all alike likely. */
export const drawReceipt = (): string =>
  Array.from({ length: RECEIPT_DIGITS }, () => String(randomInt(10))).join('')

const KEY_ID = 1
const KEY_BYTES = 32
const SALT_BYTES = 16
const BUSY_RETRY_S = 5
const TRIES = 'witness.receipt'

/** A server reads the key once. */
const keys = new WeakMap<Database, Buffer>()

/** Made by the first server that needs it; two that start together read one row. */
async function receiptKey({ database, secrets }: Pick<Deps, 'database' | 'secrets'>) {
  const known = keys.get(database)
  if (known !== undefined) return known
  const context = `receipt-key/${KEY_ID}`
  const made = secrets.seal('receipts', randomBytes(KEY_BYTES), context).toString('base64')
  await database.db
    .insertInto('receipt_keys')
    .values({ id: KEY_ID, sealed: made })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  const { sealed } = await database.db
    .selectFrom('receipt_keys')
    .select('sealed')
    .where('id', '=', KEY_ID)
    .executeTakeFirstOrThrow()
  const key = secrets.open('receipts', Buffer.from(sealed, 'base64'), context)
  keys.set(database, key)
  return key
}

const macOf = (key: Buffer, text: string | Buffer): Buffer =>
  createHmac('sha256', key).update(text).digest()

/** Of a request that files a report, to recognise it when it is sent again. */
export const repeatMac = async (
  deps: Pick<Deps, 'database' | 'secrets'>,
  text: string,
): Promise<string> => macOf(await receiptKey(deps), `repeat ${text}`).toString('base64url')

/** The column that finds a receipt. Call it outside of a transaction. */
export async function receiptMac(
  deps: Pick<Deps, 'database' | 'secrets' | 'passwords'>,
  receipt: string,
  holder: Holder,
): Promise<Outcome<string>> {
  const key = await receiptKey(deps)
  const salt = macOf(key, 'salt').subarray(0, SALT_BYTES)
  const stretched = await deps.passwords.stretch(receipt, salt, holder)
  return stretched.ok
    ? done(macOf(key, stretched.value).toString('base64url'))
    : refuse('busy', { retryAfterS: BUSY_RETRY_S })
}

/**
 * Wrong receipts alone count, and in the total only those of networks that have tries left. At the
 * total, a year of guessing against ten thousand reports finds one with a chance of one in twenty
 * thousand. Above it each try costs a hard proof of work, so that wrong tries of others never close a
 * receipt to its holder (ADR 0056).
 */
export const RECEIPT_TRIES = [
  { per: 'network', max: 10, windowS: 3_600 },
  { per: 'route', max: 5_000, windowS: 3_600 },
] as const
/**
 * What a network may try above the total where it cannot work. Of ten thousand networks that guess
 * all year long one receipt is found with a chance of one in 2,500 (ADR 0064).
 */
const UNPROVEN_SHARE = [{ per: 'network', max: 2, windowS: 3_600 }] as const
/** The two that belong to one address and to its neighbours; more of them would be more guesses. */
const SHARE_FACTOR_MAX = 2
/** Tries with a proof: some 200 processors have to work all the time to use them up. */
const PROVEN_TRIES = [{ per: 'route', max: 100_000, windowS: 3_600 }] as const
export const HARD_PROOF = { id: 'witness.receipt' } as const

/** Receipts that were right a moment ago: their holder repeats no proof with each call. */
const OPEN_FOR_MS = 60 * 60_000
const OPEN_MAX = 10_000
const openKey = randomBytes(KEY_BYTES) // of this process, and stored nowhere
const openedAt = new Map<string, number>()

/** Such a call is no guess: who does not know the receipt is not in the list. */
function wasOpened(name: string, nowMs: number): boolean {
  const atMs = openedAt.get(name)
  return atMs !== undefined && isFresh(atMs, nowMs, OPEN_FOR_MS)
}
function keepOpen(name: string, nowMs: number): void {
  openedAt.delete(name)
  openedAt.set(name, nowMs)
  for (const oldest of openedAt.keys()) {
    if (openedAt.size <= OPEN_MAX) break
    openedAt.delete(oldest)
  }
}

/** A full disk must not close the receipt: it then stays for the day that a repetition counts at all. */
async function endRepeats({ database }: Pick<Deps, 'database'>, reportId: number): Promise<void> {
  try {
    await database.db
      .updateTable('witness_reports')
      .set({ repeat_mac: null })
      .where('report_id', '=', reportId)
      .execute()
  } catch (error) {
    if (!cannotWriteDatabase(error)) throw error
  }
}

type WitnessDeps = Pick<Deps, 'database' | 'secrets' | 'passwords' | 'throttle' | 'clock'>
type Networks = readonly [CountedNetwork, ...CountedNetwork[]]

/** How a caller can prove work; undefined for pages without scripts, which cannot. */
export interface WorkProof {
  /** `X-Proof-Of-Work` */
  readonly header: string | undefined
}

const countAll = (deps: WitnessDeps, id: string, limits: readonly Limit[], weight = 1) =>
  useOfTotal(deps, { id, limits }, weight)

async function countTry(
  deps: WitnessDeps,
  networks: Networks,
  proof: WorkProof | undefined,
): Promise<{ readonly refusal?: Refusal | undefined; readonly isInTotal: boolean }> {
  const own = await hitOrigin(deps, { name: TRIES, limits: RECEIPT_TRIES, networks })
  const isInTotal = own.ok
  if (own.ok && (await countAll(deps, TRIES, RECEIPT_TRIES)) <= 1) return { isInTotal }
  const closed = (retryAfterS: number) => ({
    refusal: refuse('too-many', { retryAfterS }),
    isInTotal,
  })
  if (proof === undefined) {
    if (!own.ok) return closed(own.retryAfterS)
    const few = networks.map(({ network, factor }) => ({
      network,
      factor: Math.min(factor, SHARE_FACTOR_MAX),
    }))
    const share = await hitOrigin(deps, {
      name: `${TRIES}/share`,
      limits: UNPROVEN_SHARE,
      networks: few,
    })
    return share.ok ? { isInTotal } : closed(share.retryAfterS)
  }
  const unproven = await demandHardProof(deps, HARD_PROOF, proof.header)
  if (unproven !== undefined) return { refusal: unproven, isInTotal }
  return (await countAll(deps, `${TRIES}/proven`, PROVEN_TRIES)) <= 1
    ? { isInTotal }
    : closed(PROVEN_TRIES[0].windowS)
}

/** The try was no guess. What it used of the share above the total stays used. */
async function takeBackTry(
  deps: WitnessDeps,
  networks: Networks,
  isInTotal: boolean,
): Promise<void> {
  await hitOrigin(deps, { name: TRIES, limits: RECEIPT_TRIES, networks, weight: -1 })
  if (isInTotal) await countAll(deps, TRIES, RECEIPT_TRIES, -1)
}

/**
 * Counted before the receipt is compared, so that simultaneous guesses are counted as well, and taken
 * back where it is right.
 */
export async function resolveWitness(
  deps: WitnessDeps,
  receipt: string | undefined,
  networks: Networks,
  proof?: WorkProof,
): Promise<Outcome<Witness>> {
  if (receipt === undefined || !RECEIPT.test(receipt)) return refuse('not-signed-in')
  const name = macOf(openKey, receipt).toString('base64')
  const isKnown = wasOpened(name, deps.clock.now().getTime())
  const counted = isKnown ? undefined : await countTry(deps, networks, proof)
  if (counted?.refusal !== undefined) return counted.refusal
  const mac = await receiptMac(deps, receipt, networkHolder(networks))
  if (!mac.ok) return mac
  const row = await deps.database.db
    .selectFrom('witness_reports')
    .select(['report_id', 'repeat_mac'])
    .where('receipt_mac', '=', mac.value)
    .executeTakeFirst()
  if (row === undefined) return refuse('receipt-unknown')
  if (counted !== undefined) await takeBackTry(deps, networks, counted.isInTotal)
  keepOpen(name, deps.clock.now().getTime())
  // The receipt has arrived: the old form sent again makes a report of its own, not this one.
  if (row.repeat_mac !== null) await endRepeats(deps, row.report_id)
  return done({ kind: 'witness', reportId: row.report_id })
}
