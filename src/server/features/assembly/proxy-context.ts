/** What the calls that give a voice, or take one back, have to know. */
import type { Kysely, Transaction } from 'kysely'
import type { AssemblyRules, Proxy, ProxyFacts } from '#shared/domain/assembly.ts'
import type { Caller } from '../../http/principal/caller.ts'
import type { Schema } from '../../parts/database/schema.ts'
import {
  findAssembly,
  presentAmong,
  proxiesAround,
  rulesOf,
  votersAmong,
  type AssemblyRow,
} from '../../records/assembly/assembly-repository.ts'
import type { EventRow } from '../../records/events/event-repository.ts'
import { maySee } from '../../records/events/policy.ts'
import { lockMember } from '../../records/members/member-repository.ts'

/** A number that no member has: an unknown holder costs the same queries as a known one. */
export const NOBODY = 0

export interface ProxyContext {
  readonly event: EventRow
  readonly assembly: AssemblyRow
  readonly rules: AssemblyRules
}

/** Undefined where the caller may not know of the event, or it is no assembly. */
export async function proxyContextOf(
  db: Kysely<Schema>,
  event: EventRow | undefined,
  caller: Caller,
): Promise<ProxyContext | undefined> {
  if (event === undefined || !maySee(caller, event)) return undefined
  const assembly = await findAssembly(db, event.id)
  return assembly && { event, assembly, rules: rulesOf(assembly) }
}

/** The event has to be locked. */
export async function gatherProxy(
  db: Transaction<Schema>,
  { event, rules }: ProxyContext,
  giver: number,
  holder: number,
): Promise<ProxyFacts> {
  const ids = [giver, holder]
  await lockMember(db, holder) // who is erased at the same moment must not be named by a new row
  const voters = await votersAmong(db, rules, ids)
  const inHall = await presentAmong(db, event.id, ids)
  const proxies: readonly Proxy[] = await proxiesAround(db, event.id, ids)
  const factsOf = (id: number) => ({
    id,
    mayVote: voters.has(id),
    isIn: inHall.has(id),
    hasGiven: proxies.some((proxy) => proxy.giver === id),
    holds: proxies.filter((proxy) => proxy.holder === id).length,
  })
  return {
    giver: factsOf(giver),
    holder: factsOf(holder),
    proxiesPerHolder: rules.proxiesPerHolder,
  }
}
