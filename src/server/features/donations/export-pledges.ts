import { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import { PLEDGE_EXPORT_MAX, type pledgesCsv as route } from '#shared/contract/donations.ts'
import { csvText } from '#shared/domain/csv.ts'
import { cardId } from '#shared/domain/member-id.ts'
import { isoNow } from '../../clock.ts'
import type { Schema } from '../../database/schema.ts'
import type { Handler } from '../../http/handlers.ts'
import { done, refuse } from '../../outcome.ts'
import { hasProof } from '../auth/step-up.ts'
import { filterPledges, type PledgeFilters, type PledgeRow } from './pledge-repository.ts'

const ROWS_AT_ONCE = 500
const COLUMNS = [
  'Reference',
  'Pledged (UTC)',
  'Cause',
  'Amount (USD)',
  'Method',
  'State',
  'Name',
  'E-mail',
  'Card',
  'Received on',
  'Decided (UTC)',
  'Decided by',
  'Note',
] as const

const cells = (row: PledgeRow) => [
  row.reference,
  row.created_at,
  row.cause,
  row.amount_usd,
  row.method,
  row.status,
  row.name,
  row.email,
  row.member_id === null ? null : cardId(row.member_id),
  row.received_on,
  row.decided_at,
  row.decided_by === null ? null : cardId(row.decided_by),
  row.note,
]

async function* parts(db: Kysely<Schema>, filters: PledgeFilters): AsyncGenerator<string> {
  yield csvText([COLUMNS])
  let last: PledgeRow | undefined
  for (let left = PLEDGE_EXPORT_MAX; left > 0;) {
    const filtered = filterPledges(db, filters)
    const { created_at: at, id } = last ?? { created_at: '', id: '' }
    const rest =
      last === undefined
        ? filtered
        : filtered.where((eb) =>
            eb.or([
              eb('created_at', '<', at),
              eb.and([eb('created_at', '=', at), eb('id', '<', id)]),
            ]),
          )
    const rows = await rest
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(Math.min(ROWS_AT_ONCE, left))
      .execute()
    yield csvText(rows.map(cells)).replace('\uFEFF', '')
    if (rows.length < ROWS_AT_ONCE) return
    last = rows.at(-1)
    left -= rows.length
  }
}

/** The export contains names and addresses of givers, so it needs the password and is logged. */
export const pledgesCsv: Handler<typeof route> = async ({ query, caller, facts }, deps) => {
  if (!(await hasProof(deps, caller.sessionId, { kind: 'password' })))
    return refuse('step-up-required')
  const { db } = deps.database
  const { n } = await db
    .selectFrom(
      filterPledges(db, query)
        .select('id')
        .limit(PLEDGE_EXPORT_MAX + 1)
        .as('counted'),
    )
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  const total = Number(n)
  facts.trace({
    detail: {
      rows: Math.min(total, PLEDGE_EXPORT_MAX),
      filters: Object.entries(query)
        .flatMap(([name, value]) => (value === undefined ? [] : name))
        .join(' '),
    },
  })
  void facts.reply
    .type('text/csv; charset=utf-8')
    .header(
      'content-disposition',
      `attachment; filename="pledges-${isoNow(deps.clock).slice(0, 10)}.csv"`,
    )
    .header('cache-control', 'no-store')
  if (total > PLEDGE_EXPORT_MAX) void facts.reply.header('x-truncated', 'true')
  return done(Readable.from(parts(db, query)))
}
