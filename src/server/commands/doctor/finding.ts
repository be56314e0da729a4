/** What the doctor finds, and what the operator does about it. */
import { startFaultOf } from '../../start/explain-start-fault.ts'

export interface Finding {
  /** `fault`: something does not work or is not safe. `note`: worth knowing. */
  readonly level: 'ok' | 'note' | 'fault'
  readonly subject: string
  readonly text: string
  readonly remedy?: string
}

/** One subject of the examination. Returns one finding or several; what it throws is a fault. */
export interface DoctorCheck {
  readonly subject: string
  readonly check: () => Promise<readonly Omit<Finding, 'subject'>[]>
}

type FindingTexts = Omit<Finding, 'subject'>
export const ok = (text: string): FindingTexts => ({ level: 'ok', text })
export const note = (text: string, remedy: string): FindingTexts => ({
  level: 'note',
  text,
  remedy,
})
export const fault = (text: string, remedy: string): FindingTexts => ({
  level: 'fault',
  text,
  remedy,
})

/** A part that hangs is as bad as one that is away. */
const CHECK_LIMIT_MS = 60_000

/**
 * Runs one check after the other, so that one that loads the machine does not slow the next. None
 * stops the others.
 */
export async function runChecks(
  checks: readonly DoctorCheck[],
  place: Parameters<typeof startFaultOf>[1],
): Promise<readonly Finding[]> {
  const findings: Finding[] = []
  for (const { subject, check } of checks) {
    const limit = Promise.withResolvers<never>()
    const timer = setTimeout(
      () => limit.reject(new Error(`no reply within ${CHECK_LIMIT_MS / 1_000} seconds`)),
      CHECK_LIMIT_MS,
    )
    try {
      const found = await Promise.race([check(), limit.promise])
      findings.push(...found.map((words) => ({ ...words, subject })))
    } catch (error) {
      const known = startFaultOf(error, place)
      const text = known ?? (error as Error).message // only Errors are thrown here
      // Several checks need the database; what is wrong with it is said once.
      if (!findings.some((finding) => finding.text === text))
        findings.push({
          level: 'fault',
          subject,
          text,
          remedy: known === undefined ? 'See docs/operations.md.' : 'Then run the doctor again.',
        })
    } finally {
      clearTimeout(timer)
    }
  }
  return findings
}
