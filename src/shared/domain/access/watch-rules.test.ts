import { describe, expect, test } from 'vitest'
import { WATCH_RULES, whoReached, type WatchedRow } from './watch-rules.ts'

const rows = (count: number, row: Partial<WatchedRow>): WatchedRow[] =>
  Array.from({ length: count }, () => ({
    at: '2026-11-23T10:00:00.000Z',
    actor: 'member:1',
    action: 'member.viewed',
    target: 'member:2',
    detail: '{}',
    ...row,
  }))

describe('who reached the number of a rule', () => {
  const looks = WATCH_RULES['many-looks']
  test('one act below the number is nobody, the number itself is the member', () => {
    expect(whoReached(looks, rows(looks.times - 1, {}))).toEqual([])
    expect(whoReached(looks, rows(looks.times, {}))).toEqual([
      { who: 'member:1', count: looks.times },
    ])
  })
  test('all actions of the rule count together, others do not', () => {
    const half = looks.times / 2
    const mixed = [...rows(half, {}), ...rows(half, { action: 'document.viewed' })]
    expect(whoReached(looks, mixed)).toHaveLength(1)
    expect(
      whoReached(looks, [...rows(half, {}), ...rows(half, { action: 'report.created' })]),
    ).toEqual([])
  })
  test.each(['document.opened', 'request.viewed', 'assembly.paper-viewed', 'claim.read'])(
    '%s is a look at a person',
    (action) => expect(whoReached(looks, rows(looks.times, { action }))).toHaveLength(1),
  )
  test('each member is counted alone', () => {
    const half = looks.times / 2
    const two = [...rows(half, {}), ...rows(half, { actor: 'member:3' })]
    expect(whoReached(looks, two)).toEqual([])
  })
  test('refused sign-ins count for the account that is attacked', () => {
    const refused = WATCH_RULES['refused-sign-ins']
    const attack = rows(refused.times, {
      actor: 'anonymous',
      action: 'session.refused',
      target: 'member:7',
    })
    expect(whoReached(refused, attack)).toEqual([{ who: 'member:7', count: refused.times }])
  })
  test('a rule that sums takes the number of each row, and rows without it count nothing', () => {
    const unknown = WATCH_RULES['unknown-numbers']
    const tried = (count: number) =>
      rows(1, {
        actor: 'device:4',
        action: 'look-up.unknown',
        target: 'member:7',
        detail: JSON.stringify({ unknown: count }),
      })
    expect(whoReached(unknown, [...tried(unknown.times - 1)])).toEqual([])
    expect(whoReached(unknown, [...tried(unknown.times - 1), ...tried(1)])).toEqual([
      { who: 'member:7', count: unknown.times },
    ])
    const typed = WATCH_RULES['typed-cards']
    expect(whoReached(typed, rows(500, { action: 'card.verified' }))).toEqual([])
  })
  test('unknown accounts, devices and the server itself are nobody', () => {
    const refused = WATCH_RULES['refused-sign-ins']
    expect(
      whoReached(refused, rows(100, { actor: 'anonymous', action: 'session.refused', target: '' })),
    ).toEqual([])
    expect(whoReached(looks, rows(500, { actor: 'device:4' }))).toEqual([])
  })
})
