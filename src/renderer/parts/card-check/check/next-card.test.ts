import { expect, test } from 'vitest'
import { LOOKS } from '../result/looks.ts'
import type { Result } from '../result/result.ts'
import { MOST_WAITING, type NextCard, nextCard } from './next-card.ts'

const check: NextCard = { kind: 'check' }
const refuse: NextCard = { kind: 'refuse' }
const wait = (endMs?: number): NextCard => ({ kind: 'wait', endMs })

test.each<[Result, number, NextCard]>([
  ['VALID', 0, check],
  ['checked', 0, check],
  ['offline', 0, check],
  ['look', 0, check],
  ['noPhoto', 0, check],
  ['just', 0, check],
  ['again', 0, check],
  ['EXPIRED', 0, check],
  ['UNSIGNED', 0, check],
  ['UNKNOWN', 0, check],
  ['STALE', 0, check],
  ['unchecked', 0, check],
  ['REVOKED', 0, wait(2_000)],
  ['REVOKED', 1_999, wait(1)],
  ['REVOKED', 2_000, wait(0)],
  ['FORGED', 80, wait(1_920)],
  ['FORGED', 14_000, wait(0)],
  ['notSaved', 0, refuse],
  ['notSaved', 3_600_000, refuse],
])('a card that is read while %s is shown since %d ms', (result, shownMs, expected) => {
  const look = LOOKS[result]
  expect(nextCard({ kind: 'answer', look, shownMs, waiting: 0 })).toEqual(expected)
})

test.each<[string, Parameters<typeof nextCard>[0], NextCard]>([
  ['between cards', { kind: 'idle', shownMs: 0, waiting: 0 }, check],
  ['after a check that failed', { kind: 'failed', shownMs: 0, waiting: 0 }, check],
  ['while another one is checked', { kind: 'checking', shownMs: 0, waiting: 0 }, wait()],
  ['in the pause after a stop', { kind: 'pause', shownMs: 0, waiting: 0 }, wait()],
  [
    'while others wait behind a good one',
    { kind: 'answer', look: LOOKS.VALID, shownMs: 0, waiting: 1 },
    wait(),
  ],
  [
    'while too many wait',
    { kind: 'answer', look: LOOKS.FORGED, shownMs: 0, waiting: MOST_WAITING },
    refuse,
  ],
])('a card that is read %s', (_case, screen, expected) => {
  expect(nextCard(screen)).toEqual(expected)
})
