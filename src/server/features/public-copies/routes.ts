/**
 * What the public sees of a piece of evidence. The original and the working copy of staff stay as
 * they are; each change is a row with its reason, and a line of the custody.
 */
import { isDeepStrictEqual } from 'node:util'
import type { Kysely, Transaction } from 'kysely'
import type * as contract from '#shared/contract/public-copies.ts'
import { UNDO_S } from '#shared/domain/access/undo-rules.ts'
import { cardId } from '#shared/domain/people/member-id.ts'
import {
  areTooMany,
  BOXES_MAX,
  type ContentWarning,
} from '#shared/domain/report/public-copy-rules.ts'
import {
  isRelease,
  releasesWorkOfOthers,
  stricter,
  type StateOfHistory,
} from '#shared/domain/report/release-rules.ts'
import { isoAfter, isoNow } from '../../base/clock.ts'
import { done, refuse, type Refusal } from '../../base/outcome.ts'
import { memberHolder } from '../../base/work-gate.ts'
import type { Deps } from '../../deps/deps.ts'
import type { Handler, HandlersOf, RequestFacts } from '../../http/handlers.ts'
import type { Caller } from '../../http/principal/caller.ts'
import { memberActor } from '../../parts/audit/audit-log.ts'
import type { Schema } from '../../parts/database/schema.ts'
import { boxesIn, hasBoxes } from '../../parts/files/shown-copies.ts'
import { PDF } from '../../parts/files/sniff.ts'
import { DamagedFile } from '../../parts/files/store/file-store.ts'
import { undoIsOver } from '../../records/decisions/undo-refusals.ts'
import { evidenceTarget } from '../../records/evidence/custody.ts'
import { stepUpRefusal } from '../../records/factors/step-up.ts'
import {
  findPublicCopy,
  listChanges,
  type PublicCopyRow,
} from '../../records/public-copies/public-copy-repository.ts'
import {
  confirmRelease,
  findRelease,
  insertRelease,
  takeRelease,
  type ReleaseRow,
} from '../../records/releases/release-repository.ts'
import { lockReport } from '../../records/reports/report-repository.ts'
import { readChange, writeChange, type CopyChange } from './write-change.ts'

const BUSY_RETRY_S = 5
/** A picture is one page. */
const pagesOf = ({ media_type: mediaType, pages }: PublicCopyRow): number =>
  mediaType.startsWith('image/') ? 1 : mediaType === PDF ? (pages ?? 1) : 0

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

function presentRelease(row: ReleaseRow, caller: Caller): contract.PublicCopy['release'] {
  const { heldBack, warnings, boxes, reason } = readChange(row.change)
  return {
    id: row.id,
    by: cardId(row.proposed_by),
    own: row.proposed_by === caller.memberId,
    at: row.proposed_at,
    dueAt: row.due_at,
    reason,
    heldBack,
    warnings,
    boxes,
  }
}

