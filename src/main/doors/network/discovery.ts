/**
 * Finds doors in the network of the hall by UDP multicast. An announcement holds a hash of the group and a port,
 * authenticated with the key of the group. It is a hint: who is there is decided by the key in TLS. Where multicast is
 * blocked, doors are found at the addresses where they were before, or that a person types.
 */
import { createHash, createHmac } from 'node:crypto'
import { createSocket, type Socket } from 'node:dgram'
import { sameText } from '../../base/same-text.ts'
import type { Timers } from '../../base/timers.ts'
import { describeError, type Log } from '../../log/log-file.ts'
import type { Address } from '../group/address.ts'
import { isNear } from './running-group.ts'

/** Of the scope of an organisation (RFC 2365); with a time to live of 1 it stays in the network. */
const MULTICAST = '239.192.71.15'
const MULTICAST_PORT = 47_616
const ANNOUNCE_MS = 5_000
/** Longer than the time between two announcements. */
const FIND_MS = 6_000
const FOUND_MAX = 8
/** A recorded announcement counts no longer than this. */
export const ANNOUNCEMENT_LIFE_MS = 10 * 60_000
/** Announcements that are looked at in a second; who sends more is not heard. */
const HEARD_PER_SECOND = 50

const MAGIC = Buffer.from('WLDD\u0001')
const KINDS = { group: 1, pairing: 2 } as const
const HEAD_BYTES = MAGIC.length + 1 + 2
const GROUP_BYTES = HEAD_BYTES + 8 + 6

export interface GroupMark {
  readonly group: string
  /** base64 */
  readonly groupKey: string
}
const markOf = ({ group }: GroupMark): Buffer =>
  createHash('sha256').update(`WLD doors ${group}`).digest().subarray(0, 8)
const proofOf = ({ groupKey }: GroupMark, body: Buffer): Buffer =>
  createHmac('sha256', Buffer.from(groupKey, 'base64')).update(body).digest().subarray(0, 16)

function head(kind: keyof typeof KINDS, port: number): Buffer {
  const bytes = Buffer.alloc(HEAD_BYTES)
  MAGIC.copy(bytes)
  bytes.writeUInt8(KINDS[kind], MAGIC.length)
  bytes.writeUInt16BE(port, MAGIC.length + 1)
  return bytes
}
export function announcement(mark: GroupMark, port: number, nowMs: number): Buffer {
  const time = Buffer.alloc(6)
  time.writeUIntBE(nowMs, 0, 6)
  const body = Buffer.concat([head('group', port), markOf(mark), time])
  return Buffer.concat([body, proofOf(mark, body)])
}
export const pairingNotice = (port: number): Buffer => head('pairing', port)

/** The port of a door of this group; undefined: another group, a false proof, or an old announcement. */
export function readAnnouncement(
  bytes: Buffer,
  mark: GroupMark,
  nowMs: number,
): number | undefined {
  const body = bytes.subarray(0, GROUP_BYTES)
  if (bytes.length !== GROUP_BYTES + 16 || !body.subarray(0, MAGIC.length).equals(MAGIC))
    return undefined
  if (body.readUInt8(MAGIC.length) !== KINDS.group) return undefined
  if (!body.subarray(HEAD_BYTES, HEAD_BYTES + 8).equals(markOf(mark))) return undefined
  const proof = bytes.subarray(GROUP_BYTES)
  if (!sameText(proof.toString('hex'), proofOf(mark, body).toString('hex'))) return undefined
  const age = Math.abs(nowMs - body.readUIntBE(HEAD_BYTES + 8, 6))
  return age <= ANNOUNCEMENT_LIFE_MS ? body.readUInt16BE(MAGIC.length + 1) : undefined
}
/** The port of a door that shows a code. Anybody can send it: the words decide. */
export function readPairingNotice(bytes: Buffer): number | undefined {
  if (bytes.length !== HEAD_BYTES || !bytes.subarray(0, MAGIC.length).equals(MAGIC))
    return undefined
  return bytes.readUInt8(MAGIC.length) === KINDS.pairing
    ? bytes.readUInt16BE(MAGIC.length + 1)
    : undefined
}

export interface DiscoveryPorts {
  readonly timers: Timers
  readonly log: Log
  readonly socket?: () => Socket
}
const openSocket = (): Socket => createSocket({ type: 'udp4', reuseAddr: true })

/** `send` does nothing where multicast is blocked. */
function listen(
  { timers, log, socket = openSocket }: DiscoveryPorts,
  onMessage: (bytes: Buffer, host: string) => void,
): { readonly send: (bytes: Buffer) => void; readonly close: () => void } {
  let isBound = false
  let isOpen = false
  let isSaid = false
  let heard = 0
  let sinceMs = timers.monotonicMs()
  const open = socket()
  const close = (): void => {
    isBound = false
    isOpen = false
    open.removeAllListeners('message')
    try {
      open.close()
    } catch {
      // It was closed by its own error.
    }
  }
  open.on('error', (error) => {
    log('warn', 'doors.no-multicast', { error: describeError(error) })
    close()
  })
  open.on('message', (bytes: Buffer, { address }) => {
    if (timers.monotonicMs() - sinceMs > 1_000) {
      sinceMs = timers.monotonicMs()
      heard = 0
    }
    heard += 1
    if (heard <= HEARD_PER_SECOND && isNear({ host: address, port: 1 })) onMessage(bytes, address)
  })
  /** Tried again with each message: the doors may begin before the computer is in a network. */
  const enter = (): void => {
    try {
      open.setMulticastTTL(1)
      open.addMembership(MULTICAST)
      isOpen = true
    } catch (error) {
      if (!isSaid) log('warn', 'doors.no-multicast', { error: describeError(error) })
      isSaid = true
    }
  }
  open.bind(MULTICAST_PORT, () => {
    isBound = true
    enter()
  })
  return {
    send: (bytes) => {
      if (isBound && !isOpen) enter()
      if (isOpen) open.send(bytes, MULTICAST_PORT, MULTICAST, () => undefined) // no network: the next one is sent all the same
    },
    close,
  }
}

export interface AnnouncerOptions extends DiscoveryPorts {
  readonly mark: GroupMark
  readonly port: number
  readonly isPairing: () => boolean
  readonly onDoor: (address: Address) => void
}
/** Announces this door to its group, and hears the others. Returns a function that ends it. */
export function announceDoor(options: AnnouncerOptions): () => void {
  const { timers, mark, port, isPairing, onDoor } = options
  const { send, close } = listen(options, (bytes, host) => {
    const found = readAnnouncement(bytes, mark, timers.now().getTime())
    if (found !== undefined && found > 0) onDoor({ host, port: found })
  })
  let cancel = (): void => undefined
  const announce = (): void => {
    send(announcement(mark, port, timers.now().getTime()))
    if (isPairing()) send(pairingNotice(port))
    cancel = timers.after(ANNOUNCE_MS, announce)
  }
  cancel = timers.after(500, announce)
  return () => {
    cancel()
    close()
  }
}

/** Where doors show a code now. */
export async function findPairing(ports: DiscoveryPorts): Promise<readonly Address[]> {
  const found = new Map<string, Address>()
  const { close } = listen(ports, (bytes, host) => {
    const port = readPairingNotice(bytes)
    if (port !== undefined && port > 0 && found.size < FOUND_MAX)
      found.set(`${host} ${port}`, { host, port })
  })
  await new Promise<void>((resolve) => void ports.timers.after(FIND_MS, resolve))
  close()
  return [...found.values()]
}
