/**
 * Messages over a TLS connection: a length of four bytes, then JSON. One message is read at a time, so that a peer that
 * sends faster than we work fills its own buffers and not our memory.
 */
import type { TLSSocket } from 'node:tls'
import { createFrames, type FrameFault } from './frames.ts'

/** Before a peer has proved that it belongs to the group. */
const STRANGER_BYTES_MAX = 4_096
export const MEMBER_BYTES_MAX = 262_144
/** What waits to be sent to one peer; one that does not read is closed. */
const UNSENT_MAX = 32 * 2 ** 20

export interface Channel {
  /** The hash of the certificate that the peer proved to hold. */
  readonly door: string
  readonly host: string
  send(message: object): void
  /** The next message; undefined when the connection has ended or the message broke a limit. */
  next(): Promise<unknown>
  /** The limit that the last message broke. */
  fault(): FrameFault | undefined
  /** Pieces of the message that is under way; 0 between two messages. */
  pieces(): number
  /** From now on messages may be as long as this. */
  allow(bytes: number): void
  close(): void
  /** After what was sent has gone out. */
  end(): void
}

export function openChannel(socket: TLSSocket, door: string): Channel {
  const host = socket.remoteAddress?.replace(/^::ffff:/, '') ?? ''
  const frames = createFrames()
  let limit = STRANGER_BYTES_MAX
  let fault: FrameFault | undefined
  let isOver = false
  let wake = (): void => undefined
  socket.pause()
  socket.setNoDelay(true)
  socket.on('data', (bytes: Buffer) => {
    frames.add(bytes)
    socket.pause()
    wake()
  })
  socket.on('error', () => socket.destroy())
  socket.once('close', () => {
    isOver = true
    wake()
  })
  socket.once('end', () => socket.destroy())

  return {
    door,
    host,
    send(message) {
      if (isOver) return
      const body = Buffer.from(JSON.stringify(message))
      const length = Buffer.alloc(4)
      length.writeUInt32BE(body.length)
      socket.write(Buffer.concat([length, body]))
      if (socket.writableLength > UNSENT_MAX) socket.destroy()
    },
    async next() {
      for (;;) {
        const taken = frames.take(limit)
        if (taken.kind === 'frame') return parseJson(taken.bytes)
        if (taken.kind === 'fault') {
          fault = taken.fault
          socket.destroy()
        }
        if (isOver || fault !== undefined) return undefined
        const arrived = new Promise<void>((resolve) => (wake = resolve))
        socket.resume()
        await arrived // oxlint-disable-line no-await-in-loop -- one piece after the other
      }
    },
    fault: () => fault,
    pieces: () => frames.pieces(),
    allow(bytes) {
      limit = bytes
    },
    close: () => void socket.destroy(),
    end: () => void socket.end(),
  }
}

/** null: no JSON, which no message is. */
function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return null
  }
}
