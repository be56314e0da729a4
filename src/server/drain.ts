import type { FastifyInstance } from 'fastify'

const DRAIN_LIMIT_MS = 8_000

/**
 * Closes the app after the replies under way. A client that stopped reading its reply (a phone that lost its network,
 * a tool that left) would hold the server for ever: after `limitMs` its connection is cut.
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
