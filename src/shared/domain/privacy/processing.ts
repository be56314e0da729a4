/**
 * What the association does with the data of people. The page `/privacy` and the register (docs/privacy.md) are made from this
 * table, so that they say the same. The words are in the texts `privacy`, under the same names.
 */
import type { RetentionKind, RetentionPeriods } from '../people/retention.ts'
import { RESTORE_DAYS } from '../report/report-rules.ts'

/** The day of the wording that is shown now. */
export const PRIVACY_DRAFT = '2026-11-30'

/** Whose data it is; a section of the page each, in this order. */
export const CONCERNED = [
  'members',
  'voters',
  'guests',
  'givers',
  'senders',
  'subscribers',
  'witnesses',
  'named',
] as const
export type Concerned = (typeof CONCERNED)[number]

/** Articles of the GDPR. */
type Basis =
  | 'contract'
  | 'legalDuty'
  | 'legitimateInterest'
  | 'publicInterest'
  | 'consent'
  | 'tribeConsent'
  | 'walletConsent'
  | 'placeConsent'

type Recipient =
  | 'administrators'
  | 'contentManagers'
  | 'contentManagersInPart'
  | 'reviewers'
  | 'staff'
  | 'door'
  | 'eventStaff'
  | 'proxies'
  | 'wallets'
  | 'public'
  | 'publicWhileVerified'
  | 'paymentService'

/** The ones whose days administrators set, those with fixed days, and those that end with an act. */
const PERIOD_DAYS = {
  identityDocuments: 'identityDocuments',
  rejectedRequests: 'rejectedRequests',
  undecidedRequests: 'undecidedRequests',
  rejectedReports: 'rejectedReports',
  mergedMembers: 'mergedMembers',
  donations: 'donations',
  receiptCopies: 'donations',
  unpaidPledges: 'unpaidPledges',
  contactMessages: 'contactMessages',
  paperScans: 'paperScans',
  audit: 'audit',
  sessions: 'sessions',
  bin: RESTORE_DAYS,
  voidPasses: 30,
  account: null,
  wallet: null,
  untilDeleted: null,
  untilWithdrawn: null,
  withEvent: null,
  withVote: null,
  unsubscribed: null,
} as const satisfies Readonly<Record<string, RetentionKind | number | null>>
export type Period = keyof typeof PERIOD_DAYS

/** The days of a period; undefined for one that ends with an act. */
export function periodDays(period: Period, days: RetentionPeriods): number | undefined {
  const of: RetentionKind | number | null = PERIOD_DAYS[period]
  if (of === null) return undefined
  return typeof of === 'number' ? of : days[of]
}

type ProcessingId =
  | 'membership'
  | 'card'
  | 'wallet'
  | 'security'
  | 'assembly'
  | 'event'
  | 'donation'
  | 'message'
  | 'objection'
  | 'newsletter'
  | 'witness'
  | 'report'

export interface Processing {
  readonly id: ProcessingId
  readonly concerned: Concerned
  readonly basis: readonly Basis[]
  /** In the association and outside; the firms that work for all of it are named once, below the table. */
  readonly recipients: readonly Recipient[]
  readonly periods: readonly Period[]
}

export const PROCESSINGS: readonly Processing[] = [
  {
    id: 'membership',
    concerned: 'members',
    basis: ['contract', 'tribeConsent'],
    recipients: ['administrators', 'contentManagersInPart', 'reviewers'],
    periods: [
      'account',
      'identityDocuments',
      'rejectedRequests',
      'undecidedRequests',
      'mergedMembers',
    ],
  },
  {
    id: 'card',
    concerned: 'members',
    basis: ['legitimateInterest'],
    recipients: ['door'],
    periods: ['audit'],
  },
  {
    id: 'wallet',
    concerned: 'members',
    basis: ['walletConsent'],
    recipients: ['wallets'],
    periods: ['wallet', 'voidPasses'],
  },
  {
    id: 'security',
    concerned: 'members',
    basis: ['legitimateInterest'],
    recipients: ['administrators'],
    periods: ['sessions', 'audit'],
  },
  {
    id: 'assembly',
    concerned: 'voters',
    basis: ['contract'],
    recipients: ['proxies', 'administrators', 'contentManagers', 'door'],
    periods: ['withVote', 'paperScans'],
  },
  {
    id: 'event',
    concerned: 'guests',
    basis: ['contract'],
    recipients: ['eventStaff'],
    periods: ['withEvent'],
  },
  {
    id: 'donation',
    concerned: 'givers',
    basis: ['legalDuty'],
    recipients: ['administrators', 'paymentService'],
    periods: ['donations', 'receiptCopies', 'unpaidPledges'],
  },
  {
    id: 'message',
    concerned: 'senders',
    basis: ['consent'],
    recipients: ['staff'],
    periods: ['contactMessages'],
  },
  {
    id: 'objection',
    concerned: 'senders',
    basis: ['legalDuty'],
    recipients: ['staff'],
    periods: ['contactMessages'],
  },
  {
    id: 'newsletter',
    concerned: 'subscribers',
    basis: ['consent'],
    recipients: ['administrators', 'contentManagers'],
    periods: ['unsubscribed'],
  },
  {
    id: 'witness',
    concerned: 'witnesses',
    basis: ['publicInterest', 'placeConsent'],
    recipients: ['publicWhileVerified', 'staff'],
    periods: ['untilWithdrawn', 'rejectedReports', 'bin'],
  },
  {
    id: 'report',
    concerned: 'named',
    basis: ['publicInterest', 'placeConsent'],
    recipients: ['public', 'staff'],
    periods: ['untilDeleted', 'rejectedReports', 'bin'],
  },
]
