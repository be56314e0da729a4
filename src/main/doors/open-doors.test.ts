/** Doors of one event with real keys, files and connections: what they tell each other. */
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  cardNumber,
  connected,
  doorsWorld,
  EVENT_ID,
  until,
  waitingAt,
} from '#tests/support/doors-world.ts'

const world = doorsWorld()
const AMNA = cardNumber(1)
const IDRIS = cardNumber(2)

describe('off by default', () => {
  test('a door that was not turned on listens nowhere and knows no other', async () => {
    const door = await world.open('North door')
    expect(await door.scan(AMNA)).toBe('recorded')
    expect(door.state()).toEqual({
      on: false,
      fault: 'none',
      doors: [],
      atTheDoor: [],
      code: null,
      doubles: [],
      entries: 0,
      waiting: 0,
    })
    expect(door.doors.idFor(AMNA, '2026-11-25T18:02:00.000Z')).toBeUndefined()
  })
})

describe('doors that are paired', () => {
  test('a card that entered at one door is told at the others', async () => {
    const [north, south, east] = await world.group('North door', 'South door', 'East door')
    expect(await north?.scan(AMNA)).toBe('recorded')
    await until(
      () => south?.doors.firstOf(AMNA) !== undefined && east?.doors.firstOf(AMNA) !== undefined,
    )
    expect(await south?.scan('10000001')).toMatchObject({ gate: 'North door' })
    expect(east?.doors.firstOf(AMNA)).toMatchObject({
      gate: 'North door',
      here: false,
      sent: false,
    })
    expect(north?.doors.firstOf(AMNA)).toMatchObject({ gate: 'North door', here: true })
    expect(south?.state().doubles).toEqual([])
  })
  test('what a door recorded alone before is told as well, and is left to that door to send', async () => {
    const north = await world.open('North door')
    const south = await world.open('South door')
    await north.scan(AMNA)
    await south.scan(IDRIS)
    await world.joins(south, north)
    await until(() => south.state().entries === 2 && north.state().entries === 2)
    expect(await south.scan(AMNA)).toMatchObject({ gate: 'North door' })
    expect(waitingAt(south)).toEqual([])
  })
  test('each check-in lies in the queue of each door under its own id', async () => {
    const [north, south] = await world.group('North door', 'South door')
    await north?.scan(AMNA)
    await until(() => south !== undefined && waitingAt(south).length === 1)
    const [own] = north?.outbox.entries() ?? []
    expect(south === undefined ? [] : waitingAt(south)).toMatchObject([
      { id: own?.checkIn.id, cardId: AMNA, gate: 'North door', at: own?.checkIn.at },
    ])
    expect(north === undefined ? [] : waitingAt(north)).toEqual([])
  })
  test('any door may vanish: the others tell what it had told one of them', async () => {
    const [north, south] = await world.group('North door', 'South door')
    if (north === undefined || south === undefined) throw new Error('No doors')
    await north.scan(AMNA)
    await until(() => south.state().entries === 1)
    const code = await south.code() // any door can take another in
    await north.stop()
    const east = await world.open('East door')
    expect(await east.doors.join({ code, address: '' })).toEqual({ ok: true })
    await until(() => waitingAt(east).length === 1)
    expect(await east.scan(AMNA)).toMatchObject({ gate: 'North door' })
  })
  test('a card that came in at two doors apart is told at both when they meet', async () => {
    const [north, south] = await world.group('North door', 'South door')
    if (north === undefined || south === undefined) throw new Error('No doors')
    await south.stop()
    await north.scan(AMNA)
    await north.stop()
    const alone = await world.restart(south)
    expect(alone.state().on).toBe(true)
    expect(await alone.scan(AMNA)).toBe('recorded')
    const met = await world.restart(north)
    await until(() => alone.state().doubles.length === 1 && met.state().doubles.length === 1)
    const gates = (door: typeof met) =>
      door.state().doubles.map(({ card, entries }) => [card, entries.map(({ gate }) => gate)])
    expect(gates(met)).toEqual([['10000001', ['North door', 'South door']]])
    expect(gates(alone)).toEqual(gates(met))
    expect(alone.state().doubles[0]?.entries.map(({ here }) => here)).toEqual([false, true])
    met.doors.told(['10000001'])
    expect(met.state().doubles).toEqual([])
    expect(alone.state().doubles).toHaveLength(1)
  })
  test('a door comes back after a restart with all it knew, and is told what it missed', async () => {
    const [north, south] = await world.group('North door', 'South door')
    if (north === undefined || south === undefined) throw new Error('No doors')
    await north.scan(AMNA)
    await until(() => south.state().entries === 1)
    await south.stop()
    await north.scan(IDRIS)
    const back = await world.restart(south)
    expect(back.doors.firstOf(AMNA)).toMatchObject({ gate: 'North door' })
    await until(() => waitingAt(back).length === 2)
    expect(back.state().entries).toBe(2)
    expect(connected(back)).toBe(1)
  })
  test('a door that leaves is shown as left, keeps nothing of the group, and its check-ins stay', async () => {
    const [north, south] = await world.group('North door', 'South door')
    if (north === undefined || south === undefined) throw new Error('No doors')
    await north.scan(AMNA)
    await until(() => south.state().entries === 1)
    await south.doors.leave()
    expect(south.state()).toMatchObject({ on: false, doors: [], entries: 0 })
    await until(() => north.state().doors.some(({ state }) => state === 'left'))
    expect(waitingAt(south)).toHaveLength(1)
    expect((await world.restart(south)).state().on).toBe(false)
  })
  test('a kiosk that ended and begins again in the same process is in no group', async () => {
    const [north, south] = await world.group('North door', 'South door')
    if (north === undefined || south === undefined) throw new Error('No doors')
    await north.scan(AMNA)
    await until(() => south.state().entries === 1)
    const back = await world.restart(south) // the group is read from the disk
    expect(back.state().on).toBe(true)
    await back.doors.exit()
    await back.doors.enter({ eventId: EVENT_ID, deviceName: 'South door' })
    expect(back.state()).toMatchObject({ on: false, doors: [], entries: 0 })
  })
  test('a group that could not begin is left with the kiosk as well', async () => {
    const key = { key: randomBytes(32), keptIn: 'keychain' } as const
    const north = await world.open('North door', { key })
    await north.code()
    await north.stop()
    const { directory } = north
    const cutOff = await world.open('North door', { key, directory, host: '203.0.113.1' })
    expect(cutOff.state()).toMatchObject({ on: false, fault: 'network' })
    await cutOff.doors.exit()
    await cutOff.stop()
    const back = await world.open('North door', { key, directory })
    expect(back.state()).toMatchObject({ on: false, fault: 'none' })
  })
  test('a door that was removed is no longer heard, and its check-ins stay', async () => {
    const [north, south, east] = await world.group('North door', 'South door', 'East door')
    if (north === undefined || south === undefined || east === undefined)
      throw new Error('No doors')
    await south.scan(AMNA)
    await until(() => north.state().entries === 1 && east.state().entries === 1)
    const shortOf = (name: string): string =>
      north.state().doors.find((door) => door.name === name)?.door ?? ''
    const rowOf = (door: typeof north, name: string) =>
      door.state().doors.find((one) => one.name === name)
    const seenAs = (door: typeof north, name: string) => rowOf(door, name)?.state
    // One door alone removes no other: it waits, and the others say so.
    await north.doors.remove(shortOf('South door'))
    await until(() => rowOf(east, 'South door')?.removal !== null)
    expect(rowOf(east, 'South door')?.removal).toEqual({ here: false, by: ['North door'] })
    expect(rowOf(north, 'South door')).toMatchObject({
      state: 'connected',
      removal: { here: true, by: [] },
    })
    await east.doors.remove(shortOf('South door'))
    await until(() => seenAs(east, 'South door') === 'removed')
    await until(() => connected(south) === 0 && connected(north) === 1 && connected(east) === 1)
    expect(seenAs(north, 'South door')).toBe('removed')
    // The two exchange nothing any more. Entries from before the removal stay.
    await south.scan(IDRIS)
    await north.scan(cardNumber(3))
    await until(() => east.state().entries === 2)
    expect(north.doors.firstOf(IDRIS)).toBeUndefined()
    expect(south.doors.firstOf(cardNumber(3))).toBeUndefined()
    expect(east.doors.firstOf(AMNA)).toMatchObject({ gate: 'South door' })
    // It learns that the others see another group, and nothing else.
    await until(() => south.state().fault === 'split')
    expect(seenAs(south, 'South door')).toBe('own')
    expect([north, east].map((door) => door.state().fault)).toEqual(['none', 'none'])
    // Its key is refused after a restart of either side too.
    const [again, lost] = [await world.restart(north), await world.restart(south)]
    await until(() => connected(again) === 1)
    expect(seenAs(again, 'South door')).toBe('removed')
    expect(connected(lost)).toBe(0)
    // A door that joins afterwards does not trust it either.
    const west = await world.open('West door')
    await world.joins(west, east)
    expect(seenAs(west, 'South door')).toBe('removed')
    await until(() => connected(west) === 2)
    // A kiosk that was found leaves, and joins under a new key.
    await lost.doors.leave()
    await world.joins(lost, again)
    await until(() => connected(lost) === 3)
    expect(lost.doors.firstOf(cardNumber(3))).toMatchObject({ gate: 'North door' })
  })
  test('the own door and a door that left are not removed', async () => {
    const [north, south] = await world.group('North door', 'South door')
    if (north === undefined || south === undefined) throw new Error('No doors')
    const own = north.state().doors.find(({ state }) => state === 'own')
    await north.doors.remove(own?.door ?? '')
    await south.doors.leave()
    await until(() => north.state().doors.some(({ state }) => state === 'left'))
    const left = north.state().doors.find(({ state }) => state === 'left')
    await north.doors.remove(left?.door ?? '')
    expect(north.state().doors.map(({ state }) => state)).toEqual(['own', 'left'])
  })
  test('the group of another event is given up', async () => {
    const [north] = await world.group('North door', 'South door')
    if (north === undefined) throw new Error('No door')
    await north.doors.close()
    await north.doors.enter({ eventId: 'another-event', deviceName: 'North door' })
    expect(north.state().on).toBe(false)
  })
})

