import { describe, expect, test } from 'vitest'
import { csvCell, csvText } from './csv.ts'

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
    ['\t=1', '"\'\t=1"'],
    ['\r=1', '"\'\r=1"'],
    ['\n=1', '"\'\n=1"'],
    ['＝1', '"\'＝1"'],
    ['="",HYPERLINK("x")', '"\'="""",HYPERLINK(""x"")"'],
    ['a=1', '"a=1"'],
  ])('%j becomes %s', (value, cell) => expect(csvCell(value)).toBe(cell))
})

test('csvText starts with a byte order mark and ends lines in CRLF', () => {
  expect(csvText([['a', 'b'], [1, null]])).toBe('\uFEFF"a","b"\r\n"1",""\r\n')
})
