/**
 * One of all calls that finish an upload does the work; the others, and later ones, get its result.
 */
import { randomUUID } from 'node:crypto'
import type { finishEvidenceUpload as route } from '#shared/contract/evidence.ts'
import { isoAfter, isoNow } from '../../clock.ts'
import { memberActor } from '../../audit/audit-log.ts'
import { transact } from '../../database/transact.ts'
import type { Deps } from '../../deps.ts'
import { publishFile } from '../../files/file-repository.ts'
import { removeParts } from '../../files/parts.ts'
import type { FileFault } from '../../files/prepare.ts'
import type { Handler } from '../../http/handlers.ts'
import { done, refuse, type Outcome } from '../../outcome.ts'
import { examineUpload, type Examined } from './examine-upload.ts'
import {
  beginFinish,
  endFinish,
  findUpload,
  keepFinish,
  type UploadRow,
} from './upload-repository.ts'
import { outOfStep, presentUpload, refusalOfFault } from './upload-rules.ts'

/**
 * The server that assembles a file renews its mark every ten seconds; without renewal for three
 * times as long it counts as killed.
 */
const SIGN_OF_LIFE_MS = 10_000
const SILENCE_S = 30
const BUSY_RETRY_S = 3

interface Finish {
  readonly id: string
  readonly finishingId: string
}
type Answer = Outcome<ReturnType<typeof presentUpload>>

/** File, upload and log change in one transaction. */
const publish = (
  deps: Deps,
  row: UploadRow,
  finish: Finish,
  { fileId, isFilm }: Extract<Examined, { kind: 'received' }>,
  requestId: string,
) =>
  transact(deps.database.db, async (transaction) => {
    if (!(await endFinish(transaction, finish, { state: 'finished', file_id: fileId })))
      return refuse('busy', { retryAfterS: BUSY_RETRY_S })
    const { original_sha256, original_bytes } = row
    await publishFile(transaction, fileId, {
      purpose: 'report',
      owner_id: row.member_id,
      ticket_id: null,
      attached_at: null,
      original_sha256,
      original_bytes,
    })
    if (isFilm)
      await transaction
        .updateTable('file_parts')
        .set({ file_id: fileId, upload_id: null })
        .where('upload_id', '=', row.id)
        .where('stored_at', 'is not', null)
        .execute()
    await deps.audit.write(
      {
        actor: memberActor(row.member_id),
        action: 'evidence.uploaded',
        target: `file:${fileId}`,
        detail: { sha256: row.sha256, bytes: row.size_bytes },
        requestId,
      },
      transaction,
    )
    return done(presentUpload({ ...row, state: 'finished', file_id: fileId }))
  })

async function settle(
  deps: Deps,
  row: UploadRow,
  finish: Finish,
  examined: Examined,
  requestId: string,
): Promise<Answer> {
  const {
    database: { db },
    library,
  } = deps
  if (examined.kind === 'busy') {
    await endFinish(db, finish, { state: 'open' })
    return refuse('busy', { retryAfterS: BUSY_RETRY_S })
  }
  if (examined.kind === 'refused') {
    if (await endFinish(db, finish, { state: 'closed', fault: JSON.stringify(examined.fault) }))
      await removeParts(db, library.parts, { uploadId: row.id })
    return refusalOfFault(examined.fault, 'body')
  }
  const answer = await publish(deps, row, finish, examined, requestId)
  // A film keeps its parts; the remaining ones have no owner.
  if (answer.ok) await removeParts(db, library.parts, { uploadId: row.id })
  else await library.remove([examined.fileId])
  return answer
}

async function work(
  deps: Deps,
  row: UploadRow,
  finish: Finish,
  requestId: string,
): Promise<Answer> {
  const {
    database: { db },
    clock,
  } = deps
  const signs = setInterval(
    () => void keepFinish(db, { ...finish, at: isoNow(clock) }).catch(() => undefined),
    SIGN_OF_LIFE_MS,
  ) // the next one may succeed
  try {
    const passed = await deps.library.joining.pass(() => examineUpload(deps, row))
    return await settle(deps, row, finish, passed.ok ? passed.value : { kind: 'busy' }, requestId)
  } catch (error) {
    await endFinish(db, finish, { state: 'open' }).catch(() => undefined) // the fault that matters is the first one
    throw error
  } finally {
    clearInterval(signs)
  }
}

export const finishUpload: Handler<typeof route> = async ({ params, caller, facts }, deps) => {
  const {
    database: { db },
    clock,
  } = deps
  const row = await findUpload(db, { id: params.id, memberId: caller.memberId, now: isoNow(clock) })
  if (row === undefined) return refuse('not-found')
  if (row.state === 'finished') return done(presentUpload(row))
  if (row.state === 'closed')
    return row.fault === null
      ? refuse('not-found')
      : refusalOfFault(JSON.parse(row.fault) as FileFault, 'body') // written above in this shape
  if (row.received_bytes < row.size_bytes) return outOfStep(row)
  const finish = { id: row.id, finishingId: randomUUID() }
  const isOurs = await beginFinish(db, {
    ...finish,
    at: isoNow(clock),
    silentSince: isoAfter(clock, -SILENCE_S),
  })
  return isOurs
    ? work(deps, row, finish, facts.requestId)
    : refuse('busy', { retryAfterS: BUSY_RETRY_S })
}
