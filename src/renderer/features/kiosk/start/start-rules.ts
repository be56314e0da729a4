/** What the set-up of a kiosk asks for, and what is wrong with an input. Pure. */
import type { InvokeInput } from '#shared/contract/desktop/ipc.ts'
import { KIOSK_HOURS_MAX, KIOSK_PIN } from '#shared/domain/card/kiosk-rules.ts'
import { HOUR_MS } from '#shared/domain/units.ts'
import type { EventItem } from '../../../platform/calls/content-queries.ts'

export interface StartFields {
  readonly eventId: string
  readonly hours: string
  readonly deviceName: string
  readonly pin: string
  readonly pinAgain: string
  readonly lockAfterMin: InvokeInput<'kiosk:begin'>[0]['lockAfterMin']
}
export type StartField = keyof StartFields
/** Key below `start.fault`. */
export type StartFault = 'event' | 'hours' | 'name' | 'pin' | 'pinEasy' | 'pinDiffers'

export const DEVICE_NAME_MAX = 40

/** All digits alike, or a run up or down: the first PINs that an attacker tries. */
function isEasy(pin: string): boolean {
  const steps = new Set([...pin].slice(1).map((digit, at) => Number(digit) - Number(pin[at])))
  return steps.size === 1 && [...steps].every((step) => Math.abs(step) <= 1)
}

export function startFaults({
  eventId,
  hours,
  deviceName,
  pin,
  pinAgain,
}: StartFields): Partial<Record<StartField, StartFault>> {
  const count = Number(hours)
  const name = deviceName.trim()
  return {
    ...(eventId === '' && { eventId: 'event' }),
    ...((!/^\d{1,2}$/.test(hours.trim()) || count < 1 || count > KIOSK_HOURS_MAX) && {
      hours: 'hours',
    }),
    ...((name === '' || name.length > DEVICE_NAME_MAX) && { deviceName: 'name' }),
    ...(KIOSK_PIN.test(pin) ? isEasy(pin) && { pin: 'pinEasy' } : { pin: 'pin' }),
    ...(pinAgain !== pin && { pinAgain: 'pinDiffers' }),
  }
}

export const toBegin = ({
  eventId,
  hours,
  deviceName,
  pin,
  lockAfterMin,
}: StartFields): InvokeInput<'kiosk:begin'>[0] => ({
  eventId,
  hours: Number(hours),
  deviceName: deviceName.trim(),
  pin,
  lockAfterMin,
})

/** Events that a kiosk may be started for: published and not over. Running and next events come first. */
export function kioskEvents<E extends Pick<EventItem, 'status' | 'startsAt' | 'endsAt'>>(
  events: readonly E[],
  now: Date,
): readonly E[] {
  return events
    .filter(
      ({ status, endsAt }) =>
        (status === 'upcoming' || status === 'published') && Date.parse(endsAt) > now.getTime(),
    )
    .toSorted((one, other) => Date.parse(one.startsAt) - Date.parse(other.startsAt))
}

/** When a kiosk that starts now ends; undefined while the hours are no number. */
export function endOf(hours: string, now: Date): Date | undefined {
  const count = Number(hours)
  return /^\d{1,2}$/.test(hours.trim()) && count >= 1 && count <= KIOSK_HOURS_MAX
    ? new Date(now.getTime() + count * HOUR_MS)
    : undefined
}
