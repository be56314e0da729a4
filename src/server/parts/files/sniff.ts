/**
 * Detects the type of a file from its bytes alone: the declared type and the name are not trusted
 * (ADR 0027). Types that are not on the list are refused before any decoder reads them; sharp, for
 * example, would render SVG.
 */
import { fileTypeFromBuffer } from 'file-type'

/**
 * Pictures and the format in which sharp must find them. HEIC is accepted where the build of sharp
 * can decode it.
 */
const PICTURE_FORMATS = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/apng': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/heic': 'heif',
  'image/heif': 'heif',
} as const
export type PictureType = keyof typeof PICTURE_FORMATS

export const PDF = 'application/pdf'
export const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
export const DOC = 'application/msword'
const COMPOUND_FILE = 'application/x-cfb'

export type DocumentType = typeof PDF | typeof DOCX | typeof DOC

export type Sniffed =
  | {
      readonly kind: 'picture'
      readonly mediaType: PictureType
      readonly format: (typeof PICTURE_FORMATS)[PictureType]
    }
  | { readonly kind: 'document'; readonly mediaType: DocumentType }
  | { readonly kind: 'other' }

const isPicture = (mime: string): mime is PictureType => Object.hasOwn(PICTURE_FORMATS, mime)

/**
 * The signature must be the very first bytes: detectors skip tags and marks at which a viewer
 * fails.
 */
const starts = (bytes: Buffer, signature: string): boolean =>
  bytes.subarray(0, signature.length).equals(Buffer.from(signature, 'latin1'))

export async function sniff(bytes: Buffer): Promise<Sniffed> {
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined) // a detector that throws has not recognised it
  if (found === undefined) return { kind: 'other' }
  const { mime } = found
  if (isPicture(mime)) return { kind: 'picture', mediaType: mime, format: PICTURE_FORMATS[mime] }
  // Some programs put a mark of UTF-8 in front; PDFium reads past it.
  if (mime === PDF && (starts(bytes, '%PDF-') || starts(bytes, '\xef\xbb\xbf%PDF-')))
    return { kind: 'document', mediaType: PDF }
  if (mime === DOCX && starts(bytes, 'PK\x03\x04')) return { kind: 'document', mediaType: DOCX }
  // Word before 2007 shares its container with sheets, installers and mail: the name of the stream
  // tells them apart.
  if (mime === COMPOUND_FILE && bytes.includes(Buffer.from('WordDocument', 'utf16le')))
    return { kind: 'document', mediaType: DOC }
  return { kind: 'other' }
}
