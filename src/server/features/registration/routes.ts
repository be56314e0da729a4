import type { Insertable } from 'kysely'
import type { ProblemField } from '#shared/contract/base/problem.ts'
import * as contract from '#shared/contract/registration.ts'
import { TICKET_TTL_S } from '#shared/domain/access/code-rules.ts'
import type { AgreementKind } from '#shared/domain/agreements.ts'
import type { Language } from '#shared/domain/text/languages.ts'
import { isoNow } from '../../base/clock.ts'
import { emailKey, IMPOSSIBLE_PHONE, readPhone } from '../../base/contact-keys.ts'
import { done, refuse, type Outcome } from '../../base/outcome.ts'
import { networkHolder } from '../../base/work-gate.ts'
import type { Deps } from '../../deps/deps.ts'
import type { Handler, RequestFacts, HandlersOf } from '../../http/handlers.ts'
import { findTicketFrom, readTicket, type Ticket } from '../../http/principal/ticket.ts'
import { memberActor } from '../../parts/audit/audit-log.ts'
import type { MemberTable } from '../../parts/database/schema.ts'
import { mailLanguage } from '../../parts/mail/mail-language.ts'
import { enqueueMail } from '../../parts/mail/outbox.ts'
import { GUESSABLE_PASSWORD, isGuessable } from '../../parts/security/guessable-password.ts'
import { demandProof } from '../../parts/security/proof-of-work.ts'
import { countInTotal } from '../../parts/security/throttle.ts'
import { agreementRows, insertAgreements } from '../../records/agreements/agreement-repository.ts'
import { fieldColumns } from '../../records/members/field-columns.ts'
import { drawMemberNumber } from '../../records/members/member-number-repository.ts'
import { insertMember, findByEmail } from '../../records/members/member-repository.ts'
import { newMember } from '../../records/members/new-member.ts'
import {
  attachPhotos,
  insertRequest,
  PHOTO_FIELDS,
  uploadedPhotos,
  useTicket,
} from '../../records/requests/registration-repository.ts'
import { countInvitation, isGoodInvitation } from '../../records/settings/invitations.ts'
import { readTermsVersion } from '../../records/settings/settings-repository.ts'
import { readSetting } from '../../records/settings/settings-repository.ts'

interface SetByServer {
  readonly number: number
  /** E.164 or empty. */
  readonly phone: string
  readonly language: Language
  readonly passwordHash: string
  readonly at: string
}

/** The row of an applicant: the member role, inactive, not validated. */
const applicantRow = (
  input: contract.NewMemberInput,
  { number, phone, language, passwordHash, at }: SetByServer,
): Insertable<MemberTable> =>
  newMember({
    id: number,
    email: input.email,
    phone,
    passwordHash,
    firstName: input.firstName,
    lastName: input.lastName,
    role: 'ROLE_USER',
    status: 'inactive',
    validated: false,
    at,
    details: {
      ...fieldColumns(input),
      connection_method: input.connectionMethod,
      ...(input.tribeConsent === false && { tribe: '' }),
      newsletter: input.newsletter ? 1 : 0,
      language,
      card_photo_file: input.wldCardPhoto,
      id_front_file: input.idProofPhotoFront,
      id_back_file: input.idProofPhotoBack,
    },
  })

type Input = Parameters<Handler<typeof contract.createRegistration>>[0]

/** Enough tries to correct a form a few times. */
const ATTEMPTS_PER_TICKET = 10
/**
 * Another server may draw the same number at the same moment; three times in a row is practically
 * impossible.
 */
const NUMBER_DRAWS = 3

interface Proof {
  readonly ticket: Ticket
  /** What the photos were uploaded with: the ticket, or the origin of a client that has none. */
  readonly uploadedWith: string
}

interface Application {
  readonly input: contract.NewMemberInput
  readonly phone: string
  readonly language: Language
  readonly passwordHash: string
  readonly proof: Proof
  readonly bodyMac: string
}
type Registered = Outcome<{ readonly created: true; readonly id: string }>

const badInvitation: ProblemField = {
  path: 'body.recommendedBy',
  code: 'unknown_invitation',
  message:
    'This invitation code is not known, or cannot be used any more. Ask the person who invited you for another',
}

