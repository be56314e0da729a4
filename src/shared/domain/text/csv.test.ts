import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import '#tests/support/property-seed.ts'
import { parseCsv } from './csv-parse.ts'
import { csvCell, csvRows, csvText, withoutGuards } from './csv.ts'
import { LANGUAGES } from './languages.ts'

describe('csvCell', () => {
  test.each([
    ['plain', '"plain"'],
    ['', '""'],
    [null, '""'],
    [12, '"12"'],
    ['a "b", c', '"a ""b"", c"'],
    ['two\nlines', '"two\nlines"'],
    ['آمنة', '"آمنة"'],
    ['=1+1', '"\'=1+1"'],
    ['+49', '"\'+49"'],
    ['-2', '"\'-2"'],
    ['@SUM(A1)', '"\'@SUM(A1)"'],
    ['\t=1', '"\t\'=1"'],
    ['\r=1', '"\r\'=1"'],
    ['\n=1', '"\n\'=1"'],
    ['Lyon;=HYPERLINK("x")', '"Lyon;\'=HYPERLINK(""x"")"'],
    ['Lyon;"=1', '"Lyon;""\'=1"'],
    ['Lyon; , =1', '"Lyon; , \'=1"'],
    ['two\n=1\r\n-1\t+1', "\"two\n'=1\r\n'-1\t'+1\""],
    ["'=1", '"\'\'=1"'],
    ['a; b', '"a; b"'],
    ['＝1', '"\'＝1"'],
    ['="",HYPERLINK("x")', '"\'="""",HYPERLINK(""x"")"'],
    ['a=1', '"a=1"'],
  ])('%j becomes %s', (value, cell) => expect(csvCell(value)).toBe(cell))
})

test('a number has the decimal comma of French, and a text is left as it is', () => {
  const row = [[12.5, '12.5', 7, true]]
  expect(csvRows(row, 'fr')).toBe('"12,5";"12.5";"7";"true"\r\n')
  expect(csvRows(row, 'ar')).toBe('"12.5";"12.5";"7";"true"\r\n')
  expect(csvRows(row)).toBe('"12.5","12.5","7","true"\r\n')
})

test('csvText starts with a byte order mark and ends lines in CRLF', () => {
  expect(
    csvText([
      ['a', 'b'],
      [1, null],
    ]),
  ).toBe('\uFEFF"a","b"\r\n"1",""\r\n')
})

describe('text from strangers', () => {
  const nasty = fc
    .array(fc.constantFrom(...`;,\t\r\n"' =+-@＝a1`), { maxLength: 12 })
    .map((chars) => chars.join(''))
  const rows = fc.array(fc.array(nasty, { minLength: 2, maxLength: 3 }), {
    minLength: 1,
    maxLength: 3,
  })
  const SEED = { seed: 20_260_503, numRuns: 3_000 }
  const limits = { rowsMax: 1_000, columnsMax: 1_000 }

  /** Cells as a spreadsheet reads them that expects this separator. Our parser chooses its own, so this one is told. */
  function cellsAt(text: string, separator: string): string[] {
    const cells: string[] = []
    for (let at = 0, cell = '', quoted = false, fresh = true; at <= text.length; at += 1) {
      const char = text[at]
      if (
        char === undefined ||
        (!quoted && (char === separator || char === '\r' || char === '\n'))
      ) {
        cells.push(cell)
        ;[cell, quoted, fresh] = ['', false, true]
      } else if (quoted && char === '"' && text[at + 1] === '"') {
        cell += '"'
        at += 1
      } else if (char === '"' && (fresh || quoted)) [quoted, fresh] = [!quoted, false]
      else [cell, fresh] = [cell + char, false]
    }
    return cells
  }

  test.each([',', ';', '\t'])('begins no formula where cells are parted by %j', (separator) => {
    fc.assert(
      fc.property(rows, (table) => {
        for (const language of LANGUAGES)
          for (const cell of cellsAt(csvRows(table, language), separator))
            expect(cell.trim()).not.toMatch(/^[=+\-@＝＋－＠]/)
      }),
      SEED,
    )
  })

  test('is read again as it was', () => {
    fc.assert(
      fc.property(fc.array(nasty, { minLength: 2, maxLength: 3 }), (cells) => {
        const parsed = parseCsv(
          csvText([
            ['a', 'b', 'c'],
            ['x', ...cells],
          ]),
          limits,
        )
        expect(parsed.ok && parsed.rows[1]?.cells.slice(1).map(withoutGuards)).toEqual(cells)
      }),
      SEED,
    )
  })
})
