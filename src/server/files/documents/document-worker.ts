/**
 * One document, as staff open it: written anew from what is allowed (ADR 0032), in a thread of its
 * own that `clean-in-worker.ts` starts.
 */
import { parentPort, workerData } from 'node:worker_threads'
import type { DocumentWork } from './clean-in-worker.ts'
import type { CleanedDocument } from './cleaned-document.ts'
import { cleanDocx } from './docx/clean-docx.ts'
import { cleanPdf } from './pdf/clean-pdf.ts'
import { DOCX, PDF, type CopiedDocumentType } from '../sniff.ts'

const CLEANERS: Readonly<Record<CopiedDocumentType, (bytes: Buffer) => Promise<CleanedDocument>>> =
  { [PDF]: cleanPdf, [DOCX]: cleanDocx }

const { bytes, mediaType } = workerData as DocumentWork // set by `clean-in-worker.ts`
const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) // a Buffer arrives as its base class
parentPort?.postMessage(await CLEANERS[mediaType](view))
