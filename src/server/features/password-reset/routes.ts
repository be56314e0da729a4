import * as contract from '#shared/contract/password-reset.ts'
import {
  CODE_LENGTH,
  CODE_MAX_TRIES,
  CODE_SENDS_PER_HOUR,
  LINK_CODE,
} from '#shared/domain/access/code-rules.ts'
import { isStaff, roleOf } from '#shared/domain/people/roles.ts'
import { HOUR_S } from '#shared/domain/units.ts'
import { isoNow } from '../../base/clock.ts'
import { done, refuse } from '../../base/outcome.ts'
import { networkHolder } from '../../base/work-gate.ts'
import type { Deps } from '../../deps/deps.ts'
import type { Handler, RequestFacts, HandlersOf } from '../../http/handlers.ts'
import { memberActor } from '../../parts/audit/audit-log.ts'
import { inTransaction } from '../../parts/database/transact.ts'
import { mailLanguage } from '../../parts/mail/mail-language.ts'
import {
  enqueueDecoy,
  enqueueMail,
  type OutgoingMail,
  mailMember,
} from '../../parts/mail/outbox.ts'
import {
  countSend,
  issueCode,
  issueUnguessable,
  linkCode,
  CODE_FAULT_MESSAGES,
  isOpenCode,
  spendCode,
  type CodeFault,
} from '../../parts/security/codes.ts'
import { GUESSABLE_PASSWORD, isGuessable } from '../../parts/security/guessable-password.ts'
import { demandProof } from '../../parts/security/proof-of-work.ts'
import { countInTotal } from '../../parts/security/throttle.ts'
import { updatePassword, type MemberRow } from '../../records/members/member-repository.ts'
import { endSessionsOf } from '../../records/sessions/end-sessions.ts'
import { issueGrant, memberOfGrant, spendGrant } from '../../records/sessions/grant-repository.ts'
import type { Identifier } from '../../records/sessions/identifier.ts'
import {
  findActiveMember,
  readIdentifier,
  resetSubject,
} from '../../records/sessions/reset-identifier.ts'
import { withdrawResets } from '../../records/sessions/withdraw-resets.ts'

/**
 * The mail to staff holds a link with 256 bits: six digits are too few for an account that opens
 * every member's data. The identifier and the code stand behind #, which never reaches a log.
 */
function resetMail({ config }: Pick<Deps, 'config'>, identifier: Identifier, code: string) {
  if (!LINK_CODE.test(code)) return { template: 'password-reset-code', values: { code } } as const
  const fragment = new URLSearchParams({ to: identifier.key, code })
  return {
    template: 'password-reset-link',
    values: { link: `${config.publicUrl}/reset-password#${fragment.toString()}` },
  } as const
}

/**
 * The response and the work are the same for every identifier: one code row, one mail row. The code always goes to the
 * account's e-mail address, also when a phone number was given: there is no SMS, which others could read or redirect.
 */
