/**
 * One connection to another door of the group: who has which records is compared once, then each new record is sent at
 * once. A peer that breaks the rules is closed and not heard for a while.
 */
import type { Timers } from '../../base/timers.ts'
import type { SeenAt } from '../group/address.ts'
import type { Group } from '../group/group.ts'
import { RECORD_ID_BYTES, recordIdOf, type SignedRecord } from '../group/records.ts'
import { MEMBER_BYTES_MAX, type Channel } from './channel.ts'
import { HINTS_MAX, IDS_PER_MESSAGE, PeerMessage, RECORDS_PER_MESSAGE } from './messages.ts'

const PING_MS = 2_000
/**
 * A door that sends nothing during so many pings of this door counts as away. Pings are counted and
 * not seconds: a computer that stalled would count its own stall as silence of the others.
 */
const SILENT_BEATS_MAX = 3
/** Messages in ten seconds; a door sends a few, and many only while it brings another up to date. */
const MESSAGES_MAX = 2_000
const MESSAGES_WINDOW_MS = 10_000
/** Records of signers that are not known, on one connection. */
export const DROPPED_MAX = 1_000
/** Ids that a peer may claim to have. */
const IDS_MAX = 400_000

export interface PeerPorts {
  readonly group: Group
  readonly timers: Timers
  readonly ownPort: number
  /** Takes what is new; resolves when it is safe here. Says why the peer must be closed. */
  readonly onRecords: (
    records: readonly SignedRecord[],
    from: Peer,
  ) => Promise<{ readonly rubbish: string | undefined; readonly dropped: number }>
  readonly onHello: (peer: Peer, port: number, clockApartMs: number) => void
  /** Whom the peer trusts, as one text: `Group.view`. */
  readonly onView: (view: string) => void
  /** The peer knows this door, and does not trust it. */
  readonly onOut: () => void
  readonly onSeen: (doors: readonly SeenAt[], peer: Peer) => void
  readonly hints: () => readonly SeenAt[]
}
export interface Peer {
  readonly door: string
  readonly host: string
  /** New records; what the peer has or was sent before is left out. */
  tell(records: readonly SignedRecord[]): void
  tellHints(): void
  close(): void
}

function splitIds(ids: string): string[] {
  const bytes = Buffer.from(ids, 'base64')
  const count = Math.floor(bytes.length / RECORD_ID_BYTES)
  return Array.from({ length: count }, (_, place) =>
    bytes.toString('base64', place * RECORD_ID_BYTES, (place + 1) * RECORD_ID_BYTES),
  )
}
const chunks = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, place) =>
    list.slice(place * size, (place + 1) * size),
  )

/** Counts messages. */
function createFloodGate({ monotonicMs }: Pick<Timers, 'monotonicMs'>): () => boolean {
  let windowFromMs = monotonicMs()
  let messages = 0
  return () => {
    const nowMs = monotonicMs()
    if (nowMs - windowFromMs > MESSAGES_WINDOW_MS) {
      windowFromMs = nowMs
      messages = 0
    }
    messages += 1
    return messages > MESSAGES_MAX
  }
}

/** Resolves when the connection is over, with what the peer did wrong. */
export function runPeer(
  channel: Channel,
  ports: PeerPorts,
): { readonly peer: Peer; readonly over: Promise<string | undefined> } {
  const { group, timers, onRecords, onHello, onView, onOut, onSeen, hints } = ports
  /** Ids that the peer has; undefined until it has said all of them. */
  let theirs: Set<string> | undefined
  const said = new Set<string>()
  let silentBeats = 0
  const isFlood = createFloodGate(timers)
  let dropped = 0

  const tell = (records: readonly SignedRecord[]): void => {
    const has = theirs
    if (has === undefined) return // it is told all when it has said what it has
    const missing = records.filter((record) => !has.has(recordIdOf(record)))
    for (const record of missing) has.add(recordIdOf(record))
    for (const some of chunks(missing, RECORDS_PER_MESSAGE))
      channel.send({ t: 'records', records: some })
  }
  const peer: Peer = {
    door: channel.door,
    host: channel.host,
    tell,
    tellHints: () =>
      channel.send({
        t: 'seen',
        doors: hints()
          .filter(({ door }) => door !== channel.door)
          .slice(0, HINTS_MAX),
      }),
    close: () => channel.close(),
  }

  /** What the peer did wrong; undefined: nothing. */
  const handle = async (message: PeerMessage): Promise<string | undefined> => {
    switch (message.t) {
      case 'hello':
        if (message.group !== group.id) return 'another group'
        onHello(peer, message.port, message.now - timers.now().getTime())
        return undefined
      case 'have':
        if (theirs !== undefined) return 'it says twice what it has'
        for (const id of splitIds(message.ids)) said.add(id)
        if (said.size > IDS_MAX) return 'more records than there may be'
        if (!message.more) {
          theirs = said
          tell(group.records())
        }
        return undefined
      case 'records': {
        for (const record of message.records) theirs?.add(recordIdOf(record))
        const taken = await onRecords(message.records, peer)
        dropped += taken.dropped
        return taken.rubbish ?? (dropped > DROPPED_MAX ? 'records of unknown doors' : undefined)
      }
      case 'seen':
        onSeen(message.doors, peer)
        return undefined
      case 'ping':
        if (message.view !== undefined) onView(message.view)
        return undefined
      case 'out':
        onOut()
        return undefined
    }
  }

  let beat = (): void => undefined
  let piecesBefore = 0
  /** Bytes came, and no message ended. Without bytes it is silence: a network that is gone, which is no fault of the peer. */
  let dripped: string | undefined
  const pulse = (): void => {
    const pieces = channel.pieces()
    const isDripping = piecesBefore > 0 && pieces > piecesBefore
    piecesBefore = pieces
    if (silentBeats >= SILENT_BEATS_MAX) {
      if (isDripping) dripped = 'a message that does not end'
      return channel.close()
    }
    silentBeats += 1
    channel.send({ t: 'ping', view: group.view() })
    beat = timers.after(PING_MS, pulse)
    return undefined
  }
  const greet = (): void => {
    channel.allow(MEMBER_BYTES_MAX)
    channel.send({
      t: 'hello',
      v: 1,
      group: group.id,
      port: ports.ownPort,
      now: timers.now().getTime(),
    })
    const ids = chunks([...group.recordIds()], IDS_PER_MESSAGE)
    for (const [place, some] of ids.entries())
      channel.send({
        t: 'have',
        ids: Buffer.concat(some.map((id) => Buffer.from(id, 'base64'))).toString('base64'),
        more: place < ids.length - 1,
      })
    peer.tellHints()
    beat = timers.after(PING_MS, pulse)
  }
  const listen = async (): Promise<string | undefined> => {
    greet()
    for (;;) {
      const raw = await channel.next() // oxlint-disable-line no-await-in-loop -- one message after the other
      if (raw === undefined) return dripped ?? channel.fault()
      silentBeats = 0
      if (isFlood()) return 'too many messages'
      const message = PeerMessage.safeParse(raw).data
      if (message === undefined) return 'a message that cannot be read'
      const wrong = await handle(message) // oxlint-disable-line no-await-in-loop -- as above
      if (wrong !== undefined) return wrong
    }
  }
  const over = listen().finally(() => {
    beat()
    channel.close()
  })
  return { peer, over }
}
