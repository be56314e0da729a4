import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import '#tests/support/property-seed.ts'
import { inOrder } from '#shared/domain/doors/merge.ts'
import { isNear } from '../network/running-group.ts'
import { makeDoorKey, type DoorKey } from './door-key.ts'
import { createGroup, type GroupOptions } from './group.ts'
import { checkInIdOf, groupIdOf, signRecord, type EntryBody, type SignedRecord } from './records.ts'
import { DOORS_MAX } from './trusted-doors.ts'

const EVENT = 'general-assembly'
const AT = '2026-11-25T18:02:00.000Z'
const NOW = Date.parse(AT)
const first = makeDoorKey()
const NONCE = 'nonce'
const GROUP = groupIdOf(first.door, NONCE)
/** Each under a name of its own. */
const door = (
  key: DoorKey,
  by: DoorKey,
  name = `Door ${key.door.slice(0, 12)}`,
  nonce?: string,
): SignedRecord =>
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
const empty = (change: Partial<GroupOptions> = {}) =>
  createGroup({ id: GROUP, eventId: EVENT, own: first.door, nowMs: () => NOW, ...change })
const begun = (change: Partial<GroupOptions> = {}) => {
  const group = empty(change)
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
    const group = empty()
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
    const group = begun({ entriesPerDoorMax: 2 })
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
    const again = empty()
    expect(group.records().map((record) => again.take(record).kind)).toEqual(['new', 'new', 'new'])
    expect(again.recordIds()).toEqual(group.recordIds())
  })
})

describe('a door that comes in', () => {
  const keysOf = (count: number): DoorKey[] => Array.from({ length: count }, () => makeDoorKey())
  test.each([
    ['a zero-width blank', 'N\u200borth door'],
    ['a turned reading order', '\u202erood htroN'],
    ['blanks around it', ' North door'],
    ['signs alone', '—'],
  ])('with %s in its name is refused, and who signed it is told', (_what, name) => {
    const group = begun()
    const [bad, ghost] = keysOf(2)
    if (!bad || !ghost) throw new Error('No keys')
    group.take(door(bad, first))
    expect(group.take(door(ghost, bad, name)).kind).toBe('rubbish')
    expect(group.member(ghost.door)).toBeUndefined()
    expect(group.member(bad.door)?.broughtFalseName).toBe(true)
    expect(group.member(first.door)?.broughtFalseName).toBe(false)
  })
  test.each(['North door', 'NORTH-DOOR', 'Nоrth door', 'Ｎｏｒｔｈ door'])(
    'as %s beside "North door" is refused, and what follows of it is no fault of others',
    (name) => {
      const group = begun()
      const [bad, ghost, further] = keysOf(3)
      if (!bad || !ghost || !further) throw new Error('No keys')
      group.take(door(bad, first))
      expect(group.take(door(ghost, bad, name)).kind).toBe('aside')
      expect(group.take(entry(ghost)).kind).toBe('aside')
      expect(group.take(door(further, ghost)).kind).toBe('aside')
      expect(group.members()).toHaveLength(2)
      expect(group.member(bad.door)?.broughtFalseName).toBe(true)
      expect(group.waiting()).toEqual([])
      expect(group.mayBeCalled(name)).toBe(false)
    },
  )
  test('may have the name of a door that has left', () => {
    const group = begun()
    const [south, again] = keysOf(2)
    if (!south || !again) throw new Error('No keys')
    group.take(door(south, first, 'South door'))
    expect(group.mayBeCalled('South door')).toBe(false)
    group.take(signRecord({ kind: 'left', group: GROUP, door: south.door, at: AT }, south))
    expect(group.mayBeCalled('South door')).toBe(true)
    expect(group.take(door(again, first, 'South door')).kind).toBe('new')
    const third = makeDoorKey()
    group.take(door(third, first))
    const joined = empty({ own: third.door })
    for (const record of group.doorRecords()) joined.take(record)
    expect(joined.view()).toBe(group.view())
    const twice = {
      kind: 'left',
      group: GROUP,
      door: south.door,
      at: '2026-11-25T19:00:00.000Z',
    } as const
    expect(group.take(signRecord(twice, south)).kind).toBe('dropped')
  })
  test('as the third through one other door waits until staff let it in; what it said is asked for again', () => {
    const group = begun()
    const [bad, one, two, three] = keysOf(4)
    if (!bad || !one || !two || !three) throw new Error('No keys')
    for (const record of [door(bad, first), door(one, bad), door(two, one)])
      expect(group.take(record).kind).toBe('new')
    const view = group.view()
    expect(group.take(door(three, two, 'Third door')).kind).toBe('aside')
    expect(group.take(entry(three)).kind).toBe('aside')
    expect(group.waiting()).toEqual([{ door: three.door, name: 'Third door', by: two.door }])
    expect(group.view()).toBe(view)
    const record = group.letIn(three.door)
    expect(record).toEqual(expect.any(Array))
    expect(group.waiting()).toEqual([])
    expect(group.member(three.door)?.name).toBe('Third door')
    expect(group.take(entry(three)).kind).toBe('new')
    expect(group.view()).not.toBe(view)
    // The same from the disk.
    const again = begun({ letIn: [three.door] })
    for (const kept of group.records()) again.take(kept)
    expect(again.view()).toBe(group.view())
  })
  test('waits in no larger number than there may be doors', () => {
    const group = begun()
    const bad = makeDoorKey()
    group.take(door(bad, first))
    for (const ghost of keysOf(DOORS_MAX * 2)) group.take(door(ghost, bad))
    expect(group.members()).toHaveLength(4)
    expect(group.waiting()).toHaveLength(DOORS_MAX)
    expect(group.take(door(makeDoorKey(), first)).kind).toBe('new')
  })
})