const sendResetCode: Handler<typeof contract.sendResetCode> = async ({ headers, facts }, deps) => {
  const { db } = deps.database
  const unproven = await demandProof(
    deps,
    facts,
    contract.sendResetCode,
    headers['x-proof-of-work'],
  )
  if (unproven !== undefined) return unproven
  const identifier = readIdentifier(headers.identifier)
  const subject = resetSubject(identifier)
  const share = await countSend(deps, subject) // unknown identifiers are counted as well, so this refusal reveals nothing
  if (!share.ok)
    return refuse('too-many', { retryAfterS: share.retryAfterS, extra: { send: false } })
  await countInTotal(deps, contract.sendResetCode) // unknown identifiers as well, as above
  const member = await findActiveMember(db, identifier)
  const mail = (code: string): OutgoingMail => ({
    to: member?.email ?? '',
    language: mailLanguage(undefined, facts.request.headers['accept-language'], member?.language),
    ...resetMail(deps, identifier, code),
  })
  return facts.transact(async (transaction) => {
    if (member === undefined) {
      await issueUnguessable(deps, transaction, subject)
      await enqueueDecoy(deps, transaction, mail('0'.repeat(CODE_LENGTH)))
    } else
      await enqueueMail(
        deps,
        transaction,
        mail(
          isStaff(roleOf(member.role))
            ? await issueCode(deps, transaction, subject, member.id, linkCode)
            : await issueCode(deps, transaction, subject, member.id),
        ),
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

/**
 * As many tries as the codes of one hour have: an account with e-mail and phone gets no more than
 * with one of them.
 */
const GUESSES_PER_HOUR = CODE_SENDS_PER_HOUR * CODE_MAX_TRIES

/**
 * Counts a guess that would be compared, by account. Above the limit no code is accepted and the
 * reply stays the same, because another reply would reveal that an address and a number belong
 * together. Guesses without an open code do not count: otherwise a stranger could use up the tries
 * of a holder without any mail to the holder.
 */
async function mayGuess(
  deps: Deps,
  identifier: Identifier,
  member: MemberRow | undefined,
): Promise<boolean> {
  if (!(await isOpenCode(deps, deps.database.db, resetSubject(identifier)))) return true
  const account = deps.secrets.mac(
    'lookup',
    member === undefined ? identifier.key : `member:${member.id}`,
  )
  return (
    await deps.throttle.hit(
      `${contract.validateResetCode.id}/account/${account}`,
      GUESSES_PER_HOUR,
      HOUR_S,
    )
  ).ok
}

/** `userId` is what the specification calls it; it is not a member's id but a random grant. */
const validateResetCode: Handler<typeof contract.validateResetCode> = async ({ headers }, deps) => {
  const { db } = deps.database
  const identifier = readIdentifier(headers.identifier)
  const found = await findActiveMember(db, identifier)
  const mayCompare = LINK_CODE.test(headers.code) || (await mayGuess(deps, identifier, found))
  const member = mayCompare ? found : undefined
  const checked = await inTransaction(
    db,
    async (transaction): Promise<{ readonly userId: string } | { readonly reason: CodeFault }> => {
      const check = await spendCode(
        deps,
        transaction,
        resetSubject(identifier),
        headers.code,
        member?.id,
      )
      if (!check.ok) return { reason: check.reason } // committed also on failure, because the try counts
      return member === undefined
        ? { reason: 'invalid' }
        : { userId: await issueGrant(deps, transaction, member.id) }
    },
  )
  if ('reason' in checked)
    return done({
      verified: false,
      reason: checked.reason,
      message: CODE_FAULT_MESSAGES[checked.reason],
    })
  return done({
    verified: true,
    userId: checked.userId,
    message: 'The code is right. Choose a new password.',
  })
}

/** Refused when the grant or the member is no longer valid. */
const replacePassword = (deps: Deps, facts: RequestFacts, grant: string, passwordHash: string) =>
  facts.transact(async (transaction) => {
    const at = isoNow(deps.clock)
    const memberId = await spendGrant(deps, transaction, grant)
    if (memberId === undefined) return refuse('not-found')
    const member = await updatePassword(transaction, memberId, { passwordHash, at })
    if (member === undefined) return refuse('not-found')
    // Ends all sessions and other resets, in case another person knew the old password or requested
    // a code.
    await endSessionsOf(transaction, memberId, { at, reason: 'password-reset' })
    await withdrawResets(deps, transaction, member, at)
    await mailMember(deps, transaction, member, 'password-changed', { at })
    facts.trace({ actor: memberActor(memberId), target: memberActor(memberId) })
    return done({ updated: true as const })
  })

/**
 * A weak password is refused before it comes here, so it does not spend the grant; nor does a busy
 * server.
 */
const setNewPassword: Handler<typeof contract.setNewPassword> = async (
  { params, body, facts },
  deps,
) => {
  const owner = await memberOfGrant(deps, deps.database.db, params.userId)
  if (owner === undefined) return refuse('not-found') // no hash for a guess
  if (isGuessable(body.password, owner)) return refuse('invalid', { fields: [GUESSABLE_PASSWORD] })
  const hashed = await deps.passwords.hash(body.password, networkHolder(facts.networks))
  if (!hashed.ok) return refuse('busy', { retryAfterS: 2 })
  return replacePassword(deps, facts, params.userId, hashed.value)
}

export const passwordResetHandlers: HandlersOf<typeof contract.passwordResetRoutes> = {
  'password.reset': sendResetCode,
  'password.validate': validateResetCode,
  'password.update': setNewPassword,
}
