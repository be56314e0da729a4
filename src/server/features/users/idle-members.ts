/** Members without a sign of life: staff decide about each, and nobody is deleted by itself. */
import type * as contract from '#shared/contract/users.ts'
import { parseMemberNumber } from '#shared/domain/card/read-member-number.ts'
import { cardId } from '#shared/domain/people/member-id.ts'
import { isoNow } from '../../base/clock.ts'
import { done, refuse } from '../../base/outcome.ts'
import type { Handler } from '../../http/handlers.ts'
import { markTruncated, readPage } from '../../http/paging.ts'
import {
  idleUnder,
  keepIdle,
  readIdle,
  waitingUnder,
} from '../../records/members/idle-repository.ts'
import { budgetRefusal, plainRefusal } from '../../records/members/list-limits.ts'
import { readSetting } from '../../records/settings/settings-repository.ts'

type IdleRow = Awaited<ReturnType<typeof readIdle>>[number]

const present = (row: IdleRow): contract.IdleMember => ({
  cardId: cardId(row.id),
  firstName: row.first_name,
  lastName: row.last_name,
  createdAt: row.created_at,
  seenAt:
    [row.seen_at, row.used_at, row.came_at]
      .filter((at) => at !== null)
      .toSorted()
      .at(-1) ?? null,
  askedAt: row.warned_at ?? row.created_at,
})

export const listIdleMembers: Handler<typeof contract.listIdleMembers> = async (
  { query, caller, facts },
  deps,
) => {
  const { db } = deps.database
  const tooOften = await plainRefusal(deps, caller.memberId, 'user.idle', query)
  if (tooOften !== undefined) return tooOften
  const { days } = (await readSetting(db, 'idle')).value
  const result = await readPage(db, query, waitingUnder(db, deps.clock, days), readIdle)
  const { length } = result.kind === 'page' ? result.page.items : result.rows
  const usedUp = await budgetRefusal(deps, caller.memberId, 'user.idle', query, length)
  if (usedUp !== undefined) return usedUp
  if (result.kind === 'page') return done({ ...result.page, items: result.page.items.map(present) })
  markTruncated(facts.reply, result.truncated)
  return done(result.rows.map(present))
}

export const keepIdleMember: Handler<typeof contract.keepIdleMember> = async (
  { params, facts },
  deps,
) => {
  const number = parseMemberNumber(params.id)
  return facts.transact(async (transaction) => {
    const { days } = (await readSetting(transaction, 'idle')).value
    if (number === undefined || days === null) return refuse('not-found')
    const idle = { ...idleUnder(deps.clock, days), at: isoNow(deps.clock) }
    if (!(await keepIdle(transaction, number, idle))) return refuse('not-found')
    facts.trace({ target: `member:${number}` })
    return done({ kept: true as const })
  })
}
