import type { myCard as route } from '#shared/contract/card.ts'
import { cardId } from '#shared/domain/member-id.ts'
import { fullName } from '#shared/domain/person-name.ts'
import type { Handler } from '../../http/handlers.ts'
import { done, refuse } from '../../http/outcome.ts'
import { findByNumber, nationalitiesOf } from '../users/member-repository.ts'
import { cardOf, cardPayload } from './issue-card.ts'

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

export const myCard: Handler<typeof route> = async ({ caller }, deps) => {
  const { db } = deps.database
  const member = await findByNumber(db, caller.memberId)
  if (member === undefined) return refuse('not-found')
  const { birth_date: dob, sex } = member
  if (dob === '' || sex === '') {
    // What is signed is what staff at a door compare with the person: it is never filled in by the server.
    const fields = [
      ...(dob === '' ? [BIRTH_DATE_MISSING] : []),
      ...(sex === '' ? [SEX_MISSING] : []),
    ]
    return refuse('card-incomplete', { fields })
  }
  const card = await cardOf(deps, member.id)
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
