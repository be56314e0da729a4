/**
 * Card numbers can be counted up, and a device stands where anybody may reach it: what is typed instead of scanned has
 * a quota of its own, enough for worn cards and no way through the register. An unsigned code that fits nobody is no more
 * than a typed number, and counts as one.
 */
import type { Deps } from '../../deps.ts'
import type { Device } from '../../http/device.ts'
import { refuse, type Refusal } from '../../http/outcome.ts'

export const TYPED_LOOK_UPS = [
  { max: 20, windowS: 60 },
  { max: 200, windowS: 24 * 60 * 60 },
] as const

/** What a device sends without a scan of ours to prove it could be numbers counted up as well. */
export const UNKNOWN_MEMBERS_A_DAY = 600
const DAY_S = 24 * 60 * 60

const unknownBucket = ({ secrets }: Pick<Deps, 'secrets'>, { deviceId }: Device): string =>
  `event.checkIn/unknown/${secrets.mac('lookup', deviceId)}`

/**
 * Counts every check-in of a batch as unknown before it is looked at, so that batches at the same moment cannot outrun the
 * quota. What turned out to be known is given back by `giveBackUnknown`. Undefined: the batch may be recorded.
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
  ) // what was counted before this batch decides
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

/** @param weight 0 to look only */
export async function overTypedQuota(
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