const NOT_PROVEN: ProblemField = {
  path: 'body.email',
  code: 'not_proven',
  message: 'Invalid email',
}

/** A client that was written before there were boxes sends neither; its member is asked later. */
function agreementsOf(
  { termsAccepted, tribeConsent, newsletter }: contract.NewMemberInput,
  given: {
    readonly memberId: number
    readonly language: Language
    readonly at: string
    readonly termsVersion: string
  },
) {
  const ticked: AgreementKind[] = [
    ...(termsAccepted === true ? (['terms'] as const) : []),
    ...(tribeConsent === true ? (['tribe'] as const) : []),
    ...(newsletter ? (['newsletter'] as const) : []),
  ]
  const unknown: AgreementKind[] = [
    ...(termsAccepted === undefined ? (['terms'] as const) : []),
    ...(tribeConsent === undefined ? (['tribe'] as const) : []),
  ]
  return [
    ...agreementRows({ ...given, kinds: ticked, source: 'self' }),
    ...agreementRows({ ...given, kinds: unknown, source: 'unknown' }),
  ]
}

const NO_TRIBE: ProblemField = {
  path: 'body.tribe',
  code: 'too_small',
  message: 'Required',
}

/** Checks beyond the shape; returns all faults at once, so that a form is corrected once. */
async function faultsOf(
  { database: { db }, clock }: Deps,
  input: contract.NewMemberInput,
  phone: string | undefined,
  { ticket, uploadedWith }: Proof,
): Promise<ProblemField[]> {
  const uploaded = await uploadedPhotos(db, uploadedWith, input)
  const { required } = (await readSetting(db, 'invitations')).value
  const isInvited = !required || (await isGoodInvitation(db, input.recommendedBy, isoNow(clock)))
  const isProven = emailKey(input.email) === ticket.emailKey
  return [
    ...(isInvited ? [] : [badInvitation]),
    ...(isProven ? [] : [NOT_PROVEN]),
    ...(input.tribe === '' && input.tribeConsent !== false ? [NO_TRIBE] : []),
    ...(isGuessable(input.password, input) ? [GUESSABLE_PASSWORD] : []),
    ...(phone === undefined ? [{ path: 'body.phone', ...IMPOSSIBLE_PHONE }] : []),
    ...PHOTO_FIELDS.filter((field) => !uploaded.has(field)).map((field) => ({
      path: `body.${field}`,
      code: 'unknown_file',
      message: 'Upload this photo first, with the ticket of this registration',
    })),
  ]
}

/** Writes member, nationalities, request, photos, ticket and mail in one transaction. */
const register = (deps: Deps, facts: RequestFacts, application: Application): Promise<Registered> =>
  facts.transact(async (transaction) => {
    const { input, phone, language, passwordHash, proof, bodyMac } = application
    const { ticket, uploadedWith } = proof
    const at = isoNow(deps.clock)
    const number = await drawMemberNumber(transaction)
    const requestId = `REQ_${number}`
    if (!(await useTicket(transaction, { id: ticket.id, requestId, bodyMac }, at)))
      return refuse('not-signed-in')
    // Counts a code of the list, also while any word is accepted, so that reviewers see which
    // invitation was used.
    const invited = await countInvitation(transaction, input.recommendedBy, at)
    const { required } = (await readSetting(transaction, 'invitations')).value
    if (required && !invited) return refuse('invalid', { fields: [badInvitation] })
    const row = applicantRow(input, { number, phone, language, passwordHash, at })
    await insertMember(transaction, row, input.nationalities)
    const termsVersion = await readTermsVersion(transaction)
    await insertAgreements(
      transaction,
      agreementsOf(input, { memberId: number, language, at, termsVersion }),
    )
    await insertRequest(transaction, { id: requestId, memberId: number, at })
    if (!(await attachPhotos(transaction, uploadedWith, input, number, at)))
      return refuse('conflict')
    const values = { name: input.firstName, reference: requestId }
    await enqueueMail(deps, transaction, {
      to: input.email,
      language,
      template: 'request-received',
      values,
    })
    facts.trace({ target: memberActor(number), detail: { request: requestId } })
    return done({ created: true, id: requestId })
  })

/**
 * Unique indexes decide which request was first; the violated one is determined afterwards, outside
 * the failed transaction.
 */
