/**
 * The bearer of a receipt: 16 digits that open one report, and nothing else. The table holds an HMAC
 * of a slow hash, so that neither the database alone nor SECRET_KEY alone finds a receipt. An unknown
 * receipt costs the same work as a known one.
 */
import { createHmac, randomBytes, randomInt } from 'node:crypto'
import { RECEIPT, RECEIPT_DIGITS } from '#shared/domain/report/witness-rules.ts'
import type { Database } from '../database/engine.ts'
import type { Deps } from '../deps.ts'
import { done, refuse, type Outcome } from '../outcome.ts'
import { cannotWriteDatabase } from '../unavailable.ts'
import { hitOrigin, type CountedNetwork } from '../security/throttle.ts'

export interface Witness {
  readonly reportId: number
}

/** 10^16 of them, all alike likely. */
export const drawReceipt = (): string =>
  Array.from({ length: RECEIPT_DIGITS }, () => String(randomInt(10))).join('')

const KEY_ID = 1
const KEY_BYTES = 32
const SALT_BYTES = 16
const BUSY_RETRY_S = 5

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
  holder?: string,
): Promise<Outcome<string>> {
  const key = await receiptKey(deps)
  const salt = macOf(key, 'salt').subarray(0, SALT_BYTES)
  const stretched = await deps.passwords.stretch(receipt, salt, holder)
  return stretched.ok
    ? done(macOf(key, stretched.value).toString('base64url'))
    : refuse('busy', { retryAfterS: BUSY_RETRY_S })
}

/**
 * Wrong receipts alone count. At the total, a year of guessing against ten thousand reports finds
 * one with a chance of one in twenty thousand.
 */
export const RECEIPT_TRIES = [
  { per: 'network', max: 10, windowS: 3_600 },
  { per: 'route', max: 5_000, windowS: 3_600 },
] as const

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

/**
 * Counted before the receipt is compared, so that simultaneous guesses are counted as well, and taken
 * back where it is right.
 */
export async function resolveWitness(
  deps: Pick<Deps, 'database' | 'secrets' | 'passwords' | 'throttle'>,
  receipt: string | undefined,
  networks: readonly [CountedNetwork, ...CountedNetwork[]],
): Promise<Outcome<Witness>> {
  if (receipt === undefined || !RECEIPT.test(receipt)) return refuse('not-signed-in')
  const tries = { name: 'witness.receipt', limits: RECEIPT_TRIES, networks }
  const hit = await hitOrigin(deps, tries)
  if (!hit.ok) return refuse('too-many', { retryAfterS: hit.retryAfterS })
  const mac = await receiptMac(deps, receipt, networks[0].network)
  if (!mac.ok) return mac
  const row = await deps.database.db
    .selectFrom('witness_reports')
    .select(['report_id', 'repeat_mac'])
    .where('receipt_mac', '=', mac.value)
    .executeTakeFirst()
  if (row === undefined) return refuse('receipt-unknown')
  await hitOrigin(deps, { ...tries, weight: -1 })
  // The receipt has arrived: the old form sent again makes a report of its own, not this one.
  if (row.repeat_mac !== null) await endRepeats(deps, row.report_id)
  return done({ reportId: row.report_id })
}
