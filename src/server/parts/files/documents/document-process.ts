/**
 * One document, as staff open it: written anew from what is allowed (ADR 0032), in a process of its
 * own that `clean-in-process.ts` starts.
 */
import { writeFileSync } from 'node:fs'
import type { DocumentWork } from './clean-in-process.ts'
import type { CleanedDocument } from './cleaned-document.ts'
import type { CopiedDocumentType } from '../sniff.ts'

/** Each loads its own libraries alone, and this module none: they are most of the time of a start. */
const CLEANERS: Readonly<Record<CopiedDocumentType, (bytes: Buffer) => Promise<CleanedDocument>>> =
  {
    'application/pdf': async (bytes) => (await import('./pdf/clean-pdf.ts')).cleanPdf(bytes),
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document': async (bytes) =>
      (await import('./docx/clean-docx.ts')).cleanDocx(bytes),
  }

async function answer({ bytes, mediaType }: DocumentWork): Promise<void> {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) // a Buffer arrives as its base class
  process.send?.(await CLEANERS[mediaType](view))
}

// A stop of the server is sent to all of its processes, and the server finishes its calls first.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined)
try {
  // Where the machine has no memory left, Linux ends this process before the server.
  writeFileSync('/proc/self/oom_score_adj', '1000')
} catch {
  // Another system, or a container that forbids it: the limits of `clean-in-process.ts` remain.
}
// An error ends the process with 1 and its reason.
process.once('message', (work: DocumentWork) => void answer(work))
