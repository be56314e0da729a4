/**
 * SHA-256 of a whole file, a slice at a time: a film of two hours is never in memory as a whole.
 * `crypto.subtle` needs all bytes at once.
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

const SLICE_BYTES = 1024 * 1024

/**
 * @throws the error of the browser when the file cannot be read any more, and the reason of
 * `signal`
 */
export async function hashFile(
  file: Blob,
  onShare: (share: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const hash = sha256.create()
  for (let at = 0; at < file.size; at += SLICE_BYTES) {
    signal.throwIfAborted()
    hash.update(new Uint8Array(await file.slice(at, at + SLICE_BYTES).arrayBuffer()))
    onShare(Math.min(1, (at + SLICE_BYTES) / file.size))
  }
  return bytesToHex(hash.digest())
}

/** `Content-Digest` of RFC 9530. One part is in memory anyway, so the browser's own hash is used. */
export async function contentDigest(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return `sha-256=:${btoa(String.fromCharCode(...digest))}:`
}
