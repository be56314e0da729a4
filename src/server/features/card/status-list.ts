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
import {
  STATUS_LIST_ISSUED_HEADER,
  STATUS_LIST_SIGNATURE_HEADER,
  type statusList as route,
} from '#shared/contract/card.ts'
import { CARD_STATE, statusListText, type CardState } from '#shared/domain/card/status-list.ts'
import { isActiveStatus, type MemberStatus } from '#shared/domain/people/member-status.ts'
import { isoAfter, isoNow } from '../../base/clock.ts'
import { done, refuse } from '../../base/outcome.ts'
import type { Deps } from '../../deps/deps.ts'
import type { Handler } from '../../http/handlers.ts'
import { hasVersion } from '../../http/if-none-match.ts'
import { CARDS_A_BLOCK } from '../../parts/database/migrations/first-schema/cards.ts'
import { listBlocks, listCardsOfBlock, markOfBlocks } from '../../records/cards/card-repository.ts'
import { packStatusBits, StatusBits } from './status-bits.ts'

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

interface HeldBlock {
  readonly version: number
  /** When the next card in it expires. */
  readonly expiresAt: string | undefined
}

type Reads = Pick<Deps, 'database' | 'clock'>

/**
 * The states of all cards, in the memory of this process. A look reads the versions of the blocks,
 * and of the cards those in blocks that have changed, or in which a card has expired since.
 */
class StatusBlocks {
  readonly bits = new StatusBits()
  readonly #held = new Map<number, HeldBlock>()
  /** Grows with each block that was read. */
  reads = 0
  #mark = ''
  /** When the next card of all expires. */
  #expiresAt: string | undefined

  /** Blocks that must be read again. Also returns the mark to which that brings the bits. */
  async stale({ database: { db }, clock }: Reads) {
    // Marks and versions are read before the cards: a write in between makes the bits newer than
    // their version, never older.
    const mark = await markOfBlocks(db)
    const now = isoNow(clock)
    if (mark === this.#mark && !(this.#expiresAt !== undefined && this.#expiresAt <= now))
      return { mark, blocks: [] }
    const blocks = (await listBlocks(db)).filter(({ block, version }) => {
      const held = this.#held.get(block)
      return held?.version !== version || (held.expiresAt !== undefined && held.expiresAt <= now)
    })
    return { mark, blocks }
  }

  /** Reads these blocks; other calls run after each of them. */
  async read(
    { database: { db }, clock }: Reads,
    { mark, blocks }: Awaited<ReturnType<StatusBlocks['stale']>>,
  ): Promise<void> {
    for (const { block, version } of blocks) {
      const now = isoNow(clock)
      const cards = await listCardsOfBlock(db, block)
      this.reads += 1
      this.bits.forget(block * CARDS_A_BLOCK, CARDS_A_BLOCK)
      for (const card of cards) this.bits.set(card.status_index, cardState(card, now))
      const ends = cards
        .filter((card) => cardState(card, now) === CARD_STATE.inForce)
        .map(({ expires_at: at }) => at)
      this.#held.set(block, { version, expiresAt: ends.sort()[0] })
      await setImmediate() // queries of the embedded database block the process
    }
    this.#mark = mark
    this.#expiresAt = [...this.#held.values()].flatMap(({ expiresAt: at }) => at ?? []).sort()[0]
  }
}

const ISSUED_ANEW_S = 300
/** Read in the call itself: some 50 ms of work. More is read beside the calls. */
const BLOCKS_IN_A_CALL = 16
/** When a caller may come again who finds no list yet. A million cards take some seconds. */
const NOT_READY_RETRY_S = 5

interface SignedList {
  readonly kid: string
  readonly size: number
  readonly list: string
  readonly etag: string
  readonly issuedAt: string
  readonly signature: string
}

interface Holding {
  readonly blocks: StatusBlocks
  list: SignedList | undefined
  /** `blocks.reads` when the list was made. */
  madeAt: number
  /** The call that reads blocks now, shared by those who come meanwhile. */
  look: Promise<SignedList | undefined> | undefined
  /** The reading of many blocks, beside the calls. */
  reading: Promise<void> | undefined
}
/** By the handle that calls and jobs share. */
const holdings = new WeakMap<Deps['database']['jobs'], Holding>()

function holdingOf({ database: { jobs } }: Deps): Holding {
  const known = holdings.get(jobs)
  if (known !== undefined) return known
  const made = {
    blocks: new StatusBlocks(),
    list: undefined,
    madeAt: 0,
    look: undefined,
    reading: undefined,
  }
  holdings.set(jobs, made)
  return made
}

/** @param asOf start of the reading: later revocations may be missing */
function signedList(
  { keys, clock }: Deps,
  { blocks: { bits, reads }, list: before, madeAt }: Holding,
  asOf: string,
): SignedList {
  const { kid } = keys.current('card') // part of the tag: the signature of a 304 uses the key that the held list names
  const isRecent = before !== undefined && before.issuedAt > isoAfter(clock, -ISSUED_ANEW_S)
  if (isRecent && madeAt === reads && before.kid === kid) return before
  const [size, list] = [bits.size, packStatusBits(bits)]
  const etag = `"${createHash('sha256').update(`${kid}|${size}|${list}`).digest('base64url')}"`
  if (isRecent && before.etag === etag) return before
  const signature = keys.sign('card', statusListText({ issuedAt: asOf, size, list }))
  return { kid, size, list, etag, issuedAt: asOf, signature }
}

/** @returns the present list, or the last one while many blocks are read; undefined: none was made */
async function lookAgain(deps: Deps, holding: Holding): Promise<SignedList | undefined> {
  if (holding.reading !== undefined) return holding.list
  const asOf = isoNow(deps.clock)
  const { blocks } = holding
  const stale = await blocks.stale(deps)
  if (stale.blocks.length > BLOCKS_IN_A_CALL) {
    holding.reading = blocks
      .read(deps, stale)
      .catch((error: unknown) => deps.log.warn({ err: error }, 'the status list was not read'))
      .finally(() => (holding.reading = undefined))
    return holding.list
  }
  await blocks.read(deps, stale)
  holding.list = signedList(deps, holding, asOf)
  holding.madeAt = blocks.reads
  return holding.list
}

function presentList(deps: Deps): Promise<SignedList | undefined> {
  const holding = holdingOf(deps)
  holding.look ??= lookAgain(deps, holding).finally(() => (holding.look = undefined))
  return holding.look
}

/** Reads what a later call needs, so that a restart costs no caller a list. */
export async function prepareStatusList(deps: Deps): Promise<void> {
  await presentList(deps)
  await holdingOf(deps).reading
}

export const statusList: Handler<typeof route> = async ({ headers, facts }, deps) => {
  const present = await presentList(deps)
  if (present === undefined) return refuse('not-ready', { retryAfterS: NOT_READY_RETRY_S })
  const { etag, ...list } = present
  void facts.reply
    .header('etag', etag)
    .header('cache-control', 'private, no-cache')
    .header(STATUS_LIST_ISSUED_HEADER, list.issuedAt)
    .header(STATUS_LIST_SIGNATURE_HEADER, list.signature)
  if (hasVersion(headers['if-none-match'], etag)) void facts.reply.code(304)
  return done({ ...list, bits: 2 })
}