describe('a door that was removed', () => {
  const removal = (group: ReturnType<typeof begun>, target: DoorKey, by: DoorKey): SignedRecord =>
    signRecord(group.removal(target.door, by.door, new Date(AT)), by)
  const trusted = (group: ReturnType<typeof begun>, { door: of }: DoorKey): boolean | undefined => {
    const member = group.member(of)
    return member && !member.isRemoved
  }
  /** The first door brought in three others. */
  function four() {
    const group = begun()
    const [lost, second, third] = [makeDoorKey(), makeDoorKey(), makeDoorKey()]
    for (const key of [lost, second, third]) group.take(door(key, first))
    return { group, lost, second, third }
  }

  test('is trusted no more when two doors say so; what it recorded stays, also what arrives later', () => {
    const { group, lost, second } = four()
    group.take(entry(lost))
    expect(group.take(removal(group, lost, first)).kind).toBe('new')
    expect(trusted(group, lost)).toBe(true)
    expect(group.member(lost.door)?.removedBy).toEqual([first.door])
    expect(group.take(removal(group, lost, second)).kind).toBe('new')
    expect(trusted(group, lost)).toBe(false)
    expect(trusted(group, first)).toBe(true)
    expect(group.take(entry(lost, { card: 'WLD_10000002' })).kind).toBe('new')
    expect(inOrder(group.entries())).toHaveLength(2)
  })
  test('is not removed by one hostile door with the doors that it made up', () => {
    const { group, second, third, lost: bad } = four()
    const [one, two] = [makeDoorKey(), makeDoorKey()]
    group.take(door(one, bad))
    group.take(door(two, one))
    for (const target of [first, second, third])
      for (const by of [bad, one, two])
        expect(group.take(removal(group, target, by)).kind).toBe('new')
    expect([first, second, third].map((key) => trusted(group, key))).toEqual([true, true, true])
  })
  test('brings no further door in, and those that it brought in before stay', () => {
    const { group, lost, second } = four()
    const [friend, accomplice, further] = [makeDoorKey(), makeDoorKey(), makeDoorKey()]
    group.take(door(friend, lost))
    // A hostile second signature that keeps nothing puts no more doors out.
    group.take(removal(group, lost, first))
    group.take(
      signRecord({ ...group.removal(lost.door, second.door, new Date(AT)), keeps: [] }, second),
    )
    group.take(door(accomplice, lost))
    group.take(door(further, friend))
    expect([friend, accomplice].map((key) => trusted(group, key))).toEqual([true, false])
  })
  test('is removed by members alone, with a signature, and not by itself', () => {
    const { group, lost } = four()
    const stranger = makeDoorKey()
    expect(group.take(removal(group, lost, stranger)).kind).toBe('dropped')
    expect(group.take(removal(group, lost, lost)).kind).toBe('rubbish')
    const body = group.removal(lost.door, first.door, new Date(AT))
    expect(group.take(signRecord(body, lost)).kind).toBe('rubbish')
    expect(trusted(group, lost)).toBe(true)
  })
  test('whoever hears what in which order trusts the same doors in the end', () => {
    const [a, b, c, d, e] = Array.from({ length: 5 }, () => makeDoorKey())
    if (!a || !b || !c || !d || !e) throw new Error('No keys')
    const doors = [door(a, first), door(b, first), door(c, b), door(d, c), door(e, first)]
    // North and east remove b apart from each other; only north has d in sight. The lost one strikes back.
    const [north, east] = [begun(), begun()]
    for (const record of doors) north.take(record)
    for (const record of doors.slice(0, 3)) east.take(record)
    const removals = [removal(north, b, first), removal(east, b, a), removal(east, a, b)]
    fc.assert(
      fc.property(
        fc.shuffledSubarray(removals, { minLength: 3 }),
        fc.integer({ min: 2, max: 5 }),
        (order, late) => {
          const group = begun()
          // Doors come in the order of their signers; a removal after the doors that it names.
          for (const record of doors.slice(0, late)) group.take(record)
          for (const record of order) group.take(record)
          for (const record of doors) group.take(record)
          expect([first, a, b, c, d, e].map((key) => trusted(group, key))).toEqual([
            true,
            true,
            false,
            true,
            true,
            true,
          ])
        },
      ),
    )
  })
  test('is named to a door that joins', () => {
    const { group, lost, second, third } = four()
    group.take(removal(group, lost, second))
    group.take(removal(group, lost, third))
    group.take(removal(group, lost, first))
    const joined = empty({ own: makeDoorKey().door })
    for (const record of group.doorRecords()) joined.take(record)
    expect(trusted(joined, lost)).toBe(false)
    expect(joined.view()).toBe(group.view())
    expect(group.doorRecords()).toHaveLength(6) // two removals are enough
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
