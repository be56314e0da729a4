import type { Kysely } from 'kysely'
import { EXPORT_ROWS_MAX, type exportMembers as route } from '#shared/contract/users.ts'
import { EXPORT_WINDOW_S } from '#shared/domain/access/consent-rules.ts'
import { readBy } from '#shared/domain/people/member-fields.ts'
import { cardId } from '#shared/domain/people/member-id.ts'
import type { CsvRows } from '#shared/domain/text/csv.ts'
import { isoAfter, isoNow } from '../../base/clock.ts'
import { refuse } from '../../base/outcome.ts'
import type { Deps } from '../../deps/deps.ts'
import { csvReply } from '../../http/csv-reply.ts'
import type { Handler } from '../../http/handlers.ts'
import type { EngineRules } from '../../parts/database/engine.ts'
import type { Schema } from '../../parts/database/schema.ts'
import { useExportConsent } from '../../records/consents/consent-repository.ts'
import { isConsentRequired } from '../../records/consents/propose.ts'
import { stepUpRefusal } from '../../records/factors/step-up.ts'
import { readFields } from '../../records/members/field-columns.ts'
import { budgetRefusal } from '../../records/members/list-limits.ts'
import {
  countMembers,
  nationalitiesOfAll,
  readMembersAfter,
  type MemberFilters,
} from '../../records/members/member-list-repository.ts'
import type { MemberRow } from '../../records/members/member-repository.ts'

/**
 * Held in memory at a time, whatever the length of the list: some 10 ms of work, after which other
 * calls run.
 */
const ROWS_AT_ONCE = 200

/** Never documents, the mother's names or comments: they are not for the reader `export`. */
const COLUMNS = [
  'cardId',
  ...readBy('export').flatMap((field) =>
    field === 'phone' ? ([field, 'role', 'status'] as const) : [field],
  ),
  'memberSince',
] as const

function cellsOf(row: MemberRow, nationalities: readonly string[]) {
  const fields = readFields('export', row, nationalities)
  const values = {
    ...fields,
    nationalities: fields.nationalities.join('; '),
    cardId: cardId(row.id),
    role: row.role,
    status: row.status,
    memberSince: row.created_at.slice(0, 10),
  }
  return COLUMNS.map((column) => values[column])
}

async function* parts(
  db: Kysely<Schema>,
  rules: EngineRules,
  filters: MemberFilters,
): AsyncGenerator<CsvRows> {
  yield [COLUMNS]
  let last: MemberRow | undefined
  for (let sent = 0; sent < EXPORT_ROWS_MAX;) {
    const rows = await readMembersAfter(
      db,
      rules,
      filters,
      last,
      Math.min(EXPORT_ROWS_MAX - sent, ROWS_AT_ONCE),
    )
    if (rows.length === 0) return
    const nationalities = await nationalitiesOfAll(db, rows)
    yield rows.map((row) => cellsOf(row, nationalities.get(row.id) ?? []))
    last = rows.at(-1)
    sent += rows.length
  }
}

/** Uses up the permission that another administrator gave, where one is needed. */
const isPermitted = async (
  { database: { db }, clock }: Pick<Deps, 'database' | 'clock'>,
  memberId: number,
): Promise<boolean> =>
  !(await isConsentRequired(db)) ||
  (await useExportConsent(db, memberId, {
    at: isoNow(clock),
    since: isoAfter(clock, -EXPORT_WINDOW_S),
  }))

/**
 * A list of members on a disk is the most dangerous output of this product, so it needs the
 * password and is logged.
 */
export const exportMembers: Handler<typeof route> = async (
  { query: { language, ...query }, caller, facts },
  deps,
) => {
  const unproven = await stepUpRefusal(deps, caller)
  if (unproven !== undefined) return unproven
  const { db, rules } = deps.database
  if (!(await isPermitted(deps, caller.memberId))) return refuse('consent-needed')
  const usedUp = await budgetRefusal(deps, caller.memberId, 'user.export', { ...query, page: 1 }, 1)
  if (usedUp !== undefined) return usedUp
  const rows = await countMembers(db, rules, query)
  const filters = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([filter]) => filter)
  facts.trace({ detail: { rows: Math.min(rows, EXPORT_ROWS_MAX), filters: filters.join(' ') } })
  void facts.reply.header('x-truncated', String(rows > EXPORT_ROWS_MAX))
  return csvReply(facts.reply, { name: 'members.csv', language, parts: parts(db, rules, query) })
}