async function registerOnce(
  deps: Deps,
  facts: RequestFacts,
  application: Application,
): Promise<Registered> {
  for (let draw = 1; ; draw += 1) {
    try {
      return await register(deps, facts, application)
    } catch (error) {
      if (!deps.database.rules.isUniqueViolation(error)) throw error
      if ((await findByEmail(deps.database.db, application.input.email)) !== undefined)
        return refuse('user-exists')
      if (draw === NUMBER_DRAWS) throw error
    }
  }
}

/** Sets role, status and validation, whatever the call says. A refusal does not use the ticket. */
async function create(
  { headers, body, facts }: Input,
  deps: Deps,
  proof: Proof,
  bodyMac: string,
): Promise<Registered> {
  const { ticket } = proof
  const unproven = await demandProof(
    deps,
    facts,
    contract.createRegistration,
    headers['x-proof-of-work'],
    ticket.emailKey,
  )
  if (unproven !== undefined) return unproven
  const attempt = await deps.throttle.hit(
    `${contract.createRegistration.id}/ticket/${ticket.id}`,
    ATTEMPTS_PER_TICKET,
    TICKET_TTL_S,
  )
  if (!attempt.ok) return refuse('too-many', { retryAfterS: attempt.retryAfterS })
  const phone = body.phone === '' && body.connectionMethod === 'email' ? '' : readPhone(body.phone)
  const faults = await faultsOf(deps, body, phone, proof)
  if (faults.length > 0 || phone === undefined) return refuse('invalid', { fields: faults })
  // The caller has proven this address. A phone number is not proven, so only reviewers learn
  // whether it is known.
  if ((await findByEmail(deps.database.db, body.email)) !== undefined) return refuse('user-exists')
  const hashed = await deps.passwords.hash(body.password, networkHolder(facts.networks))
  if (!hashed.ok) return refuse('busy', { retryAfterS: 2 })
  const language = mailLanguage(body.language, facts.request.headers['accept-language'], undefined)
  await countInTotal(deps, contract.createRegistration)
  return registerOnce(deps, facts, {
    input: body,
    phone,
    language,
    passwordHash: hashed.value,
    proof,
    bodyMac,
  })
}

/**
 * A used ticket accepts only the body that it was used with. Returns undefined while it is unused.
 */
async function keptReply(
  { facts }: Input,
  ticket: Ticket | undefined,
  bodyMac: string,
): Promise<Registered | undefined> {
  if (ticket?.kept === undefined) return undefined
  if (ticket.kept.bodyMac !== bodyMac) return refuse('not-signed-in')
  const { requestId } = ticket.kept
  const number = Number(requestId.slice('REQ_'.length))
  facts.trace({ target: memberActor(number), detail: { request: requestId, repeated: true } })
  return facts.transact(async () => done({ created: true, id: requestId }))
}

/** Without a ticket: what was proven of this very address, from where the call comes. */
async function proofOf({ caller, body }: Input, deps: Deps): Promise<Proof | undefined> {
  if (caller.kind === 'ticket') return { ticket: caller, uploadedWith: caller.id }
  const ticket = await findTicketFrom(deps, {
    origin: caller.id,
    emailKey: emailKey(body.email),
  })
  return ticket && { ticket, uploadedWith: caller.id }
}

/** A lost response can be requested again with the same call, until the ticket would expire. */
const createRegistration: Handler<typeof contract.createRegistration> = async (input, deps) => {
  const { body } = input
  const proof = await proofOf(input, deps)
  // Says nothing of other addresses that were proven from there.
  if (proof === undefined) return refuse('invalid', { fields: [NOT_PROVEN] })
  const { ticket } = proof
  // A MAC, bound to the ticket, so that the row reveals nothing about the body.
  const bodyMac = deps.secrets.mac('lookup', `registration\n${ticket.id}\n${JSON.stringify(body)}`)
  const kept = await keptReply(input, ticket, bodyMac)
  if (kept !== undefined) return kept
  const reply = await create(input, deps, proof, bodyMac)
  if (reply.ok) return reply
  // Sent twice at once: this call may have been refused because the other one was faster.
  return (await keptReply(input, await readTicket(deps, ticket.id), bodyMac)) ?? reply
}

export const registrationHandlers: HandlersOf<typeof contract.registrationRoutes> = {
  'registration.create': createRegistration,
}
