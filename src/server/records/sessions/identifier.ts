/** The identifier with which a user signs in, or asks for a new password. */
import type { Kysely } from 'kysely'
import { emailKey, phoneKey } from '../../base/contact-keys.ts'
import type { Schema } from '../../parts/database/schema.ts'
import { findByEmail, findByPhone, type MemberRow } from '../members/member-repository.ts'

export interface Identifier {
  readonly kind: 'email' | 'phone'
  /** One spelling for each identifier, also for unknown ones, because tries are counted by it. */
  readonly key: string
}

/** With @ it is an e-mail, otherwise a phone number (docs/spec/sign-in.md, 1). */
export function identifierOf(text: string): Identifier {
  if (text.includes('@')) return { kind: 'email', key: emailKey(text) }
  const phone = phoneKey(text)
  return { kind: 'phone', key: phone === '' ? emailKey(text) : phone }
}

export const findByIdentifier = (
  db: Kysely<Schema>,
  { kind, key }: Identifier,
): Promise<MemberRow | undefined> =>
  kind === 'email' ? findByEmail(db, key) : findByPhone(db, key)
