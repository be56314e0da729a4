/**
 * Documents that do harm where they are opened, and such as grow. The server draws and reads them
 * within limits: each ends in time, its memory stays, and what it shows is its own.
 */
import { performance } from 'node:perf_hooks'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { Unavailable } from '#server/base/unavailable.ts'
import { readDocument } from '#server/parts/files/documents/page-copies.ts'
import { DOCX, PDF } from '#server/parts/files/sniff.ts'
import { HOSTILE_DOCX, SHOWN_IN_DOCX } from '#tests/support/hostile-docx.ts'
import { HOSTILE_PDFS, SHOWN } from '#tests/support/hostile-pdf.ts'
import { BOMBS, line, pdfOf } from '#tests/support/page-files.ts'

const FAULTS = ['locked', 'damaged', 'too-complex', 'too-many-pages', 'no-processor']
/** The limit of the clock for the process, and what its end and the pictures of the pages take on a busy machine. */
const HELD_MAX_MS = 90_000
/** A process that gets no processor from a busy machine ends by the clock; the bomb is refused all the same. */
function busy(error: unknown): string {
  if (error instanceof Unavailable) return 'no-processor'
  throw error
}
const MEGABYTE = 1024 * 1024
/** The server holds the file itself, and for moments the pixels of a page. */
const GROWS_MAX_MB = 150

/** In pictures nothing runs, and nothing is read from elsewhere: their bytes are those of our own encoder. */
test.each(HOSTILE_PDFS)('PDF: $title', async ({ make }) => {
  const document = await readDocument(await make(), PDF)
  if (typeof document === 'string') return expect(FAULTS).toContain(document)
  expect(document.texts[0]).toBe(SHOWN)
  for (const { bytes } of document.copies) {
    const picture = await sharp(bytes).metadata()
    expect([picture.format, picture.exif, picture.xmp, picture.icc]).toEqual([
      'jpeg',
      undefined,
      undefined,
      undefined,
    ])
  }
})

test.each(HOSTILE_DOCX)('Word: $title', async ({ make }) => {
  const document = await readDocument(await make(), DOCX)
  if (typeof document === 'string') return expect.unreachable(document)
  expect(document.copies).toEqual([])
  if (!document.inside?.includes('unread')) expect(document.texts[0]).toContain(SHOWN_IN_DOCX)
})

describe('a document that grows', () => {
  test.each(BOMBS)('$title', { timeout: 2 * HELD_MAX_MS }, async ({ make }) => {
    const bytes = make()
    const before = process.memoryUsage.rss()
    const startedAt = performance.now()
    const document = await readDocument(bytes, PDF).catch(busy)
    expect(performance.now() - startedAt).toBeLessThan(HELD_MAX_MS)
    expect((process.memoryUsage.rss() - before) / MEGABYTE).toBeLessThan(GROWS_MAX_MB)
    if (typeof document === 'string') return expect(FAULTS).toContain(document)
    expect(document.pages).toBe(1)
    expect(document.texts.join('').length).toBeLessThanOrEqual(2_000_000)
  })
})

test('documents that are drawn at the same time show their own pages', async () => {
  const words = ['Alpha', 'Beta', 'Gamma', 'Delta']
  const drawn = await Promise.all(
    words.map((word) => readDocument(pdfOf({ drawing: line(word) }), PDF)),
  )
  expect(drawn.map((one) => (typeof one === 'string' ? one : one.texts))).toEqual(
    words.map((word) => [word]),
  )
})
