/** Registration tickets: what a verified address may do before there is an account. Opaque, 256 bits, stored as a hash. */
import { createHash, randomBytes } from 'node:crypto'
import { TICKET_TTL_S } from '#shared/domain/code-rules.ts'
import { isoAfter, isoNow } from '../clock.ts'
import type { Deps } from '../deps.ts'

export interface Ticket {
  /** Hash of the token, and the key of its row. */
  readonly id: string
  /** The address that was proven, as `emailKey` spells it. */
  readonly emailKey: string
}

const ticketHash = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** Makes a ticket for a proven address; the token is told once. */
export async function issueTicket({ database, clock }: Pick<Deps, 'database' | 'clock'>, emailKey: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await database.db
    .insertInto('tickets')
    .values({ id: ticketHash(token), email_key: emailKey, created_at: isoNow(clock), expires_at: isoAfter(clock, TICKET_TTL_S), used_at: null })
    .execute()
  return token
}

/** Undefined when the token is unknown, used or too old. */
export async function resolveTicket({ database, clock }: Pick<Deps, 'database' | 'clock'>, token: string | undefined): Promise<Ticket | undefined> {
  if (token === undefined) return undefined
  const row = await database.db
    .selectFrom('tickets')
    .select(['id', 'email_key'])
    .where('id', '=', ticketHash(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', isoNow(clock))
    .executeTakeFirst()
  return row === undefined ? undefined : { id: row.id, emailKey: row.email_key }
}
