/** The table of docs/asvs.md has every requirement of levels 1 and 2 once, and what it names exists. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
/** ASVS 5.0.0: for each section the levels of its requirements, in their order. V1.2 has 1.2.1 of level 1 up to 1.2.10 of level 3. */
const LEVELS: Readonly<Record<string, string>> = {
  'V1.1': '22',
  'V1.2': '1111122223',
  'V1.3': '112222222223',
  'V1.4': '222',
  'V1.5': '123',
  'V2.1': '122',
  'V2.2': '112',
  'V2.3': '12223',
  'V2.4': '23',
  'V3.1': '3',
  'V3.2': '113',
  'V3.3': '12223',
  'V3.4': '11222233',
  'V3.5': '11122333',
  'V3.6': '3',
  'V3.7': '22333',
  'V4.1': '12233',
  'V4.2': '23333',
  'V4.3': '22',
  'V4.4': '1222',
  'V5.1': '2',
  'V5.2': '112333',
  'V5.3': '113',
  'V5.4': '222',
  'V6.1': '122',
  'V6.2': '111111112222',
  'V6.3': '11223333',
  'V6.4': '112233',
  'V6.5': '22222333',
  'V6.6': '2223',
  'V6.7': '33',
  'V6.8': '2222',
  'V7.1': '222',
  'V7.2': '1111',
  'V7.3': '22',
  'V7.4': '11222',
  'V7.5': '223',
  'V7.6': '22',
  'V8.1': '1233',
  'V8.2': '1123',
  'V8.3': '133',
  'V8.4': '23',
  'V9.1': '111',
  'V9.2': '1222',
  'V10.1': '22',
  'V10.2': '223',
  'V10.3': '22223',
  'V10.4': '1111122222233333',
  'V10.5': '22222',
  'V10.6': '22',
  'V10.7': '222',
  'V11.1': '2233',
  'V11.2': '22233',
  'V11.3': '11233',
  'V11.4': '1222',
  'V11.5': '23',
  'V11.6': '23',
  'V11.7': '33',
  'V12.1': '12233',
  'V12.2': '11',
  'V12.3': '22223',
  'V13.1': '2333',
  'V13.2': '222223',
  'V13.3': '2233',
  'V13.4': '1222233',
  'V14.1': '22',
  'V14.2': '12223333',
  'V14.3': '122',
  'V15.1': '12233',
  'V15.2': '12233',
  'V15.3': '1222222',
  'V15.4': '3333',
  'V16.1': '2',
  'V16.2': '22222',
  'V16.3': '2222',
  'V16.4': '222',
  'V16.5': '2223',
  'V17.1': '23',
  'V17.2': '22223333',
  'V17.3': '22',
}

const all = Object.entries(LEVELS).flatMap(([section, levels]) =>
  Array.from(levels, (level, index) => ({ number: `${section}.${index + 1}`, level })),
)
const page = readFileSync(join(root, 'docs/asvs.md'), 'utf8')
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| V'))
  .map((line) => {
    const cells = line.slice(1, -1).split(' | ')
    const [number = '', level = '', requirement = '', held = '', tests = ''] = cells.map((cell) =>
      cell.trim(),
    )
    return { number, level, requirement, held, tests, cells: cells.length }
  })
const FILE = /`((?:src|tests)\/[^`*]+\.(?:ts|tsx))`/g
const NAMED_TEST = /`((?:src|tests)\/[^`]+\.(?:test|spec)\.tsx?)` "([^"]+)"/g
const DOCUMENT = /(?<![`(\w/])docs\/[\w/.-]+\.md/g

describe('the requirements of OWASP ASVS', () => {
  test('are those of version 5.0.0: 345, of which 253 are of levels 1 and 2', () => {
    const count = (level: string) => all.filter((each) => each.level === level).length
    expect([count('1'), count('2'), count('3')]).toEqual([70, 183, 92])
  })
  test('of levels 1 and 2 stand in the table once each, in their order, with their level', () => {
    const wanted = all.filter(({ level }) => level !== '3')
    expect(rows.map(({ number, level }) => `${number} ${level}`)).toEqual(
      wanted.map(({ number, level }) => `${number} ${level}`),
    )
  })
})

test.each(rows)('$number: no cell is empty, and what it names exists', (row) => {
  const { number, requirement, held, tests, cells } = row
  expect({ number, cells }).toEqual({ number, cells: 5 })
  for (const cell of [requirement, held, tests]) expect(cell.length, number).toBeGreaterThan(3)
  for (const [, file = ''] of `${held} ${tests}`.matchAll(FILE))
    expect({ file, exists: existsSync(join(root, file)) }).toEqual({ file, exists: true })
  for (const [file] of `${held} ${tests}`.matchAll(DOCUMENT))
    expect({ file, exists: existsSync(join(root, file)) }).toEqual({ file, exists: true })
  const named = [...tests.matchAll(NAMED_TEST)]
  for (const [, file = '', title = ''] of named)
    expect({ file, title, found: readFileSync(join(root, file), 'utf8').includes(title) }).toEqual({
      file,
      title,
      found: true,
    })
  // Something stands in the column: a test, or the reason for none.
  const reason = /^none: .{6,}$/.test(tests)
  expect({ number, proof: named.length > 0 || reason }).toEqual({
    number,
    proof: true,
  })
  // What needs no test does not apply, is not held, or is a document.
  if (held.startsWith('Not held')) expect(held.length, number).toBeGreaterThan(60)
})
