/** What an attacker in the network of the hall can and cannot do to doors. docs/security.md names these tests. */
import { createHash, randomBytes } from 'node:crypto'
import { connect as connectTcp } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { afterEach, describe, expect, test } from 'vitest'
import {
  cardNumber,
  connected,
  doorsWorld,
  EVENT_ID,
  until,
  waitingAt,
  type TestDoor,
} from '#tests/support/doors-world.ts'
import { systemTimers } from '../../base/timers.ts'
import { certificateOf, makeDoorKey, type DoorKey } from '../group/door-key.ts'
import { checkInIdOf, signRecord, type EntryBody, type SignedRecord } from '../group/records.ts'
import {
  CODE_LIFE_MS,
  pairingKey,
  pairingProof,
  readCode,
  type PairingCode,
} from '../pairing/pairing-code.ts'
import { joinOver, type Welcome } from '../pairing/pairing.ts'
import { type Channel, MEMBER_BYTES_MAX } from './channel.ts'
import { DROPPED_MAX } from './peer.ts'
import {
  CONNECTIONS_PER_MINUTE_MAX,
  createGate,
  dialOnce,
  openTransport,
  STRANGERS_MAX,
  STRANGERS_PER_ADDRESS_MAX,
} from './transport.ts'

const world = doorsWorld()
const CARD = cardNumber(1)
const open: { close(): void }[] = []
afterEach(() => {
  for (const one of open.splice(0)) one.close()
})

const codeOf = async (door: TestDoor): Promise<PairingCode> => {
  const code = readCode(await door.code())
  if (code === undefined) throw new Error('No code')
  return code
}
const addressOf = ({ addresses }: PairingCode) => addresses[0] ?? { host: '', port: 0 }
async function call(code: PairingCode, key = makeDoorKey()): Promise<Channel> {
  const channel = await dialOnce(key, addressOf(code), undefined, 60_000)
  open.push(channel)
  return channel
}
const EVENT_HASH = createHash('sha256')
  .update(JSON.stringify(['https://members.example.org', EVENT_ID]))
  .digest('base64')

interface Paired {
  readonly key: DoorKey
  readonly welcome: Welcome
  readonly channel: Channel
}
/** A door that a person paired, and that then sends hostile messages. */
async function hostile(north: TestDoor, name = 'Hostile door'): Promise<Paired> {
  const code = await codeOf(north)
  const key = makeDoorKey()
  const own = { door: key.door, key: key.publicKey, name }
  const joined = await joinOver(await call(code, key), {
    words: code.words,
    own,
    event: EVENT_HASH,
    timers: systemTimers,
  })
  if (!joined.ok) throw new Error(joined.fault)
  const channel = await call(code, key)
  channel.allow(MEMBER_BYTES_MAX)
  channel.send({ t: 'hello', v: 1, group: joined.welcome.group, port: 9, now: Date.now() })
  channel.send({ t: 'have', ids: '', more: false })
  // A door that says nothing for six seconds is taken for one that is gone, and a test may take longer.
  const pings = setInterval(() => channel.send({ t: 'ping' }), 1_000)
  open.push({ close: () => clearInterval(pings) })
  return { key, welcome: joined.welcome, channel }
}
const entryBy = ({ key, welcome }: Paired, change: Partial<EntryBody> = {}): EntryBody => {
  const at = change.at ?? new Date().toISOString()
  const card = change.card ?? CARD
  return {
    kind: 'entry',
    group: welcome.group,
    door: key.door,
    id: checkInIdOf(key.door, EVENT_ID, card, at),
    card,
    at,
    clockOffMs: null,
    stamp: Date.parse(at),
    ...change,
  }
}
const send = ({ channel }: Paired, ...records: readonly SignedRecord[]): void =>
  channel.send({ t: 'records', records })
