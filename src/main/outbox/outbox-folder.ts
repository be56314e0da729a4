import { createHash } from 'node:crypto'
import { join } from 'node:path'

/** Each server has its queue: what was recorded for one is never offered to another. */
export const outboxFolder = (userData: string, serverOrigin: string): string =>
  join(userData, 'outbox', createHash('sha256').update(serverOrigin).digest('hex').slice(0, 16))
