/** Files a report without an account. The route and the plain page call it alike. */
import type * as z from 'zod'
import type { createWitnessReport as route } from '#shared/contract/witness-reports.ts'
import { placeSearchLink } from '#shared/domain/report/report-rules.ts'
import { isoNow } from '../../base/clock.ts'
import { done, refuse, type Outcome } from '../../base/outcome.ts'
import type { Holder } from '../../base/work-gate.ts'
import type { Deps } from '../../deps/deps.ts'
import type { RequestFacts } from '../../http/handlers.ts'
import { drawReceipt, receiptMac, repeatMac } from '../../http/principal/witness.ts'
import { bodyHash, incidentDateRefusal, newColumns } from '../../records/reports/create-report.ts'
import { insertReport } from '../../records/reports/report-repository.ts'
import { withNamesAsSet } from '../../records/reports/withheld-names-repository.ts'
import { readSetting } from '../../records/settings/settings-repository.ts'
import {
  endRepeats,
  insertWitness,
  renewReceipt,
} from '../../records/witness-reports/witness-repository.ts'

export type NewWitnessReport = z.output<(typeof route)['request']['body']>
/** The audit row of the call. */
export type Trail = Pick<RequestFacts, 'trace' | 'transact'>

const BUSY_RETRY_S = 3
/** A form that is sent again after this time is a report of its own. */
const REPEAT_MS = 86_400_000

export const takesWitnesses = async ({ database }: Pick<Deps, 'database'>): Promise<boolean> =>
  (await readSetting(database.db, 'witness')).value.open

export interface Filed {
  readonly receipt: string
  readonly reportId: number
}

/**
 * The receipt is drawn and hashed before the transaction; it is stored nowhere, so the same request
 * sent again gets another one, and the earlier one opens nothing any more.
 */
export async function fileReport(
  deps: Deps,
  body: NewWitnessReport,
  trail: Trail,
  holder: Holder,
): Promise<Outcome<Filed>> {
  if (!(await takesWitnesses(deps))) return refuse('witness-closed')
  const wrongDay = incidentDateRefusal(deps.clock, body.incidentDate)
  if (wrongDay !== undefined) return wrongDay
  const receipt = drawReceipt()
  const mac = await receiptMac(deps, receipt, holder)
  if (!mac.ok) return mac
  const { key, googleMapLink, ...said } = body
  const content = {
    ...said,
    googleMapLink: googleMapLink ?? placeSearchLink(said.city, said.country),
  }
  const again = await repeatMac(deps, JSON.stringify([key, bodyHash(content)]))
  return trail.transact(async (transaction) => {
    const since = new Date(deps.clock.now().getTime() - REPEAT_MS).toISOString()
    const wish = { repeatMac: again, receiptMac: mac.value, since }
    const earlier = await renewReceipt(transaction, wish)
    if (earlier !== undefined) {
      trail.trace({ target: `report:${earlier.report_id}`, detail: { again: true } })
      return done({ receipt, reportId: earlier.report_id })
    }
    await endRepeats(transaction, again)
    const at = isoNow(deps.clock)
    const inserted = await insertReport(transaction, {
      ...newColumns(content, { at, heldAt: at }),
      reporter_id: null,
      witness: 1,
    })
    const { id } = await withNamesAsSet(transaction, inserted)
    const row = { report_id: id, receipt_mac: mac.value, repeat_mac: again }
    if (!(await insertWitness(transaction, row)))
      return refuse('busy', { retryAfterS: BUSY_RETRY_S })
    trail.trace({ target: `report:${id}` })
    return done({ receipt, reportId: id })
  })
}
