/** Which files may be sent, checked before the upload. The server decides by the bytes; this saves users a wait. */
import { DOCUMENT_MAX_BYTES } from '#shared/contract/uploads.ts'
import { PHOTO_MAX_BYTES } from '#shared/domain/people/registration-rules.ts'
import type { EvidenceType } from '#shared/domain/report/report-rules.ts'
import { READABLE_MAX_BYTES } from '../../../ui/photo/prepare.ts'

/** By the extension: many phones and Windows report no type for MOV and DOC. */
const KINDS: Readonly<Record<string, { readonly kind: EvidenceType; readonly type: string }>> = {
  jpg: { kind: 'image', type: 'image/jpeg' },
  jpeg: { kind: 'image', type: 'image/jpeg' },
  png: { kind: 'image', type: 'image/png' },
  webp: { kind: 'image', type: 'image/webp' },
  gif: { kind: 'image', type: 'image/gif' },
  pdf: { kind: 'document', type: 'application/pdf' },
  doc: { kind: 'document', type: 'application/msword' },
  docx: {
    kind: 'document',
    type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  },
  mp4: { kind: 'video', type: 'video/mp4' },
  mov: { kind: 'video', type: 'video/quicktime' },
}
export const ACCEPTED_EVIDENCE = [
  ...Object.keys(KINDS).map((end) => `.${end}`),
  ...new Set(Object.values(KINDS).map(({ type }) => type)),
].join(',')

const MEGABYTE = 1024 * 1024
/** @param filmMaxBytes the limit of the server; undefined until it has reported it */
export const limitsMb = (filmMaxBytes: number | undefined) => ({
  image: PHOTO_MAX_BYTES / MEGABYTE,
  photo: READABLE_MAX_BYTES / MEGABYTE,
  document: DOCUMENT_MAX_BYTES / MEGABYTE,
  video: filmMaxBytes === undefined ? undefined : filmMaxBytes / MEGABYTE,
})

/** Formats that keep their look when encoded again; of a GIF only its first picture would be left. */
const SHRUNK_TYPES = ['image/jpeg', 'image/png', 'image/webp']

/** Photos over the limit are reduced on the device; a file larger than any camera makes is refused. */
export const mustShrink = ({ type, size }: Pick<File, 'type' | 'size'>): boolean =>
  SHRUNK_TYPES.includes(type) && size > PHOTO_MAX_BYTES

export type FileFault = 'kind' | 'empty' | 'imageSize' | 'photoSize' | 'documentSize' | 'videoSize'
export type CheckedFile =
  | { readonly kind: EvidenceType; readonly type: string }
  | { readonly fault: FileFault }

export function checkFile(
  { name, size, type }: Pick<File, 'name' | 'size' | 'type'>,
  filmMaxBytes = Number.POSITIVE_INFINITY,
): CheckedFile {
  const end = name.split('.').at(-1)?.toLowerCase() ?? ''
  const known =
    Object.values(KINDS).find((kind) => kind.type === type) ??
    (Object.hasOwn(KINDS, end) ? KINDS[end] : undefined)
  if (known === undefined) return { fault: 'kind' }
  if (size === 0) return { fault: 'empty' }
  if (mustShrink({ type: known.type, size }))
    return size > READABLE_MAX_BYTES ? { fault: 'photoSize' } : known
  if (known.kind === 'image' && size > PHOTO_MAX_BYTES) return { fault: 'imageSize' }
  if (known.kind === 'document' && size > DOCUMENT_MAX_BYTES) return { fault: 'documentSize' }
  if (known.kind === 'video' && size > filmMaxBytes) return { fault: 'videoSize' }
  return known
}
