/** Messages of the server (docs/spec/registration.md, 9), and the key under `apiErrors:` of their translation. */
import type { CallFailure } from '../../../platform/calls/call-failure.ts'

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
  /** A problem of the contract: translated by its code, with waiting time and reference. */
  | { readonly kind: 'problem' }
  /** Unknown messages are shown unchanged. */
  | { readonly kind: 'as-received'; readonly text: string }

export function readServerMessage({ problem }: Pick<CallFailure, 'problem'>): ServerMessage {
  if (problem === undefined) return { kind: 'problem' }
  const key = KEY_OF_MESSAGE[problem.message]
  if (key !== undefined) return { kind: 'key', key }
  // The title is the message that every refusal with this code has.
  return problem.message === '' || problem.message === problem.title
    ? { kind: 'problem' }
    : { kind: 'as-received', text: problem.message }
}
