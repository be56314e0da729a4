/**
 * Signs cards and status lists as the server does, with keys of the test, for times and entries that a real server
 * cannot produce.
 */
import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import { STATUS_LIST_ISSUED_HEADER, STATUS_LIST_SIGNATURE_HEADER } from '#shared/contract/card.ts'
import { cardTextToSign } from '#shared/domain/card/card-payload.ts'
import {
  CARD_STATE,
  statusListBytes,
  statusListText,
  type CardState,
} from '#shared/domain/card/status-list.ts'

export interface ListWish {
  readonly issuedAt: Date
  readonly size?: number
  /** All other entries are in force. */
  readonly states?: Readonly<Record<number, CardState>>
  readonly kid?: string
}
export interface MadeList {
  readonly issuedAt: string
  readonly size: number
  readonly bits: 2
  readonly list: string
  readonly kid: string
  readonly signature: string
}
interface CardWish {
  readonly number?: number
  readonly name?: string
  readonly index?: number
  readonly issuedAt: Date
  readonly expiresAt?: Date
  readonly kid?: string
}

const YEAR_MS = 365 * 24 * 3_600_000
const seconds = (date: Date): number => Math.floor(date.getTime() / 1_000)

export class CardAuthority {
  readonly #keys = new Map<string, { readonly privateKey: KeyObject; readonly x: string }>()

  constructor(kid = 'k1') {
    this.addKey(kid)
  }
  addKey(kid: string): void {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519')
    this.#keys.set(kid, { privateKey, x: publicKey.export({ format: 'jwk' }).x ?? '' })
  }
  withdrawKey(kid: string): void {
    this.#keys.delete(kid)
  }
  get published() {
    return [...this.#keys].map(([kid, { x }]) => ({
      kty: 'OKP' as const,
      crv: 'Ed25519' as const,
      kid,
      x,
      use: 'sig' as const,
      alg: 'EdDSA' as const,
    }))
  }
  sign(text: string, kid = 'k1'): string {
    const key = this.#keys.get(kid)
    if (key === undefined) throw new Error(`No key ${kid}`)
    return sign(null, Buffer.from(text), key.privateKey).toString('base64url')
  }
  list({ issuedAt, size = 100, states = {}, kid = 'k1' }: ListWish): MadeList {
    const bits = new Uint8Array(statusListBytes(size))
    const put = (index: number, state: CardState): void => {
      const shift = (index & 3) * 2
      bits[index >> 2] = ((bits[index >> 2] ?? 0) & ~(0b11 << shift)) | (state << shift)
    }
    for (let index = size; index < bits.length * 4; index++) put(index, CARD_STATE.unknown) // as the server fills the rest of the last byte
    for (const [index, state] of Object.entries(states)) put(Number(index), state)
    return this.seal({
      issuedAt: issuedAt.toISOString(),
      size,
      list: deflateRawSync(bits).toString('base64url'),
      kid,
    })
  }
  /** Signs any content, also false lists. */
  seal({
    issuedAt,
    size,
    list,
    kid = 'k1',
  }: {
    issuedAt: string
    size: number
    list: string
    kid?: string
  }): MadeList {
    return {
      issuedAt,
      size,
      bits: 2,
      list,
      kid,
      signature: this.sign(statusListText({ issuedAt, size, list }), kid),
    }
  }
  card({
    number = 10_004_217,
    name = 'Amna Idris',
    index = 42,
    issuedAt,
    expiresAt = new Date(issuedAt.getTime() + YEAR_MS),
    kid = 'k1',
  }: CardWish): string {
    const text = cardTextToSign(
      { memberNumber: number, name, birthDate: '1990-04-12' },
      {
        keyId: kid,
        issuedAtS: seconds(issuedAt),
        expiresAtS: seconds(expiresAt),
        statusIndex: index,
      },
    )
    return `${text}.${this.sign(text, kid)}`
  }
}

/** The reply to a request for the list, as the server sends it. */
export function listReply(
  made: MadeList,
  {
    etag = `"${made.list.length}-${made.size}"`,
    date,
    ifNoneMatch,
  }: { etag?: string; date: Date; ifNoneMatch?: string | null },
): Response {
  const headers = {
    etag,
    date: date.toUTCString(),
    [STATUS_LIST_ISSUED_HEADER]: made.issuedAt,
    [STATUS_LIST_SIGNATURE_HEADER]: made.signature,
  }
  return ifNoneMatch === etag
    ? new Response(null, { status: 304, headers })
    : Response.json(made, { headers })
}
