/**
 * What the QR code of a card carries. The first three fields are the specification's:
 *   `id|name|dob`                                             printed by older cards, needs the server
 *   `id|name|dob|1.<kid>.<iat>.<exp>.<idx>.<sig>`             Ed25519 over everything before the last dot
 * `id` is the card number without prefix, `dob` is YYYY-MM-DD, `iat` and `exp` are whole seconds since 1970,
 * `idx` is the card's place in the signed status list, `sig` is base64url without padding (64 bytes).
 */
import { isPlausibleBirthDate } from '../people/birth-date.ts'
import { CARD_PREFIX } from '../people/member-id.ts'
import { oneLine } from '../text/clean-text.ts'
import { parseMemberNumber } from './read-member-number.ts'

const CARD_PAYLOAD_VERSION = '1'
/** A byte-mode code of version 40-L holds 2,953 bytes; ours never passes 400. More is not a card. */
export const CARD_PAYLOAD_MAX_CHARS = 600

export interface CardFacts {
  readonly memberNumber: number
  readonly name: string
  readonly birthDate: string
}

export interface CardSeal {
  readonly keyId: string
  readonly issuedAtS: number
  readonly expiresAtS: number
  readonly statusIndex: number
}

export interface SignedCard extends CardFacts, CardSeal {
  readonly kind: 'signed'
  /** The exact text under the signature. */
  readonly signedText: string
  /** base64url, 86 characters. */
  readonly signature: string
}
interface UnsignedCard extends CardFacts {
  readonly kind: 'unsigned'
}

/** Why a text is not a card of ours (`UNKNOWN`) or only pretends to be one (`FORGED`). */
type PayloadFault =
  | 'not-a-card'
  | 'too-long'
  | 'wrong-field-count'
  | 'not-canonical'
  | 'impossible-birth-date'
  | 'malformed-seal'

export interface UnreadableCard {
  readonly kind: 'unreadable'
  readonly fault: PayloadFault
}
export type ReadCard = SignedCard | UnsignedCard | UnreadableCard

const SEAL = /^1\.([A-Za-z0-9_-]{1,16})\.(\d{1,11})\.(\d{1,11})\.(\d{1,9})\.([A-Za-z0-9_-]{86})$/

const unreadable = (fault: PayloadFault): UnreadableCard => ({ kind: 'unreadable', fault })

/** The text to sign: everything of the payload before the last dot. */
export function cardTextToSign(facts: CardFacts, seal: CardSeal): string {
  const sealText = [
    CARD_PAYLOAD_VERSION,
    seal.keyId,
    seal.issuedAtS,
    seal.expiresAtS,
    seal.statusIndex,
  ].join('.')
  return `${facts.memberNumber}|${oneLine(facts.name)}|${facts.birthDate}|${sealText}`
}

/**
 * Reads a scanned text. Total: returns `unreadable` with the fault and never throws, whatever a
 * code may hold. It checks form only; `judgeCard` checks the signature and the member.
 */
export function readCardPayload(text: string, now: Date): ReadCard {
  if (text.length > CARD_PAYLOAD_MAX_CHARS) return unreadable('too-long')
  const fields = text.split('|')
  const [idField = '', name = '', birthDate = '', sealField] = fields
  const bare = idField.startsWith(CARD_PREFIX) ? idField.slice(CARD_PREFIX.length) : idField
  const memberNumber = /^\d{1,15}$/.test(bare) ? parseMemberNumber(bare) : undefined
  if (memberNumber === undefined || fields.length < 2) return unreadable('not-a-card')
  if (fields.length !== 3 && fields.length !== 4) return unreadable('wrong-field-count')
  // We issue one spelling only. A name in another normal form is not from our server.
  if (name === '' || name !== oneLine(name)) return unreadable('not-canonical')
  if (!isPlausibleBirthDate(birthDate, now)) return unreadable('impossible-birth-date')
  const facts: CardFacts = { memberNumber, name, birthDate }
  if (sealField === undefined) return { kind: 'unsigned', ...facts }
  const seal = SEAL.exec(sealField)
  if (seal === null) return unreadable('malformed-seal')
  const [, keyId = '', issuedAt, expiresAt, index, signature = ''] = seal
  return {
    kind: 'signed',
    ...facts,
    keyId,
    issuedAtS: Number(issuedAt),
    expiresAtS: Number(expiresAt),
    statusIndex: Number(index),
    signedText: text.slice(0, text.lastIndexOf('.')),
    signature,
  }
}
