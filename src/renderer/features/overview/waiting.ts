import type { WaitingWork } from '../../ui/staff/refresh-counts.ts'

/** What waits behind a tab, as its page counts it: new portraits have a count of their own there. */
export function waitingBehind(
  tab: string,
  { requests, claims, reports, answers, pledges = 0, consents = 0 }: WaitingWork,
): number {
  if (tab === 'requests') return requests
  if (tab === 'claims') return claims
  if (tab === 'reports') return reports + answers
  if (tab === 'consents') return consents
  return tab === 'donations' ? pledges : 0
}

const MOST = 99
/** Beyond two digits the exact number is of no use on a tab. */
export const shortCount = (count: number, format: (value: number) => string): string =>
  count > MOST ? `${format(MOST)}+` : format(count)
