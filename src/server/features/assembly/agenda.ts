/** The agenda of an assembly, the results of its votes, and the convocation (ADR 0092). */
import type { Kysely } from 'kysely'
import type * as contract from '#shared/contract/assembly.ts'
import type { AgendaItem } from '#shared/contract/assembly.ts'
import { daysBetween, isOnAgenda } from '#shared/domain/assembly.ts'
import { isoNow } from '../../base/clock.ts'
import { done, refuse, type Outcome, refuseField } from '../../base/outcome.ts'
import type { Handler } from '../../http/handlers.ts'
import type { Schema } from '../../parts/database/schema.ts'
import {
  agendaOf,
  countEntitled,
  findAssembly,
  rulesOf,
  updateAssembly,
  type AssemblyRow,
} from '../../records/assembly/assembly-repository.ts'
import { presentAssembly } from '../../records/assembly/present.ts'
import { lockEvent, type EventRow } from '../../records/events/event-repository.ts'
import { stepUpRefusal } from '../../records/factors/step-up.ts'

const presented = async (db: Kysely<Schema>, event: EventRow, row: AssemblyRow) =>
  presentAssembly(db, event, row, await countEntitled(db, rulesOf(row)))

const conflict = async (
  db: Kysely<Schema>,
  event: EventRow,
  row: AssemblyRow,
): Promise<Outcome<never>> =>
  refuse('conflict', { extra: { current: await presented(db, event, row) } })

/** What stays from the start on: the texts, and which of them are voted with which majority. */
const itemsOnly = (items: readonly AgendaItem[]): string =>
  JSON.stringify(items.map(({ fr, ar, majority }) => [fr, ar, majority]))

interface Change {
  readonly at: string | null
  readonly detail: {
    readonly addedSinceConvocation?: string
    readonly lostSinceConvocation?: string
  }
}

/** How the items differ from those that members were convened with. */
function changeSinceConvocation(
  held: AssemblyRow,
  items: readonly AgendaItem[],
  now: string,
): Change {
  if (held.convened_agenda === null) return { at: null, detail: {} }
  const convened = agendaOf({ agenda: held.convened_agenda })
  if (itemsOnly(items) === itemsOnly(convened)) return { at: null, detail: {} }
  const isAsHeld = itemsOnly(items) === itemsOnly(agendaOf(held))
  const missingIn = (others: readonly AgendaItem[], all: readonly AgendaItem[]): string =>
    all.flatMap((item, index) => (isOnAgenda(item, others) ? [] : [index + 1])).join(' ')
  return {
    at: isAsHeld ? held.agenda_changed_at : now,
    detail: {
      addedSinceConvocation: missingIn(convened, items),
      lostSinceConvocation: missingIn(items, convened),
    },
  }
}

/** A result belongs to a vote, and to an assembly that has begun. */
function misplacedResult(items: readonly AgendaItem[], hasBegun: boolean): number {
  return items.findIndex(
    ({ majority, result }) => result !== null && (majority === null || !hasBegun),
  )
}

export const saveAgenda: Handler<typeof contract.saveAgenda> = (
  { params, body: { items, version }, facts },
  { clock },
) =>
  facts.transact(async (transaction) => {
    const event = await lockEvent(transaction, params.id)
    const held = event && (await findAssembly(transaction, event.id))
    if (event === undefined || held === undefined) return refuse('not-found')
    if (version !== held.version) return conflict(transaction, event, held)
    const now = isoNow(clock)
    const hasBegun = event.starts_at <= now
    if (hasBegun && itemsOnly(items) !== itemsOnly(agendaOf(held))) return refuse('assembly-began')
    const misplaced = misplacedResult(items, hasBegun)
    if (misplaced !== -1)
      return refuseField(
        `body.items.${misplaced}.result`,
        'no_vote',
        'Results are entered for items with a majority, once the assembly has begun',
      )
    const change = changeSinceConvocation(held, items, now)
    const changed = {
      agenda: JSON.stringify(items),
      agenda_changed_at: change.at,
      version: held.version + 1,
    }
    await updateAssembly(transaction, event.id, changed)
    facts.trace({
      target: `event:${event.id}`,
      detail: {
        items: items.length,
        ...change.detail,
        // Who changes a count changes a decision: the log has every result.
        results: items
          .flatMap(({ result }, index) =>
            result === null
              ? []
              : [`${index + 1}: ${result.for}-${result.against}-${result.abstained}`],
          )
          .join(' '),
      },
    })
    return done(await presented(transaction, event, { ...held, ...changed }))
  })

export const conveneAssembly: Handler<typeof contract.conveneAssembly> = async (
  { params, body: { late, version }, caller, facts },
  deps,
) => {
  const unproven = await stepUpRefusal(deps, caller)
  if (unproven !== undefined) return unproven
  return facts.transact(async (transaction) => {
    const event = await lockEvent(transaction, params.id)
    const held = event && (await findAssembly(transaction, event.id))
    if (event === undefined || held === undefined) return refuse('not-found')
    if (version !== held.version) return conflict(transaction, event, held)
    const now = isoNow(deps.clock)
    if (event.starts_at <= now) return refuse('assembly-began')
    if (event.status !== 'published' || agendaOf(held).length === 0)
      return refuse('assembly-not-ready')
    const days = daysBetween(now, event.starts_at)
    if (days < held.notice_days && !late) return refuse('assembly-late')
    const changed = {
      convened_at: now,
      convened_agenda: held.agenda,
      agenda_changed_at: null,
      convened_count: 0,
      convened_up_to: 0,
      version: held.version + 1,
    }
    await updateAssembly(transaction, event.id, changed)
    facts.trace({
      target: `event:${event.id}`,
      detail: { days, noticeDays: held.notice_days, items: agendaOf(held).length },
    })
    return done(await presented(transaction, event, { ...held, ...changed }))
  })
}