/** Reads until the other end closes. */
async function isClosed(channel: Channel): Promise<true> {
  while ((await channel.next()) !== undefined);
  return true
}
const said = (door: TestDoor, why: string): boolean =>
  door.logged.some((line) => line.startsWith('doors.peer-refused') && line.includes(why))

describe('a stranger in the network', () => {
  test('without the words learns nothing but that a door is there', async () => {
    const [north] = await world.group('North door', 'South door')
    if (north === undefined) throw new Error('No door')
    await north.scan(CARD)
    const code = await codeOf(north)
    north.doors.hideCode()
    const channel = await call(code)
    channel.send({ t: 'hello', v: 1, group: '0'.repeat(32), port: 9, now: 0 })
    expect(await channel.next()).toBeUndefined()
    await codeOf(north)
    const joining = await call(code)
    joining.send({ t: 'hello', v: 1, group: '0'.repeat(32), port: 9, now: 0 })
    expect(await joining.next()).toBeUndefined()
  })
  test('cannot show a certificate of another door without its key', async () => {
    const [north, south] = await world.group('North door', 'South door')
    if (north === undefined || south === undefined) throw new Error('No doors')
    const code = await codeOf(north)
    const foreign = makeDoorKey()
    // The public half of a member's certificate is no secret; its key is.
    const stolen = certificateOf(makeDoorKey())
    expect(() =>
      connectTls({
        ...addressOf(code),
        key: foreign.privateKey.export({ type: 'pkcs8', format: 'pem' }),
        cert: stolen,
        rejectUnauthorized: false,
      }),
    ).toThrow(/key values mismatch/i)
  })
  test('in the place of a door is not believed: the key from the code is compared', async () => {
    const north = await world.open('North door')
    const south = await world.open('South door')
    const code = await north.code()
    const other = await world.open('False door')
    const { addresses } = readCode(await other.code()) ?? { addresses: [] }
    const [real] = readCode(code)?.addresses ?? []
    const redirected = code.replace(`:${real?.port}`, `:${addresses[0]?.port}`)
    expect(await south.doors.join({ code: redirected, address: '' })).toEqual({
      ok: false,
      fault: 'unreachable',
    })
    expect(south.state().on).toBe(false)
  })
  test('between two doors is not believed where words were typed: the proof holds the keys', async () => {
    const north = await world.open('North door')
    const south = await world.open('South door')
    const code = await codeOf(north)
    // The attacker stands between both: it accepts the connection and forwards every message in both directions.
    const middle = makeDoorKey()
    const passed: unknown[] = []
    const relay = await openTransport({
      key: middle,
      port: 0,
      host: '127.0.0.1',
      isKept: () => false,
      monotonicMs: () => 0,
      onChannel: (victim) => {
        void (async () => {
          const toInviter = await call(code, middle)
          toInviter.send((await victim.next()) as object)
          const proved = await toInviter.next()
          passed.push(proved)
          victim.send(proved as object)
          passed.push(await victim.next())
        })()
      },
    })
    open.push({ close: () => void relay.close() })
    expect(
      await south.doors.join({ code: code.words, address: `127.0.0.1:${relay.port}` }),
    ).toEqual({ ok: false, fault: 'words' })
    // The joining door says nothing more: neither its name nor its proof.
    await until(() => passed.length === 2)
    expect(passed).toEqual([expect.objectContaining({ t: 'prove' }), undefined])
    expect(north.state().doors).toHaveLength(1)
  })
  test('with wrong words joins nothing, and the code stays good for the right door', async () => {
    const north = await world.open('North door')
    const code = await codeOf(north)
    for (let guess = 0; guess < 5; guess++) {
      const channel = await call(code)
      channel.send({ t: 'join?', v: 1, nonce: 'n'.repeat(16) })
      await channel.next()
      channel.send({
        t: 'join',
        proof: 'guessed',
        key: makeDoorKey().publicKey,
        name: 'x',
        event: EVENT_HASH,
        now: Date.now(),
      })
      expect(await channel.next()).toBeUndefined()
    }
    expect(north.state().doors).toHaveLength(1)
    const south = await world.open('South door')
    await world.joins(south, north)
  })
  test('who recorded a pairing cannot replay it', async () => {
    const north = await world.open('North door')
    const code = await codeOf(north)
    const spent = await hostile(north, 'South door')
    // The same words again, as the code showed them.
    const key = makeDoorKey()
    const again = await joinOver(await call(code, key), {
      words: code.words,
      own: { door: key.door, key: key.publicKey, name: 'Third door' },
      event: EVENT_HASH,
      timers: systemTimers,
    })
    expect(again).toEqual({ ok: false, fault: 'words' })
    // The same key does not join twice either: it is a member, and speaks as one.
    expect(north.state().doors.map(({ name }) => name)).toEqual(['North door', 'South door'])
    spent.channel.close()
  })
  test('with a proof for another key is refused', async () => {
    const north = await world.open('North door')
    const code = await codeOf(north)
    const [seen, own] = [makeDoorKey(), makeDoorKey()]
    const channel = await call(code, own)
    const joinerNonce = 'n'.repeat(16)
    channel.send({ t: 'join?', v: 1, nonce: joinerNonce })
    const { nonce } = (await channel.next()) as { nonce: string }
    const proof = pairingProof(pairingKey(code.words), 'joiner', {
      inviter: code.door,
      joiner: seen.door,
      inviterNonce: nonce,
      joinerNonce,
    })
    channel.send({
      t: 'join',
      proof,
      key: own.publicKey,
      name: 'x',
      event: EVENT_HASH,
      now: Date.now(),
    })
    expect(await channel.next()).toBeUndefined()
    expect(north.state().doors).toHaveLength(1)
  })
  test('with the words after ten minutes is too late', async () => {
    let aheadMs = 0
    const north = await world.open('North door', {
      timers: { ...systemTimers, monotonicMs: () => systemTimers.monotonicMs() + aheadMs },
    })
    const code = await north.code()
    const south = await world.open('South door')
    aheadMs = CODE_LIFE_MS + 1
    expect(await south.doors.join({ code, address: '' })).toEqual({
      ok: false,
      fault: 'unreachable',
    })
    expect(north.state().code).toBeNull()
  })
  test('of two that have the words, one joins', async () => {
    const north = await world.open('North door')
    const code = await north.code()
    const [south, east] = [await world.open('South door'), await world.open('East door')]
    const results = await Promise.all(
      [south, east].map((door) => door.doors.join({ code, address: '' })),
    )
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    expect(north.state().doors).toHaveLength(2)
  })
  test('with a message that is too long is closed before it is read', async () => {
    const north = await world.open('North door')
    const code = await codeOf(north)
    const key = makeDoorKey()
    const socket = connectTls({
      ...addressOf(code),
      key: key.privateKey.export({ type: 'pkcs8', format: 'pem' }),
      cert: certificateOf(key),
      rejectUnauthorized: false,
      ALPNProtocols: ['wld-doors/1'],
      minVersion: 'TLSv1.3',
    })
    socket.on('error', () => undefined)
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
    await new Promise<void>((resolve) => socket.once('secureConnect', () => resolve()))
    const length = Buffer.alloc(4)
    length.writeUInt32BE(4_097)
    socket.write(length)
    await closed
  })
  test('without a certificate gets no connection', async () => {
    const north = await world.open('North door')
    const socket: TLSSocket = connectTls({
      ...addressOf(await codeOf(north)),
      rejectUnauthorized: false,
      ALPNProtocols: ['wld-doors/1'],
    })
    socket.on('error', () => undefined)
    await new Promise<void>((resolve) => socket.once('close', () => resolve()))
  })
  test('with TLS 1.2 gets no connection', async () => {
    const north = await world.open('North door')
    const key = makeDoorKey()
    const socket: TLSSocket = connectTls({
      ...addressOf(await codeOf(north)),
      key: key.privateKey.export({ type: 'pkcs8', format: 'pem' }),
      cert: certificateOf(key),
      rejectUnauthorized: false,
      ALPNProtocols: ['wld-doors/1'],
      maxVersion: 'TLSv1.2',
    })
    open.push({ close: () => void socket.destroy() })
    socket.on('error', () => undefined)
    const end = await new Promise((resolve) => {
      socket.once('close', () => resolve('refused'))
      socket.once('secureConnect', () => resolve('connected'))
    })
    expect(end).toBe('refused')
  })
  test('that opens many connections leaves room for the doors', async () => {
    const [north, south] = await world.group('North door', 'South door')
    if (north === undefined || south === undefined) throw new Error('No doors')
    const { addresses } = await codeOf(north)
    const [address] = addresses
    const silent = Array.from({ length: 200 }, () => connectTcp(address ?? { host: '', port: 0 }))
    for (const socket of silent) {
      socket.on('error', () => undefined)
      open.push({ close: () => void socket.destroy() })
    }
    await until(
      () => silent.filter(({ destroyed }) => !destroyed).length <= STRANGERS_PER_ADDRESS_MAX,
    )
    // The doors that are connected hear each other all the same.
    await south.scan(CARD)
    await until(() => north.doors.firstOf(CARD) !== undefined)
  })
})

