/** Documents as honest people send them, with all that a copy has to keep. */
import { deflateSync } from 'node:zlib'
import { docx, part, picture, relations, W } from './sample-files.ts'

const object = (number: number, body: string): string => `${number} 0 obj\n${body}\nendobj\n`
const stream = (number: number, keys: string, content: string | Buffer): string => {
  const text = typeof content === 'string' ? content : content.toString('latin1')
  return `${number} 0 obj\n<< ${keys} /Length ${text.length} >>\nstream\n${text}\nendstream\nendobj\n`
}

/**
 * Two pages: text, a photo, a mask, a packed picture in rows, gradients, a pattern, drawings within
 * drawings, letters that are drawings, a picture within the commands, marked content, a filled
 * field and a highlight. The second page is turned and takes its resources from above.
 */
export async function honestPdf(): Promise<Buffer> {
  const photo = await picture(60, 40).jpeg().toBuffer()
  const grey = Buffer.from(Array.from({ length: 16 * 16 }, (_, index) => index))
  const rows = Buffer.concat(
    Array.from({ length: 16 }, (_, row) =>
      Buffer.concat([Buffer.from([row === 0 ? 0 : 2]), Buffer.alloc(16, row * 3)]),
    ),
  )
  const commands = `/Artifact << /Type /Pagination >> BDC q 0.9 g 0 0 300 300 re f Q EMC
BT /F1 18 Tf 20 270 Td (What happened \\(1\\)) Tj ET
q 90 0 0 60 20 190 cm /Photo Do Q
q 40 0 0 40 120 190 cm /Rows Do Q
q 50 0 0 50 170 190 cm /Masked Do Q
q 20 120 60 60 re W n /Fade sh Q
q /Pattern cs /Dots scn 100 120 60 60 re f Q
q 1 0 0 1 170 120 cm /Drawing Do Q
BT /F3 20 Tf 230 130 Td (AA) Tj ET
q /Clear gs 1 0 0 rg 30 30 60 60 re f 0 0 1 rg 60 50 60 60 re f Q
q 30 0 0 30 230 30 cm
BI /W 4 /H 4 /BPC 8 /CS /G /F /AHx ID
00112233445566778899aabbccddeeff>
EI Q
/Red cs 0.7 scn 150 30 20 20 re f
`
  // A page may come in parts, which end between two commands.
  const cut = commands.indexOf('q 40 0 0 40')
  const text = `%PDF-1.7
${object(1, '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [30 0 R] >> >>')}${object(
    2,
    '<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 /MediaBox [0 0 300 300] /Resources 5 0 R >>',
  )}${object(3, '<< /Type /Page /Parent 2 0 R /Contents [6 0 R 7 0 R] /Annots [30 0 R 31 0 R 32 0 R] >>')}${object(
    4,
    '<< /Type /Page /Parent 2 0 R /Contents 7 0 R /Rotate 90 /CropBox [10 10 290 250] /UserUnit 1 >>',
  )}${object(
    5,
    '<< /Font << /F1 8 0 R /F3 9 0 R >> /XObject << /Photo 11 0 R /Rows 12 0 R /Masked 13 0 R /Drawing 15 0 R >> /Shading << /Fade 17 0 R >> /Pattern << /Dots 19 0 R >> /ExtGState << /Clear << /Type /ExtGState /ca 0.5 /BM /Multiply >> >> /ColorSpace << /Red [/Separation /Red /DeviceRGB 20 0 R] >> >>',
  )}${stream(6, '/Filter /FlateDecode', deflateSync(Buffer.from(commands.slice(0, cut))))}${stream(
    7,
    '/Filter [/ASCIIHexDecode /FlateDecode]',
    `${deflateSync(Buffer.from(commands.slice(cut))).toString('hex')}>`,
  )}${object(8, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>')}${object(
    9,
    '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1 1] /FontMatrix [1 0 0 1 0 0] /FirstChar 65 /LastChar 65 /Widths [1.2] /Encoding << /Type /Encoding /Differences [65 /square] >> /CharProcs << /square 10 0 R >> /Resources << >> >>',
  )}${stream(10, '', '1.2 0 0 0 1 1 d1 0 0 1 1 re f')}${stream(
    11,
    '/Type /XObject /Subtype /Image /Width 60 /Height 40 /BitsPerComponent 8 /ColorSpace /DeviceRGB /Filter /DCTDecode',
    photo,
  )}${stream(
    12,
    '/Type /XObject /Subtype /Image /Width 16 /Height 16 /BitsPerComponent 8 /ColorSpace [/Indexed /DeviceRGB 255 21 0 R] /Filter /FlateDecode /DecodeParms << /Predictor 15 /Columns 16 >>',
    deflateSync(rows),
  )}${stream(
    13,
    '/Type /XObject /Subtype /Image /Width 16 /Height 16 /BitsPerComponent 8 /ColorSpace /DeviceGray /SMask 14 0 R',
    grey,
  )}${stream(
    14,
    '/Type /XObject /Subtype /Image /Width 16 /Height 16 /BitsPerComponent 8 /ColorSpace /DeviceGray',
    Buffer.from(grey.toReversed()),
  )}${stream(
    15,
    '/Type /XObject /Subtype /Form /BBox [0 0 50 50] /Group << /S /Transparency /CS /DeviceRGB >> /Resources << /XObject << /Inner 16 0 R >> >>',
    '0 1 0 rg 0 0 50 50 re f /Inner Do',
  )}${stream(
    16,
    '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Matrix [2 0 0 2 5 5]',
    '1 0 1 rg 0 0 9 9 re f',
  )}${object(
    17,
    '<< /ShadingType 2 /ColorSpace /DeviceRGB /Coords [20 120 80 180] /Extend [true true] /Function 18 0 R >>',
  )}${object(
    18,
    '<< /FunctionType 3 /Domain [0 1] /Bounds [0.5] /Encode [0 1 0 1] /Functions [<< /FunctionType 2 /Domain [0 1] /C0 [1 0 0] /C1 [0 1 0] /N 1 >> << /FunctionType 2 /Domain [0 1] /C0 [0 1 0] /C1 [0 0 1] /N 1 >>] >>',
  )}${stream(
    19,
    '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 10 10] /XStep 10 /YStep 10 /Resources << >>',
    '0 0 1 rg 2 2 5 5 re f',
  )}${stream(20, '/FunctionType 4 /Domain [0 1] /Range [0 1 0 1 0 1]', '{ dup 1 exch sub dup }')}${stream(
    21,
    '',
    Buffer.from(Array.from({ length: 768 }, (_, index) => (index * 7) % 256)),
  )}${object(
    30,
    '<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (Filled in) /Rect [160 70 280 90] /AP << /N 33 0 R >> >>',
  )}${object(
    31,
    '<< /Type /Annot /Subtype /Highlight /Rect [20 265 150 285] /QuadPoints [20 285 150 285 20 265 150 265] /AP << /N 34 0 R >> >>',
  )}${object(
    32,
    '<< /Type /Annot /Subtype /Widget /FT /Btn /Rect [100 5 120 25] /AS /On /AP << /N << /On 35 0 R /Off 36 0 R >> >> >>',
  )}${stream(
    33,
    '/Type /XObject /Subtype /Form /BBox [0 0 60 10] /Resources << /Font << /F1 8 0 R >> >>',
    '/Tx BMC BT /F1 8 Tf 2 2 Td (Filled in) Tj ET EMC',
  )}${stream(
    34,
    '/Type /XObject /Subtype /Form /BBox [0 0 10 10] /Matrix [0 1 -1 0 0 0] /Resources << /ExtGState << /G << /BM /Multiply >> >> >>',
    '/G gs 1 1 0 rg 0 0 10 10 re f',
  )}${stream(35, '/Type /XObject /Subtype /Form /BBox [0 0 9 9]', '1 0 0 rg 0 0 9 9 re f')}${stream(
    36,
    '/Type /XObject /Subtype /Form /BBox [0 0 9 9]',
    '0 0 9 9 re S',
  )}`
  const table = [...text.matchAll(/^(\d+) 0 obj$/gm)].map(
    ({ 1: number, index }) => `${number} 1\n${String(index).padStart(10, '0')} 00000 n \n`,
  )
  return Buffer.from(
    `${text}xref\n0 1\n0000000000 65535 f \n${table.join('')}trailer\n<< /Size 37 /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`,
    'latin1',
  )
}

