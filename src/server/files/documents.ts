/** Documents as they are handed out: never as they came, wherever their format lets us take out who wrote them. */
import type { CleanedDocument } from './cleaned-document.ts'
import { cleanDoc } from './doc.ts'
import { cleanDocx } from './docx.ts'
import { cleanPdf } from './pdf.ts'
import { DOC, DOCX, PDF, type DocumentType } from './sniff.ts'

const CLEANERS: Readonly<Record<DocumentType, (bytes: Buffer) => Promise<CleanedDocument>>> = {
  [PDF]: cleanPdf,
  [DOCX]: cleanDocx,
  [DOC]: cleanDoc,
}

export const cleanDocument = (bytes: Buffer, mediaType: DocumentType): Promise<CleanedDocument> =>
  CLEANERS[mediaType](bytes)

/** Ending of the neutral name under which a document is downloaded. */
export const DOCUMENT_ENDINGS: Readonly<Record<string, string>> = {
  [PDF]: 'pdf',
  [DOCX]: 'docx',
  [DOC]: 'doc',
}
