/** How the result of a scan is shown at a door. Pure: the screen only draws what this returns. */
import type { ScanResult } from '#shared/contract/desktop/ipc-desktop.ts'
import type { Verdict } from '#shared/domain/card/verdict.ts'
import { type Look, LOOKS } from '../../../parts/card-check/result/looks.ts'
import { type Result, resultOf } from '../../../parts/card-check/result/result.ts'

export type DoorResult = Result

export interface KioskView {
  readonly outcome: DoorResult
  readonly look: Look
  readonly person: KioskPerson | undefined
  readonly shownAt: Date
}

export interface KioskPerson {
  readonly name: string
  readonly birthDate: string | null
  readonly cardId: string | null
  readonly photoUrl: string | null
}

/** Verdicts that prove nothing about the bearer: no person is shown, even if main sends one. */
const NAMELESS: readonly Verdict[] = ['FORGED', 'UNKNOWN', 'UNSIGNED']

function personOf({ verdict, name, dob, cardId, photoUrl }: ScanResult): KioskPerson | undefined {
  if (NAMELESS.includes(verdict) || name === null) return undefined
  return { name, birthDate: dob, cardId, photoUrl }
}

/** @param nowMs on the clock of this computer, which also wrote the check-ins of this door */
export function viewOf(result: ScanResult, nowMs: number): KioskView {
  const outcome = resultOf(result, nowMs)
  return { outcome, look: LOOKS[outcome], person: personOf(result), shownAt: new Date(nowMs) }
}
