import type { FastifyInstance } from 'fastify'

const DRAIN_LIMIT_MS = 8_000

/**
 * Closes the app after the replies under way. A client that stopped reading its reply (a phone
 * without network, a stopped tool) would keep the server open for ever: after `limitMs`, in
 * milliseconds, its connection is closed.
 */
export async function drain(
  app: Pick<FastifyInstance, 'close' | 'server'>,
  limitMs: number = DRAIN_LIMIT_MS,
): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), limitMs)
  try {
    await app.close()
  } finally {
    clearTimeout(timer)
  }
}
