/** Asks a timestamp authority over HTTP (RFC 3161, 3.4). */
import { randomBytes, type X509Certificate } from 'node:crypto'
import { readBounded } from '../../base/read-bounded.ts'
import { TimestampFault } from './timestamp-fault.ts'
import type { Confirmation } from './verify-timestamp.ts'

const TIMEOUT_MS = 8_000
/** A token with its chain has 2 to 10 kB. */
const RESPONSE_MAX_BYTES = 64 * 1024

/** Positive and without a leading zero, as an INTEGER in its shortest form. */
function newNonce(): Buffer {
  const nonce = randomBytes(16)
  nonce[0] = ((nonce[0] ?? 0) & 0x7f) | 0x40
  return nonce
}

export interface Stamp extends Confirmation {
  readonly response: Buffer
}

/** @throws where the authority is away, or its reply is not accepted */
export async function askAuthority(
  url: string,
  statement: string,
  anchors: readonly X509Certificate[],
  stopping: AbortSignal,
): Promise<Stamp> {
  // Loaded with the first timestamp, because of its readers of ASN.1: most servers ask for none.
  const { requestFor, verifyTimestamp } = await import('./verify-timestamp.ts')
  const nonce = newNonce()
  const reply = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/timestamp-query',
      accept: 'application/timestamp-reply',
    },
    body: new Uint8Array(requestFor(statement, nonce)),
    redirect: 'error',
    signal: AbortSignal.any([stopping, AbortSignal.timeout(TIMEOUT_MS)]),
  })
  const type = reply.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (reply.status !== 200 || type !== 'application/timestamp-reply' || reply.body === null) {
    await reply.body?.cancel()
    throw new TimestampFault(
      `the authority replied with status ${reply.status} and ${type ?? 'no type'}`,
    )
  }
  const response = await readBounded(
    reply.body,
    RESPONSE_MAX_BYTES,
    () => new TimestampFault('the reply is too long'),
  )
  return { response, ...verifyTimestamp(response, statement, { nonce, anchors }) }
}
