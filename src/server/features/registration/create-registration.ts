import { createRegistration as route, type NewMemberInput } from '#shared/contract/registration.ts'
import type { ProblemField } from '#shared/contract/problem.ts'
import { TICKET_TTL_S } from '#shared/domain/code-rules.ts'
import type { Language } from '#shared/domain/languages.ts'
import { memberActor } from '../../audit/audit-log.ts'
import { isoNow } from '../../clock.ts'
import { transact } from '../../database/transact.ts'
import type { Deps } from '../../deps.ts'
import type { Handler } from '../../http/handlers.ts'
import { done, refuse, type Outcome } from '../../http/outcome.ts'
import { resolveTicket, type Ticket } from '../../http/ticket.ts'
import { mailLanguage } from '../../mail/mail-language.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { demandProof } from '../../security/proof-of-work.ts'
import { countInvitation, isGoodInvitation } from '../settings/invitations.ts'
import { readSetting } from '../settings/settings-repository.ts'
import { drawMemberNumber } from '../users/member-number.ts'
import { emailKey } from '../users/member-repository.ts'
import { insertMember } from '../users/new-member.ts'
import { applicantRow } from './applicant-row.ts'
import { readPhone } from './read-phone.ts'
import { attachPhotos, insertRequest, isTaken, PHOTO_FIELDS, uploadedPhotos, useTicket } from './registration-repository.ts'

/** A form is corrected a few times. Asking on and on which phone numbers are members' ends here. */
const ATTEMPTS_PER_TICKET = 10
/** Another server may draw the same number in the same moment; three times in a row it cannot. */
const NUMBER_DRAWS = 3

interface Application {
  readonly input: NewMemberInput
  readonly phone: string
  readonly language: Language
  readonly passwordHash: string
  readonly ticket: Ticket
}

const badInvitation: ProblemField = { path: 'body.recommendedBy', code: 'unknown_invitation', message: 'This invitation code is not known, or cannot be used any more. Ask whoever invited you for another' }

/** What the shape alone could not tell; all faults at once, so that a form is corrected once. */
async function faultsOf({ database, clock }: Deps, input: NewMemberInput, phone: string | undefined, ticket: Ticket): Promise<ProblemField[]> {
  const uploaded = await uploadedPhotos(database.db, ticket.id, input)
  const { required } = (await readSetting(database.db, 'invitations')).value
  return [
    ...(required && !(await isGoodInvitation(database.db, input.recommendedBy, isoNow(clock))) ? [badInvitation] : []),
    ...(emailKey(input.email) === ticket.emailKey ? [] : [{ path: 'body.email', code: 'not_proven', message: 'Invalid email' }]),
    ...(phone === undefined ? [{ path: 'body.phone', code: 'impossible_phone', message: 'Invalid phone number' }] : []),
    ...PHOTO_FIELDS.filter((field) => !uploaded.has(field)).map((field) => ({ path: `body.${field}`, code: 'unknown_file', message: 'Upload this photo first, with the ticket of this registration' })),
  ]
}

/** Member, nationalities, request, photos, ticket and mail come together or not at all. */
const register = (deps: Deps, { input, phone, language, passwordHash, ticket }: Application): Promise<Outcome<number>> =>
  transact(deps.database.db, async (transaction) => {
    const at = isoNow(deps.clock)
    if (!(await useTicket(transaction, ticket.id, at))) return refuse('not-signed-in')
    // Counted where a code of the list was given, also while any word is accepted: reviewers see who invited whom.
    const invited = await countInvitation(transaction, input.recommendedBy, at)
    if (!invited && (await readSetting(transaction, 'invitations')).value.required) return refuse('invalid', { fields: [badInvitation] })
    const number = await drawMemberNumber(transaction)
    const requestId = `REQ_${number}`
    await insertMember(transaction, applicantRow(input, { number, phone, language, passwordHash, at }), input.nationalities)
    await insertRequest(transaction, { id: requestId, memberId: number, at })
    if (!(await attachPhotos(transaction, ticket.id, input, number, at))) return refuse('conflict')
    await enqueueMail(deps, transaction, { to: input.email, language, template: 'request-received', values: { name: input.firstName, reference: requestId } })
    return done(number)
  })

/** Unique indexes decide who was first; which of them spoke is asked afterwards, outside the failed transaction. */
async function registerOnce(deps: Deps, application: Application): Promise<Outcome<number>> {
  for (let draw = 1; ; draw += 1) {
    try {
      return await register(deps, application)
    } catch (error) {
      if (!deps.database.rules.isUniqueViolation(error)) throw error
      if (await isTaken(deps.database.db, application.input.email, application.phone)) return refuse('user-exists')
      if (draw === NUMBER_DRAWS) throw error
    }
  }
}

/** Role, status and validation are set here, whatever the call says. A refusal leaves the ticket good for another try. */
export const createRegistration: Handler<typeof route> = async ({ headers, body, ticket, facts }, deps) => {
  const unproven = await demandProof(deps, facts, route, headers['x-proof-of-work'], ticket.emailKey)
  if (unproven !== undefined) return unproven
  const attempt = await deps.throttle.hit(`${route.id}/ticket/${ticket.id}`, ATTEMPTS_PER_TICKET, TICKET_TTL_S)
  if (!attempt.ok) return refuse('too-many', { retryAfterS: attempt.retryAfterS })
  const phone = body.phone === '' && body.connectionMethod === 'email' ? '' : readPhone(body.phone)
  const faults = await faultsOf(deps, body, phone, ticket)
  // Sent twice at once: the first of them has taken the photos with it, and they are no fault of the second.
  if (faults.length > 0 && (await resolveTicket(deps, facts.bearer)) === undefined) return refuse('not-signed-in')
  if (faults.length > 0 || phone === undefined) return refuse('invalid', { fields: faults })
  if (await isTaken(deps.database.db, body.email, phone)) return refuse('user-exists')
  const hashed = await deps.passwords.hash(body.password)
  if (!hashed.ok) return refuse('busy', { retryAfterS: 2 })
  const language = mailLanguage(body.language, facts.request.headers['accept-language'], undefined)
  const registered = await registerOnce(deps, { input: body, phone, language, passwordHash: hashed.value, ticket })
  if (!registered.ok) return registered
  const id = `REQ_${registered.value}`
  facts.trace({ target: memberActor(registered.value), detail: { request: id } })
  return done({ created: true, id })
}
