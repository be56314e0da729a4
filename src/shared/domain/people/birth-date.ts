/** Calendar dates without time or zone, as `YYYY-MM-DD`. */
const SHAPE = /^(\d{4})-(\d{2})-(\d{2})$/

/** True for a date that exists in the calendar: 2023-02-30 does not. */
export function isCalendarDate(text: string): boolean {
  const match = SHAPE.exec(text)
  if (match === null) return false
  const date = new Date(Date.UTC(Number(match[1]), Number(match[2]) - 1, Number(match[3])))
  return date.toISOString().startsWith(text) // Date.UTC moves a day or month that does not exist
}

/** Age in whole years on the day of `now` (UTC). */
export function ageOn(birthDate: string, now: Date): number {
  const [year = 0, month = 1, day = 1] = birthDate.split('-').map(Number)
  const years = now.getUTCFullYear() - year
  const before =
    now.getUTCMonth() + 1 < month || (now.getUTCMonth() + 1 === month && now.getUTCDate() < day)
  return before ? years - 1 : years
}

/** A living person's birth date: exists, not in the future, not 130 years ago. */
export function isPlausibleBirthDate(text: string, now: Date): boolean {
  const today = now.toISOString().slice(0, 10)
  return isCalendarDate(text) && text <= today && ageOn(text, now) < 130
}
