/** What the server and the process of a document say to each other. */
import type { DocumentContent } from '#shared/domain/report/report-rules.ts'
import type { PictureQuestion } from '../decoding/picture-messages.ts'
import type { DOCX, PDF, XLSX } from '../sniff.ts'

/** RGBA, upright, without a gap between rows. */
export interface DrawnPage {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8Array
}

export interface PageText {
  readonly text: string
  /** Letters of the text that the picture of the page lacks. */
  readonly lacksLetters: boolean
}

/** The first message has the document; pages are counted from 1. */
export type Question =
  | { readonly open: typeof PDF | typeof DOCX; readonly bytes: Uint8Array }
  | { readonly open: typeof XLSX; readonly bytes: Uint8Array; readonly limits: SheetLimits }
  | { readonly draw: number }
  | { readonly text: number }
  | PictureQuestion

export interface SheetLimits {
  readonly rowsMax: number
  readonly columnsMax: number
}
export interface SheetRow {
  /** As Excel counts it: the first row is 1, and empty rows count. */
  readonly number: number
  readonly cells: readonly string[]
}
export type SheetFault =
  | 'not_a_table'
  | 'macros'
  | 'too_complex'
  | 'no_rows'
  | 'too_many_rows'
  | 'too_many_columns'
/** The first sheet of a workbook that is not hidden. */
export type ReadSheet =
  | {
      readonly ok: true
      readonly rows: readonly SheetRow[]
      readonly sheet: string
      readonly otherSheets: number
      /** Workbooks of old Macintosh programs count days from 1904. */
      readonly daysFrom: 1900 | 1904
    }
  | { readonly ok: false; readonly fault: SheetFault }

export type OpenedPdf = { readonly pages: number } | { readonly fault: 'locked' | 'damaged' }

export interface ReadWord {
  /** What the document has besides text. */
  readonly inside: readonly DocumentContent[]
  readonly text: string
}
