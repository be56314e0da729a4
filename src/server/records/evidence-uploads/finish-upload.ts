/**
 * One of all calls that finish an upload does the work; the others, and later ones, get its result.
 */
import { randomUUID } from 'node:crypto'
import type { finishEvidenceUpload as route } from '#shared/contract/evidence.ts'
import { DOCUMENT_MAX_BYTES, EVIDENCE_PICTURE_MAX_BYTES } from '#shared/contract/uploads.ts'
import { isoAfter, isoNow } from '../../base/clock.ts'
import { done, refuse, type Outcome } from '../../base/outcome.ts'
import type { Holder } from '../../base/work-gate.ts'
import type { Deps } from '../../deps/deps.ts'
import type { Handler } from '../../http/handlers.ts'
import { ANONYMOUS, memberActor } from '../../parts/audit/audit-log.ts'
import { transact } from '../../parts/database/transact.ts'
import { readAt, sha256Of, type ByteSource } from '../../parts/files/byte-source.ts'
import { publishFile } from '../../parts/files/file-repository.ts'
import { beginsLikeFilm, examineFilm } from '../../parts/files/film/film.ts'
import { joinParts, partsOf, removeParts } from '../../parts/files/parts.ts'
import { FAULTS, type FileFault } from '../../parts/files/prepare.ts'
import { sniff } from '../../parts/files/sniff.ts'
import { beginsLikeSound, examineSound } from '../../parts/files/sound/sound.ts'
import { DamagedFile } from '../../parts/files/store/file-store.ts'
import { sealStateOf } from '../evidence/seal-check.ts'
import {
  beginFinish,
  endFinish,
  findUpload,
  keepFinish,
  movePartsToFile,
  type Sender,
  type UploadRow,
} from '../evidence/upload-repository.ts'
import { holderOf } from './begin-upload.ts'
import {
  filmTooLarge,
  NOT_EVIDENCE,
  outOfStep,
  presentUpload,
  refusalOfFault,
} from './upload-rules.ts'

/** A longer file is a film or a sound, or too large. */
const SHORT_MAX_BYTES = Math.max(DOCUMENT_MAX_BYTES, EVIDENCE_PICTURE_MAX_BYTES)
/** Bytes at the start of a file that are enough to detect its type. */
const HEAD_BYTES = 64 * 1024

type Examined =
  /**
   * No caller can name the file yet. A film or sound keeps the parts of its upload; those of other files are
   * removed.
   */
  | { readonly kind: 'received'; readonly fileId: string; readonly keepsParts: boolean }
  | { readonly kind: 'refused'; readonly fault: FileFault }
  | { readonly kind: 'busy' }

const refused = (fault: FileFault): Examined => ({ kind: 'refused', fault })
const OTHER_HASH: FileFault = {
  code: 'invalid',
  cause: 'hash_mismatch',
  message: 'The file that arrived has another SHA-256 than was announced: send it again',
}
const damaged = (message: string): FileFault => ({
  code: 'invalid',
  cause: 'damaged_file',
  message,
})
const OTHER_SIZE = damaged(
  'The file that arrived has another size than was announced: send it again',
)
const LOST_PART = damaged('A part of the file that arrived was lost here: send it again')

/** A film or a sound: what plays, may be long, and is blanked rather than encoded again. */
const isRecording = (head: Buffer): boolean => beginsLikeFilm(head) || beginsLikeSound(head)

async function examineLong(deps: Deps, row: UploadRow, source: ByteSource): Promise<Examined> {
  if ((await sha256Of(source)) !== row.sha256) return refused(OTHER_HASH)
  const head = await readAt(source, 0, HEAD_BYTES)
  if (!isRecording(head)) {
    const { kind } = await sniff(head)
    if (kind === 'other') return refused(NOT_EVIDENCE)
    return refused(FAULTS[kind === 'picture' ? 'evidence-picture-too-large' : 'document-too-large'])
  }
  if (source.size > deps.config.evidenceVideoMaxBytes)
    return refused(filmTooLarge(deps.config.evidenceVideoMaxBytes))
  const examined = beginsLikeFilm(head) ? await examineFilm(source) : await examineSound(source)
  if (!examined.ok) {
    if (examined.fault === 'not-evidence') return refused(NOT_EVIDENCE)
    return refused(FAULTS[examined.fault === 'protected' ? 'protected-film' : examined.fault])
  }
  const { mediaType, patches, isIncomplete } = examined
  const received = { mediaType, sizeBytes: source.size, sha256: row.sha256, patches, isIncomplete }
  const fileId = await deps.library.receiveRecording(received, row.name)
  return { kind: 'received', fileId, keepsParts: true }
}

