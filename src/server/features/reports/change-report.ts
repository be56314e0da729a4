import type {
  deleteReport as deleteRoute,
  updateReport as updateRoute,
} from '#shared/contract/reports.ts'
import { nextStatus } from '#shared/domain/report/report-rules.ts'
import type { Selectable } from 'kysely'
import { isoNow } from '../../clock.ts'
import type { ReportTable } from '../../database/schema.ts'
import type { Handler } from '../../http/handlers.ts'
import { done, refuse } from '../../outcome.ts'
import { hasProof } from '../auth/step-up-repository.ts'
import { incidentDateRefusal } from './create-report.ts'
import { isStale } from './policy.ts'
import { presentWithEvidence } from './present.ts'
import { protectionColumns, protectionOf, wordsOf } from './protection.ts'
import { changeReport, lockReport, type ReportRow } from './report-repository.ts'
import { reportSearchColumns } from './search-columns.ts'

type Change = Parameters<Handler<typeof updateRoute>>[0]['body']

/** Given fields replace the stored ones. */
const over = <T extends object>(held: T, change: Partial<Record<keyof T, unknown>>): T => ({
  ...held,
  ...Object.fromEntries(
    Object.keys(held).flatMap((key) =>
      change[key as keyof T] === undefined ? [] : [[key, change[key as keyof T]]],
    ),
  ),
}) // both were parsed into the same shapes

function columnsAfter(before: ReportRow, change: Change) {
  const words = over(
    { ...wordsOf(before), actorAccount: before.actor_account, incidentDate: before.incident_date },
    change,
  )
  const protection = over(protectionOf(before), change)
  return {
    type: words.type,
    description: words.description,
    country: words.country,
    city: words.city,
    actor: words.actor,
    actor_name: words.actorName,
    actor_desc: words.actorDesc,
    actor_account: words.actorAccount,
    victim: words.victim,
    google_map_link: words.googleMapLink,
    incident_date: words.incidentDate,
    status: nextStatus(before.status, change),
    verifier_comment:
      change.verifierComment === undefined
        ? before.verifier_comment
        : (change.verifierComment ?? ''),
    ...protectionColumns(protection),
  } satisfies Partial<Selectable<ReportTable>>
}
type Columns = ReturnType<typeof columnsAfter>

const FIELD_OF: Readonly<Record<keyof Columns, string>> = {
  type: 'type',
  description: 'description',
  country: 'country',
  city: 'city',
  actor: 'actor',
  actor_name: 'actorName',
  actor_desc: 'actorDesc',
  actor_account: 'actorAccount',
  victim: 'victim',
  google_map_link: 'googleMapLink',
  incident_date: 'incidentDate',
  status: 'status',
  verifier_comment: 'verifierComment',
  redact_victim: 'redactVictim',
  redact_actor: 'redactActor',
  place_detail: 'placeDetail',
  region: 'region',
  hide_map_link: 'hideMapLink',
  hidden_words: 'hiddenWords',
}
const changedColumns = (before: ReportRow, after: Columns): (keyof Columns)[] =>
  (Object.keys(after) as (keyof Columns)[]).filter((column) => before[column] !== after[column]) // an object literal has the keys of its type

const withoutRegion = ({ place_detail: detail, region }: Columns): boolean =>
  detail === 'region' && region === ''

export const updateReport: Handler<typeof updateRoute> = async (
  { params, body, caller, facts },
  { clock, library },
) =>
  facts.transact(async (transaction) => {
    const present = (row: ReportRow) => presentWithEvidence(transaction, library, row, caller)
    const wrongDay = incidentDateRefusal(clock, body.incidentDate)
    if (wrongDay !== undefined) return wrongDay
    const before = await lockReport(transaction, params.id)
    if (before === undefined) return refuse('not-found')
    if (isStale(body.version, before))
      return refuse('conflict', { extra: { current: await present(before) } })
    const columns = columnsAfter(before, body)
    if (withoutRegion(columns))
      return refuse('invalid', {
        fields: [
          {
            path: 'body.region',
            code: 'required',
            message: 'Say which region is shown instead of the city',
          },
        ],
      })
    const changed = changedColumns(before, columns)
    // The names of the fields, never their values.
    facts.trace({
      target: `report:${before.id}`,
      detail: {
        fields: changed.map((column) => FIELD_OF[column]).join(' '),
        from: before.status,
        to: columns.status,
      },
    })
    if (changed.length === 0) return done(await present(before))
    const words = { ...wordsOf({ ...before, ...columns }) }
    const after = await changeReport(transaction, before.id, {
      ...columns,
      ...reportSearchColumns(words, protectionOf(columns)),
      version: before.version + 1,
      updated_at: isoNow(clock),
    })
    return after === undefined ? refuse('not-found') : done(await present(after))
  })

/** Moves the report and its files to the bin; administrators can restore it for a while. */
export const deleteReport: Handler<typeof deleteRoute> = async (
  { params, query, body, caller, facts },
  deps,
) => {
  const reason = body?.reason ?? query.reason
  if (reason === undefined)
    return refuse('invalid', {
      fields: [{ path: 'body.reason', code: 'required', message: 'Say why the report is deleted' }],
    })
  if (!(await hasProof(deps, caller.sessionId, { kind: 'password' })))
    return refuse('step-up-required')
  return facts.transact(async (transaction) => {
    const at = isoNow(deps.clock)
    const deleted = await changeReport(transaction, params.id, {
      deleted_at: at,
      updated_at: at,
      deleted_reason: reason,
      deleted_by: caller.memberId,
    })
    if (deleted === undefined) return refuse('not-found')
    facts.trace({ target: `report:${deleted.id}`, detail: { status: deleted.status, reason } })
    return done({ deleted: true })
  })
}
