/**
 * Who has a voice in a general assembly, who carries the voice of whom, and whether the quorum is
 * reached. Pure: the server reads the rows and asks here. ADR 0052.
 */
import { isActiveStatus, type MemberStatus } from './people/member-status.ts'
import type { Role } from './people/roles.ts'

export const QUORUM_KINDS = ['share', 'number'] as const
export type QuorumKind = (typeof QUORUM_KINDS)[number]

export interface AssemblyRules {
  /** YYYY-MM-DD; who became a member after this day (UTC) has no voice. Null: any member has one. */
  readonly memberBy: string | null
  readonly roles: readonly Role[]
  /** `share`: per cent of those who may vote; `number`: voices. */
  readonly quorum: { readonly kind: QuorumKind; readonly value: number }
  /** Voices of others that one holder carries at most; 0: there are no proxies. */
  readonly proxiesPerHolder: number
}

export const ASSEMBLY_KINDS = ['ordinary', 'extraordinary'] as const
export type AssemblyKind = (typeof ASSEMBLY_KINDS)[number]

/** Days between the convocation and the assembly that statutes ask for. */
export const NOTICE_DAYS_MAX = 90
const DAY_MS = 24 * 60 * 60 * 1_000

/** Whole days between two instants; less than 0 where the second comes first. */
export const daysBetween = (from: string, to: string): number =>
  Math.floor((Date.parse(to) - Date.parse(from)) / DAY_MS)

/** Shares of the votes for and against: who abstains is counted, and decides nothing. */
export const MAJORITIES = ['simple', 'two-thirds', 'three-quarters'] as const
export type Majority = (typeof MAJORITIES)[number]

export interface VoteResult {
  readonly for: number
  readonly against: number
  readonly abstained: number
}

/** Whether a resolution is adopted. With as many votes for as against it is not. */
export function isAdopted(majority: Majority, { for: inFavour, against }: VoteResult): boolean {
  const votes = inFavour + against
  if (majority === 'simple') return inFavour > against
  // In whole numbers, because 2 / 3 has no exact value.
  const [part, whole] = majority === 'two-thirds' ? [2, 3] : [3, 4]
  return votes > 0 && inFavour * whole >= votes * part
}

export const AGENDA_ITEMS_MAX = 40

export const QUORUM_MAX: Readonly<Record<QuorumKind, number>> = { share: 100, number: 1_000_000 }
export const PROXIES_PER_HOLDER_MAX = 20

export interface Voter {
  readonly status: MemberStatus
  readonly role: Role
  /** Instant of the approval, or of the entry by staff. */
  readonly memberSince: string
}

const DATE_LENGTH = 10

export const mayVote = (
  { memberBy, roles }: Pick<AssemblyRules, 'memberBy' | 'roles'>,
  { status, role, memberSince }: Voter,
): boolean =>
  isActiveStatus(status) &&
  roles.includes(role) &&
  (memberBy === null || memberSince.slice(0, DATE_LENGTH) <= memberBy)

/** @param entitled how many may vote @returns 0 where a second convocation needs no quorum */
export function voicesNeeded({ kind, value }: AssemblyRules['quorum'], entitled: number): number {
  // In whole numbers: 0.07 * 100 is more than 7 in floating point.
  if (value === 0) return 0
  const voices = kind === 'number' ? value : Math.ceil((value * entitled) / 100)
  return Math.max(1, voices) // an empty hall decides nothing
}

/** A giver has given the own voice to a holder. */
export interface Proxy {
  readonly giver: number
  readonly holder: number
}

export interface Hall {
  /** In the order in which they were given. */
  readonly proxies: readonly Proxy[]
  /** Those of the givers and holders, and of those who came, who may vote. */
  readonly voters: ReadonlySet<number>
  /** Those who came. */
  readonly present: ReadonlySet<number>
  readonly proxiesPerHolder: number
}

/**
 * The proxies that count at this moment: the holder is in the hall, the giver is not, and both may
 * vote. A giver who comes in person has the voice back; one who leaves the list of those who came (a
 * check-in that was a slip) is represented again.
 */
export function standingProxies({ proxies, voters, present, proxiesPerHolder }: Hall): Proxy[] {
  const held = new Map<number, number>()
  return proxies.filter(({ giver, holder }) => {
    const isGiven = voters.has(giver) && !present.has(giver)
    if (!isGiven || !voters.has(holder) || !present.has(holder)) return false
    const before = held.get(holder) ?? 0
    held.set(holder, before + 1)
    return before < proxiesPerHolder
  })
}

export interface VoiceCount {
  readonly entitled: number
  readonly present: number
  readonly represented: number
  readonly total: number
  readonly needed: number
  /** Voices that are missing for the quorum; 0: it is reached. */
  readonly missing: number
}

