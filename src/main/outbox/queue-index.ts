/** The queue in memory: by event, by card, and in order. */
import type { QueuedCheckIn } from '#shared/contract/desktop/ipc-desktop.ts'
import { parseMemberNumber } from '#shared/domain/card/read-member-number.ts'
import type { StoredCheckIn } from './outbox.ts'
import type { SettledRecord } from './records.ts'

export interface QueueEntry {
  readonly checkIn: StoredCheckIn
  settled: Omit<SettledRecord, 'kind'> | undefined
}
type ItemFilter = 'all' | 'waiting' | 'conflicts' | 'refused'
const PAGE_SIZE = 50

type State = QueuedCheckIn['state']
const stateOf = ({ settled }: QueueEntry): State => settled?.settlement.result ?? 'waiting'
const isRefused = (entry: QueueEntry): boolean =>
  ['unknown-member', 'refused'].includes(stateOf(entry))
const MATCHES: Readonly<Record<ItemFilter, (entry: QueueEntry) => boolean>> = {
  all: () => true,
  waiting: ({ settled }) => settled === undefined,
  conflicts: (entry) => stateOf(entry) === 'second',
  refused: isRefused,
}

interface OfEvent {
  /** The entries stand in the order of their sequence. */
  readonly waiting: Map<string, QueueEntry>
  readonly byCard: Map<string, QueueEntry[]>
}

export interface QueueIndex {
  add(checkIn: StoredCheckIn): void
  /** Returns whether it changed anything. */
  settle(record: Omit<SettledRecord, 'kind'>): boolean
  byId(id: string): QueueEntry | undefined
  firstOf(eventId: string, cardId: string): StoredCheckIn | undefined
  waiting(eventId: string, max: number): readonly StoredCheckIn[]
  eventsWaiting(): readonly string[]
  page(
    only: ItemFilter,
    page: number,
  ): { readonly items: readonly QueuedCheckIn[]; readonly total: number }
  counts(): {
    readonly waiting: number
    readonly sent: number
    readonly conflicts: number
    readonly refused: number
  }
  /** Oldest first. */
  entries(): readonly QueueEntry[]
}

/** The same card, typed with its prefix or read without. */
const cardKey = (cardId: string): string => String(parseMemberNumber(cardId) ?? cardId)

export const toItem = (entry: QueueEntry): QueuedCheckIn => {
  const { id, sequence, eventId, cardId, gate, at } = entry.checkIn
  return {
    id,
    sequence,
    eventId,
    cardId,
    gate,
    at,
    state: stateOf(entry),
    first: entry.settled?.settlement.first ?? null,
  }
}

export function createQueueIndex(): QueueIndex {
  const entries: QueueEntry[] = []
  const byId = new Map<string, QueueEntry>()
  const events = new Map<string, OfEvent>()
  const counted = new Map<State, number>()
  const count = (state: State, change: number): void =>
    void counted.set(state, (counted.get(state) ?? 0) + change)
  const number = (...states: readonly State[]): number =>
    states.reduce((sum, state) => sum + (counted.get(state) ?? 0), 0)
  /** One text for each event, gate and device, not one for each check-in. */
  const shared = new Map<string, string>()
  const share = (text: string): string => {
    const known = shared.get(text)
    if (known === undefined) shared.set(text, text)
    return known ?? text
  }
  const ofEvent = (eventId: string): OfEvent => {
    const known = events.get(eventId)
    if (known !== undefined) return known
    const made: OfEvent = { waiting: new Map(), byCard: new Map() }
    events.set(eventId, made)
    return made
  }

  return {
    add(checkIn) {
      if (byId.has(checkIn.id)) return
      const { eventId, gate, deviceId } = checkIn
      const entry: QueueEntry = {
        checkIn: {
          ...checkIn,
          eventId: share(eventId),
          gate: share(gate),
          deviceId: share(deviceId),
        },
        settled: undefined,
      }
      entries.push(entry)
      byId.set(checkIn.id, entry)
      const { waiting, byCard } = ofEvent(eventId)
      waiting.set(checkIn.id, entry)
      const key = cardKey(checkIn.cardId)
      const others = byCard.get(key)
      if (others === undefined) byCard.set(key, [entry])
      else others.push(entry)
      count('waiting', 1)
    },
    settle(record) {
      const entry = byId.get(record.settlement.id)
      if (entry === undefined || entry.settled !== undefined) return false
      entry.settled = record
      ofEvent(entry.checkIn.eventId).waiting.delete(record.settlement.id)
      count('waiting', -1)
      count(record.settlement.result, 1)
      return true
    },
    byId: (id) => byId.get(id),
    firstOf: (eventId, cardId) =>
      events
        .get(eventId)
        ?.byCard.get(cardKey(cardId))
        ?.find((entry) => !isRefused(entry))?.checkIn,
    waiting(eventId, max) {
      const oldest: StoredCheckIn[] = []
      for (const { checkIn } of events.get(eventId)?.waiting.values() ?? []) {
        if (oldest.length >= max) break
        oldest.push(checkIn)
      }
      return oldest
    },
    eventsWaiting: () =>
      [...events].filter(([, { waiting }]) => waiting.size > 0).map(([eventId]) => eventId),
    page(only, page) {
      const from = (page - 1) * PAGE_SIZE
      const matching = only === 'all' ? entries : entries.filter(MATCHES[only])
      const end = Math.max(0, matching.length - from)
      return {
        items: matching
          .slice(Math.max(0, end - PAGE_SIZE), end)
          .toReversed()
          .map(toItem),
        total: matching.length,
      }
    },
    counts: () => ({
      waiting: number('waiting'),
      sent: number('recorded', 'known', 'second'),
      conflicts: number('second'),
      refused: number('unknown-member', 'refused'),
    }),
    entries: () => entries,
  }
}
