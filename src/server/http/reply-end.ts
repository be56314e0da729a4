/** Watches the end of a long reply: sent, or aborted by its client. */
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Long enough for a phone in a tunnel; a player that pauses for longer requests the rest again. */
const SEND_STALLED_MS = 60_000

interface Exchange {
  readonly request: Pick<FastifyRequest, 'raw'>
  readonly reply: Pick<FastifyReply, 'raw'>
}

/**
 * Calls `then` once, when the reply was sent or its connection is closed, also while it waits
 * behind another reply.
 */
export function afterReply({ request, reply }: Exchange, then: () => void): void {
  const { socket } = request.raw
  let isOver = false
  const over = (): void => {
    if (isOver) return // a closed connection emits both events
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

/**
 * Closes the connection when the client reads no more bytes of the reply; a slow client is not
 * closed.
 */
export function closeWhenStalled(
  { reply }: Pick<Exchange, 'reply'>,
  stalledMs = SEND_STALLED_MS,
): void {
  reply.raw.setTimeout(stalledMs, () => void reply.raw.destroy())
}
