/**
 * Messages over a TLS connection: a length of four bytes, then JSON. One message is read at a time, so that a peer that
 * sends faster than we work fills its own buffers and not our memory.
 */
import type { TLSSocket } from 'node:tls'

/** Before a peer has proved that it belongs to the group. */
export const STRANGER_BYTES_MAX = 4_096
export const MEMBER_BYTES_MAX = 262_144
const LENGTH_BYTES = 4
/** What waits to be sent to one peer; one that does not read is closed. */
const UNSENT_MAX = 32 * 2 ** 20

export interface Channel {
  /** Of the certificate that the peer proved to hold. */
  readonly door: string
  readonly host: string
  send(message: object): void
  /** The next message; undefined when the connection has ended or the message broke a limit. */
  next(): Promise<unknown>
  /** From now on messages may be as long as this. */
  allow(bytes: number): void
  close(): void
  /** After what was sent has gone out. */
  end(): void
}

export function openChannel(socket: TLSSocket, door: string): Channel {
  const host = socket.remoteAddress?.replace(/^::ffff:/, '') ?? ''
  let limit = STRANGER_BYTES_MAX
  let buffered: Buffer = Buffer.alloc(0)
  let isOver = false
  let wake = (): void => undefined
  socket.pause()
  socket.setNoDelay(true)
  socket.on('data', (bytes: Buffer) => {
    buffered = buffered.length === 0 ? bytes : Buffer.concat([buffered, bytes])
    if (buffered.length >= LENGTH_BYTES) socket.pause()
    wake()
  })
  socket.on('error', () => socket.destroy())
  socket.once('close', () => {
    isOver = true
    wake()
  })
  socket.once('end', () => socket.destroy())

  /** undefined: not complete yet. */
  function takeFrame(): Buffer | 'too-long' | undefined {
    if (buffered.length < LENGTH_BYTES) return undefined
    const length = buffered.readUInt32BE(0)
    if (length > limit) return 'too-long'
    if (buffered.length < LENGTH_BYTES + length) return undefined
    const frame = buffered.subarray(LENGTH_BYTES, LENGTH_BYTES + length)
    buffered = buffered.subarray(LENGTH_BYTES + length)
    return frame
  }

  return {
    door,
    host,
    send(message) {
      if (isOver) return
      const body = Buffer.from(JSON.stringify(message))
      const length = Buffer.alloc(LENGTH_BYTES)
      length.writeUInt32BE(body.length)
      socket.write(Buffer.concat([length, body]))
      if (socket.writableLength > UNSENT_MAX) socket.destroy()
    },
    async next() {
      for (;;) {
        const frame = takeFrame()
        if (frame === 'too-long') {
          socket.destroy()
          return undefined
        }
        if (frame !== undefined) return parseJson(frame)
        if (isOver) return undefined
        const arrived = new Promise<void>((resolve) => (wake = resolve))
        socket.resume()
        await arrived // oxlint-disable-line no-await-in-loop -- one piece after the other
      }
    },
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
