/** The right to set one new password: 256 random bits, kept as a hash, for one use within ten minutes. */
import { createHash, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { RESET_GRANT_TTL_S } from '#shared/domain/access/code-rules.ts'
import { isoAfter, isoNow } from '../../base/clock.ts'
import type { Deps } from '../../deps/deps.ts'
import type { Schema } from '../../parts/database/schema.ts'

const grantHash = (grant: string): string => createHash('sha256').update(grant).digest('base64url')

/** Makes a grant; it is returned only here. */
export async function issueGrant(
  { clock }: Pick<Deps, 'clock'>,
  db: Kysely<Schema>,
  memberId: number,
): Promise<string> {
  const grant = randomBytes(32).toString('base64url')
  await db
    .insertInto('reset_grants')
    .values({
      grant_hash: grantHash(grant),
      member_id: memberId,
      expires_at: isoAfter(clock, RESET_GRANT_TTL_S),
      used_at: null,
    })
    .execute()
  return grant
}

/** Invalidates the unspent grants of the member. */
export const withdrawGrants = (db: Kysely<Schema>, memberId: number, at: string) =>
  db
    .updateTable('reset_grants')
    .set({ used_at: at })
    .where('member_id', '=', memberId)
    .where('used_at', 'is', null)
    .execute()

/** The member of a valid, unspent grant. */
export const memberOfGrant = ({ clock }: Pick<Deps, 'clock'>, db: Kysely<Schema>, grant: string) =>
  db
    .selectFrom('reset_grants')
    .innerJoin('members', 'members.id', 'reset_grants.member_id')
    .select([
      'members.id as number',
      'members.first_name as firstName',
      'members.last_name as lastName',
      'members.email',
    ])
    .where('grant_hash', '=', grantHash(grant))
    .where('used_at', 'is', null)
    .where('expires_at', '>', isoNow(clock))
    .executeTakeFirst()

/**
 * Spends the grant: returns its member to exactly one of several simultaneous calls. Other grants
 * of the member become invalid.
 */
export async function spendGrant(
  { clock }: Pick<Deps, 'clock'>,
  db: Kysely<Schema>,
  grant: string,
): Promise<number | undefined> {
  const at = isoNow(clock)
  const spent = await db
    .updateTable('reset_grants')
    .set({ used_at: at })
    .where('grant_hash', '=', grantHash(grant))
    .where('used_at', 'is', null)
    .where('expires_at', '>', at)
    .returning('member_id')
    .executeTakeFirst()
  if (spent === undefined) return undefined
  await withdrawGrants(db, spent.member_id, at)
  return spent.member_id
}
