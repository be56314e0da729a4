import type { Kysely } from 'kysely'
import type { ReplyInput } from '#shared/contract/base/define-route.ts'
import type * as contract from '#shared/contract/stats.ts'
import { CONSENT_TTL_S } from '#shared/domain/access/consent-rules.ts'
import { DUE_SOON_DAYS } from '#shared/domain/claim-objection.ts'
import { OPEN_REPORT_STATUSES, REPORT_STATUSES } from '#shared/domain/report/report-rules.ts'
import {
  median,
  byMonth,
  DECISIONS_WINDOW_DAYS,
  groupCountries,
  lastMonths,
} from '#shared/domain/report/stats-rules.ts'
import { DAY_MS } from '#shared/domain/units.ts'
import { isoAfter, type Clock } from '../../base/clock.ts'
import { done } from '../../base/outcome.ts'
import type { Deps } from '../../deps/deps.ts'
import type { Handler, HandlersOf } from '../../http/handlers.ts'
import type { Schema } from '../../parts/database/schema.ts'
import { countWaiting, readAuthority } from '../../parts/timestamps/timestamp-repository.ts'
import { readBackupState } from '../../records/backup/backup-state.ts'
import { countPeople } from '../../records/events/event-repository.ts'
import { countIdle, idleUnder } from '../../records/members/idle-repository.ts'
import { operationFaults } from '../../records/operation/operation-repository.ts'
import { readSetting } from '../../records/settings/settings-repository.ts'
import { seesMemberNumbers, seesPledgeNumbers } from '../../records/stats/policy.ts'
import {
  reportsByStatus,
  activeByCountry,
  begunEvents,
  decisionsSince,
  dueObjections,
  eventToCome,
  joinedByMonth,
  reportsByMonth,
  waitingAnswers,
  waitingClaims,
  waitingConsents,
  waitingPledges,
  waitingPortraits,
  waitingRequests,
  waitingReports,
  type Decision,
  type EventFact,
  type WaitingLine,
} from '../../records/stats/stats-repository.ts'

type Overview = ReplyInput<typeof contract.statsOverview>
type PeopleOf = Awaited<ReturnType<typeof countPeople>>

function presentQueue(line: WaitingLine, decisions: readonly Decision[]): Overview['requests'] {
  const waits = decisions.flatMap(({ created_at: from, decided_at: to }) =>
    to === null ? [] : [Math.max(0, Date.parse(to) - Date.parse(from)) / 1_000],
  )
  return { ...line, decided: waits.length, medianWaitS: median(waits) ?? null }
}

