/**
 * The signed status list, with which a device checks cards while it is offline: two bits a card,
 * packed and deflated, a few kilobytes without any name.
 *
 * Issue time: `issuedAt` moves when the content changes, and every five minutes at the latest, so
 * its age is the age of the data. The ETag depends on the content alone. A device that has the
 * present content gets 304, and the new `issuedAt` and signature come as headers. They sign the
 * list that the device has, so a few hundred bytes renew its copy. Replicas keep their own
 * `issuedAt`; where two differ by up to five minutes for the same content, the later one is used.
 */
import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { constants, deflateRawSync } from 'node:zlib'
import {
  STATUS_LIST_ISSUED_HEADER,
  STATUS_LIST_SIGNATURE_HEADER,
  type statusList as route,
} from '#shared/contract/card.ts'
import { isActiveStatus, type MemberStatus } from '#shared/domain/people/member-status.ts'
import {
  statusListBytes,
  CARD_STATE,
  statusListText,
  type CardState,
} from '#shared/domain/card/status-list.ts'
import { isoAfter, isoNow } from '../../clock.ts'
import type { Deps } from '../../deps.ts'
import type { Handler } from '../../http/handlers.ts'
import { done } from '../../outcome.ts'
import { listCards } from './card-repository.ts'

/**
 * Every place says `unknown` until a card is put there: places that were skipped, or whose owner
 * was erased, stay so.
 */
export class StatusBits {
  #bytes = Buffer.alloc(1_024, 0xff)
  #size = 0

  /** Number of places: the highest index and one. */
  get size(): number {
    return this.#size
  }
  set(index: number, state: CardState): void {
    const at = index >> 2
    if (at >= this.#bytes.length)
      this.#bytes = Buffer.concat([
        this.#bytes,
        Buffer.alloc(Math.max(this.#bytes.length, at), 0xff),
      ])
    const shift = (index & 3) * 2
    this.#bytes[at] = ((this.#bytes[at] ?? 0xff) & ~(0b11 << shift)) | (state << shift)
    this.#size = Math.max(this.#size, index + 1)
  }
  /** Bits of card i: byte floor(i/4), from bit 2·(i mod 4). */
  get bytes(): Buffer {
    return this.#bytes.subarray(0, statusListBytes(this.#size))
  }
}

/**
 * base64url of the raw-deflated bits. Almost everything is runs of zero bytes, so looking for runs
 * only (`Z_RLE`) packs a million cards within 7 % of the tightest setting, in 5 ms instead of 300
 * ms, which would block the server.
 */
export const packStatusBits = (bits: StatusBits): string =>
  deflateRawSync(bits.bytes, { level: 9, memLevel: 9, strategy: constants.Z_RLE }).toString(
    'base64url',
  )

const ISSUED_ANEW_S = 300
/**
 * Cards in one query: some ten milliseconds on the embedded database; other calls run between two
 * queries.
 */
const CARDS_AT_ONCE = 2_000
/** A million cards take seconds to read, so a long list is kept for a while; a short one is made for each call. */
const LONG_LIST_CARDS = 20_000
const LONG_LIST_KEPT_S = 30

interface Content {
  /** Start of the reading: later revocations may be missing. */
  readonly asOf: string
  readonly kid: string
  readonly size: number
  readonly list: string
  readonly etag: string
}
interface SignedList extends Omit<Content, 'asOf'> {
  readonly issuedAt: string
  readonly signature: string
}

interface Listed {
  readonly expires_at: string
  readonly replaced_at: string | null
  readonly status: MemberStatus
}
function cardState(
  { expires_at: expiresAt, replaced_at: replacedAt, status }: Listed,
  now: string,
): CardState {
  if (replacedAt !== null || !isActiveStatus(status)) return CARD_STATE.revoked
  return expiresAt <= now ? CARD_STATE.expired : CARD_STATE.inForce
}

async function readContent({ database, clock, keys }: Deps): Promise<Content> {
  const asOf = isoNow(clock)
  const bits = new StatusBits()
  for (let after = -1; ;) {
    const rows = await listCards(database.db, after, CARDS_AT_ONCE)
    for (const row of rows) bits.set(row.status_index, cardState(row, asOf))
    const last = rows.at(-1)
    if (last === undefined || rows.length < CARDS_AT_ONCE) break
    after = last.status_index
    await setImmediate() // queries of the embedded database block: without this pause no other call would run in between
  }
  const list = packStatusBits(bits)
  const { kid } = keys.current('card') // part of the tag: the signature of a 304 uses the key that the held list names
  return {
    asOf,
    kid,
    size: bits.size,
    list,
    etag: `"${createHash('sha256').update(`${kid}|${bits.size}|${list}`).digest('base64url')}"`,
  }
}

const signed = ({ keys }: Deps, { asOf, ...content }: Content): SignedList => ({
  ...content,
  issuedAt: asOf,
  signature: keys.sign('card', statusListText({ issuedAt: asOf, ...content })),
})

interface Kept {
  readonly list: SignedList
  /** Until then a long list is not read again. */
  readonly readAgainAt: string
}
const kept = new WeakMap<Deps['database'], Kept>()
const underWay = new WeakMap<Deps['database'], Promise<SignedList>>()

async function renew(deps: Deps): Promise<SignedList> {
  const { database, clock } = deps
  const content = await readContent(deps)
  const before = kept.get(database)?.list
  const stands =
    before !== undefined &&
    before.etag === content.etag &&
    before.issuedAt > isoAfter(clock, -ISSUED_ANEW_S)
  const list = stands ? before : signed(deps, content)
  kept.set(database, {
    list,
    readAgainAt: isoAfter(clock, content.size > LONG_LIST_CARDS ? LONG_LIST_KEPT_S : 0),
  })
  return list
}

/** Simultaneous requests share one reading. */
function presentList(deps: Deps): Promise<SignedList> {
  const { database, clock } = deps
  const known = kept.get(database)
  if (known !== undefined && known.readAgainAt > isoNow(clock)) return Promise.resolve(known.list)
  const started = underWay.get(database)
  if (started !== undefined) return started
  const reading = renew(deps).finally(() => underWay.delete(database))
  underWay.set(database, reading)
  return reading
}

const holds = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch?.split(',').some((given) => given.trim().replace(/^W\//, '') === etag) === true

export const statusList: Handler<typeof route> = async ({ headers, facts }, deps) => {
  const { etag, ...list } = await presentList(deps)
  void facts.reply
    .header('etag', etag)
    .header('cache-control', 'private, no-cache')
    .header(STATUS_LIST_ISSUED_HEADER, list.issuedAt)
    .header(STATUS_LIST_SIGNATURE_HEADER, list.signature)
  if (holds(headers['if-none-match'], etag)) void facts.reply.code(304)
  return done({ ...list, bits: 2 })
}
