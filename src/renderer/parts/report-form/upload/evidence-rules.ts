/** Which files may be sent, checked before the upload. The server decides by the bytes; this saves users a wait. */
import { DOCUMENT_MAX_BYTES, EVIDENCE_PICTURE_MAX_BYTES } from '#shared/contract/uploads.ts'
import { PHOTO_MAX_BYTES } from '#shared/domain/people/registration-rules.ts'
import type { EvidenceType } from '#shared/domain/report/report-rules.ts'
import { MEGABYTE } from '#shared/domain/units.ts'
import { READABLE_MAX_BYTES } from '../../../ui/photo/prepare.ts'

/** The limit holds for the title and for the description of one piece of evidence. */
export const EVIDENCE_TEXT_MAX_CHARS = 2_000

/** The extension decides, because many phones and Windows report no type for MOV and DOC. */
const KINDS: Readonly<Record<string, { readonly kind: EvidenceType; readonly type: string }>> = {
  jpg: { kind: 'image', type: 'image/jpeg' },
  jpeg: { kind: 'image', type: 'image/jpeg' },
  png: { kind: 'image', type: 'image/png' },
  webp: { kind: 'image', type: 'image/webp' },
  gif: { kind: 'image', type: 'image/gif' },
  heic: { kind: 'image', type: 'image/heic' },
  heif: { kind: 'image', type: 'image/heif' },
  avif: { kind: 'image', type: 'image/avif' },
  pdf: { kind: 'document', type: 'application/pdf' },
  doc: { kind: 'document', type: 'application/msword' },
  docx: {
    kind: 'document',
    type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  },
  mp4: { kind: 'video', type: 'video/mp4' },
  mov: { kind: 'video', type: 'video/quicktime' },
  m4v: { kind: 'video', type: 'video/x-m4v' },
  '3gp': { kind: 'video', type: 'video/3gpp' },
  '3g2': { kind: 'video', type: 'video/3gpp2' },
  opus: { kind: 'audio', type: 'audio/ogg' },
  ogg: { kind: 'audio', type: 'audio/ogg' },
  oga: { kind: 'audio', type: 'audio/ogg' },
  m4a: { kind: 'audio', type: 'audio/mp4' },
  aac: { kind: 'audio', type: 'audio/aac' },
  mp3: { kind: 'audio', type: 'audio/mpeg' },
  wav: { kind: 'audio', type: 'audio/wav' },
  amr: { kind: 'audio', type: 'audio/amr' },
  weba: { kind: 'audio', type: 'audio/webm' },
}
export const ACCEPTED_EVIDENCE = [
  ...Object.keys(KINDS).map((end) => `.${end}`),
  ...new Set(Object.values(KINDS).map(({ type }) => type)),
  'audio/*',
].join(',')

/** @param filmMaxBytes the limit of the server; undefined until it has reported it */
export const limitsMb = (filmMaxBytes: number | undefined) => ({
  image: EVIDENCE_PICTURE_MAX_BYTES / MEGABYTE,
  photo: READABLE_MAX_BYTES / MEGABYTE,
  document: DOCUMENT_MAX_BYTES / MEGABYTE,
  video: filmMaxBytes === undefined ? undefined : filmMaxBytes / MEGABYTE,
})

/** Formats that keep their look when encoded again; of a GIF only its first picture would be left. */
const SHRUNK_TYPES = ['image/jpeg', 'image/png', 'image/webp']

/**
 * Photos over the limit of registration are reduced on the device: a bad line carries them. A device that cannot sends the
 * original, as far as the server takes it; a file larger than any camera makes is refused.
 */
export const mustShrink = ({ type, size }: Pick<File, 'type' | 'size'>): boolean =>
  mayShrink(type) && size > PHOTO_MAX_BYTES
/** Whether a browser can write a picture of this type anew, without the place and the device that the camera noted. */
export const mayShrink = (type: string): boolean => SHRUNK_TYPES.includes(type)

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
    (Object.hasOwn(KINDS, end) ? KINDS[end] : undefined) ??
    // Phones call one sound by many names.
    (type.startsWith('audio/') ? ({ kind: 'audio', type } as const) : undefined)
  if (known === undefined) return { fault: 'kind' }
  if (size === 0) return { fault: 'empty' }
  if (mustShrink({ type: known.type, size }))
    return size > READABLE_MAX_BYTES ? { fault: 'photoSize' } : known
  if (known.kind === 'image' && size > EVIDENCE_PICTURE_MAX_BYTES) return { fault: 'imageSize' }
  if (known.kind === 'document' && size > DOCUMENT_MAX_BYTES) return { fault: 'documentSize' }
  const plays = known.kind === 'video' || known.kind === 'audio'
  if (plays && size > filmMaxBytes) return { fault: 'videoSize' }
  return known
}
