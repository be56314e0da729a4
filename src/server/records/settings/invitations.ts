import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
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
import { isoNow } from '../../base/clock.ts'
import { done, refuse } from '../../base/outcome.ts'
import type { Handler } from '../../http/handlers.ts'
import type { Schema } from '../../parts/database/schema.ts'
import { takeReference } from '../../parts/security/reference.ts'
import { stepUpRefusal } from '../factors/step-up.ts'
import {
  countCodes,
  countUse,
  findByText,
  findCode,
  insertCode,
  listCodes,
  readCode,
  revokeCode,
  type CodeRow,
} from './invitation-repository.ts'

const present = (row: CodeRow, now: string): InvitationCode => ({
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
  const rows = await listCodes(database.db)
  return done(rows.map((row) => present(row, isoNow(clock))))
}

/** The code is not in the audit row, because a later reader of the log could register with it. */
export const createInvitation: Handler<typeof createRoute> = async (
  { body, caller, facts },
  deps,
) => {
  const unproven = await stepUpRefusal(deps, caller)
  if (unproven !== undefined) return unproven
  const at = isoNow(deps.clock)
  return facts.transact(async (transaction) => {
    if ((await countCodes(transaction)) >= INVITATIONS_MAX) return refuse('conflict')
    const id = randomUUID()
    await takeReference(INVITATION_PREFIX, (code) =>
      insertCode(transaction, {
        id,
        code,
        label: body.label,
        uses: 0,
        uses_max: body.usesMax,
        expires_at: body.expiresAt ?? null,
        revoked_at: null,
        created_by: caller.memberId,
        created_at: at,
      }),
    )
    facts.trace({
      target: `invitation:${id}`,
      detail: { usesMax: body.usesMax, expiresAt: body.expiresAt ?? null },
    })
    return done(present(await readCode(transaction, id), at))
  })
}

export const revokeInvitation: Handler<typeof revokeRoute> = async (
  { params, body, caller, facts },
  deps,
) => {
  const unproven = await stepUpRefusal(deps, caller)
  if (unproven !== undefined) return unproven
  const at = isoNow(deps.clock)
  return facts.transact(async (transaction) => {
    const revoked = await revokeCode(transaction, params.id, at)
    const row = revoked ?? (await findCode(transaction, params.id))
    if (row === undefined) return refuse('not-found')
    facts.trace({
      target: `invitation:${row.id}`,
      detail: { uses: row.uses, already: revoked === undefined, withReason: body.reason !== '' },
    })
    return done(present(row, at))
  })
}

/** Whether this code may be used now. */
export async function isGoodInvitation(
  db: Kysely<Schema>,
  text: string,
  now: string,
): Promise<boolean> {
  const row = await findByText(db, canonicalInvitation(text))
  return row !== undefined && present(row, now).state === 'good'
}

/**
 * Counts a registration; returns false when the code is not valid, or its last use was just taken.
 */
export const countInvitation = (db: Kysely<Schema>, text: string, now: string): Promise<boolean> =>
  countUse(db, canonicalInvitation(text), now)
