import { expect, test } from 'vitest'
import { PROBLEMS } from '#shared/contract/base/problem-replies.ts'
import type { Problem, ProblemCode } from '#shared/contract/base/problem.ts'
import { readServerMessage } from './server-message.ts'

const problem = (code: ProblemCode, message: string): { readonly problem: Problem } => ({
  problem: {
    type: 'about:blank',
    title: PROBLEMS[code].message,
    status: 422,
    code,
    message,
    fields: [],
    requestId: 'r',
  },
})

test.each([
  ['user-exists', 'User already exists', 'userExists'],
  ['invalid', 'Invalid email', 'invalidEmail'],
  ['invalid', 'Invalid phone number', 'invalidPhone'],
  ['invalid', 'Invalid password', 'invalidPassword'],
  ['server-error', 'Server error', 'serverError'],
  ['invalid', 'Failed to upload photos', 'photoUploadFailed'],
  ['bad-request', 'Registration failed', 'registrationFailed'],
] as const)('the problem %s with the text "%s" has words of its own', (code, message, key) => {
  expect(readServerMessage(problem(code, message))).toEqual({ kind: 'key', key })
})

test('the contract’s own messages are translated by their code, unknown ones are shown unchanged', () => {
  expect(readServerMessage(problem('too-many', PROBLEMS['too-many'].message))).toEqual({
    kind: 'problem',
  })
  expect(readServerMessage({ problem: undefined })).toEqual({ kind: 'problem' })
  expect(readServerMessage(problem('conflict', 'The association is closed this week'))).toEqual({
    kind: 'as-received',
    text: 'The association is closed this week',
  })
})
