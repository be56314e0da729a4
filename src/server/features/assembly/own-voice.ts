/** What a member does with the own voice: give it, take it back, see where it is. */
import type { Kysely } from 'kysely'
import type * as z from 'zod'
import type * as contract from '#shared/contract/assembly.ts'
import { mayRevoke, refusalToGive, type GiveRefusal } from '#shared/domain/assembly.ts'
import { parseMemberNumber } from '#shared/domain/card/read-member-number.ts'
import { cardId } from '#shared/domain/people/member-id.ts'
import { fullName } from '#shared/domain/people/person-name.ts'
import { isoNow } from '../../base/clock.ts'
import { done, refuse, type Outcome, refuseField } from '../../base/outcome.ts'
import type { Handler } from '../../http/handlers.ts'
import type { Schema } from '../../parts/database/schema.ts'
import {
  agendaChangeOf,
  agendaOf,
  deleteProxy,
  findGiven,
  insertProxy,
  listHeld,
  presentAmong,
  votersAmong,
} from '../../records/assembly/assembly-repository.ts'
import { findEvent, lockEvent, type EventRow } from '../../records/events/event-repository.ts'
import { takesRegistrations } from '../../records/events/policy.ts'
import { tellVoice } from '../../records/events/voice-mails.ts'
import { gatherProxy, NOBODY, proxyContextOf, type ProxyContext } from './proxy-context.ts'

type Presented = z.input<typeof contract.readOwnVoice.reply>

const WHY: Readonly<Record<GiveRefusal, string>> = {
  'proxies-closed': 'Voices can be given until the assembly begins, where its rules permit it',
  'no-voice': 'You have no vote in this assembly',
  'voice-present': 'You are checked in: vote yourself',
  'voice-given': 'Your voice is given already: take it back first',
  'holds-voices': 'You carry voices of others: who does cannot give the own one',
  'holder-self': 'Give the number of another member',
  'holder-refused':
    'Your voice cannot be given to this number. Check it with the person: it may be wrong, or the person has no vote, has given the own voice, is in the hall, or carries as many voices as one may',
}

const hasBegun = (event: EventRow, now: string): boolean =>
  !takesRegistrations(event, now) || event.starts_at <= now

async function present(
  db: Kysely<Schema>,
  { event, assembly, rules }: ProxyContext,
  { memberId, now }: { readonly memberId: number; readonly now: string },
): Promise<Presented> {
  const given = await findGiven(db, event.id, memberId)
  const held = await listHeld(db, event.id, memberId)
  const inHall = await presentAmong(db, event.id, [memberId, given?.holder_id ?? NOBODY])
  const begun = hasBegun(event, now)
  return {
    kind: assembly.kind,
    agenda: agendaOf(assembly).map(({ fr, ar, majority }) => ({ fr, ar, majority })),
    agendaChange: agendaChangeOf(assembly),
    mayVote: (await votersAmong(db, rules, [memberId])).has(memberId),
    memberBy: rules.memberBy,
    proxiesPerHolder: rules.proxiesPerHolder,
    open: !begun && rules.proxiesPerHolder > 0,
    present: inHall.has(memberId),
    given:
      given === undefined
        ? null
        : {
            holder: cardId(given.holder_id),
            at: given.created_at,
            onPaper: given.paper_note !== null,
            revocable: mayRevoke({ hasBegun: begun, holderIsIn: inHall.has(given.holder_id) }),
          },
    held: held.map(({ id, at, ...name }) => ({ giver: cardId(id), name: fullName(name), at })),
  }
}

export const readOwnVoice: Handler<typeof contract.readOwnVoice> = async (
  { params, caller },
  { database: { db }, clock },
) => {
  const scene = await proxyContextOf(db, await findEvent(db, params.id), caller)
  if (scene === undefined) return refuse('not-found')
  const at = { memberId: caller.memberId, now: isoNow(clock) }
  return done(await present(db, scene, at))
}

const refuseHolder = (code: GiveRefusal): Outcome<never> =>
  refuseField('body.holder', code, WHY[code])

/** Events are locked first: two calls cannot give one voice twice, fill a holder twice, or make a chain. */
export const giveVoice: Handler<typeof contract.giveVoice> = (
  { params, body, caller, facts },
  deps,
) =>
  facts.transact(async (transaction) => {
    const scene = await proxyContextOf(transaction, await lockEvent(transaction, params.id), caller)
    if (scene === undefined) return refuse('not-found')
    const { event } = scene
    const now = isoNow(deps.clock)
    const proxy = { giver: caller.memberId, holder: parseMemberNumber(body.holder) ?? NOBODY }
    const refusal = refusalToGive({
      ...(await gatherProxy(transaction, scene, proxy.giver, proxy.holder)),
      hasBegun: hasBegun(event, now),
    })
    if (refusal !== undefined) return refuseHolder(refusal)
    await insertProxy(transaction, event.id, proxy, now)
    await tellVoice(deps, transaction, event, proxy.giver, 'voice-given')
    await tellVoice(deps, transaction, event, proxy.holder, 'voice-received')
    facts.trace({ target: `member:${proxy.holder}`, detail: { event: event.id } })
    return done(await present(transaction, scene, { memberId: proxy.giver, now }))
  })

/** Harmless when the voice is not given. */
export const takeVoiceBack: Handler<typeof contract.takeVoiceBack> = (
  { params, caller, facts },
  deps,
) =>
  facts.transact(async (transaction) => {
    const scene = await proxyContextOf(transaction, await lockEvent(transaction, params.id), caller)
    if (scene === undefined) return refuse('not-found')
    const { event } = scene
    const now = isoNow(deps.clock)
    const given = await findGiven(transaction, event.id, caller.memberId)
    if (given !== undefined) {
      const inHall = await presentAmong(transaction, event.id, [given.holder_id])
      const state = { hasBegun: hasBegun(event, now), holderIsIn: inHall.size > 0 }
      if (!mayRevoke(state)) return refuse('assembly-began')
      await deleteProxy(transaction, given.id)
      await tellVoice(deps, transaction, event, caller.memberId, 'voice-taken-back')
      await tellVoice(deps, transaction, event, given.holder_id, 'voice-withdrawn')
    }
    facts.trace({
      target: given === undefined ? `event:${event.id}` : `member:${given.holder_id}`,
      detail: { event: event.id, takenBack: given !== undefined },
    })
    return done(await present(transaction, scene, { memberId: caller.memberId, now }))
  })
