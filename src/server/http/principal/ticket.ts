/**
 * Registration tickets: the rights of a verified address before there is an account. 256 bits,
 * stored as a hash.
 */
import { createHash, randomBytes } from 'node:crypto'
import { TICKET_TTL_S } from '#shared/domain/access/code-rules.ts'
import { isoAfter, isoNow } from '../../base/clock.ts'
import type { Deps } from '../../deps/deps.ts'

export interface Ticket {
  readonly kind: 'ticket'
  /** Hash of the token, and the key of its row. */
  readonly id: string
  /** The address that was proven, as `emailKey` spells it. */
  readonly emailKey: string
  /** For a used ticket: the registration request, and the MAC of the body that created it. */
  readonly kept?: { readonly requestId: string; readonly bodyMac: string }
}

type Needs = Pick<Deps, 'database' | 'clock'>

const ticketHash = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** Makes a ticket for a proven address; the token is returned only here. */
export async function issueTicket({ database, clock }: Needs, emailKey: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await database.db
    .insertInto('tickets')
    .values({
      id: ticketHash(token),
      email_key: emailKey,
      created_at: isoNow(clock),
      expires_at: isoAfter(clock, TICKET_TTL_S),
      used_at: null,
    })
    .execute()
  return token
}

/** Also returns a used ticket, with its result. Undefined when the token is unknown or too old. */
export const findTicket = async (
  needs: Needs,
  token: string | undefined,
): Promise<Ticket | undefined> =>
  token === undefined ? undefined : readTicket(needs, ticketHash(token))

/** As it is now: another call may have used it meanwhile. */
export async function readTicket(
  { database, clock }: Needs,
  id: string,
): Promise<Ticket | undefined> {
  const row = await database.db
    .selectFrom('tickets')
    .select(['id', 'email_key', 'used_at', 'request_id', 'body_mac'])
    .where('id', '=', id)
    .where('expires_at', '>', isoNow(clock))
    .executeTakeFirst()
  if (row === undefined) return undefined
  const ticket = { kind: 'ticket', id: row.id, emailKey: row.email_key } as const
  if (row.used_at === null) return ticket
  if (row.request_id === null || row.body_mac === null) return undefined
  return { ...ticket, kept: { requestId: row.request_id, bodyMac: row.body_mac } }
}

/** Undefined when the token is unknown, used or too old. */
export async function resolveTicket(
  deps: Needs,
  token: string | undefined,
): Promise<Ticket | undefined> {
  const ticket = await findTicket(deps, token)
  return ticket?.kept === undefined ? ticket : undefined
}