describe('the gate for strangers', () => {
  test('holds a few of one address, and some of all', () => {
    const gate = createGate(() => 0)
    const leaves = Array.from({ length: STRANGERS_PER_ADDRESS_MAX }, () => gate.enter('10.0.0.1'))
    expect(leaves.every((leave) => leave !== undefined)).toBe(true)
    expect(gate.enter('10.0.0.1')).toBeUndefined()
    leaves[0]?.()
    leaves[0]?.() // twice counts once
    expect(gate.enter('10.0.0.1')).toBeDefined()
    expect(gate.enter('10.0.0.1')).toBeUndefined()
    const others = Array.from({ length: STRANGERS_MAX }, (_, number) =>
      gate.enter(`10.0.1.${number}`),
    )
    expect(others.filter((leave) => leave !== undefined)).toHaveLength(
      STRANGERS_MAX - STRANGERS_PER_ADDRESS_MAX,
    )
  })
  test('keeps room for the address where a door was seen', () => {
    const gate = createGate(() => 0)
    for (let number = 0; number < STRANGERS_MAX; number++) gate.enter(`10.0.1.${number}`)
    expect(gate.enter('10.0.0.7')).toBeUndefined()
    expect(gate.enter('10.0.0.7', true)).toBeDefined()
  })
  test('lets an address come again only so often in a minute', () => {
    let nowMs = 0
    const gate = createGate(() => nowMs)
    for (let number = 0; number < CONNECTIONS_PER_MINUTE_MAX; number++) gate.enter('10.0.0.1')?.()
    expect(gate.enter('10.0.0.1')).toBeUndefined()
    nowMs = 60_001
    expect(gate.enter('10.0.0.1')).toBeDefined()
  })
})

