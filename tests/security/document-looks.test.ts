/** A copy looks like the original: poppler draws both, and Python reads the text of both. */
import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { cleanDocx } from '#server/parts/files/documents/docx/clean-docx.ts'
import { cleanPdf } from '#server/parts/files/documents/pdf/clean-pdf.ts'
import {
  ask,
  createDesk,
  DOCX_TOOLS,
  judgeDocx,
  missingTools,
  PDF_TOOLS,
} from '#tests/support/foreign-tools.ts'
import { honestDocx, honestPdf } from '#tests/support/honest-documents.ts'

const desk = createDesk()
afterAll(() => desk.remove())

/** All pages as poppler draws them. */
function drawn(path: string): string {
  expect(ask('pdftoppm', ['-r', '72', path, `${path}-page`])).toEqual({ status: 0, said: '' })
  return desk.collect(`${path}-page`)
}

describe.skipIf(missingTools(PDF_TOOLS).length > 0)(
  `looks of PDF files (needs ${PDF_TOOLS.join(', ')})`,
  () => {
    test.each([
      ['as it was made', []],
      ['with streams of objects', ['--object-streams=generate']],
      ['for the web', ['--linearize']],
      ['in the form for editors', ['--qdf']],
      ['with other packing', ['--recompress-flate', '--decode-level=all']],
    ])('a document %s keeps its look', async (_what, form) => {
      const original = desk.lay(await honestPdf(), 'pdf')
      expect(ask('qpdf', ['--check', original])).toMatchObject({ status: 0 })
      if (form.length > 0)
        expect(ask('qpdf', [...form, original, `${original}.form`])).toMatchObject({ status: 0 })
      const bytes = readFileSync(form.length > 0 ? `${original}.form` : original)
      const cleaned = await cleanPdf(bytes)
      if (!cleaned.ok) throw new Error(cleaned.fault)
      const copy = desk.lay(cleaned.bytes, 'pdf')
      expect(ask('qpdf', ['--check', copy])).toMatchObject({ status: 0 })
      const [before, after] = [drawn(original), drawn(copy)]
      expect(before.length).toBeGreaterThan(300_000)
      expect(after === before, 'the pages differ').toBe(true)
      expect(ask('pdftotext', [copy, '-']).said).toBe(ask('pdftotext', [original, '-']).said)
    })

    test.each([
      ['--encrypt', 'a', 'b', '256', '--'],
      ['--encrypt', '', 'b', '128', '--use-aes=y', '--'],
    ])('a document that is locked with %s %s is refused', async (...lock) => {
      const original = desk.lay(await honestPdf(), 'pdf')
      expect(ask('qpdf', [...lock, original, `${original}.form`])).toMatchObject({ status: 0 })
      expect(await cleanPdf(readFileSync(`${original}.form`))).toEqual({
        ok: false,
        fault: 'protected',
      })
    })
  },
)

describe.skipIf(missingTools(DOCX_TOOLS).length > 0)(
  `contents of Word documents (needs ${DOCX_TOOLS.join(', ')})`,
  () => {
    test('text, styles, lists, tables, notes, headers and pictures are kept', async () => {
      const cleaned = await cleanDocx(await honestDocx())
      if (!cleaned.ok) throw new Error(cleaned.fault)
      const facts = judgeDocx(desk.lay(cleaned.bytes, 'docx')).split('\n')
      const of = (kind: string): string[] =>
        facts
          .filter((fact) => fact.startsWith(`${kind} `))
          .map((fact) => fact.slice(kind.length + 1))
      expect(of('text').toSorted()).toEqual(
        [
          'Statement',
          'First & last',
          Buffer.from('ما حدث').toString('latin1'),
          'inserted',
          'linked',
          'in a cell',
          'In a box',
          'a+b',
          'A note',
          'Page ',
          '1',
        ].toSorted(),
      )
      expect(of('field')).toEqual([' PAGE '])
      expect(
        of('part')
          .filter((name) => !name.endsWith('.rels'))
          .toSorted(),
      ).toEqual(
        [
          '[Content_Types].xml',
          'word/document.xml',
          'word/footnotes.xml',
          'word/header4.xml',
          'word/media/image1.png',
          'word/numbering.xml',
          'word/styles.xml',
        ].toSorted(),
      )
      expect(of('attribute')).toEqual(
        expect.arrayContaining([
          'val=Title',
          'numId=1',
          'val=40',
          'cx=952500',
          'l=10000',
          'w=11906',
        ]),
      )
      expect(of('element')).toEqual(
        expect.arrayContaining([
          'tbl',
          'tc',
          'footnoteReference',
          'headerReference',
          'bidi',
          'rtl',
          'blip',
        ]),
      )
      // Word refuses a cell without a paragraph.
      expect(of('element').filter((name) => name === 'tc')).toHaveLength(2)
      expect(of('attribute').filter((text) => /author|ar-SD|alias/.test(text))).toEqual([])
    })
  },
)
