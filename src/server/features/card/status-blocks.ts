/**
 * The states of all cards, in the memory of this process. A look reads the versions of the blocks,
 * and of the cards those in blocks that have changed, or in which a card has expired since.
 */
import { setImmediate } from 'node:timers/promises'
import { CARD_STATE, type CardState } from '#shared/domain/card/status-list.ts'
import { isActiveStatus, type MemberStatus } from '#shared/domain/people/member-status.ts'
import { isoNow } from '../../clock.ts'
import { CARDS_A_BLOCK } from '../../database/migrations/0033-status-blocks.ts'
import type { Deps } from '../../deps.ts'
import { listBlocks, listCardsOfBlock, markOfBlocks } from './card-repository.ts'
import { StatusBits } from './status-bits.ts'

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

export class StatusBlocks {
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
