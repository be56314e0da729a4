/** What the server and the process of a document say to each other. */
import type { DocumentContent } from '#shared/domain/report/report-rules.ts'
import type { DOCX, PDF } from '../sniff.ts'

/** RGBA, upright, without a gap between rows. */
export interface DrawnPage {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8Array
}

/** The first message has the document; pages are counted from 1. */
export type Question =
  | { readonly open: typeof PDF | typeof DOCX; readonly bytes: Uint8Array }
  | { readonly draw: number }
  | { readonly text: number }

export type OpenedPdf = { readonly pages: number } | { readonly fault: 'locked' | 'damaged' }

export interface ReadWord {
  /** What the document has besides text. */
  readonly inside: readonly DocumentContent[]
  readonly text: string
}
