/** Queries of second factors, recovery codes and challenges; rules live in the commands. */
import type { Insertable, Kysely } from 'kysely'
import type { FactorKind, ProofMethod } from '#shared/domain/access/factor-rules.ts'
import { countOf } from '../../parts/database/engine.ts'
import type { FactorChallengeTable, FactorTable, Schema } from '../../parts/database/schema.ts'

/** What binds the secret of a code app to its row. */
export const secretContext = (factorId: string): string => `factor/${factorId}`

type ChallengePurpose = FactorChallengeTable['purpose']

export const factorsOf = (db: Kysely<Schema>, memberId: number) =>
  db
    .selectFrom('factors')
    .selectAll()
    .where('member_id', '=', memberId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

const kindsOf = async (db: Kysely<Schema>, memberId: number): Promise<FactorKind[]> =>
  (
    await db
      .selectFrom('factors')
      .select('kind')
      .distinct()
      .where('member_id', '=', memberId)
      .orderBy('kind')
      .execute()
  ).map(({ kind }) => kind)

export const insertFactor = (db: Kysely<Schema>, row: Insertable<FactorTable>) =>
  db.insertInto('factors').values(row).execute()

/** Of the given member alone: the factor of another one is none. Returns whether there was one. */
export async function deleteOneFactor(
  db: Kysely<Schema>,
  memberId: number,
  id: string,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('factors')
    .where('member_id', '=', memberId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

export async function deleteFactorsOf(db: Kysely<Schema>, memberId: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('factors')
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export const findPasskey = (db: Kysely<Schema>, memberId: number, credentialId: string) =>
  db
    .selectFrom('factors')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('kind', '=', 'passkey')
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()

/**
 * Counts the code of a step. Returns false where a code of this or a later step counted before, also
 * at the same moment.
 */
export async function useStep(
  db: Kysely<Schema>,
  id: string,
  { step, at }: { readonly step: number; readonly at: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('factors')
    .set({ last_step: step, last_used_at: at })
    .where('id', '=', id)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Stores the counter of a passkey. Returns false where another call stored this or a later one
 * meanwhile; devices without a counter send 0.
 */
export async function useCounter(
  db: Kysely<Schema>,
  id: string,
  { counter, at }: { readonly counter: number; readonly at: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('factors')
    .set({ counter, last_used_at: at })
    .where('id', '=', id)
    .where((eb) => (counter === 0 ? eb('counter', '=', 0) : eb('counter', '<', counter)))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function replaceRecoveryCodes(
  db: Kysely<Schema>,
  memberId: number,
  hashes: readonly string[],
): Promise<void> {
  await deleteRecoveryCodes(db, memberId)
  await db
    .insertInto('recovery_codes')
    .values(
      hashes.map((hash, place) => ({
        member_id: memberId,
        place,
        code_hash: hash,
        used_at: null,
      })),
    )
    .execute()
}

export const deleteRecoveryCodes = (db: Kysely<Schema>, memberId: number) =>
  db.deleteFrom('recovery_codes').where('member_id', '=', memberId).execute()

export const findRecoveryCode = (db: Kysely<Schema>, memberId: number, place: number) =>
  db
    .selectFrom('recovery_codes')
    .select('code_hash')
    .where('member_id', '=', memberId)
    .where('place', '=', place)
    .where('used_at', 'is', null)
    .executeTakeFirst()

/**
 * True for exactly one of several simultaneous calls. The hash is compared as well: the codes may
 * have been renewed.
 */
export async function spendRecoveryCode(
  db: Kysely<Schema>,
  memberId: number,
  { hash, at }: { readonly hash: string; readonly at: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('recovery_codes')
    .set({ used_at: at })
    .where('member_id', '=', memberId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export const recoveryCodesLeft = (db: Kysely<Schema>, memberId: number): Promise<number> =>
  countOf(
    db.selectFrom('recovery_codes').where('member_id', '=', memberId).where('used_at', 'is', null),
  )

/** One for each session and purpose: a new one replaces the old one. */
export const putChallenge = (db: Kysely<Schema>, row: FactorChallengeTable) =>
  db
    .insertInto('factor_challenges')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['session_id', 'purpose'])
        .doUpdateSet({ challenge: row.challenge, expires_at: row.expires_at }),
    )
    .execute()

export const findChallenge = async (
  db: Kysely<Schema>,
  { sessionId, purpose, now }: ChallengeKey,
): Promise<string | undefined> =>
  (
    await db
      .selectFrom('factor_challenges')
      .select('challenge')
      .where('session_id', '=', sessionId)
      .where('purpose', '=', purpose)
      .where('expires_at', '>', now)
      .executeTakeFirst()
  )?.challenge

interface ChallengeKey {
  readonly sessionId: string
  readonly purpose: ChallengePurpose
  /** ISO instant */
  readonly now: string
}

/** Returns the challenge to exactly one of several simultaneous calls. */
export const spendChallenge = async (
  db: Kysely<Schema>,
  { sessionId, purpose, now }: ChallengeKey,
): Promise<string | undefined> =>
  (
    await db
      .deleteFrom('factor_challenges')
      .where('session_id', '=', sessionId)
      .where('purpose', '=', purpose)
      .where('expires_at', '>', now)
      .returning('challenge')
      .executeTakeFirst()
  )?.challenge

/** Returns false where the session ended meanwhile. */
export async function markProven(
  db: Kysely<Schema>,
  sessionId: string,
  at: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ factor_at: at, waits_until: null })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** What sessions proved with factors that exist no longer does not count for later ones. */
export const forgetProven = (db: Kysely<Schema>, memberId: number) =>
  db.updateTable('sessions').set({ factor_at: null }).where('member_id', '=', memberId).execute()

/** Whether the password alone has just opened this session; then it is not asked for again. */
export const isFreshlyOpened = async (db: Kysely<Schema>, sessionId: string): Promise<boolean> =>
  (await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('waits_until', 'is not', null)
    .executeTakeFirst()) !== undefined

/** How a member can prove the second factor; empty where there is none. */
export async function proofMethodsOf(
  db: Kysely<Schema>,
  memberId: number,
): Promise<readonly ProofMethod[]> {
  const kinds = await kindsOf(db, memberId)
  if (kinds.length === 0) return []
  return (await recoveryCodesLeft(db, memberId)) > 0 ? [...kinds, 'recovery'] : kinds
}
