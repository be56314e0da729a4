import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import '#tests/support/property-seed.ts'
import { inOrder } from '#shared/domain/doors/merge.ts'
import { makeDoorKey, type DoorKey } from './door-key.ts'
import { createGroup, DOORS_MAX } from './group.ts'
import { checkInIdOf, groupIdOf, signRecord, type EntryBody, type SignedRecord } from './records.ts'
import { isNear } from '../network/running-group.ts'

const EVENT = 'general-assembly'
const AT = '2026-11-25T18:02:00.000Z'
const NOW = Date.parse(AT)
const first = makeDoorKey()
const NONCE = 'nonce'
const GROUP = groupIdOf(first.door, NONCE)
const door = (key: DoorKey, by: DoorKey, name = 'North door', nonce?: string): SignedRecord =>
  signRecord(
    {
      kind: 'door',
      group: GROUP,
      door: key.door,
      by: by.door,
      key: key.publicKey,
      name,
      at: AT,
      ...(nonce === undefined ? {} : { nonce }),
    },
    by,
  )
const entry = (key: DoorKey, change: Partial<EntryBody> = {}): SignedRecord => {
  const { card = 'WLD_10000001', at = AT } = change
  return signRecord(
    {
      kind: 'entry',
      group: GROUP,
      door: key.door,
      id: checkInIdOf(key.door, EVENT, card, at),
      card,
      at,
      clockOffMs: null,
      stamp: NOW,
      ...change,
    },
    key,
  )
}
const begun = (entriesMax?: number) => {
  const group = createGroup(GROUP, EVENT, () => NOW, entriesMax)
  group.take(door(first, first, 'North door', NONCE))
  return group
}

describe('the group', () => {
  test('takes each record once, whatever its signature', () => {
    const group = begun()
    const [body] = entry(first)
    expect(group.take([body, entry(first)[1]]).kind).toBe('new')
    expect(group.take([body, 'anything']).kind).toBe('known')
    expect(inOrder(group.entries())).toHaveLength(1)
  })
  test('begins with the door that its id is made of, and no other', () => {
    const group = createGroup(GROUP, EVENT, () => NOW)
    const other = makeDoorKey()
    expect(group.take(door(other, other, 'x', NONCE)).kind).toBe('rubbish')
    expect(group.take(door(first, first, 'x', 'another')).kind).toBe('rubbish')
    expect(group.take(door(first, first, 'x', NONCE)).kind).toBe('new')
  })
  test('takes in what a member took in, over any number of steps', () => {
    const group = begun()
    const [second, third, stranger] = [makeDoorKey(), makeDoorKey(), makeDoorKey()]
    expect(group.take(door(third, second)).kind).toBe('dropped')
    expect(group.take(door(second, first)).kind).toBe('new')
    expect(group.take(door(third, second)).kind).toBe('new')
    expect(group.take(door(makeDoorKey(), stranger)).kind).toBe('dropped')
    expect(group.take(entry(stranger)).kind).toBe('dropped')
  })
  test('has a limit of doors, and of entries of each', () => {
    const group = begun(2)
    for (let count = 1; count < DOORS_MAX; count++)
      expect(group.take(door(makeDoorKey(), first, `Door ${count}`)).kind).toBe('new')
    expect(group.take(door(makeDoorKey(), first)).kind).toBe('dropped')
    const cards = ['WLD_1', 'WLD_2', 'WLD_3'].map((card) => group.take(entry(first, { card })).kind)
    expect(cards).toEqual(['new', 'new', 'dropped'])
  })
  test('does not let an entry out of the time of the event', () => {
    const group = begun()
    group.take(entry(first, { card: 'WLD_1', stamp: 0 }))
    group.take(entry(first, { card: 'WLD_2', stamp: 2 ** 49 }))
    const HOUR = 3_600_000
    expect(inOrder(group.entries()).map(({ stamp }) => stamp)).toEqual([
      NOW - 24 * HOUR,
      NOW + 48 * HOUR,
    ])
    expect(group.seen()).toBe(NOW - 24 * HOUR)
  })
  test('shows times by the clock of the server where the door knows it', () => {
    const group = begun()
    group.take(entry(first, { clockOffMs: 60_000 }))
    expect(inOrder(group.entries()).map(({ at }) => at)).toEqual(['2026-11-25T18:01:00.000Z'])
  })
  test('knows which ids are bound to their check-in', () => {
    const group = begun()
    const bound = group.take(entry(first))
    const free = group.take(entry(first, { card: 'WLD_2', id: crypto.randomUUID() }))
    expect(
      [bound, free].map(
        (taken) => taken.kind === 'new' && taken.body.kind === 'entry' && group.isBound(taken.body),
      ),
    ).toEqual([true, false])
  })
  test('keeps what came before in the order in which it can be taken again', () => {
    const group = begun()
    const second = makeDoorKey()
    group.take(door(second, first, 'South door'))
    group.take(entry(second))
    const again = createGroup(GROUP, EVENT, () => NOW)
    expect(group.records().map((record) => again.take(record).kind)).toEqual(['new', 'new', 'new'])
    expect(again.recordIds()).toEqual(group.recordIds())
  })
})

