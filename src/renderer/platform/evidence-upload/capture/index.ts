import { EVIDENCE_PICTURE_MAX_BYTES } from '#shared/contract/uploads.ts'
import type { CAPTURE_KINDS, SealPlace } from '#shared/domain/report/evidence-seal.ts'
/** Files that the camera has just taken: hashed, sealed, and kept on this device until they are sent. */
import { platform } from '@platform'
import type { SealedFile } from '../upload-job.ts'
import { createCaptureStore, createContentKey, type KeptCapture } from './capture-store.ts'
import type { KeepFault, KeepWish } from './keep-file.ts'
import { keepInWorker } from './keep-in-worker.ts'
import { NotShrunk } from './not-shrunk.ts'
import { createSealKeys, signSeal } from './sign-seal.ts'
import { storedFile, type SentFile } from './stored-file.ts'

export interface Captured {
  readonly captureId: string
  readonly name: string
  readonly type: string
  readonly size: number
  readonly file: SentFile
  readonly sealed: SealedFile
  /** Why it is not kept: then it is lost with the page. */
  readonly keepFault?: KeepFault | undefined
  /** The upload that an earlier page began. */
  readonly uploadId?: string | undefined
}
export interface CaptureWish {
  readonly file: File
  readonly type: string
  readonly kind: (typeof CAPTURE_KINDS)[number]
  readonly place: Promise<SealPlace | null>
  /** Makes a photo smaller that would be refused; the seal is then about the smaller one. */
  readonly shrink?: ((file: File) => Promise<File | undefined>) | undefined
}

const store = () => createCaptureStore(indexedDB, () => Date.now())

/** Who reads and removes captures: also after a sign-in that does not stay. */
function memberOf(): string | undefined {
  const user = platform.presumedUser()
  return user === undefined || user === 'nobody' ? undefined : user.cardId
}
/** Who keeps captures. As for the card: only where the session itself stays on this device. */
function keeperOf(): string | undefined {
  const cardId = memberOf()
  return cardId !== undefined && platform.keptCard?.keeps(cardId) === true ? cardId : undefined
}

let draftKeys: Promise<CryptoKeyPair> | undefined
/** Kept captures go into the next report, so they share its key. */
async function findKeys(cardId: string | undefined): Promise<CryptoKeyPair> {
  const kept = cardId === undefined ? [] : await store().list(cardId)
  return kept.at(-1)?.sealKeys ?? createSealKeys()
}
/** The next report gets another key. */
export function forgetSealKeys(): void {
  draftKeys = undefined
}

const sealedOf = ({ seal }: Pick<KeptCapture, 'seal'>): SealedFile => ({
  seal,
  sha256: seal.sha256,
  original: seal.original ?? undefined,
})

const capturedOf = (kept: KeptCapture): Captured => ({
  captureId: kept.id,
  name: kept.name,
  type: kept.type,
  size: kept.size,
  file: storedFile(kept, store()),
  sealed: sealedOf(kept),
  uploadId: kept.uploadId,
})

/** Seals a file and keeps it. @throws NotShrunk, and the error of the browser where the file cannot be read */
export async function captureFile(
  { file: taken, type: takenType, kind, place, shrink }: CaptureWish,
  onShare: (share: number) => void,
  signal: AbortSignal,
): Promise<Captured> {
  const capturedAt = new Date().toISOString()
  const cardId = keeperOf()
  const id = crypto.randomUUID()
  draftKeys ??= findKeys(cardId)
  const sealKeys = await draftKeys
  let [file, original] = [taken, undefined as SealedFile['original']]
  if (shrink !== undefined) {
    const { sha256 } = await keepInWorker({ file: taken, keep: undefined }, () => undefined, signal)
    const small = await shrink(taken)
    if (small === undefined && taken.size > EVIDENCE_PICTURE_MAX_BYTES) throw new NotShrunk()
    if (small !== undefined) {
      original = { sha256, size: taken.size }
      file = small
    }
  }
  const { name, size } = file
  const type = original === undefined ? takenType : file.type
  let record: Parameters<ReturnType<typeof store>['put']>[0] | undefined
  let keep: KeepWish | undefined
  if (cardId !== undefined) {
    const contentKey = await createContentKey()
    record = { id, cardId, name, type, size, keptAt: Date.now(), contentKey, sealKeys }
    const isBegun = await store()
      .put(record)
      .then(
        () => true,
        () => false,
      )
    if (isBegun) keep = { place: { cardId, id }, contentKey }
    // Asks the browser not to clear it when the disk is full; most decide without a question.
    void navigator.storage?.persist?.().catch(() => false)
  }
  try {
    const { sha256, fault } = await keepInWorker({ file, keep }, onShare, signal)
    const seal = await signSeal(
      { sha256, size, original: original ?? null, kind, capturedAt, place: await place },
      sealKeys,
    )
    signal.throwIfAborted()
    if (keep === undefined || record === undefined || fault !== undefined)
      return {
        captureId: id,
        name,
        type,
        size,
        file,
        sealed: sealedOf({ seal }),
        keepFault: fault ?? 'no-storage',
      }
    const kept = { ...record, seal }
    await store().put(kept)
    return capturedOf(kept)
  } catch (error) {
    if (keep !== undefined)
      await store()
        .forget(keep.place)
        .catch(() => undefined) // the next list removes it
    throw error
  }
}

/** The captures of this member that earlier pages kept. */
export async function keptCaptures(): Promise<readonly Captured[]> {
  const cardId = memberOf()
  return cardId === undefined ? [] : (await store().list(cardId)).map(capturedOf)
}

const atOwner = async (
  id: string,
  run: (place: { readonly cardId: string; readonly id: string }) => Promise<void>,
): Promise<void> => {
  const cardId = memberOf()
  if (cardId !== undefined) await run({ cardId, id }).catch(() => undefined) // no storage: nothing is kept
}
export const forgetCapture = (id: string): Promise<void> => atOwner(id, store().forget)
export const noteUpload = (id: string, uploadId: string): Promise<void> =>
  atOwner(id, (place) => store().noteUpload(place, uploadId))
