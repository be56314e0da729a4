/**
 * What the public sees of a piece of evidence. The original and the working copy of staff stay as
 * they are; each change is a row with its reason, and a line of the custody.
 */
import type { Kysely } from 'kysely'
import type * as contract from '#shared/contract/public-copies.ts'
import { cardId } from '#shared/domain/people/member-id.ts'
import type { ContentWarning } from '#shared/domain/report/public-copy-rules.ts'
import { isoNow } from '../../clock.ts'
import type { Schema } from '../../database/schema.ts'
import type { Deps } from '../../deps.ts'
import { boxesIn, hasBoxes } from '../../files/shown-copies.ts'
import { DamagedFile } from '../../files/store/file-store.ts'
import type { Caller } from '../../http/caller.ts'
import type { Handler, HandlersOf } from '../../http/handlers.ts'
import { done, refuse, type Refusal } from '../../outcome.ts'
import { evidenceTarget } from '../evidence/custody.ts'
import { lockReport } from '../reports/report-repository.ts'
import {
  findPublicCopy,
  insertChange,
  listChanges,
  writePublicCopy,
  type PublicCopyRow,
} from './public-copy-repository.ts'
import { memberHolder } from '../../work-gate.ts'

const BUSY_RETRY_S = 5
const isPicture = ({ media_type: mediaType }: PublicCopyRow): boolean =>
  mediaType.startsWith('image/')

const warningsIn = (warnings: string | null): ContentWarning[] | null =>
  warnings === null ? null : (JSON.parse(warnings) as ContentWarning[]) // written below

const stateOf = (row: {
  readonly held_back: number
  readonly warnings: string | null
  readonly boxes: string
}) => ({
  heldBack: row.held_back === 1,
  warnings: warningsIn(row.warnings),
  boxes: boxesIn(row.boxes),
})

async function present(
  db: Kysely<Schema>,
  { library }: Pick<Deps, 'library'>,
  row: PublicCopyRow,
  caller: Caller,
): Promise<contract.PublicCopy> {
  const changes = await listChanges(db, row.id)
  return {
    evidenceId: row.id,
    reportId: row.report_id,
    isPicture: isPicture(row),
    version: row.public_version,
    ...stateOf(row),
    pictureUrl: isPicture(row) ? library.sign(row.file_id, 'view', caller.sessionId) : null,
    changes: changes.map((change) => ({
      version: change.version,
      at: change.changed_at,
      by: change.changed_by === null ? null : cardId(change.changed_by),
      reason: change.reason,
      ...stateOf(change),
    })),
  }
}

const readPublicCopy: Handler<typeof contract.readPublicCopy> = async (
  { params, caller },
  deps,
) => {
  const { db } = deps.database
  const row = await findPublicCopy(db, params.id)
  return row === undefined ? refuse('not-found') : done(await present(db, deps, row, caller))
}

const NO_PICTURE = {
  path: 'body.boxes',
  code: 'not_a_picture',
  message: 'Boxes can be drawn in pictures only. Hold this piece back instead',
} as const

/** Draws the copies before the change is committed: a picture that cannot be drawn is not released. */
async function drawFaults(
  { library, log }: Deps,
  row: PublicCopyRow,
  boxes: string,
  memberId: number,
): Promise<Refusal | undefined> {
  if (!hasBoxes(boxes) || boxes === row.boxes) return undefined
  try {
    const made = await library.shown.make(row.file_id, boxes, memberHolder(memberId))
    return made.ok ? undefined : refuse('busy', { retryAfterS: BUSY_RETRY_S })
  } catch (error) {
    if (!(error instanceof DamagedFile)) throw error
    log.error({ err: error, evidence: row.id }, 'an original cannot be read')
    return refuse('file-damaged')
  }
}

const changePublicCopy: Handler<typeof contract.changePublicCopy> = async (
  { params, body, caller, facts },
  deps,
) => {
  const {
    clock,
    library,
    log,
    database: { db },
  } = deps
  const before = await findPublicCopy(db, params.id)
  if (before === undefined) return refuse('not-found')
  if (body.boxes.length > 0 && !isPicture(before))
    return refuse('invalid', { fields: [NO_PICTURE] })
  const conflict = async (handle: Kysely<Schema>, row: PublicCopyRow) =>
    refuse('conflict', { extra: { current: await present(handle, deps, row, caller) } })
  if (before.public_version !== body.version) return conflict(db, before)
  const boxes = JSON.stringify(body.boxes)
  const fault = await drawFaults(deps, before, boxes, caller.memberId)
  if (fault !== undefined) return fault

  const outcome = await facts.transact<contract.PublicCopy>(async (transaction) => {
    await lockReport(transaction, before.report_id)
    const row = await findPublicCopy(transaction, params.id)
    if (row === undefined) return refuse('not-found')
    const next = {
      held_back: body.heldBack ? 1 : 0,
      warnings: body.warnings === null ? null : JSON.stringify([...new Set(body.warnings)]),
      boxes,
    } as const
    if (row.public_version !== body.version || !(await writePublicCopy(transaction, row, next)))
      return conflict(transaction, row)
    const version = row.public_version + 1
    await insertChange(transaction, {
      ...next,
      evidence_id: row.id,
      version,
      reason: body.reason,
      changed_by: caller.memberId,
      changed_at: isoNow(clock),
    })
    facts.trace({
      target: evidenceTarget(row.id),
      detail: {
        sha256: row.sha256,
        report: row.report_id,
        version,
        heldBack: body.heldBack,
        boxes: body.boxes.length,
        warnings: body.warnings?.join(' ') ?? '',
        reason: body.reason,
      },
    })
    const after = (await findPublicCopy(transaction, row.id)) ?? row
    return done(await present(transaction, deps, after, caller))
  })
  // Without boxes no caller reads the copies; they are removed with the file at the latest.
  if (outcome.ok && hasBoxes(before.boxes) && !hasBoxes(boxes))
    await library.shown
      .remove(before.file_id)
      .catch((error: unknown) => log.warn({ err: error }, 'old copies could not be removed'))
  return outcome
}

export const publicCopiesHandlers: HandlersOf<typeof contract.publicCopiesRoutes> = {
  'evidence.readPublicCopy': readPublicCopy,
  'evidence.changePublicCopy': changePublicCopy,
}
