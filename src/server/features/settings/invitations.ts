import { randomUUID } from 'node:crypto'
import type { Kysely, Selectable } from 'kysely'
import {
  INVITATIONS_MAX,
  type createInvitation as createRoute,
  type InvitationCode,
  type listInvitations as listRoute,
  type revokeInvitation as revokeRoute,
} from '#shared/contract/settings.ts'
import {
  canonicalInvitation,
  INVITATION_PREFIX,
  invitationState,
} from '#shared/domain/people/invitation.ts'
import { cardId } from '#shared/domain/people/member-id.ts'
import { isoNow } from '../../clock.ts'
import type { InvitationCodeTable, Schema } from '../../database/schema.ts'
import type { Handler } from '../../http/handlers.ts'
import { done, refuse } from '../../outcome.ts'
import { takeReference } from '../../security/reference.ts'
import { hasProof } from '../auth/step-up-repository.ts'

type Row = Selectable<InvitationCodeTable>

const present = (row: Row, now: string): InvitationCode => ({
  id: row.id,
  code: row.code,
  label: row.label,
  uses: row.uses,
  usesMax: row.uses_max,
  expiresAt: row.expires_at,
  revokedAt: row.revoked_at,
  createdAt: row.created_at,
  createdBy: row.created_by === null ? null : cardId(row.created_by),
  state: invitationState(
    { uses: row.uses, usesMax: row.uses_max, expiresAt: row.expires_at, revokedAt: row.revoked_at },
    now,
  ),
})

export const listInvitations: Handler<typeof listRoute> = async (_input, { database, clock }) => {
  const rows = await database.db
    .selectFrom('invitation_codes')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  return done(rows.map((row) => present(row, isoNow(clock))))
}

/** The code is not in the audit row, because a later reader of the log could register with it. */
export const createInvitation: Handler<typeof createRoute> = async (
  { body, caller, facts },
  deps,
) => {
  if (!(await hasProof(deps, caller.sessionId, { kind: 'password' })))
    return refuse('step-up-required')
  const at = isoNow(deps.clock)
  return facts.transact(async (transaction) => {
    const { n } = await transaction
      .selectFrom('invitation_codes')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    if (Number(n) >= INVITATIONS_MAX) return refuse('conflict')
    const id = randomUUID()
    await takeReference(INVITATION_PREFIX, async (code) => {
      const { numInsertedOrUpdatedRows } = await transaction
        .insertInto('invitation_codes')
        .values({
          id,
          code,
          label: body.label,
          uses: 0,
          uses_max: body.usesMax,
          expires_at: body.expiresAt ?? null,
          revoked_at: null,
          created_by: caller.memberId,
          created_at: at,
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      return numInsertedOrUpdatedRows === 1n
    })
    facts.trace({
      target: `invitation:${id}`,
      detail: { usesMax: body.usesMax, expiresAt: body.expiresAt ?? null },
    })
    return done(
      present(
        await transaction
          .selectFrom('invitation_codes')
          .selectAll()
          .where('id', '=', id)
          .executeTakeFirstOrThrow(),
        at,
      ),
    )
  })
}

export const revokeInvitation: Handler<typeof revokeRoute> = async (
  { params, body, caller, facts },
  deps,
) => {
  if (!(await hasProof(deps, caller.sessionId, { kind: 'password' })))
    return refuse('step-up-required')
  const at = isoNow(deps.clock)
  return facts.transact(async (transaction) => {
    const revoked = await transaction
      .updateTable('invitation_codes')
      .set({ revoked_at: at })
      .where('id', '=', params.id)
      .where('revoked_at', 'is', null)
      .returningAll()
      .executeTakeFirst()
    const row =
      revoked ??
      (await transaction
        .selectFrom('invitation_codes')
        .selectAll()
        .where('id', '=', params.id)
        .executeTakeFirst())
    if (row === undefined) return refuse('not-found')
    facts.trace({
      target: `invitation:${row.id}`,
      detail: { uses: row.uses, already: revoked === undefined, withReason: body.reason !== '' },
    })
    return done(present(row, at))
  })
}

const readCode = (db: Kysely<Schema>, text: string): Promise<Row | undefined> =>
  db
    .selectFrom('invitation_codes')
    .selectAll()
    .where('code', '=', canonicalInvitation(text))
    .executeTakeFirst()

/** Whether this code may be used now. */
export async function isGoodInvitation(
  db: Kysely<Schema>,
  text: string,
  now: string,
): Promise<boolean> {
  const row = await readCode(db, text)
  return row !== undefined && present(row, now).state === 'good'
}

/**
 * Counts a registration; returns false when the code is not valid, or its last use was just taken.
 */
export async function countInvitation(
  db: Kysely<Schema>,
  text: string,
  now: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('invitation_codes')
    .set((eb) => ({ uses: eb('uses', '+', 1) }))
    .where('code', '=', canonicalInvitation(text))
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .where((eb) => eb.or([eb('uses_max', 'is', null), eb('uses', '<', eb.ref('uses_max'))]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
