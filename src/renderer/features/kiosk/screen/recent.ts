/** The last scans of this screen. In memory only. A name is removed after seconds; its card stays. */
import type { CheckInVoices, ScanResult } from '#shared/contract/desktop/ipc-desktop.ts'
import type { Verdict } from '#shared/domain/card/verdict.ts'
import type { KioskView, DoorResult } from './view.ts'

export interface RecentScan {
  readonly number: number
  readonly atMs: number
  readonly verdict: Verdict
  readonly outcome: DoorResult
  readonly source: ScanResult['source']
  /** The last four digits of the card number; null where the card proves no number. */
  readonly digits: string | null
  /** Of the check-in that this scan recorded. */
  readonly checkInId: string | null
  /** At an assembly, once the server took the check-in. */
  readonly voices: CheckInVoices | undefined
  /** Online only: an offline screen shows no list of names. */
  readonly name: string | null
}

export const MOST_RECENT = 10
/** Long enough to compare it with the person who has just passed; the next visitor sees digits. */
export const NAME_LASTS_MS = 10_000
const DIGITS = /\d{1,4}$/

export function recentOf(
  number: number,
  atMs: number,
  result: ScanResult,
  { outcome, person }: KioskView,
): RecentScan {
  const { verdict, source } = result
  return {
    number,
    atMs,
    verdict,
    outcome,
    source,
    digits: DIGITS.exec(person?.cardId ?? '')?.[0] ?? null,
    checkInId: result.checkIn.kind === 'recorded' ? result.checkIn.id : null,
    voices: undefined,
    name: source === 'online' ? (person?.name ?? null) : null,
  }
}

/** Newest first. */
export const remember = (list: readonly RecentScan[], scan: RecentScan): readonly RecentScan[] =>
  [scan, ...list].slice(0, MOST_RECENT)

/** Voices stay with their scan: the server may take a check-in after the next card is on the screen. */
export function withVoices(
  list: readonly RecentScan[],
  told: readonly CheckInVoices[],
): readonly RecentScan[] {
  return list.map((scan) => {
    const voices = told.find(({ checkInId }) => checkInId === scan.checkInId)
    return voices === undefined ? scan : { ...scan, voices }
  })
}

/** The same list where there is nothing to remove. */
export function withoutOldNames(list: readonly RecentScan[], nowMs: number): readonly RecentScan[] {
  const due = ({ name, atMs }: RecentScan): boolean =>
    name !== null && nowMs - atMs >= NAME_LASTS_MS
  return list.some(due) ? list.map((scan) => (due(scan) ? { ...scan, name: null } : scan)) : list
}

export const withoutNames = (list: readonly RecentScan[]): readonly RecentScan[] =>
  withoutOldNames(list, Infinity)

/** When the next name must be removed; undefined where there is none. */
export function nextNameEndsMs(list: readonly RecentScan[]): number | undefined {
  const ends = list.flatMap(({ name, atMs }) => (name === null ? [] : [atMs + NAME_LASTS_MS]))
  return ends.length === 0 ? undefined : Math.min(...ends)
}
