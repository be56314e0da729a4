import { expect, test } from 'vitest'
import { isDecision, logKey } from './log-words.ts'

test.each([
  ['request.decided', 'approved', 'approved', true],
  ['request.decided', 'rejected', 'rejected', true],
  ['portrait.decided', 'rejected', 'portraitRejected', true],
  ['request.undone', null, 'undone', true],
  ['request.claimed', null, 'claimed', false],
  ['request.claimed', 'taken-over', 'takenOver', false],
  ['document.viewed', null, 'documents', false],
  ['something.new', null, 'other', false],
])('a row %s with the detail %s has words of its own', (action, status, key, decision) => {
  expect(logKey({ action, status })).toBe(key)
  expect(isDecision({ action })).toBe(decision)
})
