import { describe, expect, test } from 'vitest'
import { hiddenText, optionalColumns, readHidden, withHidden } from './hidden-columns.ts'
import type { Column } from './table-types.ts'

const column = (key: string, rest: Partial<Column<never>> = {}): Column<never> => ({
  key,
  header: key,
  cell: () => null,
  ...rest,
})
const COLUMNS = [
  column('seq'),
  column('name', { rowHeader: true }),
  column('country'),
  column('role'),
]
const read = (kept: string): string[] => [...readHidden(kept, COLUMNS)]

describe('hidden columns', () => {
  test('the column that names the row is not among those that may be hidden', () => {
    expect(optionalColumns(COLUMNS).map(({ key }) => key)).toEqual(['seq', 'country', 'role'])
    expect(optionalColumns([column('a'), column('b')]).map(({ key }) => key)).toEqual(['b'])
    expect(optionalColumns([])).toEqual([])
  })

  test('what was hidden is read again', () => {
    const kept = hiddenText(withHidden(new Set(['role']), 'country', true))
    expect(read(kept)).toEqual(['country', 'role'])
  })

  test.each([
    ['nothing kept', '', []],
    ['a column that is gone', 'tribe role', ['role']],
    ['the column that names the row', 'name', []],
    ['a column twice', 'role role', ['role']],
    ['a part of a name', 'rol', []],
    ['a name inside another text', '["role"]', []],
    ['a name that every object has', 'constructor __proto__', []],
    ['blanks and breaks', '  \n role\t', []],
    ['a long text', 'x '.repeat(100_000), []],
  ])('%s', (_, kept, expected) => expect(read(kept)).toEqual(expected))

  test('showing and hiding leave the others as they are', () => {
    const hidden = new Set(['role', 'seq'])
    expect([...withHidden(hidden, 'role', false)]).toEqual(['seq'])
    expect([...withHidden(hidden, 'role', true)]).toEqual(['seq', 'role'])
    expect([...withHidden(hidden, 'country', false)]).toEqual(['role', 'seq'])
    expect([...hidden]).toEqual(['role', 'seq'])
  })
})
