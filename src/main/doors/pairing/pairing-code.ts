/**
 * The code by which a door joins: where the other door is, the hash of its key, and four words that only the screen of
 * that door shows. Scanned, it holds all of it; typed, the words alone prove both ends to each other, bound to the keys
 * of this connection (ADR 0051).
 */
import { createHmac, randomBytes, scryptSync } from 'node:crypto'
import { isIP } from 'node:net'
import { CONSONANTS, VOWELS } from '#shared/domain/doors/pairing-words.ts'
import { CLEAN } from '#shared/domain/text/clean-text.ts'
import type { Address } from '../group/address.ts'

export const CODE_LIFE_MS = 10 * 60_000
const SECRET_BYTES = 8
const WORD = `[${CONSONANTS}][${VOWELS}][${CONSONANTS}][${VOWELS}][${CONSONANTS}]`
const WORDS = new RegExp(`^${WORD}(?:-${WORD}){3}$`)

export const makeWords = (): string => {
  const bytes = randomBytes(SECRET_BYTES)
  const word = (from: number): string => {
    const bits = bytes.readUInt16BE(from)
    const consonant = (shift: number): string => CONSONANTS[(bits >> shift) & 0xf] ?? ''
    const vowel = (shift: number): string => VOWELS[(bits >> shift) & 0x3] ?? ''
    return consonant(12) + vowel(10) + consonant(6) + vowel(4) + consonant(0)
  }
  return [0, 2, 4, 6].map(word).join('-')
}

/** As people type them: spaces, capitals. undefined: no such words. */
export function readWords(typed: string): string | undefined {
  const text = CLEAN.code(typed)
    .toLowerCase()
    .split(/[ \-,.]+/)
    .join('-')
  return WORDS.test(text) ? text : undefined
}

const isPort = (port: number): boolean => Number.isInteger(port) && port > 0 && port < 65_536

/** `192.168.1.20`, `192.168.1.20:47615` or `[fe80::1]:47615`. */
export function readAddress(typed: string, portUnsaid: number): Address | undefined {
  const text = CLEAN.code(typed)
  if (isIP(text) !== 0) return { host: text, port: portUnsaid }
  const match = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d{1,5}))?$/.exec(text)
  const host = match?.[1] ?? match?.[2] ?? ''
  const port = match?.[3] === undefined ? portUnsaid : Number(match[3])
  return isIP(host) !== 0 && isPort(port) ? { host, port } : undefined
}

export interface PairingCode {
  readonly door: string
  readonly words: string
  readonly addresses: readonly Address[]
}
const MARK = 'WLD-DOORS-1'
export const CODE_ADDRESSES_MAX = 4

/** The text of the QR code. */
export const writeCode = ({ door, words, addresses }: PairingCode): string =>
  [
    MARK,
    door,
    words,
    ...addresses
      .slice(0, CODE_ADDRESSES_MAX)
      .map(({ host, port }) => (host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`)),
  ].join(' ')

/** undefined: another code. */
export function readCode(text: string): PairingCode | undefined {
  const [mark, door = '', words = '', ...places] = text.trim().split(' ')
  if (mark !== MARK || !/^[0-9a-f]{64}$/.test(door) || !WORDS.test(words)) return undefined
  if (places.length === 0 || places.length > CODE_ADDRESSES_MAX) return undefined
  const addresses = places.flatMap((place) => readAddress(place, 0) ?? [])
  return addresses.length === places.length ? { door, words, addresses } : undefined
}

/** Slow on purpose: who records a pairing has ten minutes to try 2^64 words. */
export const pairingKey = (words: string): Buffer =>
  scryptSync(words, 'WLD doors pairing 1', 32, { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 2 ** 20 })

export interface PairingSides {
  readonly inviter: string
  readonly joiner: string
  readonly inviterNonce: string
  readonly joinerNonce: string
}
export const pairingProof = (
  key: Buffer,
  role: 'inviter' | 'joiner',
  sides: PairingSides,
): string =>
  createHmac('sha256', key)
    .update(
      JSON.stringify([role, sides.inviter, sides.joiner, sides.inviterNonce, sides.joinerNonce]),
    )
    .digest('base64')
