import { expect, test } from 'vitest'
import { StartFault } from '../base/start-fault.ts'
import { postgresFault, sqliteFault } from '../parts/database/faults.ts'
import { startFaultOf } from './explain-start-fault.ts'

const SQLITE = { dataDir: '/data', databaseUrl: undefined }
const POSTGRES = { dataDir: '/data', databaseUrl: 'postgres://db/wld' }
const fault = (fields: object): Error => Object.assign(new Error('low'), fields)
const inMigration = (cause: unknown): Error =>
  new Error('Migration (before the first) failed', { cause })

test.each([
  ['a full disk', fault({ code: 'ENOSPC' }), /^The disk of \/data is full\. Free some space/],
  ['a full disk under the database', sqliteFault(fault({ errcode: 13 })), /is full/],
  ['a full disk under its index', fault({ errcode: 4874 }), /is full/],
  [
    'a directory of another user',
    fault({ code: 'EACCES' }),
    /cannot be written to\. Let the server/,
  ],
  ['a database on a read-only disk', fault({ errcode: 776 }), /cannot be written/],
  ['a lock', sqliteFault(fault({ errcode: 5 })), /Another program has locked/],
  ['damage', fault({ errcode: 267 }), /is damaged\. Keep a copy/],
  ['a failing disk', fault({ errcode: 266 }), /The disk of \/data is failing/],
  [
    'a file in the place of the directory',
    fault({ code: 'EEXIST' }),
    /is not a directory\. Set DATA_DIR/,
  ],
  ['a sentence of its own', new StartFault('Do that.'), /^Do that\.$/],
])('%s, also below a migration', (_, error, sentence) => {
  expect(startFaultOf(error, SQLITE)).toMatch(sentence)
  expect(startFaultOf(inMigration(error), SQLITE)).toMatch(sentence)
})

test.each([
  ['ECONNREFUSED', /is not responding at DATABASE_URL/],
  ['57P03', /is not responding at DATABASE_URL/],
  ['28P01', /rejects the user name or password/],
  ['3D000', /does not exist\. Create it/],
  ['42501', /may not create tables/],
  ['25006', /is read-only/],
  ['53100', /The disk of PostgreSQL is full/],
  ['53300', /has no free connections/],
  ['08P01', /Set DATABASE_DIRECT_URL/],
])('the fault of PostgreSQL is explained: %s', (code, sentence) =>
  expect(startFaultOf(inMigration(postgresFault(fault({ code }))), POSTGRES)).toMatch(sentence),
)

test('returns undefined for a fault of the program', () => {
  expect(startFaultOf(inMigration(new TypeError('x')), POSTGRES)).toBeUndefined()
  expect(startFaultOf('x', SQLITE)).toBeUndefined()
})
