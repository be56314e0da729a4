/**
 * One document or picture in a process of its own, which `document-in-process.ts` starts and ends (ADR 0074, ADR 0081):
 * draws the pages of a PDF and reads their text, reads the text of a Word document or the rows of a workbook, or opens a
 * picture.
 */
import { writeFileSync } from 'node:fs'
import type { Question } from './document-messages.ts'
import type { OpenPdf } from './pdfium.ts'

let pdf: OpenPdf | undefined

/** Each type loads its own libraries alone, and this module none: they are most of the time of a start. */
async function examined(question: Question): Promise<unknown> {
  if ('draw' in question) return pdf?.draw(question.draw)
  if ('text' in question) return pdf?.text(question.text)
  // A Buffer arrives as its base class.
  const { buffer, byteOffset, byteLength } = question.bytes
  const bytes = Buffer.from(buffer, byteOffset, byteLength)
  if ('picture' in question)
    return (await import('../decoding/open-picture.ts')).openPicture({ ...question, bytes })
  if ('limits' in question)
    return (await import('./xlsx/read-xlsx.ts')).readXlsx(bytes, question.limits)
  if (question.open !== 'application/pdf')
    return (await import('./docx/read-docx.ts')).readDocx(bytes)
  const opened = await (await import('./pdfium.ts')).openPdf(bytes)
  if (typeof opened === 'string') return { fault: opened }
  pdf = opened
  return { pages: pdf.pages }
}

// A stop of the server is sent to all of its processes, and the server finishes its calls first.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined)
try {
  // Where the machine has no memory left, Linux ends this process before the server.
  writeFileSync('/proc/self/oom_score_adj', '1000')
} catch {
  // Another system, or a container that forbids it: the limits of `document-in-process.ts` remain.
}
process.on('message', (question: Question) => {
  examined(question).then(
    (reply) => process.send?.({ reply }),
    (error: unknown) => {
      // No memory left, or a fault of the module: nothing that it says afterwards can be trusted.
      const isLimit = error instanceof RangeError || (error as Error).name === 'RuntimeError' // of WebAssembly
      if (!isLimit) throw error
      process.kill(process.pid, 'SIGKILL')
    },
  )
})
