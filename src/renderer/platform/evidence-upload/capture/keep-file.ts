/** Reads a captured file once: its hash, and its sealed parts in the browser's storage. */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { PART_BYTES, type CapturePlace, type CaptureStore } from './capture-store.ts'

export interface KeepWish {
  readonly place: CapturePlace
  readonly contentKey: CryptoKey
}
/** Why the file is not kept on the device. */
export type KeepFault = 'no-room' | 'no-storage'
export interface KeptFile {
  readonly sha256: string
  readonly fault: KeepFault | undefined
}

const faultOf = (error: unknown): KeepFault =>
  error instanceof DOMException && error.name === 'QuotaExceededError' ? 'no-room' : 'no-storage'

/**
 * A device without room still gets its hash: the file can be sent as long as the page is open.
 * @throws the error of the browser when the file cannot be read
 */
export async function keepFile(
  file: Blob,
  { keep, store }: { readonly keep: KeepWish | undefined; readonly store: CaptureStore },
  onShare: (share: number) => void,
): Promise<KeptFile> {
  const hash = sha256.create()
  let fault: KeepFault | undefined
  for (let part = 0; part * PART_BYTES < file.size; part += 1) {
    const at = part * PART_BYTES
    const bytes = await file.slice(at, at + PART_BYTES).arrayBuffer()
    const stored =
      keep === undefined || fault !== undefined
        ? undefined
        : store.putPart(keep.place, keep.contentKey, part, bytes).catch((error: unknown) => {
            fault = faultOf(error)
          })
    hash.update(new Uint8Array(bytes))
    await stored
    onShare(Math.min(1, (at + PART_BYTES) / file.size))
  }
  if (keep !== undefined && fault !== undefined)
    await store.forget(keep.place).catch(() => undefined) // the record is without seal, so the next list removes it
  return { sha256: bytesToHex(hash.digest()), fault }
}
