import type { statsOverview } from '#shared/contract/stats.ts'
import type { ReplyInput } from '#shared/contract/define-route.ts'
import { OPEN_REPORT_STATUSES, REPORT_STATUSES } from '#shared/domain/report-rules.ts'
import { median } from '#shared/domain/stats-rules.ts'
import type {
  Decision,
  EventFact,
  Line,
  registrationsOf,
  reportsByStatus,
} from './stats-repository.ts'

type Overview = ReplyInput<typeof statsOverview>
type Registrations = Awaited<ReturnType<typeof registrationsOf>>

export function presentQueue(line: Line, decisions: readonly Decision[]): Overview['requests'] {
  const waits = decisions.flatMap(({ created_at: from, decided_at: to }) =>
    to === null ? [] : [Math.max(0, Date.parse(to) - Date.parse(from)) / 1_000],
  )
  return { ...line, decided: waits.length, medianWaitS: median(waits) ?? null }
}

export function presentReports(
  rows: Awaited<ReturnType<typeof reportsByStatus>>,
  months: Overview['reports']['months'],
): Overview['reports'] {
  const open = rows.filter(({ status }) => OPEN_REPORT_STATUSES.includes(status))
  return {
    waiting: open.reduce((sum, { count }) => sum + count, 0),
    oldestAt: open.map(({ oldest }) => oldest).toSorted()[0] ?? null,
    byStatus: REPORT_STATUSES.map((status) => ({
      status,
      count: rows.find((row) => row.status === status)?.count ?? 0,
    })),
    months,
  }
}

/** Blank titles are shown in another language, as on the public page. */
function titleOf({ content }: EventFact): { en: string; ar: string; fr: string } {
  const words = JSON.parse(content) as Partial<
    Record<'en' | 'ar' | 'fr', { readonly title?: string }>
  > // written from the contract's shape
  const [en, ar, fr] = [words.en?.title ?? '', words.ar?.title ?? '', words.fr?.title ?? '']
  const some = en || fr || ar
  return { en: en || some, ar: ar || some, fr: fr || some }
}

const countOf = (rows: Registrations, id: string, state: 'registered' | 'waiting'): number =>
  rows.find((row) => row.id === id && row.state === state)?.count ?? 0

export const presentBegun = (
  event: EventFact,
  registrations: Registrations,
  checkedIn: ReadonlyMap<string, number>,
): Overview['events'][number] => ({
  id: event.id,
  title: titleOf(event),
  startsAt: event.starts_at,
  registered: countOf(registrations, event.id, 'registered'),
  checkedIn: checkedIn.get(event.id) ?? 0,
})

export const presentNext = (
  event: EventFact,
  registrations: Registrations,
): NonNullable<Overview['nextEvent']> => ({
  id: event.id,
  title: titleOf(event),
  startsAt: event.starts_at,
  capacity: event.capacity,
  registered: countOf(registrations, event.id, 'registered'),
  waiting: countOf(registrations, event.id, 'waiting'),
})
