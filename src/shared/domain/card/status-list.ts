/**
 * The status list of the cards: two bits a card, signed by the server, read by terminals while they
 * are offline. Here is what both must agree on; the server packs the list; the holder of a list
 * inflates it and checks the signature.
 */

/**
 * `revoked`: replaced, or the member is not active. `unknown`: never issued, or the account of its
 * owner was erased.
 */
export const CARD_STATE = { inForce: 0b00, expired: 0b01, revoked: 0b10, unknown: 0b11 } as const
export type CardState = (typeof CARD_STATE)[keyof typeof CARD_STATE]

const STATES = [
  CARD_STATE.inForce,
  CARD_STATE.expired,
  CARD_STATE.revoked,
  CARD_STATE.unknown,
] as const

/** The text under the signature of a list. `list` is the base64url of the raw-deflated bits. */
export const statusListText = ({
  issuedAt,
  size,
  list,
}: {
  readonly issuedAt: string
  readonly size: number
  readonly list: string
}): string => `wld-status-list|${issuedAt}|${size}|${list}`

/** Bytes that a list of so many places has when it is inflated. */
export const statusListBytes = (size: number): number => Math.ceil(size / 4)

/** State of card i: byte floor(i/4), from bit 2·(i mod 4). `beyond`: the list has no such place. */
export function cardStateAt(bits: Uint8Array, size: number, index: number): CardState | 'beyond' {
  const byte = bits[index >> 2]
  if (index < 0 || index >= size || byte === undefined) return 'beyond'
  return STATES[(byte >> ((index & 3) * 2)) & 0b11] ?? CARD_STATE.unknown
}
