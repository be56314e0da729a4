/** The lists of an assembly: for signatures as a page that prints (ADR 0072), for the minutes as CSV. */
import type * as contract from '#shared/contract/assembly.ts'
import { LISTED_MAX } from '#shared/contract/assembly.ts'
import {
  countVoices,
  expectedHall,
  voicesInHall,
  type AssemblyRules,
  type Hall,
  type VoiceCount,
} from '#shared/domain/assembly.ts'
import { cardId } from '#shared/domain/people/member-id.ts'
import { fullName } from '#shared/domain/people/person-name.ts'
import { isoNow } from '../../base/clock.ts'
import { done, refuse, type Outcome } from '../../base/outcome.ts'
import type { Deps } from '../../deps/deps.ts'
import { csvReply } from '../../http/csv-reply.ts'
import type { Handler } from '../../http/handlers.ts'
import type { Caller } from '../../http/principal/caller.ts'
import {
  findAssembly,
  listPeople,
  listProxies,
  rulesOf,
  type ListedPerson,
} from '../../records/assembly/assembly-repository.ts'
import { entitledOf, hallOf } from '../../records/assembly/attendance-count.ts'
import { eventFacts } from '../../records/events/event-mails.ts'
import { findEvent, type EventRow } from '../../records/events/event-repository.ts'
import { stepUpRefusal } from '../../records/factors/step-up.ts'

interface Lists {
  readonly event: EventRow
  readonly rules: AssemblyRules
  readonly people: readonly ListedPerson[]
  readonly hall: Hall
  readonly count: VoiceCount
}

/** After step-up: a list of names leaves the server. */
async function gather(deps: Deps, caller: Caller, eventId: string): Promise<Outcome<Lists>> {
  const unproven = await stepUpRefusal(deps, caller)
  if (unproven !== undefined) return unproven
  const { db } = deps.database
  const event = await findEvent(db, eventId)
  const assembly = event && (await findAssembly(db, event.id))
  if (event === undefined || assembly === undefined) return refuse('not-found')
  const rules = rulesOf(assembly)
  const people = await listPeople(db, event.id, rules, LISTED_MAX + 1)
  if (people.length > LISTED_MAX) return refuse('list-too-long')
  const hall = hallOf(people, await listProxies(db, event.id), rules)
  const count = countVoices(hall, rules.quorum, await entitledOf(deps, rules))
  return done({ event, rules, people, hall, count })
}

const nameOf = (person: ListedPerson): string => fullName(person)

/** Says of each member who carries the vote, and whose votes the member carries. */
function proxiesByMember({ people, hall }: Lists) {
  const byId = new Map(people.map((person) => [person.id, person]))
  const called = (id: number): string => {
    const person = byId.get(id)
    return person === undefined ? cardId(id) : `${nameOf(person)} (${id})`
  }
  const holders = new Map(hall.proxies.map(({ giver, holder }) => [giver, called(holder)]))
  const givers = new Map<number, string[]>()
  for (const { giver, holder } of hall.proxies)
    givers.set(holder, [...(givers.get(holder) ?? []), called(giver)])
  return {
    carriedBy: (id: number): string | undefined => holders.get(id),
    carries: (id: number): readonly string[] => givers.get(id) ?? [],
  }
}

export const signatureList: Handler<typeof contract.signatureList> = async (
  { params, caller, facts },
  deps,
) => {
  const gathered = await gather(deps, caller, params.id)
  if (!gathered.ok) return gathered
  const { event, people, hall } = gathered.value
  const voices = voicesInHall(expectedHall(hall))
  const proxies = proxiesByMember(gathered.value)
  const voters = people.filter(({ mayVote }) => mayVote)
  const [fr, ar] = [eventFacts(deps, event, 'fr'), eventFacts(deps, event, 'ar')]
  facts.trace({ target: `event:${event.id}`, detail: { rows: voters.length } })
  return done({
    title: { fr: fr.event, ar: ar.event },
    place: { fr: fr.place, ar: ar.place },
    startsAt: event.starts_at,
    at: isoNow(deps.clock),
    people: voters.map((person) => ({
      name: nameOf(person),
      number: person.id,
      voices: voices.get(person.id) ?? 0,
      carriedBy: proxies.carriedBy(person.id) ?? null,
      carries: [...proxies.carries(person.id)],
    })),
  })
}

const COLUMNS = [
  'Card',
  'Name',
  'May vote',
  'Checked in (UTC)',
  'Gate',
  'Voices',
  'Voice carried by',
  'Carries voices of',
] as const

/** The label and the value of what stands above the people. */
const summary = (
  { event, rules, count }: Lists,
  at: string,
): [string, string | number | null][] => [
  ['Event', event.id],
  ['Begins (UTC)', event.starts_at],
  ['Counted (UTC)', at],
  ['Members who may vote', count.entitled],
  ['Present', count.present],
  ['Represented', count.represented],
  ['Voices', count.total],
  [
    'Quorum',
    rules.quorum.kind === 'share' ? `${rules.quorum.value} %` : `${rules.quorum.value} voices`,
  ],
  ['Voices needed', count.needed],
  ['Quorum reached', count.missing === 0 ? 'yes' : 'no'],
]

export const minutesCsv: Handler<typeof contract.minutesCsv> = async (
  { params, query, caller, facts },
  deps,
) => {
  const gathered = await gather(deps, caller, params.id)
  if (!gathered.ok) return gathered
  const { event, people, hall } = gathered.value
  const voices = voicesInHall(hall)
  const proxies = proxiesByMember(gathered.value)
  const listed = people
    .filter(({ mayVote, cameAt }) => mayVote || cameAt !== null)
    .map((person) => [
      cardId(person.id),
      nameOf(person),
      person.mayVote ? 'yes' : 'no',
      person.cameAt,
      person.gate,
      voices.get(person.id) ?? 0,
      proxies.carriedBy(person.id) ?? '',
      proxies.carries(person.id).join('; '),
    ])
  facts.trace({ target: `event:${event.id}`, detail: { rows: listed.length } })
  return csvReply(facts.reply, {
    name: `minutes-${event.id}.csv`,
    language: query.language,
    parts: [summary(gathered.value, isoNow(deps.clock)), [[], COLUMNS], listed],
  })
}
