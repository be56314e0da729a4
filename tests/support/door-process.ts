/**
 * A door as a process of its own, so that a test can kill it: the real data of one server on a computer (`openServerData`:
 * outbox, doors, replays) and the real handler of scans. The first line of standard input holds its orders, each other
 * line a command; each is answered by one line on standard output, never before the step is acknowledged.
 */
import { subscribe } from 'node:diagnostics_channel'
import { writeSync } from 'node:fs'
import type { Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { readCardPayload } from '#shared/domain/card/card-payload.ts'
import { parseMemberNumber } from '#shared/domain/card/read-member-number.ts'
import { createCallApi } from '../../src/main/api/call-api.ts'
import { systemTimers } from '../../src/main/base/timers.ts'
import { createScanHandler } from '../../src/main/kiosk/scan.ts'
import { openServerData } from '../../src/main/start/server-data.ts'

export interface DoorOrders {
  readonly userData: string
  /** Entry of the keychain: the key of the queue. */
  readonly keyEntry: string
  readonly name: string
  readonly eventId: string
  readonly deviceId: string
  readonly token: string
  readonly apiUrl: string
}
export type DoorCommand =
  | { readonly do: 'scan'; readonly card: string }
  | { readonly do: 'invite' }
  | { readonly do: 'join'; readonly code: string }
  | { readonly do: 'state' }
  /** The first entry of each card, as this door knows it. */
  | { readonly do: 'firsts'; readonly cards: readonly string[] }
  /** Ends all connections to other doors. */
  | { readonly do: 'drop' }
  /** Reaches no door that listens on these ports, until it is told other ports. */
  | { readonly do: 'part'; readonly ports: readonly number[] }
  | { readonly do: 'send' }
  | { readonly do: 'waiting' }

const say = (line: object): void => void writeSync(1, `${JSON.stringify(line)}\n`)

/** Connections of this process to other doors, and those that a cut line forbids. */
function watchSockets(apiPort: number) {
  const sockets = new Set<Socket>()
  let forbidden: ReadonlySet<number> = new Set()
  const keep = (socket: Socket): void => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  }
  subscribe('net.server.socket', (message) => keep((message as { socket: Socket }).socket)) // its message, by the documentation of Node
  subscribe('net.client.socket', (message) => {
    const { socket } = message as { socket: Socket } // as above
    keep(socket)
    socket.once('connect', () => {
      if (forbidden.has(socket.remotePort ?? 0)) socket.destroy()
    })
  })
  const toDoors = (): Socket[] => [...sockets].filter(({ remotePort }) => remotePort !== apiPort)
  return {
    drop(): void {
      for (const socket of toDoors()) socket.destroy()
    },
    part(ports: readonly number[]): void {
      forbidden = new Set(ports)
      for (const socket of toDoors()) if (forbidden.has(socket.remotePort ?? 0)) socket.destroy()
    },
  }
}

async function run(orders: DoorOrders): Promise<(command: DoorCommand) => unknown> {
  const { name, eventId, deviceId, token, apiUrl } = orders
  const network = watchSockets(Number(new URL(apiUrl).port))
  const call = createCallApi({ apiUrl, fetch, timeLimitMs: 5_000 })
  const log = (level: string, event: string, fields?: object): void => {
    if (level === 'error') say({ log: event, ...fields })
  }
  const notSignedIn = async () => ({ kind: 'signed-out' as const })
  const data = await openServerData({
    link: {
      origin: 'https://members.example.org',
      call,
      renew: () => Promise.reject(new Error('No session')),
      keeper: { bearer: notSignedIn, renewed: notSignedIn } as never, // nobody is signed in at a door
    },
    userData: orders.userData,
    openKeychain: async () => ({
      read: async () => orders.keyEntry,
      write: async () => undefined,
      remove: async () => undefined,
    }),
    ask: call,
    bearersFor: () => ({
      sender: 'device',
      bearer: async () => ({ kind: 'token', token }),
      renewed: notSignedIn,
    }),
    maxAgeS: () => 86_400,
    askExportPath: async () => undefined,
    onOfflineChange: () => undefined,
    onQueueChange: () => undefined,
    onDoorsChange: () => undefined,
    doorsAt: {
      port: 0,
      host: '127.0.0.1',
      addresses: () => ['127.0.0.1'],
      discovery: null,
    },
    now: () => new Date(),
    log,
  })
  await data.doors.enter({ eventId, deviceName: name })
  const scans = createScanHandler({
    device: { deviceId, deviceName: name, eventId },
    api: { verify: async () => ({ kind: 'none' }) },
    reach: { state: () => 'offline', lost: () => undefined, answered: () => undefined },
    offline: {
      judge: (payload) => ({
        verdict: 'VALID',
        reason: 'signed',
        card: readCardPayload(payload, new Date()),
        listAgeS: 60,
      }),
      noteServerTime: () => undefined,
    },
    outbox: data.outbox,
    doors: data.doors,
    tokenIsGood: () => true,
    onTokenRefused: () => undefined,
    onRecorded: () => data.retryReplay(),
    timers: systemTimers,
    log: () => undefined,
  })
  const payloadOf = (card: string): string =>
    `${parseMemberNumber(card)}|Amna Idris|1990-04-12|1.k1.1790000000.1900000000.7.${'s'.repeat(86)}`
  // Each entry of another door, at the moment when it would be told here.
  let known = 0
  const look = setInterval(() => {
    const { entries } = data.doors.state()
    if (entries !== known) say({ entries, at: Date.now() })
    known = entries
  }, 5)
  look.unref()
  return async (command) => {
    switch (command.do) {
      case 'scan':
        return (await scans.scan({ payload: payloadOf(command.card) })).checkIn
      case 'invite':
        await data.doors.invite()
        return data.doors.state().code
      case 'join':
        return data.doors.join({ code: command.code, address: '' })
      case 'state':
        return data.doors.state()
      case 'firsts':
        return command.cards.map((card) => data.doors.firstOf(card) ?? null)
      case 'drop':
        return network.drop()
      case 'part':
        return network.part(command.ports)
      case 'send':
        return data.retryReplay()
      case 'waiting':
        return data.outbox.counts().waiting + data.doors.state().waiting
    }
  }
}

let answer: ((command: DoorCommand) => unknown) | undefined
let last: Promise<unknown> = Promise.resolve()
createInterface({ input: process.stdin }).on('line', (line) => {
  last = last
    .then(async () => {
      if (answer === undefined) {
        answer = await run(JSON.parse(line) as DoorOrders) // written by our own test
        say({ answer: 'ready' })
      } else say({ answer: (await answer(JSON.parse(line) as DoorCommand)) ?? null }) // as above
      return undefined
    })
    .catch((error: unknown) => say({ failed: String(error) }))
})
setInterval(() => undefined, 1_000)
