/** PDF documents: what does something besides being read is refused, the rest is written anew. */
import { PDFArray, PDFDict, PDFName, PDFStream, type PDFObject } from '@cantoo/pdf-lib'
import { cleanedBy, Refused, type CleanedDocument } from '../cleaned-document.ts'
import { copyPdf } from './copy-pdf.ts'
import { PdfFile } from './pdf-file.ts'
import { ACTIVE_NAMES } from './pdf-rules.ts'

/** Scripts, programs to start, files inside: none of it is evidence, and the original goes to staff and courts. */
function hasActiveContent(file: PdfFile): boolean {
  const waiting: PDFObject[] = []
  for (const object of file.everything()) {
    waiting.push(object)
    for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
      if (value instanceof PDFName && ACTIVE_NAMES.has(value.decodeText())) return true
      if (value instanceof PDFArray) for (const item of value.asArray()) waiting.push(item)
      const dict = value instanceof PDFStream ? value.dict : value
      if (dict instanceof PDFDict)
        for (const [name, item] of dict.entries()) waiting.push(name, item)
    }
  }
  return false
}

export const cleanPdf = (original: Buffer): Promise<CleanedDocument> =>
  cleanedBy(async () => {
    const file = PdfFile.open(original)
    if (hasActiveContent(file)) throw new Refused('active-content')
    return copyPdf(file)
  })
