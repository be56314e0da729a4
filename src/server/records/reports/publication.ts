/**
 * Reports that wait until staff publish them, where the association checks reports before
 * publication.
 */
import type { Kysely } from 'kysely'
import type { filingRules as rulesRoute } from '#shared/contract/filing.ts'
import type {
  hideReport as hideRoute,
  publishReport as publishRoute,
} from '#shared/contract/reports.ts'
import { isRejected, isVerified } from '#shared/domain/report/report-rules.ts'
import { isoNow } from '../../base/clock.ts'
import { done, refuse } from '../../base/outcome.ts'
import type { Handler } from '../../http/handlers.ts'
import type { Schema } from '../../parts/database/schema.ts'
import { wantScrub } from '../../parts/database/want-scrub.ts'
import { isConsentRequired } from '../consents/propose.ts'
import { readSetting } from '../settings/settings-repository.ts'
import { isStale } from './policy.ts'
import { presentWithEvidence } from './present.ts'
import { isPublished } from './published.ts'
import { changeReport, lockReport, type ReportRow } from './report-repository.ts'
import { heldRefusal } from './review-lock.ts'
import { searchColumnsOf } from './search-columns.ts'

/** The instant from which a new report waits; null: it is public at once. */
export async function heldSince(db: Kysely<Schema>, at: string): Promise<string | null> {
  return (await readSetting(db, 'reports')).value.mode === 'reviewed' ? at : null
}

/** Who files a report reads it before they send it. */
export const filingRules: Handler<typeof rulesRoute> = async (_input, { database: { db } }) => {
  const { mode, withholdNames } = (await readSetting(db, 'reports')).value
  return done({ reviewed: mode === 'reviewed', withholdNames })
}

/** The check of the table refuses it as well. */
const OF_WITNESS = {
  path: 'params.id',
  code: 'of_witness',
  message: 'The report of a witness is public only while it is verified. Verify it first',
} as const

/** Publishing judges nothing: a report that staff judged unfounded is taken up again first. */
const REJECTED = {
  path: 'params.id',
  code: 'report_rejected',
  message: 'A rejected report is not public. Change its state first',
} as const

/** Staff show it again on the page of the message about it. */
const CONTESTED = {
  path: 'params.id',
  code: 'report_contested',
  message: 'The report is hidden because of an objection. Show it again from that message',
} as const

export const publishReport: Handler<typeof publishRoute> = (
  { params, body, caller, facts },
  deps,
) =>
  facts.transact(async (transaction) => {
    const { library, clock } = deps
    const present = (row: ReportRow) => presentWithEvidence(transaction, library, row, caller)
    const before = await lockReport(transaction, params.id)
    if (before === undefined) return refuse('not-found')
    const held = await heldRefusal(deps, transaction, before, caller)
    if (held !== undefined) return held
    if (isStale(body?.version, before))
      return refuse('conflict', { extra: { current: await present(before) } })
    if (before.witness === 1)
      return refuse('conflict', { fields: [OF_WITNESS], extra: { current: await present(before) } })
    if (isRejected(before.status))
      return refuse('conflict', { fields: [REJECTED], extra: { current: await present(before) } })
    if (before.contested_at !== null)
      return refuse('conflict', {
        fields: [CONTESTED],
        extra: { current: await present(before) },
      })
    const after = await changeReport(transaction, before.id, {
      held_at: null,
      updated_at: isoNow(clock),
      ...searchColumnsOf({ ...before, held_at: null }),
    })
    if (after === undefined) return refuse('not-found')
    facts.trace({
      target: `report:${after.id}`,
      detail: { status: after.status, waited: !isPublished(before) },
    })
    return done(await present(after))
  })

/** Verified reports are always public: to hide one, a reviewer first changes its state. */
const VERIFIED = {
  path: 'params.id',
  code: 'report_verified',
  message: 'A verified report is public. Change its state first',
} as const

/**
 * Also possible where reports are public at once: a report that endangers a person can be hidden
 * while staff check it.
 */
export const hideReport: Handler<typeof hideRoute> = (
  { params, body, caller, facts },
  { library, clock },
) =>
  facts.transact(async (transaction) => {
    const present = (row: ReportRow) => presentWithEvidence(transaction, library, row, caller)
    const before = await lockReport(transaction, params.id)
    if (before === undefined) return refuse('not-found')
    if (isStale(body?.version, before))
      return refuse('conflict', { extra: { current: await present(before) } })
    if (isVerified(before.status))
      return refuse('conflict', { fields: [VERIFIED], extra: { current: await present(before) } })
    const at = isoNow(clock)
    const after =
      before.held_at === null
        ? await changeReport(transaction, before.id, {
            held_at: at,
            updated_at: at,
            ...searchColumnsOf({ ...before, held_at: at }),
          })
        : before
    if (after === undefined) return refuse('not-found')
    // Its words were in the search index in the open while it was public.
    await wantScrub(transaction, at)
    facts.trace({
      target: `report:${after.id}`,
      detail: { status: after.status, waited: before.held_at !== null },
    })
    return done(await present(after))
  })

/**
 * Whether deleting the report or a piece of its evidence waits for a second administrator. A report
 * that was verified once counts, so that nobody sets it back first.
 */
export const needsConsent = async (
  db: Kysely<Schema>,
  report: { readonly verified_at: string | null },
): Promise<boolean> => report.verified_at !== null && (await isConsentRequired(db))
