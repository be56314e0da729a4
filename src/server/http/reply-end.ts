/** How a reply of many bytes ends: sent, or given up by whoever asked for it. */
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Long enough for a phone in a tunnel; a player that has paused for longer asks for the rest again. */
const SEND_STALLED_MS = 60_000

interface Exchange {
  readonly request: Pick<FastifyRequest, 'raw'>
  readonly reply: Pick<FastifyReply, 'raw'>
}

/** Calls `then`, a single time, when the reply has left or its connection is gone, also where it still waits behind another reply. */
export function afterReply({ request, reply }: Exchange, then: () => void): void {
  const { socket } = request.raw
  let isOver = false
  const over = (): void => {
    if (isOver) return // a connection that closes tells both
    isOver = true
    socket.off('close', over)
    reply.raw.off('close', over)
    then()
  }
  if (socket.destroyed || reply.raw.closed) return over()
  socket.once('close', over)
  reply.raw.once('close', over)
  return undefined
}

/** Closes the connection when nobody takes the bytes of the reply any more; slow is not stalled. */
export function closeWhenStalled(
  { reply }: Pick<Exchange, 'reply'>,
  stalledMs = SEND_STALLED_MS,
): void {
  reply.raw.setTimeout(stalledMs, () => void reply.raw.destroy())
}
