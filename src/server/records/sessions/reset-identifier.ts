/** The identifier from a request for a new password. */
import type { Kysely } from 'kysely'
import { isActiveStatus } from '#shared/domain/people/member-status.ts'
import type { Schema } from '../../parts/database/schema.ts'
import type { CodeSubject } from '../../parts/security/codes.ts'
import type { MemberRow } from '../members/member-repository.ts'
import { findByIdentifier, type Identifier, identifierOf } from './identifier.ts'

/** Headers arrive as Latin-1; UTF-8 values are decoded. */
function headerText(value: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(value, 'latin1'))
  } catch {
    return value
  }
}

/** Read as at sign-in; the header Connection-Method is ignored. */
export const readIdentifier = (header: string): Identifier => identifierOf(headerText(header))

export const resetSubject = ({ key }: Identifier): CodeSubject => ({
  purpose: 'password-reset',
  address: key,
})

/**
 * Only a member who may sign in gets a new password; for all others the reply is the same as for an
 * unknown identifier.
 */
export async function findActiveMember(
  db: Kysely<Schema>,
  identifier: Identifier,
): Promise<MemberRow | undefined> {
  const row = await findByIdentifier(db, identifier)
  return row !== undefined && isActiveStatus(row.status) ? row : undefined
}
