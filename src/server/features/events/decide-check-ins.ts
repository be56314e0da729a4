/**
 * Decides a batch of check-ins, as a pure rule: the caller gathers the data before and writes the
 * rows after.
 */
import type * as z from 'zod'
import type { checkIn } from '#shared/contract/events.ts'
import { parseMemberNumber } from '#shared/domain/card/read-member-number.ts'

interface FromDevice {
  readonly deviceId?: string | undefined
  readonly sequence?: number | undefined
}

/**
 * The order in which the entries of a batch are decided. Entries of one device are decided in the
 * order of recording, whatever the order of sending, because it decides which of two check-ins of a
 * card is the second. All others keep their position.
 */
export function decidingOrder(wishes: readonly FromDevice[]): number[] {
  const order = wishes.map((_, place) => place)
  const placesOf = new Map<string, number[]>()
  for (const [place, { deviceId, sequence }] of wishes.entries())
    if (deviceId !== undefined && sequence !== undefined)
      placesOf.set(deviceId, [...(placesOf.get(deviceId) ?? []), place])
  const sequenceAt = (place: number): number => wishes[place]?.sequence ?? 0
  for (const places of placesOf.values())
    for (const [index, place] of places
      .toSorted((one, other) => sequenceAt(one) - sequenceAt(other) || one - other)
      .entries()) {
      const slot = places[index]
      if (slot !== undefined) order[slot] = place
    }
  return order
}

/** Clocks of devices differ; a time further ahead than this is not accepted. */
const CLOCK_AHEAD_MAX_MS = 300_000

export type CheckInWish = z.output<(typeof checkIn)['request']['body']>['checkIns'][number]
type CheckInResult = z.input<(typeof checkIn)['reply']>['results'][number]

export interface Passage {
  readonly id: string
  readonly member_id: number
  readonly gate: string
  readonly at: string
}

interface NewPassage extends Passage {
  readonly device_id: string | null
  readonly sequence: number | null
}

export interface CheckInFacts {
  readonly now: Date
  /**
   * Ids of the batch that are already recorded, with their member; undefined for those of another
   * event.
   */
  readonly known: ReadonlyMap<string, number | undefined>
  readonly activeMembers: ReadonlySet<number>
  /** Check-ins of these members at this event. */
  readonly passages: readonly Passage[]
}

/** UUIDs are written in small or capital letters; they are the same. */
export const checkInKey = (id: string): string => id.toLowerCase()

const believedAt = (at: string, now: Date): string =>
  Date.parse(at) > now.getTime() + CLOCK_AHEAD_MAX_MS ? now.toISOString() : at

const isEarlier = (one: Passage, other: Passage): boolean =>
  one.at < other.at || (one.at === other.at && one.id < other.id)
const earliest = (passages: readonly Passage[]): Passage | undefined =>
  passages.reduce<Passage | undefined>(
    (first, passage) => (first === undefined || isEarlier(passage, first) ? passage : first),
    undefined,
  )
const shown = (passage: Passage | undefined): CheckInResult['first'] =>
  passage === undefined ? null : { at: passage.at, gate: passage.gate }

/**
 * A second check-in of a member is recorded too: staff later look for cards that came twice, with
 * time and gate. Counts are of members, not of rows. Results are in the order of the batch.
 */
export function decideCheckIns(
  wishes: readonly CheckInWish[],
  facts: CheckInFacts,
): { readonly results: CheckInResult[]; readonly added: NewPassage[] } {
  const known = new Map(facts.known)
  const byMember = new Map<number, Passage[]>()
  for (const passage of facts.passages)
    byMember.set(passage.member_id, [...(byMember.get(passage.member_id) ?? []), passage])
  const added: NewPassage[] = []
  const decide = (wish: CheckInWish): CheckInResult => {
    const key = checkInKey(wish.id)
    if (known.has(key)) {
      const first = earliest(byMember.get(known.get(key) ?? 0) ?? [])
      return { id: wish.id, result: 'known', first: first?.id === key ? null : shown(first) }
    }
    const member = parseMemberNumber(wish.cardId)
    if (member === undefined || !facts.activeMembers.has(member))
      return { id: wish.id, result: 'unknown-member', first: null }
    const before = byMember.get(member) ?? []
    const passage = {
      id: key,
      member_id: member,
      gate: wish.gate,
      at: believedAt(wish.at, facts.now),
      device_id: wish.deviceId ?? null,
      sequence: wish.sequence ?? null,
    }
    known.set(key, member)
    byMember.set(member, [...before, passage])
    added.push(passage)
    return {
      id: wish.id,
      result: before.length === 0 ? 'recorded' : 'second',
      first: shown(earliest(before)),
    }
  }
  const results: CheckInResult[] = []
  for (const place of decidingOrder(wishes)) {
    const wish = wishes[place]
    if (wish !== undefined) results[place] = decide(wish)
  }
  return { results, added }
}
