import type { Kysely } from 'kysely'
import type { Reply } from '#shared/contract/base/define-route.ts'
import * as contract from '#shared/contract/subscriptions.ts'
import { CONFIRM_TTL_S, type SubscriptionTopic } from '#shared/domain/subscriptions.ts'
import { DAY_S } from '#shared/domain/units.ts'
import { isoNow, isoAfter } from '../../base/clock.ts'
import { emailKey } from '../../base/contact-keys.ts'
import { isDisposable } from '../../base/disposable-domains.ts'
import { done, refuse, type Outcome, refuseField } from '../../base/outcome.ts'
import type { Deps } from '../../deps/deps.ts'
import type { Handler, RequestFacts, HandlersOf } from '../../http/handlers.ts'
import type { Schema } from '../../parts/database/schema.ts'
import { mailLanguage } from '../../parts/mail/mail-language.ts'
import { enqueueMail, type MailTemplate } from '../../parts/mail/outbox.ts'
import { demandProof } from '../../parts/security/proof-of-work.ts'
import { countInTotal } from '../../parts/security/throttle.ts'
import {
  askFor,
  confirm,
  deleteUnsentMails,
  findMemberKey,
  findSubscription,
  updateNewsletterOff,
  updateNewsletterOn,
  endOfAddress,
  endOne,
} from '../../records/subscriptions/subscription-repository.ts'
import { endLinks, makeToken, readToken } from '../../records/subscriptions/token.ts'

const PER_ADDRESS = contract.createSubscription.limits.find(({ per }) => per === 'identifier')

/**
 * One response and one mail for every address: a subscriber learns it in their own mailbox, the caller
 * does not.
 */
const createSubscription: Handler<typeof contract.createSubscription> = async (
  { headers, body, facts },
  deps,
) => {
  const key = emailKey(body.email)
  const unproven = await demandProof(
    deps,
    facts,
    contract.createSubscription,
    headers['x-proof-of-work'],
    key,
  )
  if (unproven !== undefined) return unproven
  if (isDisposable(body.email)) return refuseField('body.email', 'disposable', 'Invalid email')
  if (PER_ADDRESS !== undefined) {
    const share = await deps.throttle.hit(
      `${contract.createSubscription.id}/identifier/${deps.secrets.mac('lookup', key)}`,
      PER_ADDRESS.max,
      PER_ADDRESS.windowS,
    )
    if (!share.ok) return refuse('too-many', { retryAfterS: share.retryAfterS })
  }
  await countInTotal(deps, contract.createSubscription)
  const { email, topic } = body
  const {
    secrets,
    config: { publicUrl },
  } = deps
  const language = mailLanguage(body.language, facts.request.headers['accept-language'], undefined)
  return facts.transact(async (transaction) => {
    const { id, state } = await askFor(transaction, {
      email,
      topic,
      language,
      at: isoNow(deps.clock),
    })
    const ends = endLinks(secrets, publicUrl, { of: 'subscription', id })
    await enqueueMail(
      deps,
      transaction,
      state === 'confirmed'
        ? { to: email, language, template: 'subscription-already', values: { topic, ...ends } }
        : {
            to: email,
            language,
            template: 'subscription-confirm',
            values: {
              topic,
              link: `${publicUrl}/newsletter#confirm=${makeToken(secrets, { use: 'confirm', of: 'subscription', id })}`,
              days: String(CONFIRM_TTL_S / DAY_S),
              ...ends,
            },
          },
    )
    facts.trace({ target: `subscription:${id}`, detail: { topic } })
    return done({ sent: true as const })
  })
}

const confirmSubscription: Handler<typeof contract.confirmSubscription> = async (
  { body, facts },
  deps,
) => {
  const token = readToken(deps.secrets, body.token, 'confirm')
  if (token === undefined) return refuse('not-found')
  const at = isoNow(deps.clock)
  return facts.transact<Reply<typeof contract.confirmSubscription>>(async (transaction) => {
    const row = await confirm(transaction, token.id, {
      at,
      askedAfter: isoAfter(deps.clock, -CONFIRM_TTL_S),
    })
    if (row === undefined) {
      const held = await findSubscription(transaction, token.id)
      return held?.state === 'confirmed'
        ? done({ topic: held.topic, state: 'already' })
        : refuse('not-found')
    }
    // The setting of the member is changed as well where the address is a member's, so that it shows what
    // the mailbox gets.
    if (row.topic === 'newsletter') await updateNewsletterOn(transaction, row.email_key, at)
    facts.trace({ target: `subscription:${row.id}`, detail: { topic: row.topic } })
    return done({ topic: row.topic, state: 'confirmed' })
  })
}

interface Ended {
  readonly topic: SubscriptionTopic
  readonly state: 'ended' | 'already'
}

/** Ends the news to this address, both as a member's and as a subscriber's. */
async function endNews(db: Kysely<Schema>, key: string, at: string): Promise<boolean> {
  const waiting = 'news-published' satisfies MailTemplate
  await deleteUnsentMails(db, key, waiting)
  const wasOn = await updateNewsletterOff(db, key, at)
  await endOfAddress(db, key, 'newsletter', at)
  return wasOn
}

async function endOfMember(db: Kysely<Schema>, id: number, at: string): Promise<Ended | undefined> {
  const member = await findMemberKey(db, id)
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

const endSubscription: Handler<typeof contract.endSubscription> = ({ body, facts }, deps) =>
  endBy(deps, body.token, facts)

const endSubscriptionAtOnce: Handler<typeof contract.endSubscriptionAtOnce> = async (
  { query, facts },
  deps,
) => {
  const ended = await endBy(deps, query.token, facts)
  return ended.ok ? done({}) : ended
}

export const subscriptionsHandlers: HandlersOf<typeof contract.subscriptionsRoutes> = {
  'subscription.create': createSubscription,
  'subscription.confirm': confirmSubscription,
  'subscription.end': endSubscription,
  'subscription.oneClick': endSubscriptionAtOnce,
}