/** Pictures and documents are handled as every other upload. */
async function examineShort(
  { library }: Deps,
  row: UploadRow,
  source: ByteSource,
  holder: Holder,
): Promise<Examined> {
  /** Bytes of a file that waits for its turn lie in the store alone. */
  const read = async (): Promise<Buffer | FileFault> => {
    const bytes = Buffer.alloc(source.size)
    return (await sha256Of(source, bytes)) === row.sha256 ? bytes : OTHER_HASH
  }
  const head = await readAt(source, 0, HEAD_BYTES)
  const passed = await library.prepare({ head, read, use: 'paper', documents: true }, holder)
  if (!passed.ok) return { kind: 'busy' }
  if (!passed.value.ok) {
    const { fault } = passed.value
    return refused(fault.message === FAULTS['not-evidence'].message ? NOT_EVIDENCE : fault)
  }
  return {
    kind: 'received',
    fileId: await library.receive(passed.value.file, row.name),
    keepsParts: false,
  }
}

async function examine(deps: Deps, row: UploadRow, holder: Holder): Promise<Examined> {
  const parts = await partsOf(deps.database.db, { uploadId: row.id })
  const source = joinParts(deps.library.parts, parts)
  if (source.size !== row.size_bytes) return refused(OTHER_SIZE)
  const isLong = isRecording(await readAt(source, 0, HEAD_BYTES)) || source.size > SHORT_MAX_BYTES
  // A short file waits in the queue of its kind alone: a document must hold no place of this one.
  if (!isLong) return examineShort(deps, row, source, holder)
  const passed = await deps.library.joining.pass(() => examineLong(deps, row, source), holder)
  return passed.ok ? passed.value : { kind: 'busy' }
}

/**
 * Checks a complete upload: whether it matches its announcement, and whether the file is accepted.
 */
async function examineUpload(deps: Deps, row: UploadRow, holder: Holder): Promise<Examined> {
  try {
    return await examine(deps, row, holder)
  } catch (error) {
    if (!(error instanceof DamagedFile)) throw error
    deps.log.error({ err: error, upload: row.id }, 'a part of an upload cannot be read')
    return refused(LOST_PART) // as an open upload it would fail at each try
  }
}

/**
 * The server that assembles a file renews its mark every ten seconds; without renewal for three
 * times as long it counts as killed.
 */
const SIGN_OF_LIFE_MS = 10_000
const SILENCE_S = 30
const BUSY_RETRY_S = 3

interface FinishedBy {
  readonly holder: Holder
  readonly requestId: string
}
interface Finish {
  readonly id: string
  readonly finishingId: string
}
type FinishedUpload = Outcome<ReturnType<typeof presentUpload>>

/** File, upload and log change in one transaction. */
const publish = (
  deps: Deps,
  row: UploadRow,
  finish: Finish,
  { fileId, keepsParts }: Extract<Examined, { kind: 'received' }>,
  requestId: string,
) =>
  transact(deps.database.db, async (transaction) => {
    if (!(await endFinish(transaction, finish, { state: 'finished', file_id: fileId })))
      return refuse('busy', { retryAfterS: BUSY_RETRY_S })
    const { original_sha256, original_bytes, seal } = row
    await publishFile(transaction, fileId, {
      purpose: 'report',
      owner_id: row.report_id === null ? row.member_id : null,
      ticket_id: null,
      attached_at: null,
      original_sha256,
      original_bytes,
      seal,
      seal_state: sealStateOf(row),
    })
    if (keepsParts) await movePartsToFile(transaction, row.id, fileId)
    await deps.audit.write(
      {
        actor: row.report_id === null ? memberActor(row.member_id) : ANONYMOUS,
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
): Promise<FinishedUpload> {
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
  const reply = await publish(deps, row, finish, examined, requestId)
  // A film or sound keeps its parts; the remaining ones have no owner.
  if (reply.ok) await removeParts(db, library.parts, { uploadId: row.id })
  else await library.remove([examined.fileId])
  return reply
}

async function work(
  deps: Deps,
  row: UploadRow,
  finish: Finish,
  by: FinishedBy,
): Promise<FinishedUpload> {
  const {
    database: { db },
    clock,
  } = deps
  const signs = setInterval(
    () => void keepFinish(db, { ...finish, at: isoNow(clock) }).catch(() => undefined),
    SIGN_OF_LIFE_MS,
  ) // the next one may succeed
  try {
    return await settle(deps, row, finish, await examineUpload(deps, row, by.holder), by.requestId)
  } catch (error) {
    await endFinish(db, finish, { state: 'open' }).catch(() => undefined) // the fault that matters is the first one
    throw error
  } finally {
    clearInterval(signs)
  }
}

export const finishUpload: Handler<typeof route> = ({ params, caller, facts }, deps) =>
  finishSent(deps, params.id, caller, {
    holder: holderOf(caller, facts.networks),
    requestId: facts.requestId,
  })

/** Puts the parts of the sender's upload together. */
export async function finishSent(
  deps: Deps,
  id: string,
  sender: Sender,
  by: FinishedBy,
): Promise<FinishedUpload> {
  const {
    database: { db },
    clock,
  } = deps
  const row = await findUpload(db, { id, sender, now: isoNow(clock) })
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
  return isOurs ? work(deps, row, finish, by) : refuse('busy', { retryAfterS: BUSY_RETRY_S })
}
