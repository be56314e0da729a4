import { useEffect, useState } from 'react'
import { areCheckInsOver, CHECK_IN_HOURS } from '#shared/domain/check-in-hours.ts'
import { DAY_MS, HOUR_MS } from '#shared/domain/units.ts'

/** `late`: the event is over, and the server still takes check-ins, such as those of a list on paper. */
export type AttendancePhase = 'open' | 'late' | 'closed'

export const phaseOf = (now: Date, endsAt: string): AttendancePhase =>
  now.getTime() < Date.parse(endsAt)
    ? 'open'
    : areCheckInsOver(now, endsAt, 'staff')
      ? 'closed'
      : 'late'

/** Of an event that is not loaded nothing is known: it counts as open. */
export function useAttendancePhase(endsAt: string | undefined): AttendancePhase {
  const [now, setNow] = useState(() => new Date())
  const phase = endsAt === undefined ? 'open' : phaseOf(now, endsAt)
  useEffect(() => {
    if (endsAt === undefined || phase === 'closed') return undefined
    const hours = phase === 'open' ? 0 : CHECK_IN_HOURS.afterForStaff
    const leftMs = Date.parse(endsAt) + hours * HOUR_MS - now.getTime()
    // A day at most, because a timer of more than 24 days ends at once; and a little after the moment itself.
    const timer = setTimeout(() => setNow(new Date()), Math.min(Math.max(0, leftMs) + 50, DAY_MS))
    return () => clearTimeout(timer)
  }, [endsAt, phase, now])
  return phase
}
