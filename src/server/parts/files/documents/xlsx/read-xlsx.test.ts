import { describe, expect, it } from 'vitest'
import { HOSTILE_WORKBOOKS, sheetXml, workbook } from '#tests/support/xlsx.ts'
import { readSheet } from '../ask-document.ts'
import { readXlsx } from './read-xlsx.ts'

const LIMITS = { rowsMax: 5_001, columnsMax: 100 }
const cellsOf = async (bytes: Buffer) => {
  const read = await readXlsx(bytes, LIMITS)
  return read.ok ? read.rows.map(({ number, cells }) => [number, ...cells]) : read.fault
}

describe('reading a workbook', () => {
  it('gives texts and numbers at their places, without empty rows', async () => {
    const rows = [
      ['firstName', 'phone', 'birthDate'],
      [],
      [null, null, null],
      ['  Élise & "Amna"', 33_612_345_678, 32_975],
      [null, null, 'x'],
    ]
    expect(await cellsOf(workbook({ rows }))).toEqual([
      [1, 'firstName', 'phone', 'birthDate'],
      [4, '  Élise & "Amna"', '33612345678', '32975'],
      [5, '', '', 'x'],
    ])
  })
  it('writes numbers as people type them, and takes formulas and errors for formulas', async () => {
    const cells =
      '<c><v>3.3612345678E10</v></c><c t="b"><v>1</v></c><c t="inlineStr"><is><r><t>in</t></r><r><t>line</t></r></is></c><c t="str"><f>A1&amp;"x"</f><v>shown</v></c><c><f si="1"/><v>5</v></c><c t="e"><v>#REF!</v></c><c t="d"><v>1990-04-12</v></c>'
    expect(await cellsOf(workbook({ sheetXml: sheetXml(`<row>${cells}</row>`) }))).toEqual([
      [1, '33612345678', 'TRUE', 'inline', '=A1&"x"', '=', '=#REF!', '1990-04-12'],
    ])
  })
  it('takes DDE and links to other workbooks for formulas, and merged cells for what stands in the first', async () => {
    const xml = `<row r="1"><c r="A1"><f>cmd|'/c calc'!A1</f><v>1</v></c><c r="B1" t="str"><f>[1]Sheet1!$A$1</f><v>a</v></c></row><row r="2"><c r="A2" t="str"><v>Amna</v></c><c r="B2" s="1"/></row></sheetData><mergeCells count="1"><mergeCell ref="A2:XFD1048576"/></mergeCells><sheetData>`
    expect(await cellsOf(workbook({ sheetXml: sheetXml(xml) }))).toEqual([
      [1, "=cmd|'/c calc'!A1", '=[1]Sheet1!$A$1'],
      [2, 'Amna'],
    ])
  })
  it('leaves marks of pronunciation out', async () => {
    const stringsXml =
      '<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><si><t>name</t><rPh sb="0" eb="1"><t>sound</t></rPh></si></sst>'
    const xml = sheetXml('<row><c t="s"><v>0</v></c></row>')
    expect(await cellsOf(workbook({ stringsXml, sheetXml: xml }))).toEqual([[1, 'name']])
  })
  it('takes the first sheet that is not hidden, and says how many others there are', async () => {
    const sheets =
      '<sheet name="Old" sheetId="1" state="hidden" r:id="rId1"/><sheet name="Feuil2" sheetId="2" r:id="rId2"/><sheet name="Third" sheetId="3" r:id="rId1"/>'
    const properties = '<workbookPr date1904="1"/>'
    expect(await readXlsx(workbook({ sheets, properties }), LIMITS)).toEqual({
      ok: true,
      rows: [{ number: 1, cells: ['2'] }],
      sheet: 'Feuil2',
      otherSheets: 1,
      daysFrom: 1904,
    })
  })
  it('refuses bytes that are no workbook', async () => {
    expect(await cellsOf(Buffer.from('PK\x03\x04rest'))).toBe('not_a_table')
    expect(await cellsOf(Buffer.alloc(0))).toBe('not_a_table')
  })
})

describe('hostile workbooks', () => {
  it.each(HOSTILE_WORKBOOKS)(
    '$title is refused within the limits of the process',
    async ({ make, fault }) => {
      const bytes = make()
      expect(bytes.length).toBeLessThan(5 * 1024 * 1024)
      expect(await readSheet(bytes, LIMITS)).toEqual({ ok: false, fault })
    },
    30_000,
  )
  it('one that needs more time than it may have is refused', async () => {
    const bytes = workbook({ rows: [['a']] })
    expect(
      await readSheet(bytes, LIMITS, { timeMs: 1, clockMs: 30_000, heapMb: 256, memoryMb: 448 }),
    ).toEqual({
      ok: false,
      fault: 'too_complex',
    })
  })
})
