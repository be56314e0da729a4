import type { statsOverview as route } from '#shared/contract/stats.ts'
import {
  byMonth,
  DECISIONS_WINDOW_DAYS,
  groupCountries,
  lastMonths,
} from '#shared/domain/stats-rules.ts'
import type { Deps } from '../../deps.ts'
import type { Handler } from '../../http/handlers.ts'
import { done } from '../../outcome.ts'
import { seesMemberNumbers, seesPledgeNumbers } from './policy.ts'
import { presentBegun, presentNext, presentQueue, presentReports } from './present.ts'
import {
  activeByCountry,
  begunEvents,
  checkedInAt,
  decisionsSince,
  eventToCome,
  joinedByMonth,
  registrationsOf,
  reportsByMonth,
  reportsByStatus,
  waitingClaims,
  waitingPledges,
  waitingPortraits,
  waitingRequests,
} from './stats-repository.ts'

type Db = Deps['database']['db']
const MOST_EVENTS = 8
const DAY_MS = 86_400_000

async function queues(db: Db, now: Date) {
  const since = new Date(now.getTime() - DECISIONS_WINDOW_DAYS * DAY_MS).toISOString()
  const [requests, requestDecisions, portraits, claims, claimDecisions] = await Promise.all([
    waitingRequests(db),
    decisionsSince(db, 'registration_requests', since),
    waitingPortraits(db),
    waitingClaims(db),
    decisionsSince(db, 'claims', since),
  ])
  return {
    requests: presentQueue(requests, requestDecisions),
    portraits: { waiting: portraits },
    claims: presentQueue(claims, claimDecisions),
  }
}

async function reports(db: Db, now: Date) {
  const [states, months] = await Promise.all([
    reportsByStatus(db),
    reportsByMonth(db, firstDay(now)),
  ])
  return { reports: presentReports(states, byMonth(now, months)) }
}

async function events(db: Db, now: Date) {
  const at = now.toISOString()
  const [begun, next] = await Promise.all([begunEvents(db, at, MOST_EVENTS), eventToCome(db, at)])
  const ids = begun.map(({ id }) => id)
  const [registrations, checkedIn] = await Promise.all([
    registrationsOf(db, next === undefined ? ids : [...ids, next.id]),
    checkedInAt(db, ids),
  ])
  return {
    nextEvent: next === undefined ? null : presentNext(next, registrations),
    events: begun.toReversed().map((event) => presentBegun(event, registrations, checkedIn)),
  }
}

async function members(db: Db, now: Date) {
  const [countries, joined] = await Promise.all([
    activeByCountry(db),
    joinedByMonth(db, firstDay(now)),
  ])
  const groups = groupCountries(countries)
  return {
    members: {
      active: countries.reduce((sum, { count }) => sum + count, 0),
      months: byMonth(now, joined),
      countries: [...groups.countries],
      elsewhere: groups.elsewhere,
    },
  }
}

/** The first instant of the first month, as text, because instants are compared as text. */
const firstDay = (now: Date): string => `${lastMonths(now)[0] ?? ''}-01`

export const statsOverview: Handler<typeof route> = async (
  { caller },
  { clock, database: { db } },
) => {
  const now = clock.now()
  const [work, aboutReports, aboutEvents, aboutMembers, pledges] = await Promise.all([
    queues(db, now),
    reports(db, now),
    events(db, now),
    seesMemberNumbers(caller.role) ? members(db, now) : {},
    seesPledgeNumbers(caller.role)
      ? waitingPledges(db).then((waiting) => ({ pledges: { waiting } }))
      : {},
  ])
  return done({
    at: now.toISOString(),
    ...work,
    ...aboutReports,
    ...aboutEvents,
    ...aboutMembers,
    ...pledges,
  })
}
