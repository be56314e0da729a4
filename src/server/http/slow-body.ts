import type { FastifyInstance } from 'fastify'

/**
 * Enough for the longest body of JSON (256 kB) over a line of 70 kbit/s. Uploads have Node's limit of
 * the whole request, and parts of evidence a limit of silence (`send-chunk.ts`).
 */
const JSON_BODY_MAX_MS = 30_000

/**
 * Ends requests whose JSON takes too long: a caller who sends a letter now and then would hold a
 * connection for minutes, and thousands of them cost nothing.
 */
export function endSlowBodies(app: FastifyInstance, maxMs = JSON_BODY_MAX_MS): void {
  app.addHook('onRequest', async ({ raw }) => {
    if (raw.headers['content-type']?.startsWith('application/json') !== true) return
    const timer = setTimeout(() => raw.destroy(), maxMs)
    for (const event of ['end', 'close']) raw.once(event, () => clearTimeout(timer))
  })
}
