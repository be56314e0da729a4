import type { Kysely } from 'kysely'
import { cardTextToSign } from '#shared/domain/card/card-payload.ts'
import { CARD_RENEWAL_WINDOW_S, CARD_VALIDITY_S } from '#shared/domain/card/card-rules.ts'
import { fullName } from '#shared/domain/people/person-name.ts'
import { isoAfter, isoNow } from '../../base/clock.ts'
import { cannotWriteDatabase } from '../../base/unavailable.ts'
import type { Deps } from '../../deps/deps.ts'
import type { Schema } from '../../parts/database/schema.ts'
import type { MemberRow } from '../members/member-repository.ts'
import { findCardInForce, insertCard, renewCard, type CardRow } from './card-repository.ts'

const epochS = (instant: string): number => Math.floor(Date.parse(instant) / 1_000)

/**
 * The member's card in force: issued on the first request, renewed in the last weeks of its year.
 */
export async function cardOf(
  { clock }: Pick<Deps, 'clock'>,
  db: Kysely<Schema>,
  memberId: number,
): Promise<CardRow> {
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

type CardHolder = Pick<MemberRow, 'id' | 'first_name' | 'last_name' | 'birth_date'>
type SignedRow = Pick<CardRow, 'issued_at' | 'expires_at' | 'status_index'>

/** The signed text of the QR code. Ed25519 is deterministic: the same card gives the same code each time. */
export function cardPayload(
  { keys }: Pick<Deps, 'keys'>,
  member: CardHolder,
  card: SignedRow,
): string {
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
