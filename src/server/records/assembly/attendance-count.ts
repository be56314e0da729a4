/** From rows to the pure count: who is in the hall, and who may vote. */
import type { Kysely } from 'kysely'
import { voicesInHall, type AssemblyRules, type Hall } from '#shared/domain/assembly.ts'
import { isFresh, type Clock } from '../../base/clock.ts'
import type { Database } from '../../parts/database/engine.ts'
import type { Schema } from '../../parts/database/schema.ts'
import {
  countEntitled,
  findAssembly,
  listProxies,
  peopleInHall,
  presentAmong,
  proxiesAround,
  rulesOf,
  votersAmong,
  type PersonInHall,
} from './assembly-repository.ts'

/** The count passes over all members, and a screen asks every few seconds. */
const ENTITLED_TTL_MS = 60_000
const RULES_KEPT_MAX = 50

interface Counted {
  readonly sinceMs: number
  readonly entitled: number
}
const counted = new WeakMap<Database, Map<string, Counted>>()

/** How many may vote, at most a minute old; other rules are counted anew. */
export async function entitledOf(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  { memberBy, roles }: Pick<AssemblyRules, 'memberBy' | 'roles'>,
): Promise<number> {
  const kept = counted.get(database) ?? new Map<string, Counted>()
  counted.set(database, kept)
  const key = JSON.stringify([memberBy, roles])
  const nowMs = clock.now().getTime()
  const known = kept.get(key)
  if (known !== undefined && isFresh(known.sinceMs, nowMs, ENTITLED_TTL_MS)) return known.entitled
  const entitled = await countEntitled(database.db, { memberBy, roles })
  if (kept.size >= RULES_KEPT_MAX) kept.clear()
  kept.set(key, { sinceMs: nowMs, entitled })
  return entitled
}

const idsOf = (
  people: readonly PersonInHall[],
  fits: (person: PersonInHall) => boolean,
): ReadonlySet<number> => new Set(people.filter(fits).map(({ id }) => id))

export const hallOf = (
  people: readonly PersonInHall[],
  proxies: Hall['proxies'],
  { proxiesPerHolder }: AssemblyRules,
): Hall => ({
  proxies,
  voters: idsOf(people, ({ mayVote }) => mayVote),
  present: idsOf(people, ({ cameAt }) => cameAt !== null),
  proxiesPerHolder,
})

export async function readHall(
  db: Kysely<Schema>,
  eventId: string,
  rules: AssemblyRules,
): Promise<Hall> {
  const people = await peopleInHall(db, eventId, rules)
  return hallOf(people, await listProxies(db, eventId), rules)
}

interface DoorVoices {
  readonly voices?: { readonly count: number; readonly handedOut: boolean }
}

/**
 * What the door tells of the voices of these members, from their own proxies alone: a check-in must not
 * pass over the hall. Blank where the event is no assembly.
 */
export async function voicesAt(
  db: Kysely<Schema>,
  eventId: string,
  memberIds: readonly number[],
): Promise<(memberId: number) => DoorVoices> {
  const assembly = await findAssembly(db, eventId)
  if (assembly === undefined || memberIds.length === 0) return () => ({})
  const rules = rulesOf(assembly)
  const proxies = await proxiesAround(db, eventId, memberIds)
  const around = [
    ...new Set([...memberIds, ...proxies.flatMap(({ giver, holder }) => [giver, holder])]),
  ]
  const present = await presentAmong(db, eventId, around)
  const voters = await votersAmong(db, rules, around)
  const voices = voicesInHall({
    proxies,
    voters,
    present,
    proxiesPerHolder: rules.proxiesPerHolder,
  })
  return (memberId) => ({
    voices: {
      count: voices.get(memberId) ?? 0,
      handedOut: proxies.some(
        ({ giver, holder }) =>
          giver === memberId && voters.has(giver) && voters.has(holder) && present.has(holder),
      ),
    },
  })
}
