/** Days and hours in Paris, and their instants. */
const ZONE = 'Europe/Paris'

const WALL = new Intl.DateTimeFormat('sv-SE', {
  timeZone: ZONE,
  dateStyle: 'short',
  timeStyle: 'short',
})

export interface WallTime {
  /** `YYYY-MM-DD` */
  readonly day: string
  /** `HH:MM` */
  readonly time: string
}

export function parisWall(instant: string): WallTime {
  const [day = '', time = ''] = WALL.format(new Date(instant)).split(' ')
  return { day, time }
}

const asUtc = ({ day, time }: WallTime): number => Date.parse(`${day}T${time}:00Z`)

/**
 * The instant of a day and time in Paris; '' where one is missing. An hour that does not exist in spring is the hour
 * after; of the hour that repeats in autumn it is the first.
 */
export function parisInstant(wall: WallTime): string {
  const shown = asUtc(wall)
  if (
    !/^\d{4}-\d{2}-\d{2}$/.test(wall.day) ||
    !/^\d{2}:\d{2}$/.test(wall.time) ||
    Number.isNaN(shown)
  )
    return ''
  const aheadAt = (instant: number): number =>
    asUtc(parisWall(new Date(instant).toISOString())) - instant
  const summer = shown - 7_200_000
  const winter = shown - 3_600_000
  return new Date(aheadAt(summer) === 7_200_000 ? summer : winter).toISOString()
}
