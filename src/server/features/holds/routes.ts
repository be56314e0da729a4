import type * as contract from '#shared/contract/holds.ts'
import {
  HELD_KINDS,
  heldId,
  parseHeldNumber,
  shownHeldId,
} from '#shared/domain/people/legal-hold.ts'
import { cardId } from '#shared/domain/people/member-id.ts'
import { isoNow } from '../../base/clock.ts'
import { done, refuse } from '../../base/outcome.ts'
import type { Handler, HandlersOf } from '../../http/handlers.ts'
import { memberActor } from '../../parts/audit/audit-log.ts'
import { stepUpRefusal } from '../../records/factors/step-up.ts'
import {
  findHold,
  holdsInForce,
  isRecord,
  liftHold as lift,
  placeHold as place,
} from '../../records/holds/hold-repository.ts'
import { oneLookUp } from '../../records/look-ups/look-up-budget.ts'

type Row = Awaited<ReturnType<typeof holdsInForce>>[number]

function present({ id, target, reason, placed_at: placedAt, actor }: Row): contract.Hold {
  const [before, held = ''] = target.split(':')
  const kind = HELD_KINDS.find((one) => one === before) ?? 'member' // no other kind is ever stored
  const [by, number] = actor?.split(':') ?? []
  return {
    id,
    kind,
    number: shownHeldId(kind, held),
    reason,
    placedAt,
    placedBy: by === 'member' ? cardId(Number(number)) : (by ?? null),
  }
}

const listHolds: Handler<typeof contract.listHolds> = async (_input, { database }) =>
  done((await holdsInForce(database.db)).map(present))

const placeHold: Handler<typeof contract.placeHold> = async (
  { body: { kind, number, reason }, caller, facts },
  deps,
) => {
  const unproven = await stepUpRefusal(deps, caller)
  if (unproven !== undefined) return unproven
  const id = heldId(kind, parseHeldNumber(number) ?? 0) // the contract let no other text pass
  const target = `${kind}:${id}`
  return facts.transact(async (transaction) => {
    if (!(await isRecord(transaction, kind, id))) return refuse('not-found')
    if (!(await place(transaction, { target, reason, at: isoNow(deps.clock) })))
      return refuse('conflict')
    facts.trace({ target })
    return done({})
  })
}

const liftHold: Handler<typeof contract.liftHold> = async (
  { params, body: { reason }, caller, facts },
  deps,
) => {
  const unproven = await stepUpRefusal(deps, caller)
  if (unproven !== undefined) return unproven
  return facts.transact(async (transaction) => {
    const target = (await findHold(transaction, params.id))?.target
    if (target === undefined) return refuse('not-found')
    // Who is concerned must not free the own data for erasure.
    const own = [memberActor(caller.memberId), `request:${heldId('request', caller.memberId)}`]
    if (own.includes(target)) return refuse('own-account-protected')
    if (!(await lift(transaction, { target, reason, at: isoNow(deps.clock) })))
      return refuse('not-found')
    facts.trace({ target })
    return done({})
  })
}

export const holdsHandlers: HandlersOf<typeof contract.holdsRoutes> = {
  'hold.list': listHolds,
  'hold.place': oneLookUp(placeHold),
  'hold.lift': liftHold,
}
