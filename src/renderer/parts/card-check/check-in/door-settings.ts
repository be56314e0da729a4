/** What this device remembers of its door: event, gate, and whether cards check in by themselves. No member. */
export interface DoorSettings {
  readonly eventId: string
  readonly gate: string
  /** Good cards are checked in without a key. */
  readonly byItself: boolean
}

const KEY = 'wld.door'
const GATE_MAX_CHARS = 60
export const EVENT_ID = /^[A-Za-z0-9-]{1,40}$/
const NOTHING: DoorSettings = { eventId: '', gate: '', byItself: false }

/** Storage can hold anything, so each part is checked. */
export function readDoor(storage: Pick<Storage, 'getItem'>): DoorSettings {
  try {
    const kept = JSON.parse(storage.getItem(KEY) ?? '{}') as Partial<DoorSettings> | null
    return {
      eventId: typeof kept?.eventId === 'string' && EVENT_ID.test(kept.eventId) ? kept.eventId : '',
      gate: typeof kept?.gate === 'string' ? kept.gate.slice(0, GATE_MAX_CHARS) : '',
      byItself: kept?.byItself === true,
    }
  } catch {
    return NOTHING
  }
}

export function keepDoor(
  storage: Pick<Storage, 'setItem'>,
  { eventId, gate, byItself }: DoorSettings,
): void {
  try {
    storage.setItem(KEY, JSON.stringify({ eventId, gate: gate.slice(0, GATE_MAX_CHARS), byItself }))
  } catch {
    // The storage is full or forbidden: the door works, and asks again the next time.
  }
}
