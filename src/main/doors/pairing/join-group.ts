/** Joins the group of a door that shows a code, scanned or typed. */
import type { JoinResult } from '#shared/contract/desktop/doors.ts'
import { plainDoorName } from '#shared/domain/doors/door-name.ts'
import type { Timers } from '../../base/timers.ts'
import type { DoorKiosk } from '../doors.ts'
import type { Address, SeenAt } from '../group/address.ts'
import { makeDoorKey, shortOf } from '../group/door-key.ts'
import type { Identity } from '../group/group-file.ts'
import { createGroup } from '../group/group.ts'
import type { SignedRecord } from '../group/records.ts'
import { dialOnce, DOORS_PORT } from '../network/transport.ts'
import { readAddress, readCode, readWords } from './pairing-code.ts'
import { joinOver } from './pairing.ts'

export interface JoinedGroup {
  readonly ok: true
  readonly identity: Identity
  readonly records: readonly SignedRecord[]
  readonly seenAt: readonly SeenAt[]
}
type Refused = Extract<JoinResult, { ok: false }>

export interface JoinPorts {
  readonly kiosk: DoorKiosk
  /** Hash of server and event. */
  readonly event: string
  readonly timers: Pick<Timers, 'now' | 'after'>
  readonly handshakeMs: number | undefined
  /** Where doors announce that they show a code; asked only where no address was typed. */
  readonly find: () => Promise<readonly Address[]>
}

const UNREACHABLE: Refused = { ok: false, fault: 'unreachable' }

async function joinAt(
  { kiosk: { eventId, deviceName: name }, event, timers, handshakeMs }: JoinPorts,
  words: string,
  address: Address,
  expected: string | undefined,
): Promise<JoinedGroup | Refused> {
  const key = makeDoorKey()
  const channel = await dialOnce(key, address, expected, handshakeMs).catch(() => undefined)
  if (channel === undefined) return UNREACHABLE
  try {
    const own = { door: key.door, key: key.publicKey, name: plainDoorName(name, shortOf(key.door)) }
    const joined = await joinOver(channel, { words, own, event, timers })
    if (!joined.ok) return joined
    const { group, groupKey, doors } = joined.welcome
    const nowMs = (): number => timers.now().getTime()
    const check = createGroup({ id: group, eventId, own: key.door, nowMs })
    for (const record of doors) check.take(record)
    const isComplete = [key.door, channel.door].every((door) => check.member(door) !== undefined)
    if (!isComplete) return UNREACHABLE
    return {
      ok: true,
      identity: { group, groupKey, key, eventId, name },
      records: doors,
      seenAt: [{ door: channel.door, ...address }],
    }
  } finally {
    channel.close()
  }
}

export async function joinGroup(
  code: string,
  address: string,
  ports: JoinPorts,
): Promise<JoinedGroup | Refused> {
  const scanned = readCode(code)
  const words = scanned?.words ?? readWords(code)
  if (words === undefined) return { ok: false, fault: 'code' }
  const typed = readAddress(address, DOORS_PORT)
  if (scanned === undefined && typed === undefined && address.trim() !== '')
    return { ok: false, fault: 'address' }
  const places = scanned?.addresses ?? (typed === undefined ? await ports.find() : [typed])
  if (places.length === 0) return { ok: false, fault: 'address' }
  let result: Refused = UNREACHABLE
  for (const place of places) {
    const joined = await joinAt(ports, words, place, scanned?.door) // oxlint-disable-line no-await-in-loop -- one door after the other
    if (joined.ok) return joined
    if (joined.fault !== 'unreachable') result = joined
  }
  return result
}
