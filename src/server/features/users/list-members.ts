import type { Kysely } from 'kysely'
import type { listMembers as listRoute, readMember as readRoute } from '#shared/contract/users.ts'
import { parseMemberNumber } from '#shared/domain/member-id.ts'
import type { Schema } from '../../database/schema.ts'
import type { Handler } from '../../http/handlers.ts'
import { done, refuse } from '../../outcome.ts'
import { markTruncated, readPage } from '../../http/paging.ts'
import { findDuplicates } from '../requests/find-duplicates.ts'
import { budgetRefusal, logBulk, plainRefusal } from './list-limits.ts'
import { filterMembers, nationalitiesOfAll, orderMembers } from './member-list-repository.ts'
import { findByNumber, nationalitiesOf, type MemberRow } from './member-repository.ts'
import { presentFullMember, presentListedMember } from './present.ts'

/**
 * Numbers first, then the rows of these numbers: the rows before a far page are then skipped in the
 * index, and not read one by one (measured at 100,000 members: tests/bench/members.ts).
 */
async function readInOrder(
  db: Kysely<Schema>,
  numbers: { execute(): Promise<{ id: number }[]> },
): Promise<MemberRow[]> {
  const ids = (await numbers.execute()).map(({ id }) => id)
  if (ids.length === 0) return []
  const rows = new Map(
    (await db.selectFrom('members').selectAll().where('id', 'in', ids).execute()).map((row) => [
      row.id,
      row,
    ]),
  )
  return ids.flatMap((id) => rows.get(id) ?? [])
}

export const listMembers: Handler<typeof listRoute> = async ({ query, caller, facts }, deps) => {
  const { db, rules } = deps.database
  const tooOften = await plainRefusal(deps, caller.memberId, 'user.list', query)
  if (tooOften !== undefined) return tooOften
  const answer = await readPage(db, query, filterMembers(db, rules, query), (filtered) =>
    readInOrder(db, orderMembers(filtered, query.sort ?? '-createdAt').select('members.id')),
  )
  const { length } = answer.kind === 'page' ? answer.page.items : answer.rows
  const usedUp = await budgetRefusal(deps, caller.memberId, 'user.list', query, length)
  if (usedUp !== undefined) return usedUp
  await logBulk(deps, caller.memberId, 'user.list', query, length, facts.requestId)
  const present = async (rows: readonly MemberRow[]) => {
    const nationalities = await nationalitiesOfAll(db, rows)
    return rows.map((row) => presentListedMember(row, nationalities.get(row.id) ?? []))
  }
  if (answer.kind === 'page')
    return done({ ...answer.page, items: await present(answer.page.items) })
  markTruncated(facts.reply, answer.truncated)
  return done(await present(answer.rows))
}

export const readMember: Handler<typeof readRoute> = async ({ params, facts }, { database }) => {
  const number = parseMemberNumber(params.id)
  const member = number === undefined ? undefined : await findByNumber(database.db, number)
  if (member === undefined) return refuse('not-found')
  facts.trace({ target: `member:${member.id}` })
  return done({
    ...presentFullMember(member, await nationalitiesOf(database.db, member.id)),
    duplicates: await findDuplicates(database.db, database.rules, member),
  })
}