describe('a door that was removed', () => {
  const removal = (group: ReturnType<typeof begun>, target: DoorKey, by: DoorKey): SignedRecord =>
    signRecord(group.removal(target.door, by.door, new Date(AT)), by)
  const trusted = (group: ReturnType<typeof begun>, { door: of }: DoorKey): boolean | undefined => {
    const member = group.member(of)
    return member && !member.isRemoved
  }

  test('is trusted no more; what it recorded stays, also what arrives later', () => {
    const group = begun()
    const lost = makeDoorKey()
    group.take(door(lost, first, 'South door'))
    group.take(entry(lost))
    expect(group.take(removal(group, lost, first)).kind).toBe('new')
    expect(trusted(group, lost)).toBe(false)
    expect(trusted(group, first)).toBe(true)
    expect(group.take(entry(lost, { card: 'WLD_10000002' })).kind).toBe('new')
    expect(inOrder(group.entries())).toHaveLength(2)
  })
  test('brings no further door in, and those that it brought in before stay', () => {
    const group = begun()
    const [lost, friend, further, accomplice] = [1, 2, 3, 4].map(() => makeDoorKey())
    if (!lost || !friend || !further || !accomplice) throw new Error('No keys')
    group.take(door(lost, first))
    group.take(door(friend, lost))
    group.take(door(further, friend))
    group.take(removal(group, lost, first))
    group.take(door(accomplice, lost))
    const second = makeDoorKey()
    group.take(door(second, accomplice))
    expect([friend, further, accomplice, second].map((key) => trusted(group, key))).toEqual([
      true,
      true,
      false,
      false,
    ])
  })
  test('is removed by a member alone, with a signature, and not by itself', () => {
    const group = begun()
    const [lost, stranger] = [makeDoorKey(), makeDoorKey()]
    group.take(door(lost, first))
    expect(group.take(removal(group, lost, stranger)).kind).toBe('dropped')
    expect(group.take(removal(group, lost, lost)).kind).toBe('rubbish')
    const body = group.removal(lost.door, first.door, new Date(AT))
    expect(group.take(signRecord(body, lost)).kind).toBe('rubbish')
    expect(trusted(group, lost)).toBe(true)
  })
  test('whoever hears what in which order trusts the same doors in the end', () => {
    const keys = Array.from({ length: 5 }, () => makeDoorKey())
    const [a, b, c, d] = keys
    if (!a || !b || !c || !d) throw new Error('No keys')
    const doors = [door(a, first), door(b, a), door(c, b), door(d, c)]
    // North and east remove two doors apart from each other, with other doors in sight; the lost one strikes back.
    const [north, east] = [begun(), begun()]
    for (const record of doors) north.take(record)
    for (const record of doors.slice(0, 3)) east.take(record)
    const removals = [removal(north, b, first), removal(east, b, a), removal(east, a, b)]
    fc.assert(
      fc.property(
        fc.shuffledSubarray(removals, { minLength: 3 }),
        fc.integer({ min: 0, max: 4 }),
        (order, late) => {
          const group = begun()
          // Doors come in the order of their signers; a removal after the doors that it names.
          for (const record of doors.slice(0, Math.max(2, late))) group.take(record)
          for (const record of order) group.take(record)
          for (const record of doors) group.take(record)
          // d was not in sight of one that removed b, so it is out as well.
          expect([first, a, b, c, d].map((key) => trusted(group, key))).toEqual([
            true,
            false,
            false,
            true,
            false,
          ])
        },
      ),
    )
  })
  test('is named to a door that joins', () => {
    const group = begun()
    const lost = makeDoorKey()
    group.take(door(lost, first))
    group.take(removal(group, lost, first))
    const joined = createGroup(GROUP, EVENT, () => NOW)
    for (const record of group.doorRecords()) joined.take(record)
    expect(trusted(joined, lost)).toBe(false)
  })
})

test('addresses that a peer may name are those of a hall', () => {
  const near = [
    '10.1.2.3',
    '192.168.0.9',
    '172.16.0.1',
    '172.31.9.9',
    '169.254.1.1',
    '127.0.0.1',
    'fe80::1',
    'fd00::1',
    '::1',
  ]
  const far = ['198.51.100.7', '172.32.0.1', '8.8.8.8', '2001:db8::1', 'door.local', '']
  expect(near.filter((host) => !isNear({ host, port: 1 }))).toEqual([])
  expect(far.filter((host) => isNear({ host, port: 1 }))).toEqual([])
})
