import type { verifyCard as route, VerifyReply } from '#shared/contract/card.ts'
import { readCardPayload, type CardFacts, type ReadCard } from '#shared/domain/card/card-payload.ts'
import { bestReading, cardReadings } from '#shared/domain/card/card-readings.ts'
import { cardId, parseMemberNumber } from '#shared/domain/people/member-id.ts'
import { fullName } from '#shared/domain/people/person-name.ts'
import {
  judgeCard,
  judgeMember,
  provesSomething,
  type Judgement,
  type KnownMember,
} from '#shared/domain/card/verdict.ts'
import { isoNow } from '../../base/clock.ts'
import type { Deps } from '../../deps/deps.ts'
import type { Caller } from '../../http/principal/caller.ts'
import type { Device } from '../../http/principal/device.ts'
import type { Handler } from '../../http/handlers.ts'
import { done, refuse } from '../../base/outcome.ts'
import { withinLookUps, type GuessKind } from '../../records/look-ups/look-up-budget.ts'
import { isOwnEvent } from '../../records/devices/policy.ts'
import { findByNumber, type MemberRow } from '../../records/members/member-repository.ts'
import {
  findCardInForce,
  firstCheckIn,
  hadCard,
  type CardRow,
} from '../../records/cards/card-repository.ts'

/** What names the member: a number that was typed, or a scanned code. */
type Presented = ReadCard | { readonly kind: 'typed'; readonly memberNumber: number | undefined }

interface Found {
  readonly member: MemberRow
  readonly card: CardRow | undefined
  readonly hadSignedCard: boolean
}

async function gather(
  { database: { db } }: Deps,
  presented: Presented,
): Promise<Found | undefined> {
  if (presented.kind === 'unreadable' || presented.memberNumber === undefined) return undefined
  const member = await findByNumber(db, presented.memberNumber)
  if (member === undefined) return undefined
  const card = await findCardInForce(db, member.id)
  return { member, card, hadSignedCard: card !== undefined || (await hadCard(db, member.id)) }
}

const known = ({ member, card, hadSignedCard }: Found): KnownMember => ({
  name: fullName({ firstName: member.first_name, lastName: member.last_name }),
  birthDate: member.birth_date,
  status: member.status,
  cardIndex: card?.status_index ?? null,
  hadSignedCard,
})

function checkSignature({ keys }: Deps, card: ReadCard): 'good' | 'bad' | 'unknown-key' | 'none' {
  return card.kind === 'signed'
    ? keys.verify('card', card.keyId, card.signedText, card.signature)
    : 'none'
}

/**
 * The readings that may decide, all of one member: the one with our seal, else the likeliest with the form of a card. An
 * unsigned code has rivals, because its name may have changed on its way; never with another number or birth date, so
 * that one call remains one look-up.
 */
function readPresented(
  deps: Deps,
  { payload, alternatives = [], cardId: typed }: Parameters<Handler<typeof route>>[0]['body'],
  now: Date,
): readonly [Presented, ...Presented[]] {
  if (payload === undefined)
    return [{ kind: 'typed', memberNumber: parseMemberNumber(typed ?? '') }]
  const exact = readCardPayload(payload, now)
  const cards = cardReadings([payload, ...alternatives]).map((text) => readCardPayload(text, now))
  const genuine = cards.find((card) => checkSignature(deps, card) === 'good')
  if (genuine !== undefined) return [genuine]
  const likeliest = cards.find(({ kind }) => kind !== 'unreadable')
  if (likeliest === undefined) return [exact, ...cards]
  return likeliest.kind === 'unsigned'
    ? [likeliest, ...cards.filter((card) => isRival(card, likeliest))]
    : [likeliest]
}

const isRival = (card: ReadCard, { memberNumber, birthDate }: CardFacts): boolean =>
  card.kind === 'unsigned' && card.memberNumber === memberNumber && card.birthDate === birthDate

