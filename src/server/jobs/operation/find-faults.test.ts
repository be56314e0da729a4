import { describe, expect, test } from 'vitest'
import { judgeOperation, type SeenOperation } from './find-faults.ts'

const WELL: SeenOperation = {
  backups: [],
  freeShare: 0.5,
  certificateDays: 60,
  auditRowsWaiting: 0,
  oldestMailMs: 0,
}

describe('what is wrong with the machine', () => {
  test.each<[string, Partial<SeenOperation>, readonly string[]]>([
    ['nothing', {}, []],
    ['no https address', { certificateDays: undefined }, []],
    ['no backup yet, and the last try failed', { backups: ['none', 'failed'] }, ['backup-late']],
    ['a damaged backup', { backups: ['damaged'] }, ['backup-damaged']],
    ['a backup from the future', { backups: ['future'] }, ['backup-clock']],
    ['the disk of the backups is not mounted', { backups: ['not-mounted'] }, ['backup-place']],
    ['a tenth of the disk', { freeShare: 0.1 }, []],
    ['less than a tenth', { freeShare: 0.099 }, ['disk-low']],
    ['14 days left', { certificateDays: 14 }, []],
    ['13 days left, or none', { certificateDays: 13 }, ['certificate-ends']],
    ['a certificate that ended', { certificateDays: -1 }, ['certificate-ends']],
    ['a row that waits', { auditRowsWaiting: 1 }, ['audit-waits']],
    ['a mail of an hour', { oldestMailMs: 3_600_000 }, []],
    ['a mail of more than an hour', { oldestMailMs: 3_600_001 }, ['mails-wait']],
  ])('%s', (_title, seen, kinds) => expect(judgeOperation({ ...WELL, ...seen })).toEqual(kinds))
})
