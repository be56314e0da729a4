import { isIncidentDay } from '#shared/domain/report-rules.ts'
import { isoAfter, type Clock } from '../../clock.ts'
import { refuse, type Refusal } from '../../outcome.ts'

/** One day after the UTC date is allowed: it may be today in Khartoum. */
const AHEAD_S = 24 * 60 * 60

export function incidentDateRefusal(
  clock: Clock,
  day: string | null | undefined,
): Refusal | undefined {
  if (
    day === undefined ||
    day === null ||
    isIncidentDay(day, isoAfter(clock, AHEAD_S).slice(0, 10))
  )
    return undefined
  return refuse('invalid', {
    fields: [
      {
        path: 'body.incidentDate',
        code: 'in_the_future',
        message: 'What has not happened yet cannot be reported',
      },
    ],
  })
}
