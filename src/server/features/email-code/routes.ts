import { Email } from '#shared/contract/base/person-fields.ts'
import * as contract from '#shared/contract/email-code.ts'
import { emailKey } from '../../base/contact-keys.ts'
import { isDisposable } from '../../base/disposable-domains.ts'
import { done, refuse } from '../../base/outcome.ts'
import type { Handler, HandlersOf } from '../../http/handlers.ts'
import type { Caller } from '../../http/principal/caller.ts'
import { issueTicket, originOf } from '../../http/principal/ticket.ts'
import { memberActor } from '../../parts/audit/audit-log.ts'
import { inTransaction } from '../../parts/database/transact.ts'
import { mailLanguage } from '../../parts/mail/mail-language.ts'
import { enqueueMail } from '../../parts/mail/outbox.ts'
import {
  countSend,
  issueCode,
  issueUnguessable,
  CODE_FAULT_MESSAGES,
  spendCode,
  type CodeSubject,
  type CodeCheck,
} from '../../parts/security/codes.ts'
import { demandProof } from '../../parts/security/proof-of-work.ts'
import { countInTotal } from '../../parts/security/throttle.ts'
import { recordProof } from '../../records/factors/step-up-repository.ts'
import { findByEmail, findByNumber } from '../../records/members/member-repository.ts'

/**
 * For a visitor, a code proves an address for a registration; for a member, for a change of the own
 * account.
 */
function codeSubject(email: string, caller: Caller | undefined): CodeSubject {
  const address = emailKey(email)
  return caller === undefined
    ? { purpose: 'registration', address }
    : { purpose: 'contact-change', address, memberId: caller.memberId }
}

/**
 * One response for every address. The holder of an account learns it from the mail, in their own
 * mailbox; the caller does not: both cases write one code row and one mail row in one transaction.
 */
const sendEmailCode: Handler<typeof contract.sendEmailCode> = async (
  { headers, body, caller, facts },
  deps,
) => {
  const { db } = deps.database
  const unproven = await demandProof(
    deps,
    facts,
    contract.sendEmailCode,
    headers['x-proof-of-work'],
  )
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
  await countInTotal(deps, contract.sendEmailCode)
  return facts.transact(async (transaction) => {
    if (isTaken && caller === undefined) {
      // Its holder changes the phone number with a client that sends no session with this call: the
      // code then proves the own address. To a stranger it opens nothing (ADR 0080).
      const code = await issueCode(deps, transaction, subject)
      await enqueueMail(deps, transaction, {
        to: holder.email,
        language,
        template: 'already-registered-code',
        values: { code },
      })
    } else if (isTaken) {
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

type Checked = CodeCheck & { readonly ticket?: string }

/**
 * Spends the code and creates the ticket or proof in one transaction, so that no code is spent
 * without a result.
 */
const verifyEmailCode: Handler<typeof contract.verifyEmailCode> = async (
  { body, caller, facts },
  deps,
) => {
  const subject = codeSubject(body.email, caller)
  const origin = body.carriesTicket ? null : originOf(deps, facts)
  const checked = await inTransaction(deps.database.db, async (transaction): Promise<Checked> => {
    const check = await spendCode(deps, transaction, subject, body.code)
    if (!check.ok) return check // committed also on failure, because the try counts
    const inside = { ...deps, database: { ...deps.database, db: transaction } }
    if (caller === undefined)
      return { ok: true, ticket: await issueTicket(inside, subject.address, origin) }
    await recordProof(inside, caller.sessionId, { kind: 'contact', address: subject.address })
    return check
  })
  if (!checked.ok)
    return done({
      verified: false,
      reason: checked.reason,
      message: CODE_FAULT_MESSAGES[checked.reason],
    })
  return done({
    verified: true,
    ...(checked.ticket === undefined ? {} : { ticket: checked.ticket }),
  })
}

/** Checks the text alone: it does not read the accounts, so it cannot reveal them. */
const validateEmail: Handler<typeof contract.validateEmail> = async ({ body }) => {
  const read = Email.safeParse(body.email)
  if (!read.success) return done({ valid: false, reason: 'syntax', message: 'Invalid email' })
  if (isDisposable(read.data))
    return done({
      valid: false,
      reason: 'disposable',
      message: 'Disposable addresses are not accepted. Give an address that you will keep',
    })
  return done({ valid: true })
}

export const emailCodeHandlers: HandlersOf<typeof contract.emailCodeRoutes> = {
  'email.validate': validateEmail,
  'email.send': sendEmailCode,
  'email.verify': verifyEmailCode,
}
