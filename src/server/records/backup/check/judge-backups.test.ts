import { expect, test } from 'vitest'
import { DAY_MS } from '#shared/domain/units.ts'
import { FolderFault, folderFaultOf } from '../folder/folder-fault.ts'
import { judgeBackups, type BackupLook } from './judge-backups.ts'

const NOW = new Date('2026-11-27T12:00:00Z')
const LAST = '20261127T000000Z-00000001'
const RECORD = {
  stores: ['a'],
  lastName: LAST,
  checks: 3,
  checkedAt: '2026-11-27T01:00:00.000Z',
  damaged: [],
  failedAt: null,
  failure: '',
}
const WELL: BackupLook = {
  path: '/backups',
  folderFault: undefined,
  names: [LAST],
  freeBytes: 10 ** 12,
  record: RECORD,
  damaged: [],
}

test.each<[string, Partial<BackupLook>, readonly string[]]>([
  ['all is well', {}, []],
  [
    'the folder cannot be used',
    { folderFault: new FolderFault('wrong-key', 'Words') },
    ['wrong-key'],
  ],
  ['there is none', { names: [] }, ['none']],
  ['it is late', { names: ['20261124T000000Z-00000001'] }, ['late']],
  ['the clock was ahead', { names: [LAST, '20320101T000000Z-00000002'] }, ['future']],
  ['all are from the future', { names: ['20320101T000000Z-00000002'] }, ['none', 'future']],
  ['the disk is full', { freeBytes: 1_000 }, ['full']],
  ['pieces are damaged', { damaged: ['One.', 'Two.'] }, ['damaged']],
  [
    'the last run failed',
    { record: { ...RECORD, failedAt: NOW.toISOString(), failure: 'Full.' } },
    ['failed'],
  ],
  [
    'they were not checked for long',
    { record: { ...RECORD, checkedAt: '2026-11-20T00:00:00.000Z' } },
    ['unchecked'],
  ],
  [
    'the last look is from the future',
    { record: { ...RECORD, checkedAt: '2032-01-01T00:00:00.000Z' } },
    ['unchecked'],
  ],
  ['no check was made yet', { record: { ...RECORD, checkedAt: null } }, []],
])('the faults of the backups are right where %s', (_title, seen, kinds) => {
  const { faults } = judgeBackups({ ...WELL, ...seen }, DAY_MS, NOW)
  expect(faults.map(({ kind }) => kind)).toEqual(kinds)
  for (const { text, remedy } of faults) expect([text, remedy].includes('')).toBe(false)
})

test.each([
  ['ENOSPC', 'full', 'Free some space there'],
  ['EDQUOT', 'full', 'Free some space there'],
  ['EROFS', 'unwritable', 'mounted read-only'],
  ['EACCES', 'unwritable', 'user access to it'],
  ['EIO', 'failing', 'dmesg'],
])('%s of the folder names BACKUP_TO, and not the data', (code, kind, words) => {
  const fault = folderFaultOf(Object.assign(new Error('of the system'), { code }), '/backups')
  expect(fault).toMatchObject({ kind })
  expect((fault as Error).message).toContain('BACKUP_TO, /backups') // checked above
  expect((fault as Error).message).toContain(words)
})

test('an error of another kind stays what it is', () => {
  const error = new Error('a fault of the program')
  expect(folderFaultOf(error, '/backups')).toBe(error)
})
