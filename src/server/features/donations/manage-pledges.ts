import type { Kysely } from 'kysely'
import type * as z from 'zod'
import {
  PLEDGE_EXPORT_MAX,
  type listPledges as listRoute,
  type Pledge,
  type pledgeTotals as totalsRoute,
  type reopenPledge as reopenRoute,
  type updatePledge as updateRoute,
  type pledgesCsv as route,
} from '#shared/contract/donations.ts'
import type { Currency } from '#shared/domain/association.ts'
import { DONATION_CAUSES, wholeUnits } from '#shared/domain/donations.ts'
import { cardId } from '#shared/domain/people/member-id.ts'
import { parisDay } from '#shared/domain/receipts/paris-day.ts'
import type { CsvRows } from '#shared/domain/text/csv.ts'
import { isoNow } from '../../base/clock.ts'
import { done, refuse, refuseField } from '../../base/outcome.ts'
import { csvReply } from '../../http/csv-reply.ts'
import type { Handler } from '../../http/handlers.ts'
import { markTruncated, readPage } from '../../http/paging.ts'
import type { Schema } from '../../parts/database/schema.ts'
import {
  countPledges,
  decidePledge,
  decisionsOf,
  filterPledges,
  findPledge,
  readPledges,
  readPledgesAfter,
  sumPledges,
  type PledgeRow,
  type PledgeFilters,
} from '../../records/donations/pledge-repository.ts'
import { presentPledge } from '../../records/donations/present.ts'
import { receiptsInForce } from '../../records/donations/receipt-repository.ts'
import { stepUpRefusal } from '../../records/factors/step-up.ts'
import { budgetRefusal, plainRefusal } from '../../records/members/list-limits.ts'
import { namesOf } from '../../records/members/member-repository.ts'
import { readAssociation, readSetting } from '../../records/settings/settings-repository.ts'

async function present(db: Kysely<Schema>, rows: readonly PledgeRow[]): Promise<Pledge[]> {
  const ids = rows.map(({ id }) => id)
  const decisions = await decisionsOf(db, ids)
  const inForce = await receiptsInForce(db, ids)
  const { on } = (await readSetting(db, 'receipts')).value
  const people = [...rows, ...[...decisions.values()].flat()].flatMap(
    ({ decided_by: by }) => by ?? [],
  )
  const names = await namesOf(db, [...new Set(people)])
  return rows.map((row) =>
    presentPledge(row, decisions.get(row.id) ?? [], names, { on, inForce: inForce.get(row.id) }),
  )
}
async function presentOne(db: Kysely<Schema>, row: PledgeRow): Promise<Pledge> {
  const [pledge] = await present(db, [row])
  if (pledge === undefined) throw new Error('one row is one pledge')
  return pledge
}

/** Names and addresses of givers: read by short pages, they are copied as by the export. */
export const listPledges: Handler<typeof listRoute> = async ({ query, caller, facts }, deps) => {
  const { db } = deps.database
  const tooOften = await plainRefusal(deps, caller.memberId, 'donation.list', query)
  if (tooOften !== undefined) return tooOften
  const result = await readPage(db, query, filterPledges(db, query), (filtered) =>
    readPledges(filtered, query.sort),
  )
  const { length } = result.kind === 'page' ? result.page.items : result.rows
  const usedUp = await budgetRefusal(deps, caller.memberId, 'donation.list', query, length)
  if (usedUp !== undefined) return usedUp
  if (result.kind === 'page')
    return done({ ...result.page, items: await present(db, result.page.items) })
  markTruncated(facts.reply, result.truncated)
  return done(await present(db, result.rows))
}

export const pledgeTotals: Handler<typeof totalsRoute> = async (_input, { database }) => {
  const sums = await sumPledges(database.db)
  const of = (status: PledgeRow['status'], cause?: string) => {
    const parts = sums.filter(
      (sum) => sum.status === status && (cause === undefined || sum.cause === cause),
    )
    return {
      count: parts.reduce((sum, { count }) => sum + count, 0),
      usd: wholeUnits(parts.reduce((sum, { cents }) => sum + cents, 0)),
    }
  }
  return done({
    pledged: of('pledged'),
    confirmed: of('confirmed'),
    cancelled: of('cancelled'),
    causes: DONATION_CAUSES.map(({ id, goalUsd }) => ({
      id,
      goalUsd,
      pledged: of('pledged', id),
      confirmed: of('confirmed', id),
    })),
  })
}

const COUNTED_MISSING = {
  path: 'body.received.countedCents',
  code: 'required',
  message: 'Say what the sum is worth in the currency of the association',
}
const NOT_RECEIVED = { received_cents: null, received_currency: null, counted_cents: null }

/** Without a statement of the caller, the promised sum arrived; a sum in the association's currency counts as it is. */
function receivedOf(
  { amount_usd: amount }: PledgeRow,
  stated: z.output<typeof updateRoute.request.body>['received'],
  own: Currency,
) {
  const { cents, currency, countedCents } = stated ?? { cents: amount * 100, currency: own }
  return {
    received_cents: cents,
    received_currency: currency,
    counted_cents: currency === own ? cents : (countedCents ?? null),
  }
}

/**
 * Decides about a pledge; confirmed pledges count as raised. A decision is valid until it is
 * undone, with a reason.
 */
