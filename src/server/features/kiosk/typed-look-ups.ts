/**
 * Card numbers can be enumerated, and strangers may reach a device: typed numbers have a quota,
 * enough for worn cards and too small to list the members. An unsigned code that matches no member
 * counts as a typed number.
 */
import type { ReadCard } from '#shared/domain/card/card-payload.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { isDevice, type Device } from '../../http/device.ts'
import { refuse, type Refusal } from '../../outcome.ts'

export const TYPED_LOOK_UPS = [
  { max: 20, windowS: 60 },
  { max: 200, windowS: 24 * 60 * 60 },
] as const

/** Check-ins of a device without a verified scan could also be enumerated numbers. */
export const UNKNOWN_MEMBERS_A_DAY = 600
const DAY_S = 24 * 60 * 60

const unknownBucket = ({ secrets }: Pick<Deps, 'secrets'>, { deviceId }: Device): string =>
  `event.checkIn/unknown/${secrets.mac('lookup', deviceId)}`

/**
 * Counts every check-in of a batch as unknown before it is looked at, so that batches at the same
 * moment cannot outrun the quota. `giveBackUnknown` releases the known ones. Returns undefined when
 * the batch may be recorded.
 */
export async function takeUnknown(
  deps: Pick<Deps, 'throttle' | 'secrets'>,
  device: Device,
  count: number,
): Promise<Refusal | undefined> {
  const taken = await deps.throttle.hit(
    unknownBucket(deps, device),
    UNKNOWN_MEMBERS_A_DAY + count,
    DAY_S,
    count,
  ) // the count before this batch decides
  if (taken.ok) return undefined
  await giveBackUnknown(deps, device, count)
  return refuse('too-many', { retryAfterS: taken.retryAfterS })
}

export async function giveBackUnknown(
  deps: Pick<Deps, 'throttle' | 'secrets'>,
  device: Device,
  count: number,
): Promise<void> {
  if (count > 0)
    await deps.throttle.hit(unknownBucket(deps, device), UNKNOWN_MEMBERS_A_DAY, DAY_S, -count)
}

async function hitTypedQuota(
  { throttle, secrets }: Pick<Deps, 'throttle' | 'secrets'>,
  { deviceId }: Device,
  weight: 0 | 1,
): Promise<Refusal | undefined> {
  for (const { max, windowS } of TYPED_LOOK_UPS) {
    const hit = await throttle.hit(
      `card.verify/typed-${windowS}/${secrets.mac('lookup', deviceId)}`,
      max,
      windowS,
      weight,
    )
    if (!hit.ok) return refuse('too-many', { retryAfterS: hit.retryAfterS })
  }
  return undefined
}

/** What names the member: a typed number, or what was scanned. */
export type LookUp = 'typed' | ReadCard['kind']

/** Before the look-up: counts a typed number; an unsigned code must leave room in the quota. Staff have no quota here. */
export async function openLookUp(
  deps: Pick<Deps, 'throttle' | 'secrets'>,
  caller: Caller | Device,
  lookUp: LookUp,
): Promise<Refusal | undefined> {
  if (!isDevice(caller) || !(lookUp === 'typed' || lookUp === 'unsigned')) return undefined
  return hitTypedQuota(deps, caller, lookUp === 'typed' ? 1 : 0)
}

/** After the look-up: counts an unsigned code that fits no member. */
export async function closeLookUp(
  deps: Pick<Deps, 'throttle' | 'secrets'>,
  caller: Caller | Device,
  lookUp: LookUp,
  isMatched: boolean,
): Promise<void> {
  if (isDevice(caller) && lookUp === 'unsigned' && !isMatched) await hitTypedQuota(deps, caller, 1)
}
