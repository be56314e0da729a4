/** The time that a person waited, in a common unit. */
import { DAY_S, HOUR_S, MINUTE_S } from '#shared/domain/units.ts'

const MONTH_S = 30.44 * DAY_S

export interface WaitTime {
  readonly value: number
  readonly unit: 'minute' | 'hour' | 'day' | 'month'
}

/** Small counts use the smaller unit: "36 hours" is more exact than "1 day". */
export function waitTime(seconds: number): WaitTime {
  if (seconds < 2 * HOUR_S)
    return { value: Math.max(1, Math.round(seconds / MINUTE_S)), unit: 'minute' }
  if (seconds < 2 * DAY_S) return { value: Math.round(seconds / HOUR_S), unit: 'hour' }
  if (seconds < 3 * MONTH_S) return { value: Math.floor(seconds / DAY_S), unit: 'day' }
  return { value: Math.floor(seconds / MONTH_S), unit: 'month' }
}