describe('a paired door that is hostile', () => {
  test('cannot speak for another door', async () => {
    const [north, south] = await world.group('North door', 'South door')
    if (north === undefined || south === undefined) throw new Error('No doors')
    const southDoor = readCode(await south.code())?.door ?? '' // before: a door that says nothing for long is closed
    const bad = await hostile(north)
    send(bad, signRecord(entryBy(bad, { door: southDoor }), bad.key))
    expect(await isClosed(bad.channel)).toBe(true)
    expect(said(north, 'a false signature')).toBe(true)
    expect(north.doors.firstOf(CARD)).toBeUndefined()
  })
  test('cannot take in a door in the name of another, nor make itself the first one', async () => {
    const [north, south] = await world.group('North door', 'South door')
    if (north === undefined || south === undefined) throw new Error('No doors')
    const southDoor = readCode(await south.code())?.door ?? '' // as above
    const bad = await hostile(north)
    const third = makeDoorKey()
    const body = {
      kind: 'door' as const,
      group: bad.welcome.group,
      door: third.door,
      by: southDoor,
      key: third.publicKey,
      name: 'Third door',
      at: new Date().toISOString(),
    }
    send(bad, signRecord(body, bad.key))
    expect(await isClosed(bad.channel)).toBe(true)
    const other = await hostile(south, 'Other hostile door')
    send(other, signRecord({ ...body, by: third.door }, third))
    expect(await isClosed(other.channel)).toBe(true)
    expect(said(south, 'takes itself in')).toBe(true)
    for (const door of [north, south])
      expect(door.state().doors.map(({ name }) => name)).not.toContain('Third door')
  })
  test.each<[string, (bad: Paired) => unknown]>([
    ['no JSON object', () => 'rubbish'],
    ['a message of no kind', () => ({ t: 'admin' })],
    [
      'a record that is none',
      (bad) => ({ t: 'records', records: [signRecord({ kind: 'x' } as never, bad.key)] }),
    ],
    [
      'a card that is no number',
      (bad) => ({ t: 'records', records: [signRecord(entryBy(bad, { card: '<b>' }), bad.key)] }),
    ],
    [
      'a stamp beyond all clocks',
      (bad) => ({ t: 'records', records: [signRecord(entryBy(bad, { stamp: 2 ** 52 }), bad.key)] }),
    ],
    [
      'a record of another group',
      (bad) => ({
        t: 'records',
        records: [signRecord(entryBy(bad, { group: 'f'.repeat(32) }), bad.key)],
      }),
    ],
    [
      'too many records at once',
      (bad) => ({
        t: 'records',
        records: Array.from({ length: 101 }, () => signRecord(entryBy(bad), bad.key)),
      }),
    ],
  ])('that sends %s is closed, and not heard for a while', async (_name, message) => {
    const north = await world.open('North door')
    const bad = await hostile(north)
    bad.channel.send(message(bad) as object)
    expect(await isClosed(bad.channel)).toBe(true)
    await until(() => north.logged.some((line) => line.startsWith('doors.peer-refused')))
    const again = await call(await codeOf(north), bad.key)
    again.send({ t: 'hello', v: 1, group: bad.welcome.group, port: 9, now: 0 })
    expect(await isClosed(again)).toBe(true)
    expect(connected(north)).toBe(0)
    expect(north.state().entries).toBe(0)
  })
  test('that floods is closed, and the others go on', async () => {
    const [north, south] = await world.group('North door', 'South door')
    if (north === undefined || south === undefined) throw new Error('No doors')
    const bad = await hostile(north)
    for (let number = 0; number < 3_000; number++) bad.channel.send({ t: 'ping' })
    expect(await isClosed(bad.channel)).toBe(true)
    expect(said(north, 'too many messages')).toBe(true)
    await south.scan(CARD)
    await until(() => north.doors.firstOf(CARD) !== undefined)
  })
  test('that sends records of doors that nobody knows is closed', async () => {
    const north = await world.open('North door')
    const bad = await hostile(north)
    const nobody = makeDoorKey()
    for (let sent = 0; sent <= DROPPED_MAX; sent += 100)
      send(
        bad,
        ...Array.from({ length: 100 }, () =>
          signRecord(entryBy(bad, { door: nobody.door, id: crypto.randomUUID() }), nobody),
        ),
      )
    expect(await isClosed(bad.channel)).toBe(true)
    expect(north.state().entries).toBe(0)
  })
  test('cannot backdate an entry before the time of the event, nor push the clocks of the others', async () => {
    const north = await world.open('North door')
    const bad = await hostile(north)
    await north.scan(CARD)
    send(
      bad,
      signRecord(
        entryBy(bad, { card: cardNumber(2), at: '1999-01-01T00:00:00.000Z', stamp: 0 }),
        bad.key,
      ),
      signRecord(entryBy(bad, { card: cardNumber(3), stamp: 2 ** 49 }), bad.key),
      signRecord(entryBy(bad, { at: '1999-01-01T00:00:00.000Z', stamp: 0 }), bad.key),
    )
    await until(() => north.state().entries === 4)
    // A card that came in at both doors is reported with both entries, whatever their dates.
    expect(north.state().doubles).toMatchObject([
      { card: '10000001', entries: [{ gate: 'Hostile door' }, { gate: 'North door', here: true }] },
    ])
    await north.scan(cardNumber(4))
    const [own] = north.outbox.entries().slice(-1)
    expect(Math.abs(Date.parse(own?.checkIn.at ?? '') - Date.now())).toBeLessThan(60_000)
  })
  test.each<[string, Partial<EntryBody>]>([
    ['to no time', { clockOffMs: Number.MAX_SAFE_INTEGER }],
    [
      'to a time that the server does not read',
      { at: '9999-12-31T23:00:00.000Z', clockOffMs: -8e9 },
    ],
  ])('cannot stop a door by a clock that leads %s', async (_name, change) => {
    const [north, south] = await world.group('North door', 'South door')
    if (north === undefined || south === undefined) throw new Error('No doors')
    const bad = await hostile(north)
    send(bad, signRecord(entryBy(bad, change), bad.key))
    await until(() => south.state().entries === 1)
    await until(() => waitingAt(north).length === 1)
    expect(waitingAt(north)[0]?.at).toMatch(/^\d{4}-/)
    expect(north.logged.join()).not.toContain('doors.peer-broke')
    const back = await world.restart(north)
    expect(back.state()).toMatchObject({ on: true, fault: 'none', entries: 1 })
  })
  test('cannot put another card under the id of an honest check-in', async () => {
    const [north, south] = await world.group('North door', 'South door')
    if (north === undefined || south === undefined) throw new Error('No doors')
    const bad = await hostile(south)
    await north.scan(CARD)
    const [honest] = north.outbox.entries()
    send(
      bad,
      signRecord(entryBy(bad, { id: honest?.checkIn.id ?? '', card: cardNumber(9) }), bad.key),
    )
    await until(
      () => south.doors.firstOf(cardNumber(9)) !== undefined && waitingAt(south).length === 1,
    )
    expect(waitingAt(south)).toMatchObject([{ id: honest?.checkIn.id, cardId: CARD }])
  })
  test('cannot make others call addresses outside the hall, nor be told that it has everything', async () => {
    const north = await world.open('North door')
    const bad = await hostile(north)
    bad.channel.send({
      t: 'seen',
      doors: [{ door: bad.key.door, host: '198.51.100.7', port: 443 }],
    })
    bad.channel.send({ t: 'have', ids: randomBytes(12).toString('base64'), more: false })
    expect(await isClosed(bad.channel)).toBe(true)
    expect(said(north, 'it says twice what it has')).toBe(true)
  })
  test('cannot fill the group with doors, take their names, or remove them; the doors that see another group say so', async () => {
    const [north, south] = await world.group('North door', 'South door')
    if (north === undefined || south === undefined) throw new Error('No doors')
    const [northDoor, southDoor] = [await codeOf(north), await codeOf(south)].map(
      ({ door }) => door,
    )
    const ghost = (bad: Paired, name: string, by = bad.key) => {
      const key = makeDoorKey()
      const record = signRecord(
        {
          kind: 'door',
          group: bad.welcome.group,
          door: key.door,
          by: by.door,
          key: key.publicKey,
          name,
          at: new Date().toISOString(),
        },
        by,
      )
      return { key, record }
    }
    const rowOf = (door: TestDoor, name: string) =>
      door.state().doors.find((one) => one.name === name)
    // A name that looks like one that is there, then a name with an invisible letter.
    const bad = await hostile(north)
    send(bad, ghost(bad, 'NORTH-DOOR').record, ghost(bad, 'Nоrth door').record)
    await until(() => rowOf(north, 'Hostile door')?.warning === 'name')
    expect(north.state().doors).toHaveLength(3)
    // Thirteen ghosts, one through the other: two come in, the others wait for staff.
    const ghosts: { readonly key: DoorKey; readonly record: SignedRecord }[] = []
    for (let number = 0; number < 13; number++)
      ghosts.push(ghost(bad, `Ghost ${'abcdefghkmnop'[number]}`, ghosts.at(-1)?.key))
    send(bad, ...ghosts.map(({ record }) => record))
    await until(() => north.state().atTheDoor.length > 0)
    expect(north.state().doors).toHaveLength(5)
    expect(north.state().atTheDoor[0]).toMatchObject({ name: 'Ghost c', by: 'Ghost b' })
    // One message that removes all others, signed by the hostile door and by its ghosts.
    const signers = [bad.key, ...ghosts.slice(0, 2).map(({ key }) => key)]
    send(
      bad,
      ...[northDoor, southDoor].flatMap((door) =>
        signers.map((by) =>
          signRecord(
            {
              kind: 'removed',
              group: bad.welcome.group,
              door: door ?? '',
              by: by.door,
              at: new Date().toISOString(),
              keeps: [],
            },
            by,
          ),
        ),
      ),
    )
    await until(() => rowOf(north, 'South door')?.removal?.by.length === 3)
    expect(rowOf(north, 'South door')?.state).toBe('connected')
    // The two honest doors tell each other who came in, and a fourth one has room.
    await south.scan(CARD)
    await until(() => north.doors.firstOf(CARD) !== undefined)
    const east = await world.open('East door')
    await world.joins(east, north)
    // South takes it in or keeps it at its door, by what it heard first; a connection that it refuses is short.
    await until(
      () =>
        rowOf(south, 'East door') !== undefined ||
        south.state().atTheDoor.some(({ name }) => name === 'East door'),
    )
    // A name that cannot be read closes the door that sent it.
    send(bad, ghost(bad, 'N\u200borth').record)
    expect(await isClosed(bad.channel)).toBe(true)
    expect(said(north, 'name cannot be read')).toBe(true)
    // North trusts two ghosts that South, which brought in nobody, counts with those of North: they say that they differ.
    await until(() => north.state().fault === 'split' && south.state().fault === 'split')
    const waiting = south.state().atTheDoor.map(({ door }) => door)
    expect(waiting.length).toBeGreaterThan(0)
    await south.doors.letIn(
      south
        .state()
        .atTheDoor.filter(({ name }) => name === 'East door' || name === 'Ghost b')
        .map(({ door }) => door),
    )
    await until(() => north.state().fault === 'none' && south.state().fault === 'none')
  })
  test('that sends a message in single bytes is closed', async () => {
    const north = await world.open('North door')
    const bad = await hostile(north)
    const address = addressOf(await codeOf(north))
    const socket = connectTls({
      ...address,
      key: bad.key.privateKey.export({ type: 'pkcs8', format: 'pem' }),
      cert: certificateOf(bad.key),
      rejectUnauthorized: false,
      ALPNProtocols: ['wld-doors/1'],
      minVersion: 'TLSv1.3',
    })
    open.push({ close: () => void socket.destroy() })
    socket.on('error', () => undefined)
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
    await new Promise<void>((resolve) => socket.once('secureConnect', () => resolve()))
    const length = Buffer.alloc(4)
    length.writeUInt32BE(120_000)
    socket.write(length)
    const drip = (): void => {
      if (!socket.destroyed) socket.write('x', () => setImmediate(drip))
    }
    drip()
    await closed
    expect(said(north, 'a message in too many pieces')).toBe(true)
  })
})
