import { inflateRawSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { CARD_STATE, type CardState } from '#shared/domain/card/status-list.ts'
import { packStatusBits, StatusBits } from './status-bits.ts'

const STATES = Object.values(CARD_STATE)
const MILLION = 1_000_000

/** Reads as a terminal does: from the text alone. */
function readStates(list: string, size: number): number[] {
  const bytes = inflateRawSync(Buffer.from(list, 'base64url'))
  return Array.from(
    { length: size },
    (_, index) => ((bytes[index >> 2] ?? 0) >> ((index & 3) * 2)) & 0b11,
  )
}

/** The same numbers at every run. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

describe('the status list', () => {
  test('holds two bits a card, lowest first, and says unknown where no card is', () => {
    const bits = new StatusBits()
    bits.set(1, CARD_STATE.inForce)
    bits.set(2, CARD_STATE.expired)
    bits.set(6, CARD_STATE.revoked)
    expect(bits.size).toBe(7)
    // index 3 2 1 0 | (7) 6 5 4
    expect([...bits.bytes]).toEqual([0b11_01_00_11, 0b11_10_11_11])
    expect(readStates(packStatusBits(bits), 7)).toEqual([3, 0, 1, 3, 3, 3, 2])
    bits.set(2, CARD_STATE.inForce)
    expect(readStates(packStatusBits(bits), 7)[2]).toBe(CARD_STATE.inForce)
  })

  test('is empty without cards', () => {
    const bits = new StatusBits()
    expect(bits.size).toBe(0)
    expect(readStates(packStatusBits(bits), 0)).toEqual([])
  })

  test('of a million cards, two in a hundred of them changed, stays under 60 KB and comes back bit for bit', () => {
    const random = seeded(20_260_503)
    const wanted: CardState[] = Array.from({ length: MILLION }, () =>
      random() < 0.02
        ? (STATES[1 + Math.floor(random() * 3)] ?? CARD_STATE.unknown)
        : CARD_STATE.inForce,
    )
    const bits = new StatusBits()
    for (const [index, state] of wanted.entries()) bits.set(index, state)
    const list = packStatusBits(bits)
    expect(list.length).toBeLessThan(60 * 1_024)
    expect(Buffer.compare(Buffer.from(readStates(list, MILLION)), Buffer.from(wanted))).toBe(0)
  })
})
