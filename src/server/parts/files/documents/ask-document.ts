/** Asks a process for the pages of a PDF (ADR 0074). */
import { PAGES_MAX } from '#shared/domain/report/report-rules.ts'
import { LimitPassed, withProcess, type DocumentLimits } from './document-in-process.ts'
import type { DrawnPage, OpenedPdf, ReadWord } from './document-messages.ts'
import { DOCX, PDF } from '../sniff.ts'

export type PdfFault = 'locked' | 'damaged' | 'too-many-pages'

/** Pages are counted from 1; undefined: damaged. */
export interface PdfPages {
  readonly pages: number
  draw(page: number): Promise<DrawnPage | undefined>
  text(page: number): Promise<string | undefined>
}

/**
 * The pages are there as long as `work` runs.
 * @throws {LimitPassed} where the document needs more time or memory than it may have
 */
export const withPdf = <T>(
  bytes: Buffer,
  work: (pdf: PdfPages) => Promise<T>,
  limits?: DocumentLimits,
): Promise<T | PdfFault> =>
  withProcess(async (ask) => {
    const opened = (await ask({ open: PDF, bytes })) as OpenedPdf // `document-process.ts` answers so
    if ('fault' in opened) return opened.fault
    const { pages } = opened
    if (pages < 1) return 'damaged'
    if (pages > PAGES_MAX) return 'too-many-pages'
    return work({
      pages,
      draw: (page) => ask({ draw: page }) as Promise<DrawnPage | undefined>,
      text: (page) => ask({ text: page }) as Promise<string | undefined>,
    })
  }, limits)

/** What passes a limit is taken like what cannot be read. */
export async function readWord(bytes: Buffer, limits?: DocumentLimits): Promise<ReadWord> {
  try {
    return await withProcess((ask) => ask({ open: DOCX, bytes }) as Promise<ReadWord>, limits)
  } catch (error) {
    if (error instanceof LimitPassed) return { inside: ['unread'], text: '' }
    throw error
  }
}
