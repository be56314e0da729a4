import { expect, test } from 'vitest'
import { seen } from './seen.ts'

const NOW = new Date('2026-05-03T10:00:00.000Z')

test.each([
  ['never', null, 'never'],
  ['a minute ago', '2026-05-03T09:59:00.000Z', 'now'],
  ['in the future of a clock that is behind', '2026-05-03T10:07:00.000Z', 'now'],
  ['two minutes ago', '2026-05-03T09:58:00.000Z', { at: '2026-05-03T09:58:00.000Z' }],
] as const)('the page says when a device was seen: %s', (_what, lastSeenAt, said) =>
  expect(seen(lastSeenAt, NOW)).toEqual(said),
)
