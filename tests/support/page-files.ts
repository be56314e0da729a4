/** PDF files of chosen pages: ordinary ones, and such as grow. */
import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { picture } from './sample-files.ts'

export interface PageParts {
  readonly pages?: number
  readonly mediaBox?: string
  readonly rotate?: number
  /** Commands of each page. */
  readonly drawing?: string | ((page: number) => string)
  readonly resources?: string
  /** Further objects, from number 10,000. */
  readonly more?: string
  readonly trailer?: string
  readonly catalog?: string
}

const object = (number: number, body: string): string => `${number} 0 obj\n${body}\nendobj\n`
const stream = (number: number, keys: string, content: Buffer | string): string => {
  const text = typeof content === 'string' ? content : content.toString('latin1')
  return object(number, `<< ${keys} /Length ${text.length} >>\nstream\n${text}\nendstream`)
}

const FIRST_PAGE = 10
/** A table of all objects; without one where `table` is false, as some programs leave it. */
function finished(body: string, trailer: string, table = true): Buffer {
  const rows = [...body.matchAll(/^(\d+) 0 obj$/gm)].map(
    ({ 1: number, index }) => `${number} 1\n${String(index).padStart(10, '0')} 00000 n \n`,
  )
  const end = table
    ? `xref\n0 1\n0000000000 65535 f \n${rows.join('')}trailer\n<< /Size 20000 /Root 1 0 R ${trailer} >>\nstartxref\n${body.length}\n%%EOF\n`
    : `trailer\n<< /Root 1 0 R ${trailer} >>\n%%EOF\n`
  return Buffer.from(body + end, 'latin1')
}

/** Letters in Helvetica under `/F1`. */
export const line = (text: string, y = 700, size = 24): string =>
  `BT /F1 ${size} Tf 60 ${y} Td (${text}) Tj ET\n`

export function pdfOf(
  {
    pages = 1,
    mediaBox = '[0 0 595 842]',
    rotate = 0,
    drawing = '',
    resources = '',
    more = '',
    trailer = '',
    catalog = '',
  }: PageParts,
  table = true,
): Buffer {
  const numbers = Array.from({ length: pages }, (_, index) => FIRST_PAGE + index * 2)
  const bodies = numbers.map((number, index) => {
    const commands = typeof drawing === 'string' ? drawing : drawing(index + 1)
    return `${object(number, `<< /Type /Page /Parent 2 0 R /Rotate ${rotate} /Contents ${number + 1} 0 R >>`)}${stream(number + 1, '/Filter /FlateDecode', deflateSync(Buffer.from(commands, 'latin1')))}`
  })
  const body = `%PDF-1.7\n${object(1, `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`)}${object(2, `<< /Type /Pages /Kids [${numbers.map((number) => `${number} 0 R`).join(' ')}] /Count ${pages} /MediaBox ${mediaBox} /Resources << /Font << /F1 3 0 R >> ${resources} >> >>`)}${object(3, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>')}${bodies.join('')}${more}`
  return finished(body, trailer, table)
}

const TO_UNICODE =
  '/CIDInit /ProcSet findresource begin begincmap /CMapName /A def 1 begincodespacerange <0000> <ffff> endcodespacerange 1 beginbfrange <0621> <064a> <0621> endbfrange endcmap end'

/** `/F2` has Arabic letters, whose font lies on the computer where the document was made. */
export const ARABIC_WITHOUT_FONT: Pick<PageParts, 'resources' | 'more'> = {
  resources:
    '/Font << /F1 3 0 R /F2 << /Type /Font /Subtype /Type0 /BaseFont /Arial /Encoding /Identity-H /ToUnicode 10000 0 R /DescendantFonts [<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Arial /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor << /Type /FontDescriptor /FontName /Arial /Flags 4 >> >>] >> >>',
  more: stream(10_000, '', TO_UNICODE),
}
/** Two letters in the font of `ARABIC_WITHOUT_FONT`. */
export const lineWithoutFont = (): string => 'BT /F2 24 Tf 60 600 Td <06450627> Tj ET\n'

/** As scanners send: each page one picture of 200 dots to an inch, without text. */
export async function scan(pages: number): Promise<Buffer> {
  const photo = await picture(1_654, 2_339).jpeg().toBuffer()
  return pdfOf({
    pages,
    drawing: 'q 595 0 0 842 0 0 cm /Scan Do Q',
    resources: '/XObject << /Scan 10000 0 R >>',
    more: stream(
      10_000,
      '/Type /XObject /Subtype /Image /Width 1654 /Height 2339 /BitsPerComponent 8 /ColorSpace /DeviceRGB /Filter /DCTDecode',
      photo,
    ),
  })
}

/** What fills a password up to 32 bytes; an empty one is all of it (ISO 32000-1, 7.6.3.3). */
const PADDING = Buffer.from(
  '28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a',
  'hex',
)
const md5 = (...bytes: Buffer[]): Buffer => createHash('md5').update(Buffer.concat(bytes)).digest()
/** Node has no RC4 any more, and locked documents still have. */
function rc4(key: Buffer, bytes: Buffer): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index)
  const at = (index: number): number => state[index & 255] ?? 0
  const swap = (one: number, other: number): void => {
    const kept = at(one)
    state[one] = at(other)
    state[other] = kept
  }
  let j = 0
  for (let i = 0; i < 256; i += 1) {
    j = (j + at(i) + (key[i % key.length] ?? 0)) & 255
    swap(i, j)
  }
  let i = 0
  j = 0
  return Buffer.from(
    bytes.map((byte) => {
      i = (i + 1) & 255
      j = (j + at(i)) & 255
      swap(i, j)
      return byte ^ at(at(i) + at(j))
    }),
  )
}

