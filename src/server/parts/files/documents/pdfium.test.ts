import { expect, test } from 'vitest'
import { MEGABYTE } from '#shared/domain/units.ts'
import { ARABIC_WITHOUT_FONT, line, lineWithoutFont, pdfOf } from '#tests/support/page-files.ts'
import { openPdf } from './pdfium.ts'

test('the module gets no more memory than it may have', async () => {
  const bytes = pdfOf({ drawing: line('What happened'), more: ' '.repeat(30 * MEGABYTE) })
  await expect(openPdf(bytes, 24 * MEGABYTE)).rejects.toThrow(RangeError)
  expect(await openPdf(bytes, 64 * MEGABYTE)).toMatchObject({ pages: 1 })
})

test('of a page with more text than a newspaper, the beginning is read', async () => {
  const lines = Array.from({ length: 3_000 }, (_, index) => line('a'.repeat(100), index, 1))
  const pdf = await openPdf(pdfOf({ drawing: lines.join('') }))
  if (typeof pdf === 'string') throw new Error(pdf)
  expect(pdf.text(1)?.text.length).toBeLessThanOrEqual(200_000)
})

test.each([
  ['Latin letters without a font', line('What happened'), false],
  ['Arabic letters without a font', lineWithoutFont(), true],
  ['text under a scan, which nobody sees', `3 Tr ${lineWithoutFont()}`, false],
])('a page lacks letters: %s', async (_, drawing, lacksLetters) => {
  const pdf = await openPdf(pdfOf({ drawing, ...ARABIC_WITHOUT_FONT }))
  if (typeof pdf === 'string') throw new Error(pdf)
  expect(pdf.text(1)).toMatchObject({ lacksLetters })
})
