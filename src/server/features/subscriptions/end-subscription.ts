import type { Kysely } from 'kysely'
import type {
  endSubscriptionAtOnce as oneClickRoute,
  endSubscription as route,
} from '#shared/contract/subscriptions.ts'
import type { SubscriptionTopic } from '#shared/domain/subscriptions.ts'
import { isoNow } from '../../clock.ts'
import type { Schema } from '../../database/schema.ts'
import type { Deps } from '../../deps.ts'
import type { Handler, RequestFacts } from '../../http/handlers.ts'
import { done, refuse, type Outcome } from '../../outcome.ts'
import type { MailTemplate } from '../../mail/outbox.ts'
import { endOfAddress, endOne, findSubscription } from './subscription-repository.ts'
import { readToken } from './token.ts'

interface Ended {
  readonly topic: SubscriptionTopic
  readonly state: 'ended' | 'already'
}

/** Ends the news to this address, both as a member's and as a subscriber's. */
async function endNews(db: Kysely<Schema>, key: string, at: string): Promise<boolean> {
  const waiting = 'news-published' satisfies MailTemplate
  await db
    .deleteFrom('mails')
    .where('template', '=', waiting)
    .where((eb) => eb(eb.fn('lower', ['to_address']), '=', key))
    .where('sent_at', 'is', null)
    .execute()
  const { numUpdatedRows } = await db
    .updateTable('members')
    .set({ newsletter: 0, updated_at: at })
    .where('email_key', '=', key)
    .where('newsletter', '=', 1)
    .executeTakeFirst()
  await endOfAddress(db, key, 'newsletter', at)
  return numUpdatedRows > 0n
}

async function endOfMember(db: Kysely<Schema>, id: number, at: string): Promise<Ended | undefined> {
  const member = await db
    .selectFrom('members')
    .select(['email_key'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (member === undefined) return undefined
  return {
    topic: 'newsletter',
    state: (await endNews(db, member.email_key, at)) ? 'ended' : 'already',
  }
}

async function endOfSubscription(
  db: Kysely<Schema>,
  id: string,
  at: string,
): Promise<Ended | undefined> {
  const held = await findSubscription(db, id)
  if (held === undefined) return undefined
  const ended = await endOne(db, id, at)
  if (ended && held.topic === 'newsletter') await endNews(db, held.email_key, at)
  return { topic: held.topic, state: ended ? 'ended' : 'already' }
}

async function endBy(deps: Deps, given: string, facts: RequestFacts): Promise<Outcome<Ended>> {
  const token = readToken(deps.secrets, given, 'end')
  if (token === undefined) return refuse('not-found')
  const at = isoNow(deps.clock)
  return facts.transact(async (transaction) => {
    const ended =
      token.of === 'member'
        ? await endOfMember(transaction, Number(token.id), at)
        : await endOfSubscription(transaction, token.id, at)
    if (ended === undefined) return refuse('not-found')
    facts.trace({
      target: `${token.of}:${token.id}`,
      detail: { topic: ended.topic, state: ended.state },
    })
    return done(ended)
  })
}

export const endSubscription: Handler<typeof route> = ({ body, facts }, deps) =>
  endBy(deps, body.token, facts)

export const endSubscriptionAtOnce: Handler<typeof oneClickRoute> = async (
  { query, facts },
  deps,
) => {
  const ended = await endBy(deps, query.token, facts)
  return ended.ok ? done({}) : ended
}
