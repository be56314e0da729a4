/** Before the drain: the server still takes calls, and asks each client to use a new connection. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

export interface ShutdownLimits {
  /** It ends when there was no connection for this time. */
  readonly quietMs: number
  readonly maxMs: number
}

/** A proxy that asks `/readyz` each second learns of the stop in this time. */
const LIMITS: ShutdownLimits = { quietMs: 300, maxMs: 3_000 }
const LOOK_MS = 25

const askToClose = (_request: IncomingMessage, response: ServerResponse): void => {
  response.shouldKeepAlive = false // Node then sends `connection: close` and closes after the reply
}

/**
 * A server that closes at once fails the call that a proxy sends over an idle connection at that
 * moment, and those that wait to be accepted. Resolves when the clients have left, or after the
 * limit.
 */
export async function announceShutdown(
  server: Server,
  limits: ShutdownLimits = LIMITS,
): Promise<void> {
  const startMs = performance.now()
  let busyMs = startMs
  const noteBusy = (): void => void (busyMs = performance.now())
  server.prependListener('request', askToClose).on('connection', noteBusy)
  for (;;) {
    const open = await new Promise<number>((resolve) =>
      server.getConnections((error, count) => resolve(error === null ? count : 0)),
    )
    if (open > 0) noteBusy()
    const nowMs = performance.now()
    if (nowMs - busyMs >= limits.quietMs || nowMs - startMs >= limits.maxMs) return
    await sleep(LOOK_MS)
  }
}
