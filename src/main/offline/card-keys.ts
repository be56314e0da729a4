/**
 * Public keys of the cards.
 *
 * Trust: keys come only from the server, over the connection that the app checked (TLS, or
 * localhost); nothing signs them. An accepted set replaces the one before, so that a withdrawn key
 * is not trusted any more. They are stored on the disk without protection: a program that can write
 * there can replace the app as well.
 */
import { createPublicKey, verify, type KeyObject } from 'node:crypto'

export interface PublishedKey {
  readonly kid: string
  /** Raw Ed25519 key, base64url, 32 bytes. */
  readonly x: string
}

export interface CardKeys {
  readonly published: readonly PublishedKey[]
  check(kid: string, text: string, signature: string): 'good' | 'bad' | 'unknown-key'
}

const MOST_KEYS = 64

/** undefined: no usable key, or more than a server publishes. */
export function readCardKeys(published: readonly PublishedKey[]): CardKeys | undefined {
  if (published.length === 0 || published.length > MOST_KEYS) return undefined
  const keys = new Map<string, KeyObject>()
  try {
    for (const { kid, x } of published)
      keys.set(kid, createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }))
  } catch {
    return undefined // an invalid key: the whole response is rejected
  }
  return {
    published: published.map(({ kid, x }) => ({ kid, x })),
    check(kid, text, signature) {
      const key = keys.get(kid)
      if (key === undefined) return 'unknown-key'
      const bytes = Buffer.from(signature, 'base64url')
      // One spelling per signature, as on the server: base64url has spare bits at the end that would make others pass.
      if (bytes.length !== 64 || bytes.toString('base64url') !== signature) return 'bad'
      return verify(null, Buffer.from(text), key, bytes) ? 'good' : 'bad'
    },
  }
}

export const sameKeys = (one: CardKeys | undefined, other: CardKeys | undefined): boolean =>
  JSON.stringify(one?.published) === JSON.stringify(other?.published)
