/**
 * What the doors of one event know of each other's entries, and how two such states become one. Pure: the result is the
 * same whatever the order, the grouping and the number of copies in which entries come (ADR 0051).
 */
import { parseMemberNumber } from '../card/read-member-number.ts'

export interface DoorEntry {
  /** Of the check-in: the server counts it once under this id. */
  readonly id: string
  /** The door that recorded it. */
  readonly door: string
  readonly card: string
  /** Instant, as the door shows it. */
  readonly at: string
  /** Hybrid logical clock: milliseconds that never run behind an entry which the door had seen. */
  readonly stamp: number
}
/** By card; the entries of a card are in the order that all doors agree on, each once. */
export type DoorEntries = ReadonlyMap<string, readonly DoorEntry[]>

/** The same card, typed with its prefix or read without. */
export const cardKey = (card: string): string => String(parseMemberNumber(card) ?? card)

const compareTexts = (one: string, other: string): number =>
  one === other ? 0 : one < other ? -1 : 1

/** A total order: only equal entries compare as equal. The first entry of a card is the one that counts. */
export const compareEntries = (one: DoorEntry, other: DoorEntry): number =>
  one.stamp - other.stamp ||
  compareTexts(one.door, other.door) ||
  compareTexts(one.id, other.id) ||
  compareTexts(one.at, other.at) ||
  compareTexts(one.card, other.card)

function unite(ours: readonly DoorEntry[], theirs: readonly DoorEntry[]): readonly DoorEntry[] {
  const all = [...ours, ...theirs].sort(compareEntries)
  return all.filter((entry, place) => {
    const before = all[place - 1]
    return before === undefined || compareEntries(before, entry) !== 0
  })
}

export const NO_ENTRIES: DoorEntries = new Map()

export function entriesOf(list: readonly DoorEntry[]): DoorEntries {
  const byCard = new Map<string, DoorEntry[]>()
  for (const entry of list) {
    const key = cardKey(entry.card)
    const others = byCard.get(key)
    if (others === undefined) byCard.set(key, [entry])
    else others.push(entry)
  }
  return new Map([...byCard].map(([key, entries]) => [key, unite(entries, [])]))
}

export function mergeEntries(ours: DoorEntries, theirs: DoorEntries): DoorEntries {
  const merged = new Map(ours)
  for (const [card, entries] of theirs) merged.set(card, unite(merged.get(card) ?? [], entries))
  return merged
}

/** All entries in the one order. */
export const inOrder = (entries: DoorEntries): DoorEntry[] =>
  [...entries.values()].flat().sort(compareEntries)

export interface DoubleEntry {
  readonly card: string
  /** The first one counts; at least one other follows. */
  readonly entries: readonly DoorEntry[]
}

/** Cards that came in more than once while the doors did not see each other; the newest first. */
export function doubleEntries(entries: DoorEntries): DoubleEntry[] {
  const newest = ({ entries: list }: DoubleEntry): number => list.at(-1)?.stamp ?? 0
  return [...entries]
    .filter(([, list]) => new Set(list.map(({ door, id }) => `${door} ${id}`)).size > 1)
    .map(([card, list]) => ({ card, entries: list }))
    .sort((one, other) => newest(other) - newest(one) || compareTexts(one.card, other.card))
}

/** A door whose clock is ahead by more than this does not push the clocks of the others. */
export const CLOCK_AHEAD_MAX_MS = 12 * 3_600_000

/** The clock of a door after it saw this stamp. */
export const followStamp = (seen: number, stamp: number, nowMs: number): number =>
  stamp > nowMs + CLOCK_AHEAD_MAX_MS ? seen : Math.max(seen, stamp)

/** The stamp of the door's next entry: behind everything that it has seen. */
export const nextStamp = (seen: number, atMs: number): number => Math.max(atMs, seen + 1)
