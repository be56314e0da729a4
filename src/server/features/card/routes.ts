import type * as contract from '#shared/contract/card.ts'
import { CARD_VALIDITY_S } from '#shared/domain/card/card-rules.ts'
import { parseMemberNumber } from '#shared/domain/card/read-member-number.ts'
import { cardId } from '#shared/domain/people/member-id.ts'
import { fullName } from '#shared/domain/people/person-name.ts'
import { isoAfter, isoNow } from '../../base/clock.ts'
import { done, refuse } from '../../base/outcome.ts'
import type { Handler, HandlersOf } from '../../http/handlers.ts'
import { mailMember } from '../../parts/mail/outbox.ts'
import { findCardInForce, insertCard, replaceCard } from '../../records/cards/card-repository.ts'
import { cardOf, cardPayload } from '../../records/cards/issue-card.ts'
import { reissueRefusal } from '../../records/cards/policy.ts'
import { stepUpRefusal } from '../../records/factors/step-up.ts'
import { oneLookUp } from '../../records/look-ups/look-up-budget.ts'
import { findByNumber, nationalitiesOf } from '../../records/members/member-repository.ts'
import { targetOf } from '../../records/members/policy.ts'
import { statusList } from './status-list.ts'
import { verifyCard } from './verify-card.ts'

const REMEDY = 'and PUT it to /api/user/update/{id}'
const BIRTH_DATE_MISSING = {
  path: 'birthDate',
  code: 'required',
  message: `Let an administrator give the date of birth ${REMEDY}`,
}
const SEX_MISSING = {
  path: 'sex',
  code: 'required',
  message: `Let an administrator give the sex, m or f, ${REMEDY}`,
}

const myCard: Handler<typeof contract.myCard> = async ({ caller }, deps) => {
  const { db } = deps.database
  const member = await findByNumber(db, caller.memberId)
  if (member === undefined) return refuse('not-found')
  const { birth_date: dob, sex } = member
  if (dob === '' || sex === '') {
    // The signed data is what staff at a door compare with the person, so the server never fills in
    // defaults.
    const fields = [
      ...(dob === '' ? [BIRTH_DATE_MISSING] : []),
      ...(sex === '' ? [SEX_MISSING] : []),
    ]
    return refuse('card-incomplete', { fields })
  }
  const card = await cardOf(deps, db, member.id)
  return done({
    payload: cardPayload(deps, member, card),
    cardId: cardId(member.id),
    firstName: member.first_name,
    name: fullName({ firstName: member.first_name, lastName: member.last_name }),
    dob,
    birthPlace: member.birth_city,
    nationalities: await nationalitiesOf(db, member.id),
    currentCountry: member.current_country,
    profession: member.occupation,
    sex,
    role: { id: member.role },
    photoUrl:
      member.card_photo_file === null
        ? null
        : deps.library.sign(member.card_photo_file, 'card', caller.sessionId),
    memberSince: member.created_at,
    issuedAt: card.issued_at,
    expiresAt: card.expires_at,
  })
}

/**
 * Revokes the card in force and issues a new one with its own place in the status list. A member
 * without a card gets the first one: from then on a code without a signature is no longer accepted.
 * The holder is told by mail in each case, so that the holder notices a reissue by another person.
 */
const reissueCard: Handler<typeof contract.reissueCard> = async (
  { params, body, caller, facts },
  deps,
) => {
  const { database, clock } = deps
  const number = parseMemberNumber(params.id)
  const asked = number === undefined ? undefined : await findByNumber(database.db, number)
  const target = asked === undefined ? undefined : targetOf(asked)
  const refusal = reissueRefusal(caller, target)
  if (refusal !== undefined) return refuse(refusal)
  const unproven = await stepUpRefusal(deps, caller)
  if (unproven !== undefined) return unproven
  return facts.transact(async (transaction) => {
    const member = await findByNumber(transaction, target?.memberId ?? 0)
    if (member === undefined) return refuse('not-found')
    if (reissueRefusal(caller, targetOf(member)) !== undefined) return refuse('conflict')
    if (member.birth_date === '' || member.sex === '') return refuse('card-incomplete')
    const at = isoNow(clock)
    const before = await findCardInForce(transaction, member.id)
    await replaceCard(transaction, member.id, at)
    const dates = { issuedAt: at, expiresAt: isoAfter(clock, CARD_VALIDITY_S) }
    await insertCard(transaction, { memberId: member.id, ...dates })
    const isOwn = member.id === caller.memberId
    await mailMember(deps, transaction, member, 'card-reissued', {
      at,
      by: isOwn ? 'you' : 'staff',
    })
    facts.trace({
      target: `member:${member.id}`,
      detail: { reason: body.reason, revoked: before?.status_index ?? null },
    })
    return done({ cardId: cardId(member.id), ...dates })
  })
}

const CACHE_S = 300

const cardKeys: Handler<typeof contract.cardKeys> = async ({ facts }, { keys }) => {
  void facts.reply.header('cache-control', `public, max-age=${CACHE_S}`)
  return done({
    keys: keys.all('card').map(({ kid, x }) => ({
      kty: 'OKP' as const,
      crv: 'Ed25519' as const,
      kid,
      x,
      use: 'sig' as const,
      alg: 'EdDSA' as const,
    })),
  })
}

export const cardHandlers: HandlersOf<typeof contract.cardRoutes> = {
  'card.me': myCard,
  'card.keys': cardKeys,
  'card.reissue': oneLookUp(reissueCard, {
    isFree: ({ params, caller }) => parseMemberNumber(params.id) === caller.memberId,
  }),
  'card.verify': verifyCard,
  'card.statusList': statusList,
}
