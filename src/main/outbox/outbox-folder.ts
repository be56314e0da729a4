import { createHash } from 'node:crypto'
import { join } from 'node:path'

/** Each server has its own queue: check-ins for one are never sent to another. */
export const outboxFolder = (userData: string, serverOrigin: string): string =>
  join(userData, 'outbox', createHash('sha256').update(serverOrigin).digest('hex').slice(0, 16))