describe('joining', () => {
  test('by words and address, as typed', async () => {
    const north = await world.open('North door')
    const south = await world.open('South door')
    await north.doors.invite()
    const { words, addresses } = north.state().code ?? { words: '', addresses: [] }
    expect(
      await south.doors.join({
        code: ` ${words.toUpperCase().replaceAll('-', ' ')} `,
        address: addresses[0] ?? '',
      }),
    ).toEqual({ ok: true })
    await until(() => connected(north) === 1 && connected(south) === 1)
  })
  test('each door that joined makes the code of the next one another', async () => {
    const north = await world.open('North door')
    const code = await north.code()
    const south = await world.open('South door')
    expect(await south.doors.join({ code, address: '' })).toEqual({ ok: true })
    expect(north.state().code?.text).not.toBe(code)
    const east = await world.open('East door')
    expect(await east.doors.join({ code, address: '' })).toEqual({ ok: false, fault: 'words' })
    expect(await east.doors.join({ code: await north.code(), address: '' })).toEqual({ ok: true })
  })
  test.each([
    ['a card', { code: '10004217|Amna|1990-04-12', address: '' }, 'code'],
    ['words alone', { code: 'lusab-babad-gutih-tugad', address: '' }, 'address'],
    ['a name as address', { code: 'lusab-babad-gutih-tugad', address: 'door.local' }, 'address'],
    [
      'an address where no door is',
      { code: 'lusab-babad-gutih-tugad', address: '127.0.0.1:9' },
      'unreachable',
    ],
  ])('with %s is refused with what to do', async (_name, code, fault) => {
    const south = await world.open('South door')
    expect(await south.doors.join(code)).toEqual({ ok: false, fault })
    expect(south.state().on).toBe(false)
  })
  test('the same name, another event and a wrong clock are refused, and the code stays good', async () => {
    const [north] = await world.group('North door', 'South door')
    if (north === undefined) throw new Error('No door')
    const code = await north.code()
    const twin = await world.open('South door')
    expect(await twin.doors.join({ code, address: '' })).toEqual({ ok: false, fault: 'name' })
    const elsewhere = await world.open('East door', { eventId: 'another-event' })
    expect(await elsewhere.doors.join({ code, address: '' })).toEqual({ ok: false, fault: 'event' })
    const { systemTimers } = await import('../base/timers.ts')
    const slow = await world.open('West door', {
      timers: { ...systemTimers, now: () => new Date(Date.now() - 6 * 60_000) },
    })
    expect(await slow.doors.join({ code, address: '' })).toEqual({ ok: false, fault: 'clock' })
    const east = await world.open('East door')
    expect(await east.doors.join({ code, address: '' })).toEqual({ ok: true })
    expect(await east.doors.join({ code, address: '' })).toEqual({ ok: false, fault: 'already' })
  })
})

describe('on the disk', () => {
  test('no card, name, key or address can be read', async () => {
    const [north, south] = await world.group('North door', 'South door')
    if (north === undefined || south === undefined) throw new Error('No doors')
    await north.scan(AMNA)
    await until(() => waitingAt(south).length === 1)
    const bytes = await readFile(join(south.directory, 'doors', 'doors.log'))
    for (const text of ['10000001', 'North door', '127.0.0.1', EVENT_ID, 'record', 'group'])
      expect(bytes.includes(text), text).toBe(false)
    expect(bytes.length).toBeGreaterThan(500)
  })
  test('a file of another key is left unread, and the door pairs again', async () => {
    const [north] = await world.group('North door', 'South door')
    if (north === undefined) throw new Error('No door')
    await north.stop()
    const other = await world.open('North door', {
      directory: north.directory,
      key: { key: randomBytes(32), keptIn: 'keychain' },
    })
    expect(other.state().on).toBe(false)
  })
})
