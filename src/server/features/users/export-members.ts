import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { EXPORT_ROWS_MAX, type exportMembers as route } from '#shared/contract/users.ts'
import { EXPORT_WINDOW_S } from '#shared/domain/access/consent-rules.ts'
import { countryNameInEnglish } from '#shared/domain/people/countries.ts'
import { csvText } from '#shared/domain/text/csv.ts'
import { cardId } from '#shared/domain/people/member-id.ts'
import { isoAfter, isoNow } from '../../base/clock.ts'
import type { EngineRules } from '../../parts/database/engine.ts'
import type { Schema } from '../../parts/database/schema.ts'
import type { Deps } from '../../deps/deps.ts'
import type { Handler } from '../../http/handlers.ts'
import { done, refuse } from '../../base/outcome.ts'
import { budgetRefusal } from '../../records/members/list-limits.ts'
import { stepUpRefusal } from '../../records/factors/step-up.ts'
import { useExportConsent } from '../../records/consents/consent-repository.ts'
import { isConsentRequired } from '../../records/consents/propose.ts'
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

/** Only the fields of the list: never documents, the mother's names or comments. */
const COLUMNS = {
  cardId: ({ id }) => cardId(id),
  firstName: (row) => row.first_name,
  lastName: (row) => row.last_name,
  email: (row) => row.email,
  phone: (row) => row.phone,
  role: (row) => row.role,
  status: (row) => row.status,
  tribe: (row) => row.tribe,
  nationalities: (_row, nationalities) => nationalities.map(countryNameInEnglish).join('; '),
  currentCountry: (row) => countryNameInEnglish(row.current_country),
  currentCity: (row) => row.current_city,
  currentVillage: (row) => row.current_village,
  birthDate: (row) => row.birth_date,
  birthCountry: (row) => countryNameInEnglish(row.birth_country),
  birthCity: (row) => row.birth_city,
  birthVillage: (row) => row.birth_village,
  sex: (row) => row.sex,
  maritalStatus: (row) => row.marital_status,
  numberOfKids: (row) => row.number_of_kids,
  occupation: (row) => row.occupation,
  memberSince: (row) => row.created_at.slice(0, 10),
} as const satisfies Record<
  string,
  (row: MemberRow, nationalities: readonly string[]) => string | number
>

const BYTE_ORDER_MARK_LENGTH = 1

async function* lines(
  db: Kysely<Schema>,
  rules: EngineRules,
  filters: MemberFilters,
): AsyncGenerator<string> {
  yield csvText([Object.keys(COLUMNS)])
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
    yield csvText(
      rows.map((row) =>
        Object.values(COLUMNS).map((read) => read(row, nationalities.get(row.id) ?? [])),
      ),
    ).slice(BYTE_ORDER_MARK_LENGTH)
    last = rows.at(-1)
    sent += rows.length
    await setImmediate() // queries of the embedded database block the process
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
export const exportMembers: Handler<typeof route> = async ({ query, caller, facts }, deps) => {
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
  void facts.reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', 'attachment; filename="members.csv"')
    .header('cache-control', 'no-store')
    .header('x-truncated', String(rows > EXPORT_ROWS_MAX))
  return done(Readable.from(lines(db, rules, query)))
}
