/**
 * SHA-256 of a whole file, a slice at a time: a film of two hours is never in memory as a whole.
 */
import { createSha256, toHex } from './sha256.ts'

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
  const hash = createSha256()
  for (let at = 0; at < file.size; at += SLICE_BYTES) {
    signal.throwIfAborted()
    hash.update(new Uint8Array(await file.slice(at, at + SLICE_BYTES).arrayBuffer()))
    onShare(Math.min(1, (at + SLICE_BYTES) / file.size))
  }
  return toHex(hash.digest())
}
