import type { Reply } from '#shared/contract/base/define-route.ts'
import type { readAttendance } from '#shared/contract/events.ts'
import { foldForSearch } from '#shared/domain/text/search-text.ts'
import type { Sort } from '../../../ui/staff/table/table-types.ts'

export type Attendance = Reply<typeof readAttendance>
export type Attender = Attendance['people'][number]

export const SHOWN = ['registered', 'waiting', 'here', 'absent', 'unannounced'] as const
type AttendanceShown = (typeof SHOWN)[number]

const BELONGS: Readonly<Record<AttendanceShown, (one: Attender) => boolean>> = {
  registered: ({ registration }) => registration === 'registered',
  waiting: ({ registration }) => registration === 'waiting',
  here: ({ checkedInAt }) => checkedInAt !== null,
  absent: ({ registration, checkedInAt }) => registration === 'registered' && checkedInAt === null,
  unannounced: ({ registration, checkedInAt }) =>
    registration !== 'registered' && checkedInAt !== null,
}

const byPlace = (one: Attender, other: Attender): number =>
  (one.waitingPlace ?? 0) - (other.waitingPlace ?? 0)
const byTime = (one: Attender, other: Attender): number =>
  (one.checkedInAt ?? '').localeCompare(other.checkedInAt ?? '')

/** Names are sorted; the waiting list keeps its own order. */
export function findPeople(
  people: readonly Attender[],
  { q, show }: { readonly q: string; readonly show: string },
  sort: Sort | undefined,
): readonly Attender[] {
  const folded = foldForSearch(q.trim())
  const belongs = SHOWN.find((name) => name === show)
  const found = people.filter(
    (one) =>
      (belongs === undefined || BELONGS[belongs](one)) &&
      foldForSearch(`${one.name} ${one.cardId}`).includes(folded),
  )
  const sorted =
    sort?.key === 'time'
      ? found.toSorted(byTime)
      : show === 'waiting'
        ? found.toSorted(byPlace)
        : found
  return sort?.direction === 'desc' ? sorted.toReversed() : sorted
}
