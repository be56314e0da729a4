import { createApiClient } from '#shared/contract/base/client.ts'
import { uploadFiles as uploadRoute } from '#shared/contract/uploads.ts'
import { platform } from '@platform'
import { CallFailure } from '../calls/call-failure.ts'
import { sendFiles } from './send-files.ts'
import { createUploadOnce } from './upload-once.ts'

export interface UploadOptions {
  /** The ticket of a registration; members need none. */
  readonly bearer?: string
  /** From 0 to 1, while the bytes leave the device. */
  readonly onProgress?: (share: number) => void
  readonly signal?: AbortSignal
}

/**
 * Sends all files in one call and returns the address of each, under its field's name. All are
 * stored, or none: a refusal is a `CallFailure` whose faults name the fields
 * (`body.reqIdProofFront`).
 */
export async function uploadFiles<Field extends string>(
  files: Readonly<Record<Field, File>>,
  { bearer, onProgress, signal }: UploadOptions = {},
): Promise<Readonly<Record<Field, string>>> {
  const form = new FormData()
  for (const [field, file] of Object.entries<File>(files)) form.append(field, file, file.name)
  const send = sendFiles(form, (share) => onProgress?.(share))
  const client = createApiClient({ fetch: platform.withSession(send) })
  const result = await client.call(
    uploadRoute,
    {},
    { ...(bearer !== undefined && { bearer }), ...(signal && { signal }) },
  )
  if (!result.ok) throw new CallFailure(result)
  return result.value as Readonly<Record<Field, string>> // the server returns every field that it stored, and stored all
}

/** The uploads of one form. */
export const createFormUploads = () => createUploadOnce({ now: Date.now, uploadFiles })
