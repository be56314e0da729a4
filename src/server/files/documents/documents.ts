/** Documents as staff open them: written anew from what is allowed (ADR 0032). */
import type { CleanedDocument } from './cleaned-document.ts'
import { cleanDocx } from './docx/clean-docx.ts'
import { cleanPdf } from './pdf/clean-pdf.ts'
import { DOCX, PDF, type CopiedDocumentType } from '../sniff.ts'

const CLEANERS: Readonly<Record<CopiedDocumentType, (bytes: Buffer) => Promise<CleanedDocument>>> =
  { [PDF]: cleanPdf, [DOCX]: cleanDocx }

export const cleanDocument = (
  bytes: Buffer,
  mediaType: CopiedDocumentType,
): Promise<CleanedDocument> => CLEANERS[mediaType](bytes)