function presentReports(
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

const presentBegun = (event: EventFact, peopleOf: PeopleOf): Overview['events'][number] => ({
  id: event.id,
  title: titleOf(event),
  startsAt: event.starts_at,
  registered: peopleOf(event.id).registered,
  checkedIn: peopleOf(event.id).came,
})

const presentNext = (event: EventFact, peopleOf: PeopleOf): NonNullable<Overview['nextEvent']> => ({
  id: event.id,
  title: titleOf(event),
  startsAt: event.starts_at,
  capacity: event.capacity,
  registered: peopleOf(event.id).registered,
  waiting: peopleOf(event.id).waiting,
})

type Db = Deps['database']['db']
const MOST_EVENTS = 8

async function readQueues(db: Db, now: Date) {
  const since = new Date(now.getTime() - DECISIONS_WINDOW_DAYS * DAY_MS).toISOString()
  const [requests, requestDecisions, portraits, claims, claimDecisions, due, overdue] =
    await Promise.all([
      waitingRequests(db),
      decisionsSince(db, 'registration_requests', since),
      waitingPortraits(db),
      waitingClaims(db),
      decisionsSince(db, 'claims', since),
      dueObjections(db, new Date(now.getTime() + DUE_SOON_DAYS * DAY_MS).toISOString()),
      dueObjections(db, now.toISOString()),
    ])
  return {
    requests: presentQueue(requests, requestDecisions),
    portraits: { waiting: portraits },
    claims: presentQueue(claims, claimDecisions),
    objections: { due, overdue },
  }
}

async function readReports(db: Db, now: Date) {
  const [states, months] = await Promise.all([
    reportsByStatus(db),
    reportsByMonth(db, firstDay(now)),
  ])
  return { reports: presentReports(states, byMonth(now, months)) }
}

async function readEvents(db: Db, now: Date) {
  const at = now.toISOString()
  const [begun, next] = await Promise.all([begunEvents(db, at, MOST_EVENTS), eventToCome(db, at)])
  const ids = begun.map(({ id }) => id)
  const peopleOf = await countPeople(db, next === undefined ? ids : [...ids, next.id])
  return {
    nextEvent: next === undefined ? null : presentNext(next, peopleOf),
    events: begun.toReversed().map((event) => presentBegun(event, peopleOf)),
  }
}

async function readMembers(db: Db, clock: Clock) {
  const now = clock.now()
  const { days } = (await readSetting(db, 'idle')).value
  const [idle, countries, joined] = await Promise.all([
    days === null ? null : countIdle(db, idleUnder(clock, days)),
    activeByCountry(db),
    joinedByMonth(db, lastMonths(now)[0] ?? ''),
  ])
  const groups = groupCountries(countries)
  return {
    members: {
      idle,
      active: countries.reduce((sum, { count }) => sum + count, 0),
      months: byMonth(now, joined),
      countries: [...groups.countries],
      elsewhere: groups.elsewhere,
    },
  }
}

/** The first instant of the first month, as text, because instants are compared as text. */
const firstDay = (now: Date): string => `${lastMonths(now)[0] ?? ''}-01`

async function readTimestamps(db: Kysely<Schema>) {
  const [{ waiting }, { failed_since: awaySince }] = await Promise.all([
    countWaiting(db),
    readAuthority(db),
  ])
  return { waiting, awaySince }
}

const statsOverview: Handler<typeof contract.statsOverview> = async ({ caller }, deps) => {
  const {
    clock,
    database: { db },
  } = deps
  const now = clock.now()
  const [
    work,
    aboutReports,
    answers,
    aboutEvents,
    aboutMembers,
    pledges,
    backup,
    faults,
    timestamps,
  ] = await Promise.all([
    readQueues(db, now),
    readReports(db, now),
    waitingAnswers(db),
    readEvents(db, now),
    seesMemberNumbers(caller.role) ? readMembers(db, clock) : {},
    seesPledgeNumbers(caller.role)
      ? waitingPledges(db).then((waiting) => ({ pledges: { waiting } }))
      : {},
    caller.role === 'admin' ? readBackupState(deps) : undefined,
    caller.role === 'admin' ? operationFaults(db) : undefined,
    caller.role === 'admin' && deps.config.timestamps !== undefined
      ? readTimestamps(db)
      : undefined,
  ])
  return done({
    ...(backup !== undefined && {
      backup: { lastAt: backup.lastAt?.toISOString() ?? null, isLate: backup.isLate },
    }),
    ...(faults !== undefined && {
      operation: faults.map(({ kind, since_at: since }) => ({ kind, since })),
    }),
    ...(timestamps !== undefined && { timestamps }),
    at: now.toISOString(),
    ...work,
    ...aboutReports,
    answers: { waiting: answers },
    ...aboutEvents,
    ...aboutMembers,
    ...pledges,
  })
}

const statsWaiting: Handler<typeof contract.statsWaiting> = async (
  { caller },
  { clock, database: { db } },
) => {
  const [requests, portraits, claims, reports, answers, pledges, consents] = await Promise.all([
    waitingRequests(db),
    waitingPortraits(db),
    waitingClaims(db),
    waitingReports(db),
    waitingAnswers(db),
    seesPledgeNumbers(caller.role) ? waitingPledges(db) : undefined,
    caller.role === 'admin'
      ? waitingConsents(db, { caller: caller.memberId, since: isoAfter(clock, -CONSENT_TTL_S) })
      : undefined,
  ])
  return done({
    requests: requests.waiting,
    portraits,
    claims: claims.waiting,
    reports,
    answers,
    ...(pledges === undefined ? {} : { pledges }),
    ...(consents === undefined ? {} : { consents }),
  })
}

export const statsHandlers: HandlersOf<typeof contract.statsRoutes> = {
  'stats.overview': statsOverview,
  'stats.waiting': statsWaiting,
}
