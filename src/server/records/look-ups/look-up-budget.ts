/**
 * One budget for everything that tells a member from a stranger (ADR 0063). Each number, e-mail address or phone number
 * that a caller gives is a guess. A guess that finds no person is dear, and one that finds a person costs a row of those that
 * the account may read in a day. A scanned code with a good signature is no guess and never comes here.
 */
import { LISTED_PER_DAY } from '#shared/contract/users.ts'
import { DAY_S } from '#shared/domain/units.ts'
import { refuse, type Outcome, type Refusal } from '../../base/outcome.ts'
import type { Deps } from '../../deps/deps.ts'
import type { RequestFacts } from '../../http/handlers.ts'
import type { Caller } from '../../http/principal/caller.ts'
import type { Device } from '../../http/principal/device.ts'
import { actorOf } from '../../http/principal/principal.ts'
import { memberActor } from '../../parts/audit/audit-log.ts'

/** Guesses of one account that find no person. */
export const UNKNOWN_OF_ACCOUNT = [
  { max: 20, windowS: 600 },
  { max: 100, windowS: DAY_S },
] as const
/** Numbers that are typed at one device, known or not: enough for worn cards. Strangers may reach a device. */
export const TYPED_AT_DEVICE = [
  { max: 20, windowS: 60 },
  { max: 200, windowS: DAY_S },
] as const
/** A device sends check-ins that it recorded without a network; some are of members who were suspended since. */
export const UNKNOWN_CHECK_INS_OF_DEVICE = 600
/** Of all devices that one person enrolled, so that a taken-over account gains nothing by enrolling more of them. */
const UNKNOWN_OF_ENROLLED_DEVICES = 1_200

interface Price {
  readonly bucket: string
  readonly max: number
  readonly windowS: number
  readonly counts: 'every' | 'known' | 'unknown'
}

type BudgetDeps = Pick<Deps, 'throttle' | 'secrets' | 'audit'>

/** What names the person: a number that was typed, an unsigned code, or a check-in that a device recorded. */
export type GuessKind = 'typed' | 'unsigned' | 'queued'

/** Rows of people that one account read today: of lists, and of look-ups that found somebody. */
export const rowsBucket = ({ secrets }: Pick<Deps, 'secrets'>, memberId: number): string =>
  `user.list/rows/${secrets.mac('lookup', String(memberId))}`

function pricesOf(deps: BudgetDeps, caller: Caller | Device, kind: GuessKind): readonly Price[] {
  const { secrets } = deps
  if (caller.kind !== 'device') {
    const who = secrets.mac('lookup', String(caller.memberId))
    return [
      ...UNKNOWN_OF_ACCOUNT.map((limit) => ({
        bucket: `look-up/unknown-${limit.windowS}/${who}`,
        ...limit,
        counts: 'unknown' as const,
      })),
      {
        bucket: rowsBucket(deps, caller.memberId),
        max: LISTED_PER_DAY,
        windowS: DAY_S,
        counts: 'known',
      },
    ]
  }
  const who = secrets.mac('lookup', caller.deviceId)
  return [
    ...(kind === 'queued'
      ? [
          {
            bucket: `look-up/queued/${who}`,
            max: UNKNOWN_CHECK_INS_OF_DEVICE,
            windowS: DAY_S,
            counts: 'unknown' as const,
          },
        ]
      : TYPED_AT_DEVICE.map((limit) => ({
          bucket: `look-up/typed-${limit.windowS}/${who}`,
          ...limit,
          counts: kind === 'typed' ? ('every' as const) : ('unknown' as const),
        }))),
    {
      bucket: `look-up/devices/${secrets.mac('lookup', String(caller.enrolledBy))}`,
      max: UNKNOWN_OF_ENROLLED_DEVICES,
      windowS: DAY_S,
      counts: 'unknown',
    },
  ]
}

const byWindow = (prices: readonly Price[]): ReadonlyMap<number, readonly Price[]> =>
  Map.groupBy(prices, ({ windowS }) => windowS)

