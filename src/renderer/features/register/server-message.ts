/** What the server says in words of its own (spec members §8), and the key under `apiErrors:` that says it to the reader. */
import { PROBLEMS } from '#shared/contract/problem.ts'
import type { CallFailure } from '../../platform/call-failure.ts'

const KEY_OF_MESSAGE: Readonly<Record<string, string>> = {
  'User already exists': 'userExists',
  'Invalid email': 'invalidEmail',
  'Invalid phone number': 'invalidPhone',
  'Invalid password': 'invalidPassword',
  'Server error': 'serverError',
  'Failed to upload photos': 'photoUploadFailed',
  'Registration failed': 'registrationFailed',
}

export type ServerMessage =
  | { readonly kind: 'key'; readonly key: string }
  /** One of the contract's own problems: translated by its code, with waiting time and reference. */
  | { readonly kind: 'problem' }
  /** Words that we do not know are shown as they came. */
  | { readonly kind: 'as-received'; readonly text: string }

export function readServerMessage({ problem }: Pick<CallFailure, 'problem'>): ServerMessage {
  if (problem === undefined) return { kind: 'problem' }
  const key = KEY_OF_MESSAGE[problem.message]
  if (key !== undefined) return { kind: 'key', key }
  return problem.message === '' || problem.message === PROBLEMS[problem.code].message
    ? { kind: 'problem' }
    : { kind: 'as-received', text: problem.message }
}
