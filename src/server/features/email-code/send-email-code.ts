import { sendEmailCode as route } from '#shared/contract/email-code.ts'
import { memberActor } from '../../audit/audit-log.ts'
import type { Handler } from '../../http/handlers.ts'
import { done, refuse } from '../../outcome.ts'
import { mailLanguage } from '../../mail/mail-language.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { countSend, issueCode, issueUnguessable } from '../../security/codes.ts'
import { demandProof } from '../../security/proof-of-work.ts'
import { findByEmail, findByNumber } from '../users/member-repository.ts'
import { codeSubject } from './code-subject.ts'
import { isDisposable } from './disposable.ts'

/**
 * One response for every address. The holder of an account learns it from the mail, in their own
 * mailbox; the caller does not: both cases write one code row and one mail row in one transaction.
 */
export const sendEmailCode: Handler<typeof route> = async (
  { headers, body, caller, facts },
  deps,
) => {
  const { db } = deps.database
  const unproven = await demandProof(deps, facts, route, headers['x-proof-of-work'])
  if (unproven !== undefined) return unproven
  if (isDisposable(body.email))
    return refuse('invalid', {
      fields: [{ path: 'body.email', code: 'disposable', message: 'Invalid email' }],
      extra: { send: false },
    })
  const subject = codeSubject(body.email, caller)
  const share = await countSend(deps, subject)
  if (!share.ok)
    return refuse('too-many', { retryAfterS: share.retryAfterS, extra: { send: false } })
  const holder = await findByEmail(db, body.email)
  const self = caller === undefined ? undefined : await findByNumber(db, caller.memberId)
  const language = mailLanguage(
    body.language,
    facts.request.headers['accept-language'],
    (self ?? holder)?.language,
  )
  const isTaken = holder !== undefined && holder.id !== caller?.memberId
  return facts.transact(async (transaction) => {
    if (isTaken) {
      await issueUnguessable(deps, transaction, subject)
      await enqueueMail(deps, transaction, {
        to: holder.email,
        language,
        template: 'already-registered',
        values: {},
      })
    } else {
      const code = await issueCode(deps, transaction, subject)
      const template = caller === undefined ? 'registration-code' : 'contact-change-code'
      await enqueueMail(deps, transaction, { to: body.email, language, template, values: { code } })
    }
    facts.trace({
      ...(caller === undefined ? {} : { target: memberActor(caller.memberId) }),
      detail: { purpose: subject.purpose },
    })
    return done({ send: true, message: 'A mail is on its way to this address' })
  })
}