const OFFICE = 'application/vnd.openxmlformats-officedocument'
const SPACES = `xmlns:w="${W}" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"`
const run = (text: string): string => `<w:r><w:t>${text}</w:t></w:r>`
const pageField = `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> PAGE \\* MERGEFORMAT </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>7</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`

/** Styles, a list, a table, a header with the number of the page, notes, changes, a picture, a text box, a formula. */
export async function honestDocx(): Promise<Buffer> {
  const types: Readonly<Record<string, string>> = {
    document: 'document.main',
    styles: 'styles',
    numbering: 'numbering',
    footnotes: 'footnotes',
    header1: 'header',
  }
  const overrides = Object.entries(types).map(
    ([name, type]) =>
      `<Override PartName="/word/${name}.xml" ContentType="${OFFICE}.wordprocessingml.${type}+xml"/>`,
  )
  const drawing =
    '<w:r><w:drawing><wp:anchor><wp:extent cx="952500" cy="635000"/><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:embed="r5"/><a:srcRect l="10000"/></pic:blipFill><pic:spPr><a:xfrm><a:ext cx="952500" cy="635000"/></a:xfrm></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:anchor></w:drawing></w:r>'
  const box = `<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wps:txbx><w:txbxContent><w:p>${run('In a box')}</w:p></w:txbxContent></wps:txbx></w:drawing></mc:Choice><mc:Fallback><w:pict><v:shape><v:textbox><w:txbxContent><w:p>${run('In a box')}</w:p></w:txbxContent></v:textbox></v:shape></w:pict></mc:Fallback></mc:AlternateContent></w:r>`
  const body = [
    `<w:p><w:pPr><w:pStyle w:val="Title"/></w:pPr>${run('Statement')}</w:p>`,
    `<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr>${run('First &amp; last')}<w:r><w:footnoteReference w:id="1"/></w:r></w:p>`,
    `<w:p><w:pPr><w:bidi/></w:pPr><w:r><w:rPr><w:rtl/><w:lang w:bidi="ar-SD"/></w:rPr><w:t>ما حدث</w:t></w:r></w:p>`,
    `<w:p><w:ins w:id="1" w:author="A">${run('inserted')}</w:ins><w:del w:id="2" w:author="A"><w:r><w:delText>deleted</w:delText></w:r></w:del><w:hyperlink w:anchor="x">${run('linked')}</w:hyperlink></w:p>`,
    `<w:tbl><w:tblPr><w:tblW w:w="0" w:type="auto"/></w:tblPr><w:tblGrid><w:gridCol w:w="2000"/></w:tblGrid><w:tr><w:tc><w:tcPr><w:tcW w:w="2000" w:type="dxa"/></w:tcPr><w:sdt><w:sdtPr><w:alias w:val="n"/></w:sdtPr><w:sdtContent><w:p>${run('in a cell')}</w:p></w:sdtContent></w:sdt></w:tc><w:tc><w:altChunk/></w:tc></w:tr></w:tbl>`,
    `<w:p>${drawing}${box}<m:oMath><m:r><m:t>a+b</m:t></m:r></m:oMath></w:p>`,
    '<w:sectPr><w:headerReference w:type="default" r:id="r4"/><w:pgSz w:w="11906" w:h="16838"/></w:sectPr>',
  ]
  return docx([
    part(
      '[Content_Types].xml',
      `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/>${overrides.join('')}</Types>`,
    ),
    part(
      'word/_rels/document.xml.rels',
      relations(
        { type: 'styles', target: 'styles.xml' },
        { type: 'numbering', target: 'numbering.xml' },
        { type: 'footnotes', target: 'footnotes.xml' },
        { type: 'header', target: 'header1.xml' },
        { type: 'image', target: 'media/image1.png' },
      ),
    ),
    part(
      'word/document.xml',
      `<w:document ${SPACES}><w:body>${body.join('')}</w:body></w:document>`,
    ),
    part(
      'word/styles.xml',
      `<w:styles ${SPACES}><w:style w:type="paragraph" w:styleId="Title"><w:name w:val="Title"/><w:rPr><w:b/><w:sz w:val="40"/></w:rPr></w:style></w:styles>`,
    ),
    part(
      'word/numbering.xml',
      `<w:numbering ${SPACES}><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`,
    ),
    part(
      'word/footnotes.xml',
      `<w:footnotes ${SPACES}><w:footnote w:id="1"><w:p><w:r><w:footnoteRef/></w:r>${run('A note')}</w:p></w:footnote></w:footnotes>`,
    ),
    part('word/header1.xml', `<w:hdr ${SPACES}><w:p>${run('Page ')}${pageField}</w:p></w:hdr>`),
    part('word/media/image1.png', await picture(40, 30).png().toBuffer()),
  ])
}