export function countVoices(
  hall: Hall,
  quorum: AssemblyRules['quorum'],
  entitled: number,
): VoiceCount {
  const present = [...hall.present].filter((member) => hall.voters.has(member)).length
  const represented = standingProxies(hall).length
  const total = present + represented
  const needed = voicesNeeded(quorum, entitled)
  return { entitled, present, represented, total, needed, missing: Math.max(0, needed - total) }
}

/** The voices of each person in the hall: the own one, and those that the person carries. Who has none is left out. */
export function voicesInHall(hall: Hall): ReadonlyMap<number, number> {
  const own = [...hall.present].filter((member) => hall.voters.has(member))
  const voices = new Map(own.map((member) => [member, 1]))
  for (const { holder } of standingProxies(hall)) voices.set(holder, (voices.get(holder) ?? 0) + 1)
  return voices
}

/** The hall if everyone of these people came who did not give the voice away: for a list that is printed before. */
export function expectedHall(hall: Hall): Hall {
  const givers = new Set(hall.proxies.map(({ giver }) => giver))
  const expected = [...hall.voters].filter((member) => !givers.has(member))
  return { ...hall, present: new Set([...expected, ...hall.present]) }
}

/** A member who gives or gets a voice, as the rows say it. */
interface VoiceFacts {
  readonly mayVote: boolean
  readonly isIn: boolean
  readonly hasGiven: boolean
  readonly holds: number
}

export interface ProxyFacts {
  readonly giver: VoiceFacts & { readonly id: number }
  /** Undefined: no number. */
  readonly holder: VoiceFacts & { readonly id: number | undefined }
  readonly proxiesPerHolder: number
}
export type GiveFacts = ProxyFacts & { readonly hasBegun: boolean }
export type PaperFacts = ProxyFacts & { readonly isOver: boolean }

type GiverFault = 'no-voice' | 'voice-present' | 'voice-given' | 'holds-voices'
function faultOfGiver({ giver }: ProxyFacts): GiverFault | undefined {
  if (!giver.mayVote) return 'no-voice'
  if (giver.isIn) return 'voice-present'
  if (giver.hasGiven) return 'voice-given'
  return giver.holds > 0 ? 'holds-voices' : undefined
}

type HolderFault =
  | 'holder-self'
  | 'holder-no-voice'
  | 'holder-present'
  | 'holder-gave'
  | 'holder-full'
function faultOfHolder({ giver, holder, proxiesPerHolder }: ProxyFacts): HolderFault | undefined {
  if (holder.id === giver.id) return 'holder-self'
  if (!holder.mayVote) return 'holder-no-voice'
  if (holder.isIn) return 'holder-present'
  if (holder.hasGiven) return 'holder-gave'
  return holder.holds < proxiesPerHolder ? undefined : 'holder-full'
}

/** Why a voice cannot be given. What concerns the holder is one reason: it must not tell about a stranger. */
export type GiveRefusal = 'proxies-closed' | GiverFault | 'holder-self' | 'holder-refused'

export function refusalToGive(facts: GiveFacts): GiveRefusal | undefined {
  if (facts.hasBegun || facts.proxiesPerHolder === 0) return 'proxies-closed'
  const ofGiver = faultOfGiver(facts)
  if (ofGiver !== undefined) return ofGiver
  const ofHolder = faultOfHolder(facts)
  return ofHolder === undefined || ofHolder === 'holder-self' ? ofHolder : 'holder-refused'
}

/** Why staff cannot enter a signed paper. Staff may see both members, so the reply names the reason. */
export type PaperRefusal = 'proxies-closed' | GiverFault | HolderFault

/**
 * As for a voice that is given online, but until the event is over: the paper comes to the door with
 * its holder. The holder is not in yet, because the voting card for it is handed out at the check-in.
 */
export const refusalToEnter = (facts: PaperFacts): PaperRefusal | undefined =>
  facts.isOver || facts.proxiesPerHolder === 0
    ? 'proxies-closed'
    : (faultOfGiver(facts) ?? faultOfHolder(facts))

/** A paper that was entered can be withdrawn until the card for it is out, or the event is over. */
export const mayWithdrawPaper = ({
  isOver,
  holderIsIn,
}: {
  readonly isOver: boolean
  readonly holderIsIn: boolean
}): boolean => !isOver && !holderIsIn

/** A voice can be taken back until the assembly begins or its holder is in the hall, where the card for it was handed out. */
export const mayRevoke = ({
  hasBegun,
  holderIsIn,
}: {
  readonly hasBegun: boolean
  readonly holderIsIn: boolean
}): boolean => !hasBegun && !holderIsIn

interface AgendaWording {
  readonly fr: string
  readonly ar: string
  readonly majority: Majority | null
}

/** With the same words and the same majority; where it stands does not matter. */
export const isOnAgenda = (item: AgendaWording, agenda: readonly AgendaWording[]): boolean =>
  agenda.some(
    ({ fr, ar, majority }) => fr === item.fr && ar === item.ar && majority === item.majority,
  )