/**
 * Takes all guesses of a call before anything is looked up, so that calls at the same moment cannot outrun the budget, and
 * so that a refusal is the same whether the person exists or not. What was counted before this call decides.
 */
async function take(
  { throttle }: BudgetDeps,
  prices: readonly Price[],
  count: number,
): Promise<Refusal | undefined> {
  const taken: (readonly [number, readonly Price[]])[] = []
  for (const [windowS, group] of byWindow(prices)) {
    taken.push([windowS, group])
    const hit = await throttle.hitAll(
      group.map(({ bucket, max }) => ({ name: bucket, max })),
      windowS,
      count,
      count - 1,
    )
    if (hit.ok) continue
    for (const [window, prior] of taken)
      await throttle.hitAll(
        prior.map(({ bucket, max }) => ({ name: bucket, max })),
        window,
        -count,
      )
    return refuse('look-up-limit', { retryAfterS: hit.retryAfterS })
  }
  return undefined
}

async function giveBack(
  { throttle }: BudgetDeps,
  prices: readonly Price[],
  counts: Price['counts'],
  count: number,
): Promise<void> {
  if (count <= 0) return
  for (const [windowS, group] of byWindow(prices.filter((price) => price.counts === counts)))
    await throttle.hitAll(
      group.map(({ bucket, max }) => ({ name: bucket, max })),
      windowS,
      -count,
    )
}

/** How many guesses found a person, and how many found none. The rest was not looked up, or tells nothing. */
export interface Found {
  readonly known: number
  readonly unknown: number
}

interface LookUpCall {
  readonly caller: Caller | Device
  readonly facts: Pick<RequestFacts, 'request' | 'requestId'>
  /** Guesses in this call; 0 where nothing of it is a guess. */
  readonly guesses: number
  readonly kind?: GuessKind
}

/**
 * Runs a look-up within the budget of its caller. Guesses that found no person are an audit row about the account, because the
 * alerts of administrators are computed from the audit log. A call that throws has used its guesses up.
 */
export async function withinLookUps<T>(
  deps: BudgetDeps,
  { caller, facts, guesses, kind = 'typed' }: LookUpCall,
  work: () => Promise<Outcome<T>>,
  foundIn: (outcome: Outcome<T>) => Found,
): Promise<Outcome<T>> {
  if (guesses === 0) return work()
  const prices = pricesOf(deps, caller, kind)
  const refused = await take(deps, prices, guesses)
  if (refused !== undefined) return refused
  const outcome = await work()
  const { known, unknown } = foundIn(outcome)
  await giveBack(deps, prices, 'unknown', guesses - unknown)
  await giveBack(deps, prices, 'known', guesses - known)
  await giveBack(deps, prices, 'every', guesses - known - unknown)
  if (unknown > 0)
    await deps.audit.write({
      actor: actorOf(caller),
      action: 'look-up.unknown',
      target: memberActor(caller.kind === 'device' ? caller.enrolledBy : caller.memberId),
      detail: { route: facts.request.routeOptions.config.contract?.id ?? '', unknown },
      requestId: facts.requestId,
    })
  return outcome
}

interface OneLookUpInput {
  readonly caller: Caller
  readonly facts: RequestFacts
}

/** A call about one person: refused as not found, it found none. */
const foundOne = (outcome: Outcome<unknown>): Found =>
  !outcome.ok && outcome.code === 'not-found' ? { known: 0, unknown: 1 } : { known: 1, unknown: 0 }

/** The handler of a route whose call names one person. @param isFree calls that tell nothing new, such as about oneself */
export const oneLookUp =
  <Input extends OneLookUpInput, T>(
    handler: (input: Input, deps: Deps) => Promise<Outcome<T>>,
    {
      foundIn = foundOne,
      isFree = () => false,
    }: {
      readonly foundIn?: (outcome: Outcome<unknown>) => Found
      readonly isFree?: (input: Input) => boolean
    } = {},
  ) =>
  (input: Input, deps: Deps): Promise<Outcome<T>> =>
    withinLookUps(
      deps,
      { caller: input.caller, facts: input.facts, guesses: isFree(input) ? 0 : 1 },
      () => handler(input, deps),
      foundIn,
    )
