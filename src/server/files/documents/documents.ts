/** Documents as they are served: without their authors, where the format permits to remove them. */
import type { CleanedDocument } from './cleaned-document.ts'
import { cleanDocx } from './docx.ts'
import { cleanPdf } from './pdf.ts'
import { DOC, DOCX, PDF, type DocumentType } from '../sniff.ts'

/**
 * Word documents from before 2007. Macros are refused; author, last author, company and the like
 * are blanked in the two property sets, where Word keeps them. Names in revision marks of the text
 * stay: DOCX and PDF are safer.
 */
const MACRO_STORAGES = ['_VBA_PROJECT', 'Macros', 'VBA'].map((name) =>
  Buffer.from(`${name}\0`, 'utf16le'),
)

/** Identifiers of the summary and the document summary, as they lie in the file. */
const PROPERTY_SETS = ['e0859ff2f94f6810ab9108002b27b3d9', '02d5cdd59c2e1b10939708002b2cf9ae'].map(
  (hex) => Buffer.from(hex, 'hex'),
)
const HEADER_BYTES = 28
const ANSI_TEXT = 0x1e
const WIDE_TEXT = 0x1f
const PROPERTIES_MAX = 100
const SETS_MAX = 20

function blankProperties(bytes: Buffer, identifier: number): void {
  const stream = identifier - HEADER_BYTES
  if (stream < 0 || bytes.readUInt16LE(stream) !== 0xfffe || identifier + 20 > bytes.length) return
  const section = stream + bytes.readUInt32LE(identifier + 16)
  if (section + 8 > bytes.length) return
  const count = Math.min(bytes.readUInt32LE(section + 4), PROPERTIES_MAX)
  for (let index = 0; index < count; index += 1) {
    const entry = section + 8 + index * 8
    if (entry + 8 > bytes.length) return
    const value = section + bytes.readUInt32LE(entry + 4)
    if (value + 8 > bytes.length) continue
    const type = bytes.readUInt32LE(value)
    const characters = bytes.readUInt32LE(value + 4)
    if (type === ANSI_TEXT) bytes.fill(0, value + 8, Math.min(bytes.length, value + 8 + characters))
    if (type === WIDE_TEXT)
      bytes.fill(0, value + 8, Math.min(bytes.length, value + 8 + characters * 2))
  }
}

async function cleanDoc(original: Buffer): Promise<CleanedDocument> {
  if (MACRO_STORAGES.some((name) => original.includes(name)))
    return { ok: false, fault: 'active-content' }
  const bytes = Buffer.from(original)
  for (const set of PROPERTY_SETS)
    for (
      let at = bytes.indexOf(set), seen = 0;
      at >= 0 && seen < SETS_MAX;
      at = bytes.indexOf(set, at + 1), seen += 1
    )
      blankProperties(bytes, at)
  return { ok: true, bytes }
}

const CLEANERS: Readonly<Record<DocumentType, (bytes: Buffer) => Promise<CleanedDocument>>> = {
  [PDF]: cleanPdf,
  [DOCX]: cleanDocx,
  [DOC]: cleanDoc,
}

export const cleanDocument = (bytes: Buffer, mediaType: DocumentType): Promise<CleanedDocument> =>
  CLEANERS[mediaType](bytes)

/** Extension of the neutral file name for downloads. */
export const DOCUMENT_ENDINGS: Readonly<Record<string, string>> = {
  [PDF]: 'pdf',
  [DOCX]: 'docx',
  [DOC]: 'doc',
}
