import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { cleanPdf } from './clean-pdf.ts'

/** Pages that all show one packed drawing. */
function pagesOfOneDrawing(pages: number, bytes: number): Buffer {
  const command = '0 0 1 1 re f\n'
  const packed = deflateSync(command.repeat(Math.ceil(bytes / command.length)))
  const kids = Array.from({ length: pages }, (_, index) => `${index + 10} 0 R`)
  const objects = [
    '1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n',
    `2 0 obj\n<< /Type /Pages /Count ${pages} /Kids [${kids.join(' ')}] >>\nendobj\n`,
    `5 0 obj\n<< /Filter /FlateDecode /Length ${packed.length} >>\nstream\n${packed.toString('latin1')}\nendstream\nendobj\n`,
    ...kids.map(
      (kid) =>
        `${kid.replace(' R', ' obj')}\n<< /Type /Page /Parent 2 0 R /Contents 5 0 R >>\nendobj\n`,
    ),
  ]
  const text = `%PDF-1.7\n${objects.join('')}trailer\n<< /Root 1 0 R >>\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}

test('pages that share a drawing are copied', async () => {
  expect(await cleanPdf(pagesOfOneDrawing(3, 1_000))).toMatchObject({ ok: true })
})

test('a drawing is paid for all pages that share it before the first one is read', async () => {
  // All pages together pass the limit of drawings; each of them, and what is unpacked, is far below its own.
  const refused = await cleanPdf(pagesOfOneDrawing(200, 512 * 1024))
  expect(refused).toEqual({ ok: false, fault: 'protected' })
})
