import { expect, test } from 'vitest'
import { NotWritable, OutOfSpace, Unavailable } from '../../base/unavailable.ts'
import { postgresFault, sqliteFault } from './faults.ts'

test.each([
  ['the disk is full', 13, OutOfSpace],
  ['the -shm file cannot grow', 4874, OutOfSpace],
  ['a lock of another program', 5, NotWritable],
  ['a read-only directory', 1544, NotWritable],
  ['a write that fails', 778, NotWritable],
  ['a damaged file', 11, Unavailable],
] as const)('SQLite reports: %s', (_, errcode, kind) =>
  expect(sqliteFault(Object.assign(new Error('x'), { errcode }))).toBeInstanceOf(kind),
)

test.each([
  ['the disk is full', '53100', OutOfSpace],
  ['a replica', '25006', NotWritable],
  ['an ending server', '57P01', Unavailable],
] as const)('PostgreSQL reports: %s', (_, code, kind) =>
  expect(postgresFault(Object.assign(new Error('x'), { code }))).toBeInstanceOf(kind),
)

test('returns a fault of the statement unchanged', () => {
  const error = Object.assign(new Error('x'), { errcode: 1555, code: '23505' })
  expect([sqliteFault(error), postgresFault(error)]).toEqual([error, error])
})
