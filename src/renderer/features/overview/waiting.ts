import type { WaitingWork } from './use-waiting.ts'

/** What waits behind a tab; new portraits are reviewed where the requests are. */
export function waitingBehind(
  tab: string,
  { requests, portraits, claims, reports, answers, pledges = 0, consents = 0 }: WaitingWork,
): number {
  if (tab === 'requests') return requests + portraits
  if (tab === 'claims') return claims
  if (tab === 'reports') return reports + answers
  if (tab === 'consents') return consents
  return tab === 'donations' ? pledges : 0
}

const MOST = 99
/** Beyond two digits the exact number is of no use on a tab. */
export const shortCount = (count: number, format: (value: number) => string): string =>
  count > MOST ? `${format(MOST)}+` : format(count)
