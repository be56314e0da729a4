/** The text and the bits of the status list (ADR 0026). */
import { describe, expect, test } from 'vitest'
import { CARD_STATE, cardStateAt, statusListBytes, statusListText } from './status-list.ts'

test('the signature is over name, time, size and list', () =>
  expect(statusListText({ issuedAt: '2026-05-10T12:00:00.000Z', size: 7, list: 'y_g' })).toBe(
    'wld-status-list|2026-05-10T12:00:00.000Z|7|y_g',
  ))

test.each([
  [0, 0],
  [1, 1],
  [4, 1],
  [5, 2],
  [8, 2],
])('%i cards take %i bytes', (size, bytes) => expect(statusListBytes(size)).toBe(bytes))

describe('the state of a card in a list of six', () => {
  const { inForce, expired, revoked, unknown } = CARD_STATE
  const bits = Uint8Array.from([0b11_10_01_00, 0b00_00_00_10]) // cards 3 2 1 0, then - - 5 4
  test.each([
    [0, inForce],
    [1, expired],
    [2, revoked],
    [3, unknown],
    [4, revoked],
    [5, inForce],
    [6, 'beyond'],
    [8, 'beyond'],
    [-1, 'beyond'],
  ])('at %i is %s', (index, state) => expect(cardStateAt(bits, 6, index)).toBe(state))

  test('is beyond where the list has fewer bytes than it says', () =>
    expect(cardStateAt(bits, 100, 8)).toBe('beyond'))
})
