import type { myCard as route } from '#shared/contract/card.ts'
import { cardId } from '#shared/domain/member-id.ts'
import { fullName } from '#shared/domain/person-name.ts'
import type { Handler } from '../../http/handlers.ts'
import { done, refuse } from '../../http/outcome.ts'
import { findByNumber, nationalitiesOf } from '../users/member-repository.ts'
import { cardOf, cardPayload } from './issue-card.ts'

export const myCard: Handler<typeof route> = async ({ caller }, deps) => {
  const { db } = deps.database
  const member = await findByNumber(db, caller.memberId)
  if (member === undefined) return refuse('not-found')
  const card = await cardOf(deps, member.id)
  return done({
    payload: cardPayload(deps, member, card),
    cardId: cardId(member.id),
    name: fullName({ firstName: member.first_name, lastName: member.last_name }),
    dob: member.birth_date,
    birthPlace: member.birth_city,
    nationalities: await nationalitiesOf(db, member.id),
    currentCountry: member.current_country,
    profession: member.occupation,
    sex: member.sex,
    role: { id: member.role },
    photoUrl: member.card_photo_file === null ? null : deps.library.sign(member.card_photo_file, 'card', caller.sessionId),
    memberSince: member.created_at,
    issuedAt: card.issued_at,
    expiresAt: card.expires_at,
  })
}
