/**
 * Registration tickets: the rights of a verified address before there is an account. 256 bits,
 * stored as a hash.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { Kysely, Selectable } from 'kysely'
import { ORIGIN_PROOF_TTL_S, TICKET_TTL_S } from '#shared/domain/access/code-rules.ts'
import { isoAfter, isoNow } from '../../base/clock.ts'
import type { Deps } from '../../deps/deps.ts'
import type { Schema, TicketTable } from '../../parts/database/schema.ts'

export interface Ticket {
  readonly kind: 'ticket'
  /** Hash of the token, and the key of its row. */
  readonly id: string
  /** The address that was proven, as `emailKey` spells it. */
  readonly emailKey: string
  /** A used ticket keeps the registration request, and the MAC of the body that created it. */
  readonly kept?: { readonly requestId: string; readonly bodyMac: string }
}

/**
 * Where an address was proven by a client that knows no tickets: its network and its program. What such
 * a client sends next carries nothing, so this is what binds it to the proof (ADR 0080).
 */
export interface Origin {
  readonly kind: 'origin'
  /** A MAC: the tables hold no address of a network. Also stands for the ticket in rows of files. */
  readonly id: string
}

type TicketDeps = Pick<Deps, 'database' | 'clock'>

export const originOf = (
  { secrets }: Pick<Deps, 'secrets'>,
  { network, device }: { readonly network: string; readonly device: string },
): string => `origin:${secrets.mac('lookup', JSON.stringify(['origin', network, device]))}`

const ticketHash = (token: string): string => createHash('sha256').update(token).digest('base64url')

/**
 * Makes a ticket for a proven address; the token is returned only here.
 * @param origin where the proof holds without the ticket; null where the client carries tickets
 */
export async function issueTicket(
  { database, clock }: TicketDeps,
  emailKey: string,
  origin: string | null = null,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await database.db
    .insertInto('tickets')
    .values({
      id: ticketHash(token),
      email_key: emailKey,
      created_at: isoNow(clock),
      expires_at: isoAfter(clock, TICKET_TTL_S),
      used_at: null,
      origin,
    })
    .execute()
  return token
}

/** Also returns a used ticket, with its result. Undefined when the token is unknown or too old. */
export const findTicket = async (
  needs: TicketDeps,
  token: string | undefined,
): Promise<Ticket | undefined> =>
  token === undefined ? undefined : readTicket(needs, ticketHash(token))

/** As it is now: another call may have used it meanwhile. */
export async function readTicket(
  { database, clock }: TicketDeps,
  id: string,
): Promise<Ticket | undefined> {
  return presentTicket(
    await database.db
      .selectFrom('tickets')
      .select(['id', 'email_key', 'used_at', 'request_id', 'body_mac'])
      .where('id', '=', id)
      .where('expires_at', '>', isoNow(clock))
      .executeTakeFirst(),
  )
}

function presentTicket(
  row:
    | Pick<Selectable<TicketTable>, 'id' | 'email_key' | 'used_at' | 'request_id' | 'body_mac'>
    | undefined,
): Ticket | undefined {
  if (row === undefined) return undefined
  const ticket = { kind: 'ticket', id: row.id, emailKey: row.email_key } as const
  if (row.used_at === null) return ticket
  if (row.request_id === null || row.body_mac === null) return undefined
  return { ...ticket, kept: { requestId: row.request_id, bodyMac: row.body_mac } }
}

/** Undefined when the token is unknown, used or too old. */
export async function resolveTicket(
  deps: TicketDeps,
  token: string | undefined,
): Promise<Ticket | undefined> {
  const ticket = await findTicket(deps, token)
  return ticket?.kept === undefined ? ticket : undefined
}

/** Undefined where no address was proven from there within the time of such a proof. */
export async function resolveOrigin(
  { database, clock }: TicketDeps,
  id: string,
): Promise<Origin | undefined> {
  const row = await database.db
    .selectFrom('tickets')
    .select('id')
    .where('origin', '=', id)
    .where('created_at', '>', isoAfter(clock, -ORIGIN_PROOF_TTL_S))
    .executeTakeFirst()
  return row && { kind: 'origin', id }
}

interface OriginProof {
  readonly origin: string
  readonly emailKey: string
}

/** The ticket of an address that was proven from there; of several one that is not used. */
export async function findTicketFrom(
  { database, clock }: TicketDeps,
  { origin, emailKey }: OriginProof,
): Promise<Ticket | undefined> {
  const rows = await database.db
    .selectFrom('tickets')
    .select(['id', 'email_key', 'used_at', 'request_id', 'body_mac'])
    .where('origin', '=', origin)
    .where('email_key', '=', emailKey)
    .where('created_at', '>', isoAfter(clock, -ORIGIN_PROOF_TTL_S))
    .orderBy('created_at', 'desc')
    .execute()
  return presentTicket(rows.find(({ used_at: usedAt }) => usedAt === null) ?? rows[0])
}

export const hasProofFrom = async (needs: TicketDeps, proof: OriginProof): Promise<boolean> => {
  const found = await findTicketFrom(needs, proof)
  return found !== undefined && found.kept === undefined
}

/** Uses what was proven of the address from there; true for exactly one of several simultaneous calls. */
export async function spendTicketsFrom(
  { db, clock }: { readonly db: Kysely<Schema>; readonly clock: Deps['clock'] },
  { origin, emailKey }: OriginProof,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('tickets')
    .set({ used_at: isoNow(clock) })
    .where('origin', '=', origin)
    .where('email_key', '=', emailKey)
    .where('used_at', 'is', null)
    .where('created_at', '>', isoAfter(clock, -ORIGIN_PROOF_TTL_S))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
