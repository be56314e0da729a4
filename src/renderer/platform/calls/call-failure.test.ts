import { expect, test, vi } from 'vitest'
import type { CallResult } from '#shared/contract/base/client.ts'
import { PROBLEMS } from '#shared/contract/base/problem-replies.ts'
import type { ProblemCode } from '#shared/contract/base/problem.ts'
import { CallFailure, messageKeyOf, shouldRetry } from './call-failure.ts'

type Failed = Extract<CallResult<never>, { readonly ok: false }>
const refused = (code: ProblemCode): Failed => {
  const { status, message } = PROBLEMS[code]
  const problem = {
    type: 'about:blank',
    title: message,
    status,
    code,
    message,
    fields: [],
    requestId: 'r',
  }
  return { ok: false, problem, retryAfterS: undefined }
}
const silent = (cause: 'offline' | 'aborted' | 'unreadable'): Failed => ({
  ok: false,
  problem: undefined,
  cause,
})

test.each<[string, Failed, number, boolean]>([
  ['no answer', silent('offline'), 0, true],
  ['no answer, for the third time', silent('offline'), 2, false],
  ['a server error', refused('server-error'), 0, true],
  ['a missing session', refused('not-signed-in'), 0, false],
  ['a missing permission', refused('forbidden'), 0, false],
  ['too many calls', refused('too-many'), 0, false],
  ['an answer that is not ours', silent('unreadable'), 0, false],
  ['a cancelled call', silent('aborted'), 0, false],
])('a call is tried again where that may help: %s', (_, failed, failures, again) =>
  expect(shouldRetry(failures, new CallFailure(failed))).toBe(again),
)

test('a bug is not retried', () => expect(shouldRetry(0, new TypeError('x'))).toBe(false))

test.each<[string, Error | null, string]>([
  ['a fault of the page', new TypeError('x is not a function'), 'page-fault'],
  [
    'a part that was replaced',
    new TypeError('Failed to fetch dynamically imported module: /assets/x.js'),
    'part-missing',
  ],
  ['a reply that is not ours', new CallFailure(silent('unreadable')), 'unreadable'],
  ['no response', new CallFailure(silent('offline')), 'offline'],
  ['a device without a network', null, 'offline'],
])('only a missing response is a lost connection: %s', (_, error, key) => {
  vi.stubGlobal('navigator', { onLine: true })
  expect(messageKeyOf(error)).toBe(key)
})

test('a part that does not come without network is a lost connection', () => {
  vi.stubGlobal('navigator', { onLine: false })
  expect(messageKeyOf(new TypeError('Importing a module script failed.'))).toBe('offline')
})
