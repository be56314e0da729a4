import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:dgram'
import { EventEmitter } from 'node:events'
import { describe, expect, test } from 'vitest'
import { movedTimers } from '#tests/support/moved-timers.ts'
import type { Address } from '../group/address.ts'
import {
  announceDoor,
  announcement,
  ANNOUNCEMENT_LIFE_MS,
  findPairing,
  pairingNotice,
  readAnnouncement,
  readPairingNotice,
} from './discovery.ts'

const mark = { group: 'a'.repeat(32), groupKey: randomBytes(32).toString('base64') }
const NOW = Date.parse('2026-11-25T18:02:00.000Z')

describe('an announcement', () => {
  test('is read by the doors of its group', () => {
    expect(readAnnouncement(announcement(mark, 47_615, NOW), mark, NOW)).toBe(47_615)
  })
  test('of another group, without its key, changed or old is none', () => {
    const good = announcement(mark, 47_615, NOW)
    const other = { ...mark, groupKey: randomBytes(32).toString('base64') }
    expect(readAnnouncement(good, { ...mark, group: 'b'.repeat(32) }, NOW)).toBeUndefined()
    expect(readAnnouncement(announcement(other, 47_615, NOW), mark, NOW)).toBeUndefined()
    expect(readAnnouncement(good, mark, NOW + ANNOUNCEMENT_LIFE_MS + 1)).toBeUndefined()
    for (let place = 0; place < good.length; place += 1) {
      const changed = Buffer.from(good)
      changed[place] = (changed[place] ?? 0) ^ 1
      expect(readAnnouncement(changed, mark, NOW), String(place)).toBeUndefined()
    }
    for (const bytes of [good.subarray(1), Buffer.alloc(0), Buffer.alloc(38), pairingNotice(1)])
      expect(readAnnouncement(bytes, mark, NOW)).toBeUndefined()
  })
  test('says neither group nor key', () => {
    const bytes = announcement(mark, 47_615, NOW)
    expect(bytes.includes(mark.group)).toBe(false)
    expect(bytes.includes(Buffer.from(mark.group, 'hex'))).toBe(false)
    expect(bytes.includes(Buffer.from(mark.groupKey, 'base64'))).toBe(false)
  })
  test('of a code that is shown is read by anyone, and is nothing else', () => {
    expect(readPairingNotice(pairingNotice(9))).toBe(9)
    expect(readPairingNotice(announcement(mark, 9, NOW))).toBeUndefined()
    expect(readPairingNotice(Buffer.from('WLDD'))).toBeUndefined()
  })
})

/** A network in which all sockets hear each other. */
function network() {
  const sockets = new Set<EventEmitter>()
  return {
    sockets,
    isBlocked: false,
    socket(host: string): Socket {
      const made = Object.assign(new EventEmitter(), {
        bind: (_port: number, done: () => void) => {
          sockets.add(made)
          done()
        },
        addMembership: () => {
          if (this.isBlocked) throw new Error('ENODEV')
        },
        setMulticastTTL: () => undefined,
        send: (bytes: Buffer) => {
          for (const other of sockets) other.emit('message', bytes, { address: host })
        },
        close: () => void sockets.delete(made),
      })
      return made as unknown as Socket // what the module uses of it
    },
  }
}

describe('doors in one network', () => {
  const begin = (isPairing = false) => {
    const timers = movedTimers()
    const net = network()
    const found: Address[] = []
    const logged: string[] = []
    const log = (_level: string, event: string): void => void logged.push(event)
    const door = (host: string, port: number, key = mark) =>
      announceDoor({
        timers,
        log,
        socket: () => net.socket(host),
        mark: key,
        port,
        isPairing: () => isPairing,
        onDoor: (address) => {
          if (key === mark) found.push(address) // what a stranger finds is its own
        },
      })
    return { timers, net, found, logged, log, door }
  }
  test('find each other', async () => {
    const { timers, found, door } = begin()
    const ends = [door('10.0.0.1', 1), door('10.0.0.2', 2)]
    await timers.pass(600)
    expect(found).toContainEqual({ host: '10.0.0.1', port: 1 })
    expect(found).toContainEqual({ host: '10.0.0.2', port: 2 })
    for (const end of ends) end()
  })
  test('hear no stranger, nothing from outside the hall, and only so much', async () => {
    const { timers, net, found, door } = begin()
    door('10.0.0.1', 1, { ...mark, groupKey: randomBytes(32).toString('base64') })
    const end = door('198.51.100.7', 2)
    const [, own] = net.sockets
    for (let count = 0; count < 500; count += 1)
      own?.emit('message', announcement(mark, 3, timers.now().getTime()), { address: '10.0.0.3' })
    await timers.pass(600)
    expect(found.length).toBeLessThanOrEqual(50)
    expect(found.every(({ host }) => host === '10.0.0.3')).toBe(true)
    end()
  })
  test('are found by a joining door while they show a code', async () => {
    const { timers, net, log, door } = begin(true)
    door('10.0.0.1', 1)
    const finding = findPairing({ timers, log, socket: () => net.socket('10.0.0.9') })
    await timers.pass(6_000)
    expect(await finding).toEqual([{ host: '10.0.0.1', port: 1 }])
  })
  test('go on where multicast is blocked', async () => {
    const { timers, net, found, logged, door } = begin()
    net.isBlocked = true
    const end = door('10.0.0.1', 1)
    await timers.pass(600)
    expect(found).toEqual([])
    expect(logged).toEqual(['doors.no-multicast'])
    await timers.pass(5_000)
    expect(logged).toHaveLength(1)
    end()
  })
  test('find each other also where the network comes later than the doors', async () => {
    const { timers, net, found, door } = begin()
    net.isBlocked = true
    const ends = [door('10.0.0.1', 1), door('10.0.0.2', 2)]
    await timers.pass(600)
    net.isBlocked = false
    await timers.pass(5_000)
    expect(found).toContainEqual({ host: '10.0.0.1', port: 1 })
    for (const end of ends) end()
  })
})
