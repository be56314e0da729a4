/** What somebody signs in with, or says to be when the password is forgotten. */
import type { Kysely } from 'kysely'
import type { Schema } from '../../database/schema.ts'
import {
  emailKey,
  findByEmail,
  findByPhone,
  phoneKey,
  type MemberRow,
} from '../users/member-repository.ts'

export interface Identifier {
  readonly kind: 'email' | 'phone'
  /** One spelling for one identifier, also for those that nobody has: tries are counted by it. */
  readonly key: string
}

/** With @ it is an e-mail, otherwise a phone number (spec members §5). */
export function identifierOf(text: string): Identifier {
  if (text.includes('@')) return { kind: 'email', key: emailKey(text) }
  const phone = phoneKey(text)
  return { kind: 'phone', key: phone === '' ? text.trim().toLowerCase() : phone }
}

export const findByIdentifier = (
  db: Kysely<Schema>,
  { kind, key }: Identifier,
): Promise<MemberRow | undefined> =>
  kind === 'email' ? findByEmail(db, key) : findByPhone(db, key)
