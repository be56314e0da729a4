import type { verifyCard as route, VerifyReply } from '#shared/contract/card.ts'
import { readCardPayload, type CardFacts, type ReadCard } from '#shared/domain/card/card-payload.ts'
import { bestReading, cardReadings } from '#shared/domain/card/card-readings.ts'
import { parseMemberNumber } from '#shared/domain/card/read-member-number.ts'
import {
  judgeCard,
  judgeMember,
  provesSomething,
  type Judgement,
  type KnownMember,
} from '#shared/domain/card/verdict.ts'
import { cardId } from '#shared/domain/people/member-id.ts'
import { fullName } from '#shared/domain/people/person-name.ts'
import { isoNow } from '../../base/clock.ts'
import { done, refuse } from '../../base/outcome.ts'
import type { Deps } from '../../deps/deps.ts'
import type { Handler } from '../../http/handlers.ts'
import type { Caller } from '../../http/principal/caller.ts'
import type { Device } from '../../http/principal/device.ts'
import {
  findHolder,
  firstCheckIn,
  hadCard,
  type HolderRow,
} from '../../records/cards/card-repository.ts'
import { isOwnEvent } from '../../records/devices/policy.ts'
import { withinLookUps, type GuessKind } from '../../records/look-ups/look-up-budget.ts'
import { findMergedInto } from '../../records/members/member-number-repository.ts'

/** What names the member: a number that was typed, or a scanned code. */
type Presented = ReadCard | { readonly kind: 'typed'; readonly memberNumber: number | undefined }

interface Found {
  readonly kind: 'member'
  readonly holder: HolderRow
  readonly hadSignedCard: boolean
}

/** The number belonged to a record that became part of another one. */
interface Merged {
  readonly kind: 'merged'
  readonly into: number
}

async function gather(
  { database: { db } }: Deps,
  presented: Presented,
): Promise<Found | Merged | undefined> {
  if (presented.kind === 'unreadable' || presented.memberNumber === undefined) return undefined
  const holder = await findHolder(db, presented.memberNumber)
  if (holder === undefined) {
    const into = await findMergedInto(db, presented.memberNumber)
    return into === undefined ? undefined : { kind: 'merged', into }
  }
  const hasCard = holder.status_index !== null
  return { kind: 'member', holder, hadSignedCard: hasCard || (await hadCard(db, holder.id)) }
}

const nameOf = ({ first_name: firstName, last_name: lastName }: HolderRow): string =>
  fullName({ firstName, lastName })

const known = ({ holder, hadSignedCard }: Found): KnownMember => ({
  name: nameOf(holder),
  birthDate: holder.birth_date,
  status: holder.status,
  cardIndex: holder.status_index,
  hadSignedCard,
})

type Signature = 'good' | 'bad' | 'unknown-key' | 'none'
type SignatureOf = (card: ReadCard) => Signature

/** A reading is asked about when it is chosen and when it is judged, and a check is a tenth of the work of a verdict. */
function signatureChecks({ keys }: Deps): SignatureOf {
  const checked = new Map<ReadCard, Signature>()
  return (card) => {
    if (card.kind !== 'signed') return 'none'
    const signature =
      checked.get(card) ?? keys.verify('card', card.keyId, card.signedText, card.signature)
    checked.set(card, signature)
    return signature
  }
}

/**
 * The readings that may decide, all of one member: the one with our seal, else the likeliest with the form of a card. An
 * unsigned code has rivals, because its name may have changed on its way; never with another number or birth date, so
 * that one call remains one look-up.
 */
function readPresented(
  signatureOf: SignatureOf,
  { payload, alternatives = [], cardId: typed }: Parameters<Handler<typeof route>>[0]['body'],
  now: Date,
): readonly [Presented, ...Presented[]] {
  if (payload === undefined)
    return [{ kind: 'typed', memberNumber: parseMemberNumber(typed ?? '') }]
  const exact = readCardPayload(payload, now)
  if (signatureOf(exact) === 'good') return [exact]
  const cards = cardReadings([payload, ...alternatives]).map((text) => readCardPayload(text, now))
  const genuine = cards.find((card) => signatureOf(card) === 'good')
  if (genuine !== undefined) return [genuine]
  const likeliest = cards.find(({ kind }) => kind !== 'unreadable')
  if (likeliest === undefined) return [exact, ...cards]
  return likeliest.kind === 'unsigned'
    ? [likeliest, ...cards.filter((card) => isRival(card, likeliest))]
    : [likeliest]
}

