import { createSubscription as route } from '#shared/contract/subscriptions.ts'
import { CONFIRM_TTL_S } from '#shared/domain/subscriptions.ts'
import { isoNow } from '../../clock.ts'
import type { Handler } from '../../http/handlers.ts'
import { done, refuse } from '../../outcome.ts'
import { mailLanguage } from '../../mail/mail-language.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { demandProof } from '../../security/proof-of-work.ts'
import { isDisposable } from '../email-code/disposable.ts'
import { emailKey } from '../../contact-keys.ts'
import { askFor } from './subscription-repository.ts'
import { endLinks, makeToken } from './token.ts'

const PER_ADDRESS = route.limits.find(({ per }) => per === 'identifier')
const DAY_S = 24 * 60 * 60

/**
 * One response and one mail for every address: a subscriber learns it in their own mailbox, the caller
 * does not.
 */
export const createSubscription: Handler<typeof route> = async ({ headers, body, facts }, deps) => {
  const key = emailKey(body.email)
  const unproven = await demandProof(deps, facts, route, headers['x-proof-of-work'], key)
  if (unproven !== undefined) return unproven
  if (isDisposable(body.email))
    return refuse('invalid', {
      fields: [{ path: 'body.email', code: 'disposable', message: 'Invalid email' }],
    })
  if (PER_ADDRESS !== undefined) {
    const share = await deps.throttle.hit(
      `${route.id}/identifier/${deps.secrets.mac('lookup', key)}`,
      PER_ADDRESS.max,
      PER_ADDRESS.windowS,
    )
    if (!share.ok) return refuse('too-many', { retryAfterS: share.retryAfterS })
  }
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
