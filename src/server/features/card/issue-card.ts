import { CARD_RENEWAL_WINDOW_S, CARD_VALIDITY_S } from '#shared/domain/card-rules.ts'
import { cardTextToSign } from '#shared/domain/card-payload.ts'
import { fullName } from '#shared/domain/person-name.ts'
import { isoAfter, isoNow } from '../../clock.ts'
import type { Deps } from '../../deps.ts'
import { cannotWriteDatabase } from '../../unavailable.ts'
import type { MemberRow } from '../users/member-repository.ts'
import { findCardInForce, insertCard, renewCard, type CardRow } from './card-repository.ts'

const epochS = (instant: string): number => Math.floor(Date.parse(instant) / 1_000)

/** The member's card in force: issued on first sight, renewed in the last weeks of its year. */
export async function cardOf(
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
      // It is renewed weeks before its end; meanwhile it is as good as before.
      if (cannotWriteDatabase(error) && held.expires_at > isoNow(clock)) return held
      throw error
    }
  const card = await findCardInForce(db, memberId)
  if (card === undefined) throw new Error(`Member ${memberId} has no card after issuing one`)
  return card
}

/** The signed text of the QR code. Ed25519 is deterministic: the same card gives the same code each time. */
export function cardPayload(
  { keys }: Pick<Deps, 'keys'>,
  member: MemberRow,
  card: CardRow,
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