const isRival = (card: ReadCard, { memberNumber, birthDate }: CardFacts): boolean =>
  card.kind === 'unsigned' && card.memberNumber === memberNumber && card.birthDate === birthDate

function judge(
  signatureOf: SignatureOf,
  presented: Presented,
  found: Found | Merged | undefined,
  now: Date,
): Judgement {
  const member = found?.kind === 'merged' ? 'merged' : found && known(found)
  return presented.kind === 'typed'
    ? judgeMember(member)
    : judgeCard({ card: presented, signature: signatureOf(presented), member, now })
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
  { holder, hadSignedCard }: Found,
  viewer: Viewer,
  isTyped: boolean,
) {
  // A device needs only name and picture to compare a face; a typed number must not reveal more.
  const isBrief = viewer.isDevice && isTyped
  // Of somebody who was never accepted, the role and the day of the application would speak of a membership.
  const isApplicant = holder.status === 'inactive' && !hadSignedCard
  const photo = holder.card_photo_file
  return {
    cardId: cardId(holder.id),
    name: nameOf(holder),
    dob: isBrief ? null : holder.birth_date || null,
    role: isApplicant ? null : { id: holder.role },
    status: holder.status,
    photoUrl: photo === null ? null : library.sign(photo, 'card', viewer.id),
    memberSince: isBrief || isApplicant ? null : holder.created_at,
    expiresAt: holder.expires_at,
    firstCheckIn:
      viewer.eventId === undefined
        ? null
        : ((await firstCheckIn(database.db, viewer.eventId, holder.id)) ?? null),
  }
}

const targetOf = (found: Found | Merged | undefined): string =>
  found === undefined ? '' : `member:${found.kind === 'merged' ? found.into : found.holder.id}`

/**
 * Staff may look any number up; a device at the door may not, and a code without a signature, which anybody can write,
 * leads nobody from one number to another.
 */
const mayFollow = (
  { kind }: Caller | Device,
  presented: Presented,
  { reason }: Judgement,
): boolean => kind !== 'device' && presented.kind !== 'unsigned' && reason === 'member-merged'

/**
 * What is a guess: a typed number, and a code without signature, which anybody can write. A good signature proves the card,
 * and after a bad one nothing about the member is returned.
 */
const guessOf = ({ kind }: Presented): GuessKind | undefined =>
  kind === 'typed' || kind === 'unsigned' ? kind : undefined

export const verifyCard: Handler<typeof route> = async ({ body, caller, facts }, deps) => {
  if (body.eventId !== undefined && !isOwnEvent(caller, body.eventId)) return refuse('other-event')
  const now = deps.clock.now()
  const signatureOf = signatureChecks(deps)
  const [presented, ...rivals] = readPresented(signatureOf, body, now)
  const isTyped = presented.kind === 'typed'
  const guess = guessOf(presented)
  return withinLookUps(
    deps,
    { caller, facts, guesses: guess === undefined ? 0 : 1, ...(guess && { kind: guess }) },
    async () => {
      const found = await gather(deps, presented)
      const judgement = bestReading([
        judge(signatureOf, presented, found, now),
        ...rivals.map((rival) => judge(signatureOf, rival, found, now)),
      ])
      const named = mayName(judgement) && found?.kind === 'member' ? found : undefined
      facts.trace({
        target: targetOf(found),
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
        ...(found?.kind === 'merged' && mayFollow(caller, presented, judgement)
          ? { mergedInto: cardId(found.into) }
          : {}),
        checkedAt: isoNow(deps.clock),
      } satisfies VerifyReply)
    },
    (outcome) =>
      outcome.ok && provesSomething(outcome.value)
        ? { known: 1, unknown: 0 }
        : { known: 0, unknown: 1 },
  )
}
