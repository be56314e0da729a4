import type * as contract from '#shared/contract/card.ts'
import { cardId } from '#shared/domain/people/member-id.ts'
import { fullName } from '#shared/domain/people/person-name.ts'
import type { Handler, HandlersOf } from '../../http/handlers.ts'
import { done, refuse } from '../../outcome.ts'
import { findByNumber, nationalitiesOf } from '../users/member-repository.ts'
import { cardOf, cardPayload } from './issue-card.ts'
import { reissueCard } from './reissue-card.ts'
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
  'card.reissue': reissueCard,
  'card.verify': verifyCard,
  'card.statusList': statusList,
}
