/** Prefix of the card id in this product (docs/spec/members.md, 1). */
export const CARD_PREFIX = 'WLD_'

/** The wire form of a member's number: `WLD_10004217`. */
export const cardId = (memberNumber: number): string => `${CARD_PREFIX}${memberNumber}`

/** The form printed in the QR payload: the number without prefix. */
export const bareCardId = (id: string): string =>
  id.startsWith(CARD_PREFIX) ? id.slice(CARD_PREFIX.length) : id
