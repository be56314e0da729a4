import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import '#tests/support/property-seed.ts'
import { parseCsv } from './csv-parse.ts'
import { csvText } from './csv.ts'

const LIMITS = { rowsMax: 5, columnsMax: 4 }
const cellsOf = (text: string) => {
  const parsed = parseCsv(text, LIMITS)
  return parsed.ok ? parsed.rows.map(({ cells }) => cells) : parsed.fault
}

describe('reading CSV', () => {
  it('takes a cell of a million quotes in one piece', () => {
    expect(cellsOf(`"${'""'.repeat(1_000_000)}"`)).toEqual([['"'.repeat(1_000_000)]])
  })

  it.each([
    [
      'a,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a,b\r\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      '\uFEFFa;b\r\n1,5;2',
      [
        ['a', 'b'],
        ['1,5', '2'],
      ],
    ],
    [
      'a\tb\n"x\ty"\tz',
      [
        ['a', 'b'],
        ['x\ty', 'z'],
      ],
    ],
    [
      'a,b\n"say ""hi""","two\r\nlines"',
      [
        ['a', 'b'],
        ['say "hi"', 'two\r\nlines'],
      ],
    ],
    [
      'a,b\n1,',
      [
        ['a', 'b'],
        ['1', ''],
      ],
    ],
    [
      'a,b\n,2',
      [
        ['a', 'b'],
        ['', '2'],
      ],
    ],
    [
      'a,b\nhalf "quoted,2',
      [
        ['a', 'b'],
        ['half "quoted', '2'],
      ],
    ],
    ['a;', [['a', '']]],
    [
      'a,b\n , \nc,d',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['', []],
    ['\n\n', []],
  ])('%j', (text, rows) => expect(cellsOf(text)).toEqual(rows))

  it.each([
    ['sep=;\r\na;b,c\r\n', ';'],
    ['\uFEFF"sep=\t"\na\tb', '\t'],
    ['\r\n;;\r\na;b', ';'],
    ['"x,y,z";b', ';'],
  ])('finds the separator of %j', (text, separator) => {
    const parsed = parseCsv(text, LIMITS)
    expect(parsed).toMatchObject({ ok: true, separator })
    expect(parsed.ok && parsed.rows[0]?.cells).toHaveLength(2)
  })
  it('counts the line that says the separator, as a spreadsheet does not show it but a message would miss', () =>
    expect(parseCsv('sep=;\na;b', LIMITS)).toMatchObject({ rows: [{ number: 2 }] }))

  it.each(['\n', '\r', '\r\n'])('counts empty rows as a spreadsheet does, at %j', (end) => {
    const parsed = parseCsv(['a', '', ',', 'b', ''].join(end), LIMITS)
    expect(parsed).toEqual({
      ok: true,
      separator: ',',
      rows: [
        { number: 1, cells: ['a'] },
        { number: 4, cells: ['b'] },
      ],
    })
  })

  it.each([
    ['a,b\n"never closed,2\n3,4', 'unclosed_quote'],
    ['a,b,c,d,e', 'too_many_columns'],
    ['1\n2\n3\n4\n5\n6', 'too_many_rows'],
  ])('refuses %j', (text, fault) => expect(cellsOf(text)).toBe(fault))

  it.each([
    ['a,b\n1,2\n3,"never closed\n4,5', 3],
    ['sep=,\na,b\n\n"1\n2",3\n"4,5', 5],
    ['"', 1],
  ])('names the row where the quote of %j opens', (text, row) =>
    expect(parseCsv(text, LIMITS)).toEqual({ ok: false, fault: 'unclosed_quote', row }),
  )

  it('stops at the first limit of a hostile file', () => {
    expect(cellsOf(','.repeat(5_000_000))).toBe('too_many_columns')
    expect(cellsOf('\n'.repeat(1_000_000))).toEqual([])
  })

  it('reads back everything that our own writer writes', () => {
    // What looks like a formula gets an apostrophe from the writer, so those are left out here.
    const cell = fc
      .string({
        unit: fc.constantFrom('a', 'é', 'م', '"', ',', ';', '\n', '\r', ' '),
        maxLength: 6,
      })
      .filter((text) => !/^[\r\n]/.test(text))
    fc.assert(
      fc.property(
        fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 4 }),
        (rows) => {
          const header = ['h', 'h', 'h', 'h']
          const full = rows.map((row) => [...row, ...header].slice(0, 4))
          const told = full.filter((row) => row.some((text) => text.trim() !== '')) // a row of blanks is left out
          expect(cellsOf(csvText([header, ...full]))).toEqual([header, ...told])
        },
      ),
    )
  })
})
