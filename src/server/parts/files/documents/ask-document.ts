/** Asks a process for the pages of a PDF (ADR 0074), and for the contents of files of Office. */
import { PAGES_MAX } from '#shared/domain/report/report-rules.ts'
import { DOCX, PDF, XLSX } from '../sniff.ts'
import { LimitPassed, withProcess, type DocumentLimits } from './document-in-process.ts'
import type {
  DrawnPage,
  OpenedPdf,
  PageText,
  ReadSheet,
  ReadWord,
  SheetLimits,
} from './document-messages.ts'

export type PdfFault = 'locked' | 'damaged' | 'too-many-pages'

/** Pages are counted from 1; undefined: damaged. */
export interface PdfPages {
  readonly pages: number
  draw(page: number): Promise<DrawnPage | undefined>
  text(page: number): Promise<PageText | undefined>
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
      text: (page) => ask({ text: page }) as Promise<PageText | undefined>,
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

/** Five thousand rows of a hundred columns take two seconds and 150 MB. */
const SHEET_LIMITS: DocumentLimits = { timeMs: 10_000, clockMs: 30_000, heapMb: 256, memoryMb: 448 }

export async function readSheet(
  bytes: Buffer,
  limits: SheetLimits,
  processLimits = SHEET_LIMITS,
): Promise<ReadSheet> {
  try {
    return await withProcess(
      (ask) => ask({ open: XLSX, bytes, limits }) as Promise<ReadSheet>,
      processLimits,
    )
  } catch (error) {
    if (error instanceof LimitPassed) return { ok: false, fault: 'too_complex' }
    throw error
  }
}
