import type { Kysely } from 'kysely'
import {
  type listPledges as listRoute,
  type Pledge,
  type pledgeTotals as totalsRoute,
  type reopenPledge as reopenRoute,
  type updatePledge as updateRoute,
} from '#shared/contract/donations.ts'
import { DONATION_CAUSES } from '#shared/domain/donations.ts'
import { isoNow } from '../../clock.ts'
import type { Schema } from '../../database/schema.ts'
import type { Handler } from '../../http/handlers.ts'
import { done, refuse } from '../../outcome.ts'
import { markTruncated, readPage } from '../../http/paging.ts'
import {
  decidePledge,
  decisionsOf,
  filterPledges,
  findPledge,
  namesOf,
  readPledges,
  sumPledges,
  type PledgeRow,
} from './pledge-repository.ts'
import { presentPledge } from './present.ts'

async function present(db: Kysely<Schema>, rows: readonly PledgeRow[]): Promise<Pledge[]> {
  const decisions = await decisionsOf(
    db,
    rows.map(({ id }) => id),
  )
  const people = [...rows, ...[...decisions.values()].flat()].flatMap(
    ({ decided_by: by }) => by ?? [],
  )
  const names = await namesOf(db, [...new Set(people)])
  return rows.map((row) => presentPledge(row, decisions.get(row.id) ?? [], names))
}
const presentOne = async (db: Kysely<Schema>, row: PledgeRow): Promise<Pledge> =>
  (await present(db, [row]))[0] ?? presentPledge(row, [], new Map())

export const listPledges: Handler<typeof listRoute> = async (
  { query, facts },
  { database: { db } },
) => {
  const answer = await readPage(db, query, filterPledges(db, query), (filtered) =>
    readPledges(filtered, query.sort),
  )
  if (answer.kind === 'page')
    return done({ ...answer.page, items: await present(db, answer.page.items) })
  markTruncated(facts.reply, answer.truncated)
  return done(await present(db, answer.rows))
}

export const pledgeTotals: Handler<typeof totalsRoute> = async (_input, { database }) => {
  const sums = await sumPledges(database.db)
  const of = (status: PledgeRow['status'], cause?: string) => {
    const parts = sums.filter(
      (sum) => sum.status === status && (cause === undefined || sum.cause === cause),
    )
    return {
      count: parts.reduce((sum, { count }) => sum + count, 0),
      usd: parts.reduce((sum, { usd }) => sum + usd, 0),
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

/**
 * Decides about a pledge; confirmed pledges count as raised. A decision is valid until it is
 * undone, with a reason.
 */
export const updatePledge: Handler<typeof updateRoute> = async (
  { params, body, caller, facts },
  { database: { db }, clock },
) => {
  const at = isoNow(clock)
  const today = at.slice(0, 10)
  const receivedOn = body.status === 'confirmed' ? (body.receivedOn ?? today) : null
  // One day after the UTC date is allowed: it may be today in Khartoum.
  if (receivedOn !== null && receivedOn > isoDay(clock.now().getTime() + DAY_MS))
    return refuse('invalid', {
      fields: [
        {
          path: 'body.receivedOn',
          code: 'in_the_future',
          message: 'Money that has not come yet cannot be confirmed',
        },
      ],
    })
  const outcome = await facts.transact(async (transaction) => {
    const decided = await decidePledge(transaction, params.id, 'pledged', {
      status: body.status,
      note: body.note,
      received_on: receivedOn,
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
      decided_by: caller.memberId,
      decided_at: isoNow(clock),
    })
    if (opened === undefined) return refuse('already-decided')
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
  return outcome.ok ? outcome : refuseWithState(db, params.id)
}

const DAY_MS = 86_400_000
const isoDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

async function refuseWithState(db: Kysely<Schema>, id: string) {
  const held = await findPledge(db, id)
  return held === undefined
    ? refuse('not-found')
    : refuse('already-decided', { extra: { current: await presentOne(db, held) } })
}
