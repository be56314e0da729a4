/** The bits of the status list, as the server fills and packs them. */
import { constants, deflateRawSync } from 'node:zlib'
import {
  CARD_STATE,
  cardStateAt,
  statusListBytes,
  type CardState,
} from '#shared/domain/card/status-list.ts'

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
  /** Says `unknown` for `count` places from `first` on. */
  forget(first: number, count: number): void {
    for (let index = first; index < Math.min(first + count, this.#size); index += 1)
      this.set(index, CARD_STATE.unknown)
    while (cardStateAt(this.#bytes, this.#size, this.#size - 1) === CARD_STATE.unknown)
      this.#size -= 1
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
