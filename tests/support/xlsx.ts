/** Workbooks as Excel writes them, and hostile ones. */
import { writeZip, type ZipEntry } from './zip.ts'

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const R = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const OFFICE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'

const part = (name: string, xml: string): ZipEntry => ({ name, bytes: Buffer.from(xml) })
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** A number is a number of Excel, a text a shared text, `{xml}` a cell of one's own. */
type Cell = string | number | { readonly xml: string } | null

interface WorkbookParts {
  /** Rows by their number, from 1. */
  readonly rows?: readonly (readonly Cell[])[]
  /** In place of the sheet that is made of the rows. */
  readonly sheetXml?: string
  readonly stringsXml?: string
  readonly workbookType?: string
  readonly sheets?: string
  readonly properties?: string
  readonly parts?: readonly ZipEntry[]
}

const letter = (column: number): string => String.fromCharCode(65 + column)

export const sheetXml = (rows: string): string =>
  `${HEAD}<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`

export function workbook({
  rows = [],
  sheetXml: given,
  stringsXml,
  workbookType = `${OFFICE}.sheet.main+xml`,
  sheets = '<sheet name="Members" sheetId="1" r:id="rId1"/>',
  properties = '',
  parts = [],
}: WorkbookParts): Buffer {
  const strings: string[] = []
  const cellXml = (cell: Cell, place: string): string => {
    if (cell === null) return `<c r="${place}" s="1"/>`
    if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`
    if (typeof cell === 'string')
      return `<c r="${place}" t="s"><v>${strings.push(cell) - 1}</v></c>`
    return cell.xml
  }
  const made = sheetXml(
    rows
      .map(
        (cells, index) =>
          `<row r="${index + 1}">${cells.map((cell, column) => cellXml(cell, `${letter(column)}${index + 1}`)).join('')}</row>`,
      )
      .join(''),
  )
  return writeZip([
    part(
      '[Content_Types].xml',
      `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${workbookType}"/></Types>`,
    ),
    part(
      'xl/workbook.xml',
      `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${R}">${properties}<sheets>${sheets}</sheets></workbook>`,
    ),
    part(
      'xl/_rels/workbook.xml.rels',
      `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${R}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${R}/worksheet" Target="/xl/worksheets/sheet2.xml"/><Relationship Id="rId3" Type="${R}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    ),
    part('xl/worksheets/sheet1.xml', given ?? made),
    part('xl/worksheets/sheet2.xml', sheetXml('<row r="1"><c r="A1"><v>2</v></c></row>')),
    part(
      'xl/sharedStrings.xml',
      stringsXml ??
        `${HEAD}<sst xmlns="${MAIN}">${strings.map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`).join('')}</sst>`,
    ),
    ...parts,
  ])
}

export const HOSTILE_WORKBOOKS: readonly {
  readonly title: string
  readonly fault: string
  make(): Buffer
}[] = [
  {
    title: 'a sheet that unpacks to 200 MB',
    fault: 'not_a_table',
    make: () => workbook({ sheetXml: sheetXml(' '.repeat(200 * 1024 * 1024)) }),
  },
  {
    title: 'a size in its list that is not the true one',
    fault: 'not_a_table',
    make: () => {
      const bytes = workbook({ sheetXml: sheetXml(' '.repeat(40 * 1024 * 1024)) })
      const size = Buffer.alloc(4)
      size.writeUInt32LE(sheetXml(' '.repeat(40 * 1024 * 1024)).length)
      const small = Buffer.from([0, 1, 0, 0])
      for (let at = bytes.indexOf(size); at !== -1; at = bytes.indexOf(size, at + 4))
        small.copy(bytes, at)
      return bytes
    },
  },
  {
    title: 'an external entity',
    fault: 'not_a_table',
    make: () =>
      workbook({
        sheetXml: `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><worksheet xmlns="${MAIN}"><sheetData><row r="1"><c r="A1" t="str"><v>&e;</v></c></row></sheetData></worksheet>`,
      }),
  },
  {
    title: 'entities that grow in the shared texts',
    fault: 'not_a_table',
    make: () =>
      workbook({
        stringsXml: `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]><sst xmlns="${MAIN}"><si><t>&b;</t></si></sst>`,
      }),
  },
  {
    title: 'more than a million cells that are empty',
    fault: 'too_complex',
    make: () =>
      workbook({ sheetXml: sheetXml(`<row r="1">${'<c s="1"/>'.repeat(1_000_001)}</row>`) }),
  },
  {
    title: 'a million shared texts',
    fault: 'too_complex',
    make: () =>
      workbook({
        stringsXml: `<sst xmlns="${MAIN}">${'<si><t>a</t></si>'.repeat(1_000_000)}</sst>`,
      }),
  },
  {
    title: 'one long text in each of many cells',
    fault: 'too_complex',
    make: () =>
      workbook({
        stringsXml: `<sst xmlns="${MAIN}"><si><t>${'x'.repeat(1024 * 1024)}</t></si></sst>`,
        sheetXml: sheetXml(
          `<row r="1"><c t="s"><v>0</v></c></row>`.repeat(1_000).replaceAll(' r="1"', ''),
        ),
      }),
  },
  {
    title: 'millions of rows',
    fault: 'too_many_rows',
    make: () => workbook({ sheetXml: sheetXml('<row><c><v>1</v></c></row>'.repeat(1_000_000)) }),
  },
  {
    title: 'a cell in the last column of Excel',
    fault: 'too_many_columns',
    make: () => workbook({ sheetXml: sheetXml('<row r="1"><c r="XFD1"><v>1</v></c></row>') }),
  },
  {
    title: 'a row that Excel has not',
    fault: 'not_a_table',
    make: () => workbook({ sheetXml: sheetXml('<row r="1e99"><c><v>1</v></c></row>') }),
  },
  {
    title: 'elements in elements, a million deep',
    fault: 'not_a_table',
    make: () => workbook({ sheetXml: sheetXml('<x>'.repeat(1_000_000)) }),
  },
  {
    title: 'macros',
    fault: 'macros',
    make: () => workbook({ workbookType: 'application/vnd.ms-excel.sheet.macroEnabled.main+xml' }),
  },
  {
    title: 'a text that is not there',
    fault: 'not_a_table',
    make: () => workbook({ sheetXml: sheetXml('<row r="1"><c r="A1" t="s"><v>7</v></c></row>') }),
  },
  {
    title: 'a sheet outside of the archive',
    fault: 'not_a_table',
    make: () => workbook({ sheets: '<sheet name="x" sheetId="1" r:id="rId9"/>' }),
  },
  {
    title: 'two parts of one name',
    fault: 'not_a_table',
    make: () => workbook({ parts: [part('XL/worksheets/sheet1.xml', sheetXml(''))] }),
  },
]