async function present(
  db: Kysely<Schema>,
  { library }: Pick<Deps, 'library'>,
  row: PublicCopyRow,
  caller: Caller,
): Promise<contract.PublicCopy> {
  const changes = await listChanges(db, row.id)
  const release = await findRelease(db, 'evidence', row.id)
  return {
    evidenceId: row.id,
    reportId: row.report_id,
    pages: pagesOf(row),
    version: row.public_version,
    ...stateOf(row),
    pictureUrl: pagesOf(row) > 0 ? library.sign(row.file_id, 'view', caller.sessionId) : null,
    release: release === undefined ? null : presentRelease(release, caller),
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
  message: 'Boxes can be drawn in pictures and pages of PDF only. Hold this piece back instead',
} as const

const NO_PAGE = {
  path: 'body.boxes',
  code: 'no_such_page',
  message: 'A box is on a page that the document does not have',
} as const

const TOO_MANY = {
  path: 'body.boxes',
  code: 'too_big',
  message: `One page may have ${BOXES_MAX} boxes. Old ones stay for some seconds, and count: take them off first`,
} as const

/** In one form, whether it comes from the row or from the call. */
const shownOf = (state: Pick<PublicCopyRow, 'held_back' | 'boxes'> | CopyChange) =>
  'held_back' in state
    ? [state.held_back === 1, boxesIn(state.boxes)]
    : [state.heldBack, state.boxes]

/**
 * Draws the copies before the change is committed: a picture that cannot be drawn is not released. Pages are drawn when
 * they are read, because boxes on many of them would take minutes; one that cannot be drawn is not shown at all.
 */
async function drawFaults(
  { library, log }: Deps,
  row: PublicCopyRow,
  boxes: string,
  memberId: number,
): Promise<Refusal | undefined> {
  if (!hasBoxes(boxes) || boxes === row.boxes || row.media_type === PDF) return undefined
  try {
    const file = { id: row.file_id, media_type: row.media_type, boxes }
    const made = await library.shown.make(file, 1, memberHolder(memberId))
    return made.ok ? undefined : refuse('busy', { retryAfterS: BUSY_RETRY_S })
  } catch (error) {
    if (!(error instanceof DamagedFile)) throw error
    log.error({ err: error, evidence: row.id }, 'an original cannot be read')
    return refuse('file-damaged')
  }
}

/** Oldest first; the last state is the present one. */
const historyOf = (changes: Awaited<ReturnType<typeof listChanges>>): readonly StateOfHistory[] =>
  changes.toReversed().map((change) => ({ by: change.changed_by, ...stateOf(change) }))

/** Stores a change that shows more, for later. */
async function askRelease(
  { clock }: Pick<Deps, 'clock'>,
  db: Transaction<Schema>,
  row: PublicCopyRow,
  body: CopyChange,
  { caller, facts }: { readonly caller: Caller; readonly facts: Pick<RequestFacts, 'trace'> },
): Promise<void> {
  const history = historyOf(await listChanges(db, row.id))
  const second = caller.role === 'reviewer' && releasesWorkOfOthers(history, body, caller.memberId)
  await insertRelease(db, {
    kind: 'evidence',
    target: row.id,
    report_id: row.report_id,
    change: JSON.stringify({ ...body, version: row.public_version } satisfies CopyChange),
    proposed_by: caller.memberId,
    proposed_at: isoNow(clock),
    due_at: second ? null : isoAfter(clock, UNDO_S),
  })
  facts.trace({
    action: 'evidence.release-asked',
    target: evidenceTarget(row.id),
    detail: { release: true, second, report: row.report_id, reason: body.reason },
  })
}

const changePublicCopy: Handler<typeof contract.changePublicCopy> = async (
  { params, body, caller, facts },
  deps,
) => {
  const { library, log, database } = deps
  const before = await findPublicCopy(database.db, params.id)
  if (before === undefined) return refuse('not-found')
  const pages = pagesOf(before)
  if (body.boxes.length > 0 && pages === 0) return refuse('invalid', { fields: [NO_PICTURE] })
  if (body.boxes.some(({ page = 1 }) => page > pages))
    return refuse('invalid', { fields: [NO_PAGE] })
  const conflict = async (handle: Kysely<Schema>, row: PublicCopyRow) =>
    refuse('conflict', { extra: { current: await present(handle, deps, row, caller) } })
  if (before.public_version !== body.version) return conflict(database.db, before)
  const shows = isRelease(stateOf(before), body)
  const unproven = shows ? await stepUpRefusal(deps, caller) : undefined
  if (unproven !== undefined) return unproven
  // What hides more is made at once; what shows more waits.
  const { heldBack, boxes: all } = stricter(stateOf(before), body)
  const now: CopyChange = shows
    ? { ...body, heldBack, boxes: [...all], warnings: warningsIn(before.warnings) }
    : body
  if (areTooMany(now.boxes)) return refuse('invalid', { fields: [TOO_MANY] })
  const boxes = JSON.stringify(now.boxes)
  const fault = await drawFaults(deps, before, boxes, caller.memberId)
  if (fault !== undefined) return fault

  const outcome = await facts.transact<contract.PublicCopy>(async (transaction) => {
    await lockReport(transaction, before.report_id)
    let row = await findPublicCopy(transaction, params.id)
    if (row === undefined) return refuse('not-found')
    const waits = (await findRelease(transaction, 'evidence', row.id)) !== undefined
    // One waits at a time: another one must not pass for the one that a colleague looks at.
    if (row.public_version !== body.version || (shows && waits)) return conflict(transaction, row)
    if (!shows || !isDeepStrictEqual(shownOf(before), shownOf(now))) {
      const detail = await writeChange(deps, transaction, row, now, caller.memberId)
      if (detail === undefined) return conflict(transaction, row)
      await takeRelease(transaction, 'evidence', row.id) // it was decided on another state
      const told = { target: evidenceTarget(row.id), detail }
      const actor = memberActor(caller.memberId)
      if (shows)
        await deps.audit.write({ actor, action: 'evidence.public-changed', ...told }, transaction)
      else facts.trace(told)
      row = (await findPublicCopy(transaction, params.id)) ?? row
    }
    if (shows) await askRelease(deps, transaction, row, body, { caller, facts })
    return done(await present(transaction, deps, row, caller))
  })
  // Without boxes no caller reads the copies; they are removed with the file at the latest.
  if (outcome.ok && hasBoxes(before.boxes) && !hasBoxes(boxes))
    await library.shown
      .remove({ ...before, id: before.file_id })
      .catch((error: unknown) => log.warn({ err: error }, 'old copies could not be removed'))
  return outcome
}

const confirmPublicCopy: Handler<typeof contract.confirmPublicCopy> = async (
  { params, body, caller, facts },
  deps,
) => {
  const unproven = await stepUpRefusal(deps, caller)
  if (unproven !== undefined) return unproven
  return facts.transact(async (transaction) => {
    const row = await findPublicCopy(transaction, params.id)
    const release = row && (await findRelease(transaction, 'evidence', row.id))
    if (row === undefined || release === undefined) return refuse('not-found')
    if (release.proposed_by === caller.memberId) return refuse('own-proposal')
    const confirmation = { by: caller.memberId, dueAt: isoAfter(deps.clock, UNDO_S) }
    const isTheSame =
      release.id === body.release && readChange(release.change).version === row.public_version
    if (!isTheSame || !(await confirmRelease(transaction, release.id, confirmation)))
      return refuse('conflict', {
        extra: { current: await present(transaction, deps, row, caller) },
      })
    facts.trace({
      target: evidenceTarget(row.id),
      detail: { release: true, report: row.report_id, proposedBy: cardId(release.proposed_by) },
    })
    return done(await present(transaction, deps, row, caller))
  })
}

const stopPublicCopy: Handler<typeof contract.stopPublicCopy> = ({ params, caller, facts }, deps) =>
  facts.transact(async (transaction) => {
    const row = await findPublicCopy(transaction, params.id)
    if (row === undefined) return refuse('not-found')
    if ((await takeRelease(transaction, 'evidence', row.id)) === undefined) return undoIsOver()
    facts.trace({ target: evidenceTarget(row.id), detail: { report: row.report_id } })
    return done(await present(transaction, deps, row, caller))
  })

export const publicCopiesHandlers: HandlersOf<typeof contract.publicCopiesRoutes> = {
  'evidence.readPublicCopy': readPublicCopy,
  'evidence.changePublicCopy': changePublicCopy,
  'evidence.confirmPublicCopy': confirmPublicCopy,
  'evidence.stopPublicCopy': stopPublicCopy,
}
