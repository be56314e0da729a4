import { deflateSync } from 'node:zlib'
/** Well-formed files made by code: pictures, and the least that counts as a document. */
import sharp from 'sharp'
import { writeZip, type ZipEntry } from '#server/files/zip.ts'

/** A picture that is no flat colour, so that cutting and scaling show. */
export const picture = (width = 640, height = 480) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
      background: '#000000',
    },
  })

export const jpeg = (width?: number, height?: number): Promise<Buffer> =>
  picture(width, height).jpeg().toBuffer()
export const png = (width?: number, height?: number): Promise<Buffer> =>
  picture(width, height).png().toBuffer()

export const SECRET_PLACE = 'Secret-Place-15.6'

/** What phones write: where, when and with what a picture was taken. */
export const EXIF = {
  IFD0: { Copyright: SECRET_PLACE, Make: SECRET_PLACE, Model: SECRET_PLACE },
  IFD3: {
    GPSLatitudeRef: 'N',
    GPSLatitude: '13/1 37/1 0/1',
    GPSLongitudeRef: 'E',
    GPSLongitude: '25/1 21/1 0/1',
  },
}

export const AUTHOR = 'Reporter-Name-77'

/** @param information body of the information dictionary */
export function pdf(information = `/Author (${AUTHOR}) /Title (Statement)`, more = ''): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>',
    `<< ${information} >>`,
  ]
  let text = '%PDF-1.4\n'
  const offsets = objects.map((body, index) => {
    const at = text.length
    text += `${index + 1} 0 obj\n${body}\nendobj\n`
    return at
  })
  text += more
  const table = text.length
  text += `xref\n0 5\n0000000000 65535 f \n${offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')}`
  return Buffer.from(
    `${text}trailer\n<< /Size 5 /Root 1 0 R /Info 4 0 R >>\nstartxref\n${table}\n%%EOF\n`,
    'latin1',
  )
}

/** A PDF whose script lies in a stream of objects. @param type how the name of such a stream is spelled */
export function scriptedPdf(type: string): Buffer {
  const packed = deflateSync(
    Buffer.from('5 0 << /S /JavaScript /JS (app.alert\\(1\\)) >>'),
  ).toString('latin1')
  const objects: readonly (readonly [number, string])[] = [
    [1, '<< /Type /Catalog /Pages 2 0 R /OpenAction 5 0 R >>'],
    [2, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'],
    [3, '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>'],
    [
      4,
      `<< /Type ${type} /N 1 /First 4 /Filter /FlateDecode /Length ${packed.length} >>\nstream\n${packed}\nendstream`,
    ],
  ]
  let text = '%PDF-1.5\n'
  const entry = (kind: number, place: number, more = 0): Buffer =>
    Buffer.from([kind, place >> 8, place & 255, more])
  const entries = objects.map(([number, body]) => {
    const at = text.length
    text += `${number} 0 obj\n${body}\nendobj\n`
    return entry(1, at)
  })
  const table = Buffer.concat([entry(0, 0), ...entries, entry(2, 4), entry(1, text.length)])
  const at = text.length
  text += `6 0 obj\n<< /Type /XRef /Size 7 /W [1 2 1] /Root 1 0 R /Length ${table.length} >>\nstream\n${table.toString('latin1')}\nendstream\nendobj\n`
  return Buffer.from(`${text}startxref\n${at}\n%%EOF\n`, 'latin1')
}

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
const TYPES = (main: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${main}"/></Types>`
const BODY =
  '<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>What happened</w:t></w:r></w:p></w:body></w:document>'

export const part = (name: string, content: string | Buffer): ZipEntry => ({
  name,
  bytes: Buffer.from(content),
})

/** Later parts replace earlier ones of the same name. */
export function docx(more: readonly ZipEntry[] = [], mainType = WORD): Promise<Buffer> {
  const parts = new Map<string, ZipEntry>()
  for (const entry of [
    part('[Content_Types].xml', TYPES(mainType)),
    part('word/document.xml', BODY),
    ...more,
  ])
    parts.set(entry.name, entry)
  return writeZip([...parts.values()])
}

/** The head of a compound file, the names of its streams and the summary: as much of Word 97 as anybody looks at. */
export function doc(streams: readonly string[] = ['WordDocument']): Buffer {
  const text = Buffer.from(`${AUTHOR}\0`, 'latin1')
  const section = Buffer.alloc(16 + 8 + text.length)
  section.writeUInt32LE(section.length, 0)
  section.writeUInt32LE(1, 4)
  section.writeUInt32LE(4, 8) // author
  section.writeUInt32LE(16, 12)
  section.writeUInt32LE(0x1e, 16)
  section.writeUInt32LE(text.length, 20)
  text.copy(section, 24)
  const set = Buffer.alloc(48)
  set.writeUInt16LE(0xfffe, 0)
  set.writeUInt32LE(1, 24)
  Buffer.from('e0859ff2f94f6810ab9108002b27b3d9', 'hex').copy(set, 28)
  set.writeUInt32LE(48, 44)
  const head = Buffer.alloc(512)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(head)
  return Buffer.concat([
    head,
    ...streams.map((name) => Buffer.from(`${name}\0`.padEnd(32, '\0'), 'utf16le')),
    set,
    section,
    Buffer.alloc(1_024),
  ])
}
