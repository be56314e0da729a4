import type { Socket } from 'node:net'
/**
 * TLS 1.3 between doors. Both ends show a certificate and prove to hold its key; whose key it is decides what follows.
 * Strangers may hold a few connections for a few seconds, so that they cannot keep the doors from each other.
 */
import { connect, createServer, type TLSSocket } from 'node:tls'
import type { Timers } from '../../base/timers.ts'
import type { Address } from '../group/address.ts'
import { certificateOf, doorOf, type DoorKey } from '../group/door-key.ts'
import { openChannel, type Channel } from './channel.ts'

export const DOORS_PORT = 47_615
const HANDSHAKE_LIMIT_MS = 5_000
/** Connections that have not proved to be a member, of all and of one address. */
export const STRANGERS_MAX = 32
export const STRANGERS_PER_ADDRESS_MAX = 4
/** New connections of one address in a minute; a door needs a few. */
export const CONNECTIONS_PER_MINUTE_MAX = 60
const ADDRESSES_COUNTED_MAX = 1_024

export interface Transport {
  readonly port: number
  /** Rejects when the other end has another key. `door` undefined: any key is accepted. */
  readonly dial: (address: Address, door: string | undefined) => Promise<Channel>
  close(): Promise<void>
}
export interface TransportOptions {
  readonly key: DoorKey
  /** 0: any port. A port that is taken is replaced by any other. */
  readonly port: number
  readonly host?: string | undefined
  /** Strangers hold a connection for this long at most. */
  readonly handshakeMs?: number | undefined
  /** A peer with a certificate; it counts as a stranger until `known` is called. */
  readonly onChannel: (channel: Channel, known: () => void) => void
  /** A member was seen there: strangers cannot take its room. */
  readonly isKept: (host: string) => boolean
  readonly monotonicMs: Timers['monotonicMs']
}

const TLS = { minVersion: 'TLSv1.3', ALPNProtocols: ['wld-doors/1'] } as const

const hostOf = ({ remoteAddress }: Socket): string => remoteAddress?.replace(/^::ffff:/, '') ?? ''

const endsOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`

/** Of the certificate that the peer proved to hold; undefined: it has none. */
function peerOf(socket: TLSSocket): string | undefined {
  const certificate = socket.getPeerX509Certificate()
  return certificate === undefined
    ? undefined
    : doorOf(certificate.publicKey.export({ type: 'spki', format: 'der' }))
}

/** Counts strangers, so that many connections of one address leave room for others. */
export function createGate(monotonicMs: () => number) {
  const open = new Map<string, number>()
  let all = 0
  let recent = new Map<string, number>()
  let sinceMs = monotonicMs()
  return {
    /** undefined: the connection is refused. */
    enter(host: string, isKept = false): (() => void) | undefined {
      if (monotonicMs() - sinceMs > 60_000 || recent.size > ADDRESSES_COUNTED_MAX) {
        recent = new Map()
        sinceMs = monotonicMs()
      }
      const lately = (recent.get(host) ?? 0) + 1
      recent.set(host, lately)
      const ofHost = open.get(host) ?? 0
      if (
        (all >= STRANGERS_MAX && !isKept) ||
        ofHost >= STRANGERS_PER_ADDRESS_MAX ||
        lately > CONNECTIONS_PER_MINUTE_MAX
      )
        return undefined
      all += 1
      open.set(host, ofHost + 1)
      let isInside = true
      return () => {
        if (!isInside) return
        isInside = false
        all -= 1
        const left = (open.get(host) ?? 1) - 1
        if (left > 0) open.set(host, left)
        else open.delete(host)
      }
    },
  }
}

interface TlsIdentity {
  readonly key: string | Buffer
  readonly cert: string
}
const tlsIdentity = (key: DoorKey): TlsIdentity => ({
  key: key.privateKey.export({ type: 'pkcs8', format: 'pem' }),
  cert: certificateOf(key),
})

interface Dial {
  /** Whose key it has to be; undefined: any. */
  readonly door: string | undefined
  readonly handshakeMs: number | undefined
}

const dialWith = (
  identity: TlsIdentity,
  { host, port }: Address,
  { door, handshakeMs = HANDSHAKE_LIMIT_MS }: Dial,
  follow: (socket: Socket) => void,
): Promise<Channel> =>
  new Promise((resolve, reject) => {
    const socket = connect({
      ...TLS,
      ...identity,
      host,
      port,
      rejectUnauthorized: false, // no authority knows a door: its key is compared instead
      checkServerIdentity: () => undefined,
    })
    follow(socket)
    const timer = setTimeout(() => socket.destroy(), handshakeMs)
    socket.once('close', () => {
      clearTimeout(timer)
      reject(new Error('No door is there'))
    })
    socket.once('secureConnect', () => {
      clearTimeout(timer)
      const found = peerOf(socket)
      const isDoor = found !== undefined && socket.alpnProtocol === TLS.ALPNProtocols[0]
      if (isDoor && (door === undefined || found === door)) resolve(openChannel(socket, found))
      else socket.destroy()
    })
  })

/** One connection of a door that is in no group yet. Rejects when the other end has another key. */
export const dialOnce = (
  key: DoorKey,
  address: Address,
  door: string | undefined,
  handshakeMs?: number,
): Promise<Channel> =>
  dialWith(tlsIdentity(key), address, { door, handshakeMs }, (socket) =>
    socket.on('error', () => socket.destroy()),
  )

export async function openTransport(options: TransportOptions): Promise<Transport> {
  const { key, onChannel, monotonicMs, handshakeMs } = options
  const identity = tlsIdentity(key)
  const gate = createGate(monotonicMs)
  const sockets = new Set<Socket>()
  /** By the two ends of the connection, which TLS does not change. */
  const leaves = new Map<string, () => void>()
  const follow = (socket: Socket): void => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
  }
  const server = createServer({
    ...TLS,
    ...identity,
    requestCert: true,
    rejectUnauthorized: false, // as in `dialWith`
    handshakeTimeout: handshakeMs ?? HANDSHAKE_LIMIT_MS,
  })
  server.on('connection', (socket: Socket) => {
    follow(socket)
    const host = hostOf(socket)
    const leave = gate.enter(host, options.isKept(host))
    if (leave === undefined) return void socket.destroy()
    const ends = endsOf(socket)
    leaves.set(ends, leave)
    socket.once('close', () => {
      leave()
      leaves.delete(ends)
    })
  })
  server.on('tlsClientError', (_error, socket) => void socket.destroy())
  server.on('secureConnection', (socket) => {
    follow(socket)
    const door = peerOf(socket)
    if (door === undefined || socket.alpnProtocol !== TLS.ALPNProtocols[0])
      return void socket.destroy()
    const ends = endsOf(socket)
    onChannel(openChannel(socket, door), () => leaves.get(ends)?.())
  })

  const listen = (port: number): Promise<number> =>
    new Promise((resolve, reject) => {
      server.once('error', reject)
      server.listen({ port, ...(options.host === undefined ? {} : { host: options.host }) }, () => {
        server.off('error', reject)
        const address = server.address()
        resolve(typeof address === 'object' && address !== null ? address.port : port)
      })
    })
  const port = await listen(options.port).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error
    return listen(0)
  })

  return {
    port,
    dial: (address, door) => dialWith(identity, address, { door, handshakeMs }, follow),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
