import { Readable } from 'node:stream'
import type * as contract from '#shared/contract/evidence.ts'
import { letterOf } from '#shared/domain/people/roles.ts'
import { hasText } from '#shared/domain/report/report-rules.ts'
import { done, refuse, type Outcome } from '../../base/outcome.ts'
import { memberHolder } from '../../base/work-gate.ts'
import type { Deps } from '../../deps/deps.ts'
import type { Handler, HandlersOf } from '../../http/handlers.ts'
import { sha256Of, type ByteSource } from '../../parts/files/byte-source.ts'
import { PDF } from '../../parts/files/sniff.ts'
import { endingOf } from '../../parts/files/sniff.ts'
import { DamagedFile } from '../../parts/files/store/file-store.ts'
import {
  startUpload,
  readUpload,
  cancelUpload,
} from '../../records/evidence-uploads/begin-upload.ts'
import { finishUpload } from '../../records/evidence-uploads/finish-upload.ts'
import { sendChunk } from '../../records/evidence-uploads/send-chunk.ts'
import { findSubject, type CustodySubject } from '../../records/evidence/custody-repository.ts'
import { evidenceTarget, readCustody } from '../../records/evidence/custody.ts'
import { stepUpRefusal } from '../../records/factors/step-up.ts'
import { exportPackage } from './package/export-package.ts'

const CACHE_S = 300

const evidenceKeys: Handler<typeof contract.evidenceKeys> = async ({ facts }, { keys }) => {
  void facts.reply.header('cache-control', `public, max-age=${CACHE_S}`)
  return done({
    keys: keys
      .all('evidence')
      .map(
        ({ kid, x }) => ({ kty: 'OKP', crv: 'Ed25519', kid, x, use: 'sig', alg: 'EdDSA' }) as const,
      ),
  })
}

const BUSY_RETRY_S = 10

/**
 * The original is verified before the first byte is sent, because a truncated or changed copy is no
 * evidence.
 */
async function checkOriginal(
  { library, log }: Deps,
  subject: CustodySubject,
  memberId: number,
): Promise<Outcome<ByteSource>> {
  try {
    const original = await library.openOriginal(subject.file_id)
    const hashed = await library.joining.pass(() => sha256Of(original), memberHolder(memberId))
    if (!hashed.ok) return refuse('busy', { retryAfterS: BUSY_RETRY_S })
    if (hashed.value === subject.sha256) return done(original)
    throw new DamagedFile(subject.file_id, 'changed')
  } catch (error) {
    if (!(error instanceof DamagedFile)) throw error
    log.error({ err: error, evidence: subject.id }, 'an original cannot be read')
    const audit = {
      action: 'evidence.damaged',
      target: evidenceTarget(subject.id),
      detail: { sha256: subject.sha256 },
    }
    return refuse('file-damaged', { audit })
  }
}

/**
 * The original contains place, device and other metadata, so it needs the password and a line in
 * the custody.
 */
const readOriginal: Handler<typeof contract.readOriginal> = async (
  { params, caller, facts },
  deps,
) => {
  const unproven = await stepUpRefusal(deps, caller)
  if (unproven !== undefined) return unproven
  const subject = await findSubject(deps.database.db, params.id)
  // Deleted evidence stays readable for administrators, who may restore it.
  if (subject === undefined || (subject.deleted_at !== null && caller.role !== 'admin'))
    return refuse('not-found')
  const original = await checkOriginal(deps, subject, caller.memberId)
  if (!original.ok) return original
  facts.trace({
    target: evidenceTarget(subject.id),
    detail: { sha256: subject.sha256, copy: 'original', role: letterOf(caller.role) },
  })
  const { size } = original.value
  const name = `evidence-${subject.id}-original.${endingOf(subject.media_type)}`
  void facts.reply
    .type('application/octet-stream')
    .header('content-length', size)
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('content-security-policy', 'sandbox')
    .header('cache-control', 'no-store')
  return done(Readable.from(original.value.read(0, size)))
}

const readText: Handler<typeof contract.readText> = async ({ params, caller, facts }, deps) => {
  const subject = await findSubject(deps.database.db, params.id)
  if (subject === undefined || subject.deleted_at !== null || !hasText(subject.media_type))
    return refuse('not-found')
  try {
    const holder = memberHolder(caller.memberId)
    const texts = await deps.library.pages.texts(subject.file_id, subject.media_type, holder)
    if (!texts.ok) return refuse('busy', { retryAfterS: BUSY_RETRY_S })
    facts.trace({
      target: evidenceTarget(subject.id),
      detail: { sha256: subject.sha256, copy: 'text', role: letterOf(caller.role) },
    })
    const pages = subject.media_type === PDF ? (subject.pages ?? texts.value.length) : 1
    return done({ pages: Array.from({ length: pages }, (_, index) => texts.value[index] ?? null) })
  } catch (error) {
    if (!(error instanceof DamagedFile)) throw error
    deps.log.error({ err: error, evidence: subject.id }, 'an original cannot be read')
    return refuse('file-damaged')
  }
}

export const evidenceHandlers: HandlersOf<typeof contract.evidenceRoutes> = {
  'evidence.startUpload': startUpload,
  'evidence.readUpload': readUpload,
  'evidence.sendChunk': sendChunk,
  'evidence.finishUpload': finishUpload,
  'evidence.cancelUpload': cancelUpload,
  'evidence.custody': readCustody,
  'evidence.original': readOriginal,
  'evidence.text': readText,
  'evidence.package': exportPackage,
  'evidence.keys': evidenceKeys,
}
