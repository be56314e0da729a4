/** What the draft of the minutes says; it names nobody, so it needs no step-up. */
import type * as contract from '#shared/contract/assembly.ts'
import { countVoices, isAdopted } from '#shared/domain/assembly.ts'
import { isoNow } from '../../base/clock.ts'
import { done, refuse } from '../../base/outcome.ts'
import type { Deps } from '../../deps/deps.ts'
import type { Handler } from '../../http/handlers.ts'
import {
  agendaChangeOf,
  agendaOf,
  findAssembly,
  rulesOf,
} from '../../records/assembly/assembly-repository.ts'
import { entitledOf, readHall } from '../../records/assembly/attendance-count.ts'
import { convocationOf } from '../../records/assembly/present.ts'
import { eventFacts } from '../../records/events/event-mails.ts'
import { findEvent, type EventRow } from '../../records/events/event-repository.ts'

function inBoth(deps: Deps, event: EventRow) {
  const [fr, ar] = [eventFacts(deps, event, 'fr'), eventFacts(deps, event, 'ar')]
  return { title: { fr: fr.event, ar: ar.event }, place: { fr: fr.place, ar: ar.place } }
}

export const readMinutes: Handler<typeof contract.readMinutes> = async ({ params }, deps) => {
  const { db } = deps.database
  const event = await findEvent(db, params.id)
  const assembly = event && (await findAssembly(db, event.id))
  if (event === undefined || assembly === undefined) return refuse('not-found')
  const first = assembly.second_of === null ? undefined : await findEvent(db, assembly.second_of)
  const rules = rulesOf(assembly)
  return done({
    ...inBoth(deps, event),
    startsAt: event.starts_at,
    endsAt: event.ends_at,
    kind: assembly.kind,
    secondOf: first === undefined ? null : inBoth(deps, first).title,
    quorum: rules.quorum,
    convened: convocationOf(assembly, event),
    agendaChange: agendaChangeOf(assembly),
    counts: countVoices(
      await readHall(db, event.id, rules),
      rules.quorum,
      await entitledOf(deps, rules),
    ),
    agenda: agendaOf(assembly).map((item) => ({
      ...item,
      adopted:
        item.majority === null || item.result === null
          ? null
          : isAdopted(item.majority, item.result),
    })),
    at: isoNow(deps.clock),
  })
}
