import { sendResetCode as route } from '#shared/contract/password-reset.ts'
import { CODE_LENGTH } from '#shared/domain/code-rules.ts'
import { memberActor } from '../../audit/audit-log.ts'
import type { Handler } from '../../http/handlers.ts'
import { done, refuse } from '../../outcome.ts'
import { mailLanguage } from '../../mail/mail-language.ts'
import { enqueueDecoy, enqueueMail, type OutgoingMail } from '../../mail/outbox.ts'
import { countSend, issueCode, issueUnguessable } from '../../security/codes.ts'
import { demandProof } from '../../security/proof-of-work.ts'
import { findActiveMember, readIdentifier, resetSubject } from './identifier.ts'

/**
 * The response and the work are the same for every identifier: one code row, one mail row. The code always goes to the
 * account's e-mail address, also when a phone number was given: there is no SMS, which others could read or redirect.
 */
export const sendResetCode: Handler<typeof route> = async ({ headers, facts }, deps) => {
  const { db } = deps.database
  const unproven = await demandProof(deps, facts, route, headers['x-proof-of-work'])
  if (unproven !== undefined) return unproven
  const identifier = readIdentifier(headers.identifier)
  const subject = resetSubject(identifier)
  const share = await countSend(deps, subject) // unknown identifiers are counted as well, so this refusal reveals nothing
  if (!share.ok)
    return refuse('too-many', { retryAfterS: share.retryAfterS, extra: { send: false } })
  const member = await findActiveMember(db, identifier)
  const mail = (code: string): OutgoingMail => ({
    to: member?.email ?? '',
    language: mailLanguage(undefined, facts.request.headers['accept-language'], member?.language),
    template: 'password-reset-code',
    values: { code },
  })
  return facts.transact(async (transaction) => {
    if (member === undefined) {
      await issueUnguessable(deps, transaction, subject)
      await enqueueDecoy(deps, transaction, mail('0'.repeat(CODE_LENGTH)))
    } else
      await enqueueMail(
        deps,
        transaction,
        mail(await issueCode(deps, transaction, subject, member.id)),
      )
    facts.trace({
      ...(member === undefined ? {} : { target: memberActor(member.id) }),
      detail: { purpose: subject.purpose },
    })
    return done({
      send: true,
      message: 'If there is an account, a code is on its way to its e-mail address',
    })
  })
}