/** Everybody may read it; printing and copying need the password of the owner. */
export function ownerLocked(drawing: string): Buffer {
  const owner = rc4(md5(PADDING).subarray(0, 5), PADDING)
  const permissions = Buffer.from('c0ffffff', 'hex')
  const key = md5(PADDING, owner, permissions, Buffer.from('id')).subarray(0, 5)
  const ofObject = (number: number): Buffer =>
    md5(key, Buffer.from([number & 255, number >> 8, 0, 0, 0])).subarray(0, 10)
  const plain = deflateSync(Buffer.from(drawing, 'latin1'))
  const locked = rc4(ofObject(FIRST_PAGE + 1), plain)
  const open = pdfOf({
    drawing,
    trailer: `/ID [<6964> <6964>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -64 /O <${owner.toString('hex')}> /U <${rc4(key, PADDING).toString('hex')}> >>`,
  }).toString('latin1')
  return Buffer.from(
    open.replace(plain.toString('latin1'), () => locked.toString('latin1')),
    'latin1',
  )
}

const MEGABYTE = 1024 * 1024
const packed = (size: number): Buffer => deflateSync(Buffer.alloc(size))
const bigPicture = (side: number): string =>
  stream(
    10_000,
    `/Type /XObject /Subtype /Image /Width ${side} /Height ${side} /BitsPerComponent 8 /ColorSpace /DeviceRGB /Filter /FlateDecode`,
    packed(Math.min(side * side * 3, 300 * MEGABYTE)),
  )
const PICTURE = {
  drawing: 'q 500 0 0 500 40 40 cm /Big Do Q',
  resources: '/XObject << /Big 10000 0 R >>',
}
/** Drawings that each draw the next one several times. */
function nested(levels: number, times: number): string {
  return Array.from({ length: levels }, (_, level) =>
    stream(
      10_000 + level,
      `/Type /XObject /Subtype /Form /BBox [0 0 600 900] ${level + 1 < levels ? `/Resources << /XObject << /N ${10_001 + level} 0 R >> >>` : ''}`,
      level + 1 < levels ? '/N Do '.repeat(times) : '0 0 500 500 re f '.repeat(50),
    ),
  ).join('')
}

/** Files that take much more time or memory than their size tells. */
export const BOMBS: readonly { readonly title: string; readonly make: () => Buffer }[] = [
  {
    title: 'a picture of 30,000 by 30,000',
    make: () => pdfOf({ ...PICTURE, more: bigPicture(30_000) }),
  },
  {
    title: 'commands of 400 MB, packed twice',
    make: () =>
      Buffer.from(
        pdfOf({
          more: stream(
            10_000,
            '/Filter [/FlateDecode /FlateDecode]',
            deflateSync(packed(400 * MEGABYTE)),
          ),
        })
          .toString('latin1')
          .replace('/Contents 11 0 R', '/Contents 10000 0 R'),
        'latin1',
      ),
  },
  {
    title: 'drawings that draw each other, a billion in all',
    make: () =>
      pdfOf({
        drawing: '/N Do',
        resources: '/XObject << /N 10000 0 R >>',
        more: nested(9, 10),
      }),
  },
  {
    title: 'a drawing that draws itself',
    make: () =>
      pdfOf({
        drawing: '/N Do',
        resources: '/XObject << /N 10000 0 R >>',
        more: stream(
          10_000,
          '/Type /XObject /Subtype /Form /BBox [0 0 600 900] /Resources << /XObject << /N 10000 0 R >> >>',
          '/N Do '.repeat(100),
        ),
      }),
  },
  {
    title: 'a million blended boxes',
    make: () =>
      pdfOf({
        drawing: `/G gs ${'1 0 0 rg 0 0 590 840 re f '.repeat(1_000_000)}`,
        resources: '/ExtGState << /G << /ca 0.5 /BM /Luminosity >> >>',
      }),
  },
  {
    title: 'a page of 14,400 by 14,400 points',
    make: () => pdfOf({ mediaBox: '[0 0 14400 14400]' }),
  },
  { title: 'a page of a kilometre', make: () => pdfOf({ mediaBox: '[0 0 2834645 2834645]' }) },
  { title: 'a page without end', make: () => pdfOf({ mediaBox: `[0 0 ${'9'.repeat(60)} 1e99]` }) },
  { title: 'a page of no size', make: () => pdfOf({ mediaBox: '[5 5 5 5]' }) },
  {
    title: 'lists in lists, a million deep',
    make: () => pdfOf({ catalog: `/X ${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}` }),
  },
  {
    title: 'a count of two billion pages',
    make: () =>
      Buffer.from(
        pdfOf({}).toString('latin1').replace('/Count 1 ', '/Count 2147483647 '),
        'latin1',
      ),
  },
  {
    title: 'a stream of objects of 300 MB',
    make: () =>
      pdfOf(
        {
          more: stream(
            10_000,
            '/Type /ObjStm /N 1000000 /First 10 /Filter /FlateDecode',
            packed(300 * MEGABYTE),
          ),
        },
        false,
      ),
  },
  {
    title: 'an array of nine million items',
    make: () => pdfOf({ catalog: `/X [${'0 '.repeat(9_000_000)}]` }),
  },
  {
    title: 'one text of 19 MB',
    make: () => pdfOf({ drawing: `BT /F1 1 Tf (${'a'.repeat(19 * MEGABYTE)}) Tj ET` }),
  },
]
