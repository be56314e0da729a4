/**
 * Detects the type of a file from its bytes alone: the declared type and the name are not trusted
 * (ADR 0027). Types that are not on the list are refused before any decoder reads them; sharp, for
 * example, would render SVG.
 */
import { fileTypeFromBuffer } from 'file-type'

/** Pictures and the format in which sharp must find them; HEIC has a decoder of its own (ADR 0081). */
const PICTURE_FORMATS = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/apng': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'avif',
  'image/heic': 'heic',
  'image/heic-sequence': 'heic',
  'image/heif': 'heic',
  'image/heif-sequence': 'heic',
} as const
type PictureType = keyof typeof PICTURE_FORMATS

export const PDF = 'application/pdf'
export const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
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
  /** A picture that browsers do not show, with a word of its own for its sender. */
  | { readonly kind: 'tiff' }
  | { readonly kind: 'other' }

const isPicture = (mime: string): mime is PictureType => Object.hasOwn(PICTURE_FORMATS, mime)

/**
 * The signature must be the very first bytes: detectors skip tags and marks at which a viewer
 * fails.
 */
const starts = (bytes: Buffer, signature: string): boolean =>
  bytes.subarray(0, signature.length).equals(Buffer.from(signature, 'latin1'))

/**
 * Portals and mail gateways put a line end, and programs a mark of UTF-8, in front of a PDF. PDFium looks for its beginning
 * in the first kilobyte. Words in front would make it another file for another program, and are refused.
 */
const PDF_BEHIND_BLANKS = /^(\xef\xbb\xbf)?[\0\t\n\f\r ]*%PDF-/
const PDF_START_BYTES = 1_024

export async function sniff(bytes: Buffer): Promise<Sniffed> {
  if (PDF_BEHIND_BLANKS.test(bytes.toString('latin1', 0, PDF_START_BYTES)))
    return { kind: 'document', mediaType: PDF }
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined) // a detector that throws has not recognised it
  if (found === undefined) return { kind: 'other' }
  const { mime } = found
  if (mime === 'image/tiff') return { kind: 'tiff' }
  if (isPicture(mime)) return { kind: 'picture', mediaType: mime, format: PICTURE_FORMATS[mime] }
  if (mime === DOCX && starts(bytes, 'PK\x03\x04')) return { kind: 'document', mediaType: DOCX }
  // Word before 2007 shares its container with sheets, installers and mail: the name of the stream
  // tells them apart.
  if (mime === COMPOUND_FILE && bytes.includes(Buffer.from('WordDocument', 'utf16le')))
    return { kind: 'document', mediaType: DOC }
  return { kind: 'other' }
}

const ENDINGS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/apng': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'avif',
  'image/heic': 'heic',
  'image/heic-sequence': 'heic',
  'image/heif': 'heif',
  'image/heif-sequence': 'heif',
  [PDF]: 'pdf',
  [DOC]: 'doc',
  [DOCX]: 'docx',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'audio/aac': 'aac',
  'audio/amr': 'amr',
  'audio/amr-wb': 'awb',
  'audio/mp4': 'm4a',
  'audio/mpeg': 'mp3',
  'audio/ogg': 'ogg',
  'audio/wav': 'wav',
  'audio/webm': 'weba',
}
/** How the name of a file ends, by the type of its bytes; the name that its sender gave may reveal the sender. */
export const endingOf = (mediaType: string): string => ENDINGS[mediaType] ?? 'bin'
