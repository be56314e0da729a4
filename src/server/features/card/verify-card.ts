import type { verifyCard as route, VerifyReply } from '#shared/contract/card.ts'
import { readCardPayload, type ReadCard } from '#shared/domain/card-payload.ts'
import { cardId, parseMemberNumber } from '#shared/domain/member-id.ts'
import { fullName } from '#shared/domain/person-name.ts'
import { judgeCard, judgeMember, type Judgement, type KnownMember } from '#shared/domain/verdict.ts'
import { isoNow } from '../../clock.ts'
import type { Deps } from '../../deps.ts'
import { isDevice } from '../../http/device.ts'
import type { Handler } from '../../http/handlers.ts'
import { done, refuse } from '../../http/outcome.ts'
import { isOwnEvent } from '../kiosk/policy.ts'
import { overTypedQuota } from '../kiosk/typed-look-ups.ts'
import { findByNumber, type MemberRow } from '../users/member-repository.ts'
import { findCardInForce, firstCheckIn, type CardRow } from './card-repository.ts'

interface Gathered {
  readonly judgement: Judgement
  readonly member: MemberRow | undefined
  readonly card: CardRow | undefined
}

const known = (member: MemberRow, card: CardRow | undefined): KnownMember => ({
  name: fullName({ firstName: member.first_name, lastName: member.last_name }),
  birthDate: member.birth_date,
  status: member.status,
  cardIndex: card?.status_index ?? null,
})

async function gather(
  deps: Deps,
  memberNumber: number | undefined,
  judge: (member: KnownMember | undefined) => Judgement,
): Promise<Gathered> {
  const { db } = deps.database
  const member = memberNumber === undefined ? undefined : await findByNumber(db, memberNumber)
  const card = member === undefined ? undefined : await findCardInForce(db, member.id)
  return { judgement: judge(member && known(member, card)), member, card }
}

function checkSignature({ keys }: Deps, card: ReadCard): 'good' | 'bad' | 'unknown-key' | 'none' {
  return card.kind === 'signed'
    ? keys.verify('card', card.keyId, card.signedText, card.signature)
    : 'none'
}

/** A forged code proves nothing about its bearer: it must not be a way to look members up. */
const mayName = ({ verdict }: Judgement): boolean => verdict !== 'FORGED' && verdict !== 'UNKNOWN'

export const verifyCard: Handler<typeof route> = async ({ body, caller, facts }, deps) => {
  if (body.eventId !== undefined && !isOwnEvent(caller, body.eventId)) return refuse('other-event')
  const [viewer, eventId] = isDevice(caller)
    ? [caller.deviceId, caller.eventId]
    : [caller.sessionId, body.eventId]
  const now = deps.clock.now()
  const scanned = body.payload === undefined ? undefined : readCardPayload(body.payload, now)
  const limited =
    isDevice(caller) && (scanned === undefined || scanned.kind === 'unsigned')
      ? await overTypedQuota(deps, caller, scanned === undefined ? 1 : 0)
      : undefined
  if (limited !== undefined) return limited
  const { judgement, member, card } =
    scanned === undefined
      ? await gather(deps, parseMemberNumber(body.cardId ?? ''), judgeMember)
      : await gather(
          deps,
          scanned.kind === 'unreadable' ? undefined : scanned.memberNumber,
          (holder) =>
            judgeCard({
              card: scanned,
              signature: checkSignature(deps, scanned),
              member: holder,
              now,
            }),
        )
  const shown = member !== undefined && mayName(judgement) ? member : undefined
  if (isDevice(caller) && scanned?.kind === 'unsigned' && shown === undefined)
    await overTypedQuota(deps, caller, 1)
  // To compare a face with, name and picture are enough; a number alone must not tell more.
  const isTyped = isDevice(caller) && scanned === undefined
  const checkIn =
    shown === undefined || eventId === undefined
      ? undefined
      : await firstCheckIn(deps.database.db, eventId, shown.id)
  facts.trace({
    target: member === undefined ? '' : `member:${member.id}`,
    detail: { ...judgement, by: scanned === undefined ? 'card-id' : 'scan' },
  })
  return done({
    ...judgement,
    cardId: shown === undefined ? null : cardId(shown.id),
    name:
      shown === undefined
        ? null
        : fullName({ firstName: shown.first_name, lastName: shown.last_name }),
    dob: isTyped ? null : shown?.birth_date || null,
    role: shown === undefined ? null : { id: shown.role },
    status: shown?.status ?? null,
    photoUrl:
      shown?.card_photo_file == null
        ? null
        : deps.library.sign(shown.card_photo_file, 'card', viewer),
    memberSince: isTyped ? null : (shown?.created_at ?? null),
    expiresAt: shown === undefined ? null : (card?.expires_at ?? null),
    firstCheckIn: checkIn ?? null,
    checkedAt: isoNow(deps.clock),
  } satisfies VerifyReply)
}