export const updatePledge: Handler<typeof updateRoute> = async (
  { params, body, caller, facts },
  { database: { db }, clock },
) => {
  const at = isoNow(clock)
  const today = parisDay(clock.now()) // the account is there, and the year of a gift is that of the tax
  const receivedOn = body.status === 'confirmed' ? (body.receivedOn ?? today) : null
  if (receivedOn !== null && receivedOn > today)
    return refuseField(
      'body.receivedOn',
      'in_the_future',
      'Money that has not come yet cannot be confirmed',
    )
  const { currency } = await readAssociation(db)
  const needsRate =
    body.received !== undefined &&
    body.received.currency !== currency &&
    body.received.countedCents === undefined
  if (body.status === 'confirmed' && needsRate)
    return refuse('invalid', { fields: [COUNTED_MISSING] })
  const outcome = await facts.transact(async (transaction) => {
    const promised = await findPledge(transaction, params.id)
    if (promised === undefined) return refuse('not-found')
    const received =
      body.status === 'confirmed' ? receivedOf(promised, body.received, currency) : NOT_RECEIVED
    const decided = await decidePledge(transaction, params.id, 'pledged', {
      status: body.status,
      note: body.note,
      received_on: receivedOn,
      ...received,
      decided_by: caller.memberId,
      decided_at: at,
    })
    if (decided === undefined) return refuse('already-decided')
    facts.trace({
      target: `pledge:${decided.reference}`,
      detail: {
        status: decided.status,
        amountUsd: decided.amount_usd,
        cause: decided.cause,
        receivedOn,
        ...(body.status === 'confirmed' && {
          received: `${received.received_cents} ${received.received_currency}`,
          countedCents: received.counted_cents,
        }),
      },
    })
    return done(await presentOne(transaction, decided))
  })
  return outcome.ok ? outcome : refuseWithState(db, params.id)
}

export const reopenPledge: Handler<typeof reopenRoute> = async (
  { params, body, caller, facts },
  { database: { db }, clock },
) => {
  const outcome = await facts.transact(async (transaction) => {
    const opened = await decidePledge(transaction, params.id, body.status, {
      status: 'pledged',
      note: body.reason,
      received_on: null,
      ...NOT_RECEIVED,
      decided_by: caller.memberId,
      decided_at: isoNow(clock),
    })
    if (opened === undefined) return refuse('already-decided')
    // The paper in the hands of the donor says that the money arrived.
    if ((await receiptsInForce(transaction, [opened.id])).size > 0)
      return refuse('receipt-in-force')
    facts.trace({
      target: `pledge:${opened.reference}`,
      detail: {
        from: body.status,
        amountUsd: opened.amount_usd,
        cause: opened.cause,
        withReason: true,
      },
    })
    return done(await presentOne(transaction, opened))
  })
  return outcome.ok || outcome.code === 'receipt-in-force'
    ? outcome
    : refuseWithState(db, params.id)
}

async function refuseWithState(db: Kysely<Schema>, id: string) {
  const held = await findPledge(db, id)
  return held === undefined
    ? refuse('not-found')
    : refuse('already-decided', { extra: { current: await presentOne(db, held) } })
}

const ROWS_AT_ONCE = 500
const columnsIn = (currency: Currency) => [
  'Reference',
  'Pledged (UTC)',
  'Cause',
  `Promised (${currency})`,
  'Method',
  'State',
  'Name',
  'E-mail',
  'Card',
  'Received on',
  'Received',
  'Received in',
  `Counted (${currency})`,
  'Decided (UTC)',
  'Decided by',
  'Note',
]

const units = (cents: number | null) => (cents === null ? null : cents / 100)

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
  units(row.received_cents),
  row.received_currency,
  units(row.counted_cents),
  row.decided_at,
  row.decided_by === null ? null : cardId(row.decided_by),
  row.note,
]

async function* csvParts(db: Kysely<Schema>, filters: PledgeFilters): AsyncGenerator<CsvRows> {
  yield [columnsIn((await readAssociation(db)).currency)]
  let last: PledgeRow | undefined
  for (let left = PLEDGE_EXPORT_MAX; left > 0;) {
    const rows = await readPledgesAfter(db, filters, last, Math.min(ROWS_AT_ONCE, left))
    yield rows.map(cells)
    if (rows.length < ROWS_AT_ONCE) return
    last = rows.at(-1)
    left -= rows.length
  }
}

/** The export contains names and addresses of givers, so it needs the password and is logged. */
export const pledgesCsv: Handler<typeof route> = async (
  { query: { language, ...query }, caller, facts },
  deps,
) => {
  const unproven = await stepUpRefusal(deps, caller)
  if (unproven !== undefined) return unproven
  const { db } = deps.database
  const total = await countPledges(db, query, PLEDGE_EXPORT_MAX + 1)
  facts.trace({
    detail: {
      rows: Math.min(total, PLEDGE_EXPORT_MAX),
      filters: Object.entries(query)
        .flatMap(([name, value]) => (value === undefined ? [] : name))
        .join(' '),
    },
  })
  if (total > PLEDGE_EXPORT_MAX) void facts.reply.header('x-truncated', 'true')
  return csvReply(facts.reply, {
    name: `pledges-${isoNow(deps.clock).slice(0, 10)}.csv`,
    language,
    parts: csvParts(db, query),
  })
}
