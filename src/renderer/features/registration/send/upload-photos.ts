/**
 * Uploads the photos that the server does not hold yet, one after the other: on a slow line each one that arrives is
 * kept.
 */
import type { CallFailure } from '../../../platform/calls/call-failure.ts'
import { PHOTO_FIELDS, type PhotoName, type Photos } from '../application.ts'
import type { UploadedPhoto } from '../wizard.ts'

export type PhotoProgress =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'sending'; readonly share: number }
  | { readonly kind: 'sent' }
  | { readonly kind: 'failed'; readonly failure: CallFailure }

export interface UploadNeeds {
  readonly photos: Photos
  readonly ticket: string
  /** The photos that an earlier try uploaded. */
  readonly uploaded: Readonly<Partial<Record<PhotoName, UploadedPhoto>>>
  readonly upload: (
    name: PhotoName,
    file: File,
    onProgress: (share: number) => void,
  ) => Promise<string>
  readonly readFailure: (error: unknown) => CallFailure
  readonly onProgress: (name: PhotoName, progress: PhotoProgress) => void
  readonly onUploaded: (name: PhotoName, photo: UploadedPhoto) => void
}

export type UploadOutcome =
  | { readonly ok: true; readonly addresses: Readonly<Record<PhotoName, string>> }
  | {
      readonly ok: false
      readonly failures: readonly { readonly name: PhotoName; readonly failure: CallFailure }[]
    }

export async function uploadPhotos({
  photos,
  ticket,
  uploaded,
  upload,
  readFailure,
  onProgress,
  onUploaded,
}: UploadNeeds): Promise<UploadOutcome> {
  const addresses = new Map<PhotoName, string>()
  const failures: { name: PhotoName; failure: CallFailure }[] = []
  for (const name of PHOTO_FIELDS) {
    const [file, known] = [photos[name], uploaded[name]]
    if (file === null) throw new Error(`The form let a missing photo pass: ${name}`)
    if (known !== undefined && known.file === file && known.ticket === ticket) {
      addresses.set(name, known.address)
      onProgress(name, { kind: 'sent' })
    } else onProgress(name, { kind: 'waiting' })
  }
  for (const name of PHOTO_FIELDS) {
    const file = photos[name]
    if (file === null || addresses.has(name)) continue
    try {
      onProgress(name, { kind: 'sending', share: 0 })
      const address = await upload(name, file, (share) =>
        onProgress(name, { kind: 'sending', share }),
      )
      addresses.set(name, address)
      onUploaded(name, { file, address, ticket })
      onProgress(name, { kind: 'sent' })
    } catch (error) {
      const failure = readFailure(error)
      failures.push({ name, failure })
      onProgress(name, { kind: 'failed', failure })
      if (failure.problem?.status === 401) break // the ticket expired: the others would fail too
    }
  }
  const [idFront, idBack, portrait] = PHOTO_FIELDS.map((name) => addresses.get(name))
  if (idFront === undefined || idBack === undefined || portrait === undefined)
    return { ok: false, failures }
  return { ok: true, addresses: { idFront, idBack, portrait } }
}
