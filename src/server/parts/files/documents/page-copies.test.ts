import sharp from 'sharp'
import { expect, test } from 'vitest'
import { honestDocx, honestPdf } from '#tests/support/honest-documents.ts'
import {
  ARABIC_WITHOUT_FONT,
  line,
  lineWithoutFont,
  ownerLocked,
  pdfOf,
  scan,
} from '#tests/support/page-files.ts'
import { doc, docx, part } from '#tests/support/sample-files.ts'
import { DOC, DOCX, PDF, sniff } from '../sniff.ts'
import { readDocument, type ReadDocument } from './page-copies.ts'

const WORDS = line('What happened')

async function read(bytes: Buffer): Promise<ReadDocument> {
  const sniffed = await sniff(bytes)
  if (sniffed.kind !== 'document') throw new Error(`It is ${sniffed.kind}`)
  const document = await readDocument(bytes, sniffed.mediaType)
  if (typeof document === 'string') throw new Error(document)
  return document
}
const sizeOf = async (document: ReadDocument, index = 0) => {
  const { width, height } = await sharp(document.copies[index]?.bytes).metadata()
  return [width, height]
}
/** Share of the picture that is not white. */
async function inkOf(document: ReadDocument, index = 0): Promise<number> {
  const { channels } = await sharp(document.copies[index]?.bytes).greyscale().stats()
  return 255 - (channels[0]?.mean ?? 255)
}

test.each([
  ['a plain page', () => pdfOf({ drawing: WORDS }), [1190, 1684]],
  ['a page that is turned', () => pdfOf({ drawing: WORDS, rotate: 90 }), [1684, 1190]],
  ['a locked document that everybody may read', () => ownerLocked(WORDS), [1190, 1684]],
  ['no table of objects', () => pdfOf({ drawing: WORDS }, false), [1190, 1684]],
  [
    'a table with wrong places',
    () =>
      Buffer.from(
        pdfOf({ drawing: WORDS })
          .toString('latin1')
          .replaceAll(/^\d{10} 00000 n/gm, '0000000007 00000 n'),
        'latin1',
      ),
    [1190, 1684],
  ],
  [
    'a mark of UTF-8 in front',
    () => Buffer.concat([Buffer.from('\xef\xbb\xbf', 'latin1'), pdfOf({ drawing: WORDS })]),
    [1190, 1684],
  ],
  [
    'bytes behind its end',
    () => Buffer.concat([pdfOf({ drawing: WORDS }), Buffer.alloc(5_000)]),
    [1190, 1684],
  ],
])('%s is drawn and read', async (_title, make, size) => {
  const document = await read(make())
  expect(document.texts).toEqual(['What happened'])
  expect(await sizeOf(document)).toEqual(size)
  expect(await inkOf(document)).toBeGreaterThan(0.2)
  expect(document.copies.map(({ variant, page }) => [variant, page])).toEqual([
    ['view', 1],
    ['thumb', undefined],
  ])
})

test('notes and filled fields are drawn as they look', async () => {
  const document = await read(await honestPdf())
  const { data, info } = await sharp(document.copies[0]?.bytes)
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) =>
    [...data.subarray((y * info.width + x) * info.channels)].slice(0, 3)
  const [red = 0, green = 0, blue = 255] = at(42, 33) // the highlight
  expect([red > 200, green > 200, blue < 60]).toEqual([true, true, true])
  const field = await sharp(document.copies[0]?.bytes)
    .extract({ left: 320, top: 420, width: 240, height: 40 })
    .greyscale()
    .raw()
    .toBuffer()
  expect(Math.min(...field)).toBeLessThan(80) // letters
})

test('of a scan of 20 pages the first ones are drawn at once, and there is no text', async () => {
  const document = await read(await scan(20))
  expect([document.pages, document.texts.join('')]).toEqual([20, ''])
  expect(document.copies.filter(({ variant }) => variant === 'view')).toHaveLength(4)
})

test('a page that is damaged is left out, and the others are drawn', async () => {
  const whole = pdfOf({ pages: 3, drawing: (page) => line(`Page ${page}`) }).toString('latin1')
  const document = await read(
    Buffer.from(whole.replace('/Kids [10 0 R 12 0 R', '/Kids [10 0 R 99 0 R'), 'latin1'),
  )
  expect([document.pages, document.copies.map(({ page }) => page)]).toEqual([3, [1, undefined, 3]])
  expect(document.texts).toEqual(['Page 1', '', 'Page 3'])
})

test.each([
  [
    'locked',
    () =>
      pdfOf({
        trailer: `/ID [<41> <42>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${'41'.repeat(32)}> /U <${'42'.repeat(32)}> >>`,
      }),
  ],
  ['damaged', () => pdfOf({ drawing: WORDS }).subarray(0, 120)],
  ['damaged', () => pdfOf({ pages: 0 })],
  ['too-many-pages', () => pdfOf({ pages: 501 })],
] as const)('a document is refused as %s', async (fault, make) =>
  expect(await readDocument(make(), PDF)).toBe(fault),
)

test('staff are warned of a PDF with letters that its pages do not show', async () => {
  const drawing = `${line('What happened')}${lineWithoutFont()}`
  expect(await read(pdfOf({ drawing, ...ARABIC_WITHOUT_FONT }))).toMatchObject({
    inside: ['letters'],
  })
  expect(await read(pdfOf({ drawing: line('What happened') }))).toMatchObject({ inside: null })
})

test('the text of a Word document is read with its notes, and without what was deleted', async () => {
  const { texts, inside, pages, copies } = await read(await honestDocx())
  expect([inside, pages, copies]).toEqual([[], 0, []])
  for (const words of [
    'Statement',
    'First & last',
    'ما حدث',
    'insertedlinked',
    'in a cell',
    'A note',
  ])
    expect(texts[0]).toContain(words)
  expect(texts[0]).not.toContain('deleted')
  expect(texts[0]?.match(/In a box/g)).toHaveLength(1)
})

test.each([
  ['macros', () => docx([part('word/vbaProject.bin', 'Attribute VB_Name')]), DOCX],
  ['embedded', () => docx([part('word/embeddings/oleObject1.bin', 'x')]), DOCX],
  ['unread', async () => (await docx()).subarray(0, 400), DOCX],
  ['macros', async () => doc(['WordDocument', 'Macros']), DOC],
  ['embedded', async () => doc(['WordDocument', 'ObjectPool']), DOC],
] as const)('of a Word document it is told that it has %s', async (content, make, type) =>
  expect(await readDocument(await make(), type)).toMatchObject({ inside: [content] }),
)
