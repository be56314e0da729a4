/** How long data is kept, and which runs of the deletion are held (docs/operations.md). */
import { describe, expect, test } from 'vitest'
import * as retention from './retention.ts'

test.each([
  ['identityDocuments', 30, 7, 1_825],
  ['rejectedRequests', 180, 30, 1_095],
  ['undecidedRequests', 365, 90, 1_095],
  ['rejectedReports', 365, 90, 1_825],
  ['contactMessages', 365, 30, 1_825],
  ['paperScans', 365, 90, 1_825],
  ['mergedMembers', 30, 7, 30],
  ['donations', 3_650, 2_190, 4_015],
  ['unpaidPledges', 180, 60, 1_095],
  ['audit', 1_825, 365, 3_650],
  ['sessions', 90, 30, 365],
] as const)(
  '%s: kept for %i days at the start, and for %i to %i by choice',
  (kind, days, min, max) => {
    expect(retention.RETENTION[kind]).toEqual({ days, min, max })
    expect(retention.RETENTION_DEFAULTS[kind]).toBe(days)
  },
)

describe('the clock of a server that was seen last on 10 May at noon', () => {
  const seenAt = new Date('2026-05-10T12:00:00Z')
  test.each([
    ['2026-05-10T12:10:00Z', undefined],
    ['2026-05-12T12:00:00Z', undefined],
    ['2026-05-12T12:00:01Z', 'clock-ahead'],
    ['2026-05-10T11:50:00Z', undefined],
    ['2026-05-08T12:00:00Z', undefined],
    ['2026-05-08T11:59:59Z', 'clock-behind'],
  ])('at %s: fault %s', (now, fault) =>
    expect(retention.clockFault(seenAt, new Date(now))).toBe(fault),
  )
})

describe('a run', () => {
  const nothing = {
    identityDocuments: 0,
    rejectedRequests: 0,
    undecidedRequests: 0,
    rejectedReports: 0,
    contactMessages: 0,
    paperScans: 0,
    mergedMembers: 0,
    donations: 0,
    unpaidPledges: 0,
    audit: 0,
    sessions: 0,
  }
  const due = (rows: Partial<retention.RetentionNumbers>): retention.RetentionNumbers => ({
    ...nothing,
    ...rows,
  })

  test.each([
    ['identityDocuments', 20],
    ['rejectedRequests', 20],
    ['undecidedRequests', 20],
    ['rejectedReports', 20],
    ['contactMessages', 50],
    ['paperScans', 300],
    ['mergedMembers', 50],
    ['donations', 2_000],
    ['unpaidPledges', 50],
    ['audit', 2_000],
    ['sessions', 500],
  ] as const)('that deletes more %s than %i, without a run before, is unusual', (kind, usual) => {
    expect(retention.isUnusual(due({ [kind]: usual }), undefined)).toBe(false)
    expect(retention.isUnusual(due({ [kind]: usual + 1 }), undefined)).toBe(true)
    expect(retention.isUnusual(due({ [kind]: usual + 1 }), nothing)).toBe(true)
  })

  test('is unusual above five times what the last run deleted of the same kind', () => {
    const last = due({ rejectedRequests: 10 })
    expect(retention.isUnusual(due({ rejectedRequests: 50 }), last)).toBe(false)
    expect(retention.isUnusual(due({ rejectedRequests: 51 }), last)).toBe(true)
    expect(retention.isUnusual(due({ contactMessages: 51 }), last)).toBe(true)
  })

  test('that deletes few rows is usual, however few the last run deleted', () =>
    expect(retention.isUnusual(due({ contactMessages: 50 }), due({ contactMessages: 1 }))).toBe(
      false,
    ))
})
