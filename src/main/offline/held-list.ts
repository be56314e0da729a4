/**
 * A verified status list: its signature matches a known key, and it has exactly the stated number
 * of bits.
 */
import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'
import * as z from 'zod'
import { IsoInstant } from '#shared/contract/base/schemas.ts'
import {
  cardStateAt,
  statusListBytes,
  statusListText,
  type CardState,
} from '#shared/domain/card/status-list.ts'
import type { CardKeys } from './card-keys.ts'

/** Of the reply, and of the file. A million cards of which 2 % are revoked are some 60 KB. */
export const MAX_LIST_BYTES = 8 * 1024 * 1024
/** Inflated; 268 million cards. */
const MAX_BITS_BYTES = 64 * 1024 * 1024
const MAX_CARDS = MAX_BITS_BYTES * 4

/** As the server sends it and as the file keeps it. The tag may be empty: then the list is asked for as a whole. */
export const SignedList = z.object({
  issuedAt: IsoInstant,
  size: z.int().min(0).max(MAX_CARDS),
  list: z.string().max(MAX_LIST_BYTES),
  kid: z.string().max(64),
  signature: z.string().max(128),
})
export type SignedList = z.output<typeof SignedList>

export interface HeldList extends SignedList {
  readonly etag: string
  readonly issuedAtMs: number
  readonly stateAt: (index: number) => CardState | 'beyond'
}

type ListFault = 'unknown-key' | 'bad-signature' | 'bad-bits'
export type OpenedList =
  | { readonly ok: true; readonly list: HeldList }
  | { readonly ok: false; readonly fault: ListFault }

const inflate = promisify(inflateRaw)

/** Inflates at most the stated size, so that a decompression bomb stops there. */
async function unpack({ list, size }: SignedList): Promise<Uint8Array | undefined> {
  const length = statusListBytes(size)
  try {
    const bits = await inflate(Buffer.from(list, 'base64url'), {
      maxOutputLength: Math.max(1, length),
    })
    return bits.length === length ? Uint8Array.from(bits) : undefined
  } catch {
    return undefined
  }
}

export function isSignedBy(
  keys: CardKeys,
  { kid, signature, ...signed }: SignedList,
): 'good' | 'bad' | 'unknown-key' {
  return keys.check(kid, statusListText(signed), signature)
}

/** The signature is checked first, so that only signed data is inflated. */
export async function openList(
  signed: SignedList,
  etag: string,
  keys: CardKeys,
): Promise<OpenedList> {
  const proof = isSignedBy(keys, signed)
  if (proof !== 'good') return { ok: false, fault: proof === 'bad' ? 'bad-signature' : proof }
  const bits = await unpack(signed)
  if (bits === undefined) return { ok: false, fault: 'bad-bits' }
  return { ok: true, list: hold(signed, etag, (index) => cardStateAt(bits, signed.size, index)) }
}

/** The same list with a later date; undefined when the new signature is not valid for it. */
export function vouchedAnew(
  held: HeldList,
  { issuedAt, signature }: Pick<SignedList, 'issuedAt' | 'signature'>,
  keys: CardKeys,
): HeldList | undefined {
  const { size, list, kid } = held
  const renewed = { issuedAt, size, list, kid, signature }
  return isSignedBy(keys, renewed) === 'good' ? hold(renewed, held.etag, held.stateAt) : undefined
}

const hold = (
  { issuedAt, size, list, kid, signature }: SignedList,
  etag: string,
  stateAt: HeldList['stateAt'],
): HeldList => ({
  issuedAt,
  size,
  list,
  kid,
  signature,
  etag,
  issuedAtMs: Date.parse(issuedAt),
  stateAt,
})