function judge(deps: Deps, presented: Presented, found: Found | undefined, now: Date): Judgement {
  const member = found && known(found)
  return presented.kind === 'typed'
    ? judgeMember(member)
    : judgeCard({ card: presented, signature: checkSignature(deps, presented), member, now })
}

/**
 * A code that proves nothing about its bearer must not be usable to look up members, so the reply
 * has no member data.
 */
const mayName = (judgement: Judgement): boolean =>
  provesSomething(judgement) && judgement.verdict !== 'UNSIGNED'

interface Viewer {
  /** The viewer for whom addresses of pictures are signed. */
  readonly id: string
  readonly eventId: string | undefined
  readonly isDevice: boolean
}
const viewerOf = (caller: Caller | Device, eventId: string | undefined): Viewer =>
  caller.kind === 'device'
    ? { id: caller.deviceId, eventId: caller.eventId, isDevice: true }
    : { id: caller.sessionId, eventId, isDevice: false }

const NO_MEMBER = {
  cardId: null,
  name: null,
  dob: null,
  role: null,
  status: null,
  photoUrl: null,
  memberSince: null,
  expiresAt: null,
  firstCheckIn: null,
} as const

async function presentMember(
  { database, library }: Deps,
  { member, card }: Found,
  viewer: Viewer,
  isTyped: boolean,
) {
  // A device needs only name and picture to compare a face; a typed number must not reveal more.
  const isBrief = viewer.isDevice && isTyped
  const photo = member.card_photo_file
  return {
    cardId: cardId(member.id),
    name: fullName({ firstName: member.first_name, lastName: member.last_name }),
    dob: isBrief ? null : member.birth_date || null,
    role: { id: member.role },
    status: member.status,
    photoUrl: photo === null ? null : library.sign(photo, 'card', viewer.id),
    memberSince: isBrief ? null : member.created_at,
    expiresAt: card?.expires_at ?? null,
    firstCheckIn:
      viewer.eventId === undefined
        ? null
        : ((await firstCheckIn(database.db, viewer.eventId, member.id)) ?? null),
  }
}

/**
 * What is a guess: a typed number, and a code without signature, which anybody can write. A good signature proves the card,
 * and after a bad one nothing about the member is returned.
 */
const guessOf = ({ kind }: Presented): GuessKind | undefined =>
  kind === 'typed' || kind === 'unsigned' ? kind : undefined

export const verifyCard: Handler<typeof route> = async ({ body, caller, facts }, deps) => {
  if (body.eventId !== undefined && !isOwnEvent(caller, body.eventId)) return refuse('other-event')
  const now = deps.clock.now()
  const [presented, ...rivals] = readPresented(deps, body, now)
  const isTyped = presented.kind === 'typed'
  const guess = guessOf(presented)
  return withinLookUps(
    deps,
    { caller, facts, guesses: guess === undefined ? 0 : 1, ...(guess && { kind: guess }) },
    async () => {
      const found = await gather(deps, presented)
      const judgement = bestReading([
        judge(deps, presented, found, now),
        ...rivals.map((rival) => judge(deps, rival, found, now)),
      ])
      const named = mayName(judgement) ? found : undefined
      facts.trace({
        target: found === undefined ? '' : `member:${found.member.id}`,
        detail: {
          ...judgement,
          by: isTyped ? 'card-id' : 'scan',
          ...(guess === undefined ? {} : { guesses: 1 }),
        },
      })
      return done({
        ...judgement,
        ...(named === undefined
          ? NO_MEMBER
          : await presentMember(deps, named, viewerOf(caller, body.eventId), isTyped)),
        checkedAt: isoNow(deps.clock),
      } satisfies VerifyReply)
    },
    (outcome) =>
      outcome.ok && provesSomething(outcome.value)
        ? { known: 1, unknown: 0 }
        : { known: 0, unknown: 1 },
  )
}
