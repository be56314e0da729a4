/**
 * Acts of one account that administrators are told about at once: an account that was taken over
 * reads, exports or deletes more than a person does at work. Computed from the audit log, so that
 * nothing that is not logged counts, and nothing that is logged is missed.
 */
import { DAY_S, HOUR_S } from '../units.ts'

export interface WatchRule {
  /** Actions of the audit log. */
  readonly actions: readonly string[]
  /** Counted for the member who acts, or for the member who is the target. */
  readonly per: 'actor' | 'target'
  /** The number under this name in the detail of a row counts; without it each row counts as one. */
  readonly sums?: 'guesses' | 'unknown' | 'count' | 'rows' | 'hidden'
  /** An alert is raised when so many acts happened within the time. */
  readonly times: number
  readonly windowS: number
}

const LOOKS = [
  'member.viewed',
  'document.opened',
  'document.viewed',
  'request.viewed',
  'assembly.paper-viewed',
  'donation.receipt-opened',
  'member.compared',
  'claim.read',
] as const
const FOUND_OR_SEEN = [...LOOKS, 'member.searched'] as const
const ORIGINALS = ['evidence.viewed', 'evidence.exported'] as const
/** Their rows count as those that are read page by page: one file of a thousand people is not fewer than twenty pages. */
const ROWS_OF_PEOPLE = [
  'member.rows-read',
  'donation.exported',
  'donation.receipts-exported',
  'event.attendance-exported',
  'assembly.list-printed',
  'assembly.minutes-exported',
] as const
const ROWS_OF_REPORTS = ['report.rows-read', 'report.exported'] as const

export const WATCH_RULES = {
  /** A reviewer decides some forty requests in a busy hour and opens each once. */
  'many-looks': { actions: LOOKS, per: 'actor', times: 120, windowS: HOUR_S },
  /** A few below the number of an hour, hour after hour, are every member of most associations in two days. */
  'many-looks-day': { actions: FOUND_OR_SEEN, per: 'actor', times: 600, windowS: DAY_S },
  'many-looks-month': { actions: FOUND_OR_SEEN, per: 'actor', times: 3_000, windowS: 30 * DAY_S },
  /** Originals as files or in packages, and their texts: more than the reports that one person works on in a day have. */
  'many-originals': { actions: ORIGINALS, per: 'actor', times: 150, windowS: DAY_S },
  'many-originals-month': { actions: ORIGINALS, per: 'actor', times: 1_500, windowS: 30 * DAY_S },
  'many-searches': { actions: ['member.searched'], per: 'actor', times: 120, windowS: HOUR_S },
  /** Somebody at a door types the numbers of worn cards; a list that is typed off comes faster. */
  'typed-cards': {
    actions: ['card.verified'],
    per: 'actor',
    sums: 'guesses',
    times: 120,
    windowS: HOUR_S,
  },
  'typed-check-ins': {
    actions: ['event.checked-in'],
    per: 'actor',
    sums: 'guesses',
    times: 300,
    windowS: HOUR_S,
  },
  /** Of the account, and of the devices that it enrolled. Before the budget of ten minutes is used up (ADR 0063). */
  'unknown-numbers': {
    actions: ['look-up.unknown'],
    per: 'target',
    sums: 'unknown',
    times: 15,
    windowS: DAY_S,
  },
  'check-ins-outside': {
    actions: ['event.check-in-outside'],
    per: 'target',
    sums: 'count',
    times: 5,
    windowS: DAY_S,
  },
  'many-exports': {
    actions: [
      'member.exported',
      'member.listed',
      'request.listed',
      'claim.listed',
      'report.exported',
      'donation.exported',
      'donation.receipts-exported',
      'event.attendance-exported',
      'assembly.list-printed',
      'assembly.minutes-exported',
      'audit.exported',
    ],
    per: 'actor',
    times: 5,
    windowS: DAY_S,
  },
  /** Short pages under other filters each time are a copy of the list as well, and so is a little of it each day. */
  'many-rows': {
    actions: ROWS_OF_PEOPLE,
    per: 'actor',
    sums: 'rows',
    times: 2_000,
    windowS: DAY_S,
  },
  'many-rows-month': {
    actions: ROWS_OF_PEOPLE,
    per: 'actor',
    sums: 'rows',
    times: 5_000,
    windowS: 30 * DAY_S,
  },
  /** With the names that the public does not read. */
  'many-report-rows': {
    actions: ROWS_OF_REPORTS,
    per: 'actor',
    sums: 'rows',
    times: 2_000,
    windowS: DAY_S,
  },
  'many-report-rows-month': {
    actions: ROWS_OF_REPORTS,
    per: 'actor',
    sums: 'rows',
    times: 5_000,
    windowS: 30 * DAY_S,
  },
  'many-deletions': {
    actions: [
      'member.deleted',
      'member.merged',
      'report.deleted',
      'evidence.deleted',
      'request.deleted',
    ],
    per: 'actor',
    times: 10,
    windowS: HOUR_S,
  },
  /** Anybody may send an objection, and one is enough to hide a verified report from the public. */
  'many-hidden': {
    actions: ['report.contested'],
    per: 'actor',
    sums: 'hidden',
    times: 5,
    windowS: DAY_S,
  },
  'refused-factors': { actions: ['factor.refused'], per: 'target', times: 5, windowS: HOUR_S },
  'refused-sign-ins': { actions: ['session.refused'], per: 'target', times: 20, windowS: HOUR_S },
  'copied-session': {
    actions: ['session.reuse-detected'],
    per: 'target',
    times: 1,
    windowS: HOUR_S,
  },
} as const satisfies Record<string, WatchRule>

export type AlertKind = keyof typeof WATCH_RULES | 'new-device' | 'made-public'
const ruleKinds = Object.keys(WATCH_RULES) as (keyof typeof WATCH_RULES)[] // an object literal has the keys of its type
export const ALERT_KINDS: readonly AlertKind[] = [...ruleKinds, 'new-device', 'made-public']

/** Only accounts with rights over others are worth an alert; a member reads the own data alone. */
export const STAFF_ONLY: readonly AlertKind[] = [
  'refused-factors',
  'refused-sign-ins',
  'copied-session',
  'new-device',
]

export interface WatchedRow {
  readonly at: string
  readonly actor: string
  readonly action: string
  readonly target: string
  /** JSON */
  readonly detail: string
}

/** What a row counts for a rule. */
export function weightOf({ actions, sums }: WatchRule, { action, detail }: WatchedRow): number {
  if (!actions.includes(action)) return 0
  if (sums === undefined) return 1
  const value = (JSON.parse(detail) as Record<string, unknown>)[sums] // the audit log writes objects
  return typeof value === 'number' ? value : 0
}

/** Members who reached the number of a rule with one of the new rows, each once. */
export function whoReached(
  rule: WatchRule,
  rows: readonly WatchedRow[],
): readonly { readonly who: string; readonly count: number }[] {
  const counts = new Map<string, number>()
  for (const row of rows) {
    const who = row[rule.per]
    const weight = weightOf(rule, row)
    if (weight > 0 && who.startsWith('member:')) counts.set(who, (counts.get(who) ?? 0) + weight)
  }
  return [...counts]
    .filter(([, count]) => count >= rule.times)
    .map(([who, count]) => ({ who, count }))
}
