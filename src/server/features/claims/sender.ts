import type { Kysely } from 'kysely'
import { FALLBACK_LANGUAGE, type Language } from '#shared/domain/languages.ts'
import type { Schema } from '../../database/schema.ts'
import { findByNumber } from '../users/member-repository.ts'
import type { ClaimRow } from './claim-repository.ts'

/** The language of the account, else the language of the form, else English. */
export async function senderLanguage(
  db: Kysely<Schema>,
  claim: Pick<ClaimRow, 'member_id' | 'language'>,
): Promise<Language> {
  const member = claim.member_id === null ? undefined : await findByNumber(db, claim.member_id)
  return member?.language ?? claim.language ?? FALLBACK_LANGUAGE
}
