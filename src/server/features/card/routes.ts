import type * as contract from '#shared/contract/card.ts'
import { cardTextToSign } from '#shared/domain/card/card-payload.ts'
import { CARD_RENEWAL_WINDOW_S, CARD_VALIDITY_S } from '#shared/domain/card/card-rules.ts'
import { cardId } from '#shared/domain/people/member-id.ts'
import { fullName } from '#shared/domain/people/person-name.ts'
import { isoAfter, isoNow } from '../../clock.ts'
import type { Deps } from '../../deps.ts'
import type { Handler, HandlersOf } from '../../http/handlers.ts'
import { done, refuse } from '../../outcome.ts'
import { cannotWriteDatabase } from '../../unavailable.ts'
import { findByNumber, nationalitiesOf, type MemberRow } from '../users/member-repository.ts'
import { findCardInForce, insertCard, renewCard, type CardRow } from './card-repository.ts'
import { reissueCard } from './reissue-card.ts'
import { statusList } from './status-list.ts'
import { verifyCard } from './verify-card.ts'

const epochS = (instant: string): number => Math.floor(Date.parse(instant) / 1_000)

/**
 * The member's card in force: issued on the first request, renewed in the last weeks of its year.
 */
async function cardOf(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  memberId: number,
): Promise<CardRow> {
  const { db } = database
  const dates = { issuedAt: isoNow(clock), expiresAt: isoAfter(clock, CARD_VALIDITY_S) }
  const held = await findCardInForce(db, memberId)
  if (held === undefined) await insertCard(db, { memberId, ...dates })
  else if (held.expires_at > isoAfter(clock, CARD_RENEWAL_WINDOW_S)) return held
  else
    try {
      await renewCard(db, held.status_index, dates)
    } catch (error) {
      // It is renewed weeks before its end; until then the present card is returned.
      if (cannotWriteDatabase(error) && held.expires_at > isoNow(clock)) return held
      throw error
    }
  const card = await findCardInForce(db, memberId)
  if (card === undefined) throw new Error(`Member ${memberId} has no card after issuing one`)
  return card
}

/** The signed text of the QR code. Ed25519 is deterministic: the same card gives the same code each time. */
function cardPayload({ keys }: Pick<Deps, 'keys'>, member: MemberRow, card: CardRow): string {
  const text = cardTextToSign(
    {
      memberNumber: member.id,
      name: fullName({ firstName: member.first_name, lastName: member.last_name }),
      birthDate: member.birth_date,
    },
    {
      keyId: keys.current('card').kid,
      issuedAtS: epochS(card.issued_at),
      expiresAtS: epochS(card.expires_at),
      statusIndex: card.status_index,
    },
  )
  return `${text}.${keys.sign('card', text)}`
}

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
