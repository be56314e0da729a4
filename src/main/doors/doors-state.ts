/** What a door shows of its group. */
import { networkInterfaces } from 'node:os'
import type { DoorsState } from '#shared/contract/desktop/doors.ts'
import {
  cardKey,
  doubleEntries,
  type DoorEntry,
  type DoubleEntry,
} from '#shared/domain/doors/merge.ts'
import type { OpenOutbox } from '../outbox/open-outbox.ts'
import type { FirstEntry } from './doors.ts'
import { shortOf } from './group/door-key.ts'
import { DOORS_MAX, type Member } from './group/trusted-doors.ts'
import { DOORS_PORT } from './network/transport.ts'
import { CODE_ADDRESSES_MAX, writeCode } from './pairing/pairing-code.ts'
import type { RunningDoor } from './running-door.ts'

/** The rest is shown when staff have seen these. */
const DOUBLES_SHOWN = 500

export const nearAddresses = (): string[] =>
  Object.values(networkInterfaces())
    .flatMap((some) => some ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address)

const shown = ({ group, identity }: RunningDoor, { door, at }: DoorEntry) => ({
  gate: group.member(door)?.name ?? '',
  at,
  here: door === identity.key.door,
})

/** A third or later entry of the same card is shown again as a double entry. */
export const doubleKey = ({ card, entries }: DoubleEntry): string => `${card} ${entries.length}`

export function firstEntry(
  door: RunningDoor,
  cardId: string,
  queues: Record<'own' | 'carried', Pick<OpenOutbox, 'entries'>>,
): FirstEntry | undefined {
  const first = door.group.entries().get(cardKey(cardId))?.[0]
  if (first === undefined) return undefined
  const told = shown(door, first)
  const sent = queues[told.here ? 'own' : 'carried']
    .entries()
    .some(({ checkIn, settled }) => checkIn.id === first.id && settled !== undefined)
  return { id: first.id, ...told, sent }
}

export function stateOf(
  door: RunningDoor,
  {
    addresses,
    isTold,
    fault,
    waiting,
  }: Pick<DoorsState, 'fault' | 'waiting'> & {
    readonly addresses: readonly string[]
    readonly isTold: (double: DoubleEntry) => boolean
  },
): DoorsState {
  const entries = door.group.entries()
  return {
    on: true,
    fault: fault === 'none' && isSplit(door) ? 'split' : fault,
    waiting,
    doors: doorsOf(door),
    atTheDoor: door.group.waiting().map(({ door: key, name, by }) => ({
      door: shortOf(key),
      name,
      by: door.group.member(by)?.name ?? '',
    })),
    code: codeOf(door, addresses),
    doubles: doubleEntries(entries)
      .filter((double) => !isTold(double))
      .slice(0, DOUBLES_SHOWN)
      .map(({ card, entries: list }) => ({
        card,
        entries: list.slice(0, DOORS_MAX).map((entry) => shown(door, entry)),
      })),
    entries: [...entries.values()].reduce((sum, list) => sum + list.length, 0),
  }
}

/** Doors that trust different doors do not tell each other all check-ins. */
const isSplit = ({ group, work, identity }: RunningDoor): boolean =>
  group
    .members()
    .some(
      ({ door, hasLeft, isRemoved }) =>
        door !== identity.key.door && !hasLeft && !isRemoved && work.contact(door).differs,
    )

function doorsOf({ group, identity, work }: RunningDoor): DoorsState['doors'] {
  const own = identity.key.door
  return group.members().map((member) => {
    const { door, name } = member
    const { connected, lastSeenMs, clockApartMs, brokeRules } = work.contact(door)
    return {
      door: shortOf(door),
      name,
      state: door === own ? 'own' : stateOfOther({ ...member, connected }),
      lastSeenAt: lastSeenMs === null ? null : new Date(lastSeenMs).toISOString(),
      clockApartS: clockApartMs === null ? null : Math.round(clockApartMs / 1_000),
      removal: removalOf(member, own, (by) => group.member(by)?.name ?? ''),
      warning: member.broughtFalseName ? 'name' : brokeRules ? 'rules' : null,
    }
  })
}

/** A removal that waits for another door. */
function removalOf(
  { hasLeft, isRemoved, removedBy }: Member,
  own: string,
  nameOf: (door: string) => string,
): DoorsState['doors'][number]['removal'] {
  if (hasLeft || isRemoved || removedBy.length === 0) return null
  return { here: removedBy.includes(own), by: removedBy.filter((by) => by !== own).map(nameOf) }
}

function stateOfOther(door: {
  readonly hasLeft: boolean
  readonly isRemoved: boolean
  readonly connected: boolean
}): DoorsState['doors'][number]['state'] {
  if (door.isRemoved) return 'removed'
  if (door.hasLeft) return 'left'
  return door.connected ? 'connected' : 'away'
}

function codeOf(
  { invitations, identity, work }: RunningDoor,
  hosts: readonly string[],
): DoorsState['code'] {
  const present = invitations.present()
  if (present === undefined) return null
  const addresses = hosts.slice(0, CODE_ADDRESSES_MAX).map((host) => ({ host, port: work.port }))
  return {
    text: writeCode({ door: identity.key.door, words: present.words, addresses }),
    words: present.words,
    addresses: addresses.map(({ host, port }) => (port === DOORS_PORT ? host : `${host}:${port}`)),
    expiresAt: new Date(present.expiresAtMs).toISOString(),
  }
}
