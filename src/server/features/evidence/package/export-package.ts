/**
 * A package for a court: originals, their hashes and custody, the report, and a manifest that the
 * association signs. `evidence-verify.ts` checks it without this server.
 */
import { createHash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { exportPackage as route } from '#shared/contract/evidence.ts'
import { cardId } from '#shared/domain/people/member-id.ts'
import { letterOf } from '#shared/domain/people/roles.ts'
import { isoNow } from '../../../base/clock.ts'
import { done, refuse } from '../../../base/outcome.ts'
import { memberHolder } from '../../../base/work-gate.ts'
import type { Deps } from '../../../deps/deps.ts'
import type { Handler } from '../../../http/handlers.ts'
import type { Caller } from '../../../http/principal/caller.ts'
import { inTransaction } from '../../../parts/database/transact.ts'
import { sourceOf, type ByteSource } from '../../../parts/files/byte-source.ts'
import { DamagedFile } from '../../../parts/files/store/file-store.ts'
import {
  checksum,
  storedZipSize,
  writeStoredZip,
  type StoredEntry,
} from '../../../parts/files/stored-zip.ts'
import { subjectsOf } from '../../../records/evidence/custody-repository.ts'
import {
  auditHead,
  custodyOf,
  isComplete,
  recordCustody,
  statedOriginalOf,
} from '../../../records/evidence/custody.ts'
import { readSeal, sealWords } from '../../../records/evidence/seal-check.ts'
import { stepUpRefusal } from '../../../records/factors/step-up.ts'
import { findReport, type ReportRow } from '../../../records/reports/report-repository.ts'
import {
  custodyName,
  FORMAT,
  lineHash,
  MANIFEST,
  originalName,
  README,
  sealName,
  SIGNATURE,
  signedText,
  STATED_NOTE,
  type Manifest,
} from './package-names.ts'
import { timestampFiles } from './package-timestamps.ts'

const BUSY_RETRY_S = 10
type Subject = Awaited<ReturnType<typeof subjectsOf>>[number]
type FileLine = Manifest['files'][number]

interface Packed {
  readonly entry: StoredEntry
  readonly line: FileLine
}

type MoreOfFile = Omit<FileLine, 'name' | 'size' | 'sha256'>
async function pack(name: string, source: ByteSource, more: MoreOfFile = {}): Promise<Packed> {
  const hash = createHash('sha256')
  let check = 0
  for await (const piece of source.read(0, source.size)) {
    hash.update(piece)
    check = checksum(piece, check)
  }
  const line = { name, size: source.size, sha256: hash.digest('hex'), ...more }
  return { entry: { name, source, crc32: check }, line }
}
const packText = (name: string, text: string, more?: MoreOfFile): Promise<Packed> =>
  pack(name, sourceOf(Buffer.from(text)), more)

/** Undefined where the store does not return the whole original; the package then says so. */
async function packOriginal({ library, log }: Deps, subject: Subject): Promise<Packed | undefined> {
  try {
    const source = await library.openOriginal(subject.file_id)
    const stated = statedOriginalOf(subject)
    const received = {
      receivedSha256: subject.sha256,
      receivedAt: subject.received_at,
      ...(stated && { statedOriginal: { ...stated, note: STATED_NOTE } }),
    }
    return await pack(originalName(subject.id, subject.media_type), source, received)
  } catch (error) {
    if (!(error instanceof DamagedFile)) throw error // a store that is away says nothing about the original
    log.error({ err: error, evidence: subject.id }, 'an original cannot be read')
    return undefined
  }
}

/** The seal as it was sent, also one that did not match: the package says which. */
async function packSeal(subject: Subject): Promise<Packed[]> {
  const seal = readSeal(subject.seal)
  if (seal === undefined || subject.seal_state === null) return []
  const sealOf = {
    name: originalName(subject.id, subject.media_type),
    state: subject.seal_state,
  }
  return [
    await packText(sealName(subject.id), `${JSON.stringify(seal, undefined, 2)}\n`, { sealOf }),
  ]
}

async function packCustody({ database: { db } }: Deps, subject: Subject): Promise<Packed> {
  const events = await custodyOf(db, subject)
  const { id: evidenceId, sha256, received_at: receivedAt } = subject
  const head = { evidenceId, sha256, receivedAt, complete: isComplete(events) }
  const lines = [head, ...events].map((event) => JSON.stringify(event))
  return packText(custodyName(subject.id), lines.map((line) => `${line}\n`).join(''), {
    lines: lines.map(lineHash),
  })
}

/** Never the reporter. Only administrators can export the account of the actor. */
function reportText(report: ReportRow, subjects: readonly Subject[], caller: Caller): string {
  return `${JSON.stringify(
    {
      id: report.id,
      type: report.type,
      description: report.description,
      country: report.country,
      city: report.city,
      googleMapLink: report.google_map_link,
      incidentDate: report.incident_date,
      actor: report.actor,
      actorName: report.actor_name,
      actorDesc: report.actor_desc,
      ...(caller.role === 'admin' ? { actorAccount: report.actor_account } : {}),
      victim: report.victim,
      status: report.status,
      verifierComment: report.verifier_comment,
      createdAt: report.created_at,
      updatedAt: report.updated_at,
      evidence: subjects.map((one) => ({
        id: one.id,
        description: one.description,
        mediaType: one.media_type,
        size: one.size_bytes,
        sha256: one.sha256,
        statedOriginal: statedOriginalOf(one),
        seal: sealWords(one),
        receivedAt: one.received_at,
        removedAt: one.deleted_at,
      })),
    },
    undefined,
    2,
  )}\n`
}

interface Scene {
  readonly report: ReportRow
  readonly subjects: readonly Subject[]
  readonly caller: Caller
  readonly packageId: string
}

async function assemble(
  deps: Deps,
  { report, subjects, caller, packageId }: Scene,
): Promise<StoredEntry[]> {
  const packed: Packed[] = [
    await packText('README.txt', README),
    await packText('report.json', reportText(report, subjects, caller)),
  ]
  const unreadable: Manifest['unreadable'] = []
  for (const subject of subjects) {
    const original = subject.deleted_at === null ? await packOriginal(deps, subject) : undefined
    if (original !== undefined) packed.push(original, ...(await packSeal(subject)))
    else if (subject.deleted_at === null)
      unreadable.push({ evidenceId: subject.id, sha256: subject.sha256 })
    packed.push(await packCustody(deps, subject))
  }
  const times = await timestampFiles(
    deps.database.db,
    subjects.map(({ id }) => id),
    deps.config.timestamps?.anchors ?? [],
  )
  for (const { name, source } of times) packed.push(await pack(name, source))
  const key = deps.keys.current('evidence')
  const manifest: Manifest = {
    format: FORMAT,
    packageId,
    association: deps.config.publicUrl,
    reportId: report.id,
    createdAt: isoNow(deps.clock),
    createdBy: cardId(caller.memberId),
    auditHead: await auditHead(deps.database.db),
    key: {
      kty: 'OKP',
      crv: 'Ed25519',
      kid: key.kid,
      x: deps.keys.find('evidence', key.kid)?.x ?? '',
    },
    files: packed.map(({ line }) => line),
    unreadable,
  }
  const text = `${JSON.stringify(manifest, undefined, 2)}\n`
  const written = await packText(MANIFEST, text)
  const signature = await packText(SIGNATURE, `${deps.keys.sign('evidence', signedText(text))}\n`)
  return [written.entry, signature.entry, ...packed.map(({ entry }) => entry)]
}

/**
 * The export is logged before the first byte is sent, because an aborted download has delivered its
 * first part.
 */
export const exportPackage: Handler<typeof route> = async ({ params, caller, facts }, deps) => {
  const {
    database: { db },
    audit,
    library,
  } = deps
  const unproven = await stepUpRefusal(deps, caller)
  if (unproven !== undefined) return unproven
  const report = await findReport(db, params.reportId)
  if (report === undefined) return refuse('not-found')
  const subjects = await subjectsOf(db, report.id)
  const there = subjects.filter(({ deleted_at: removed }) => removed === null)
  const sizes = there.map((one) => ({
    name: originalName(one.id, one.media_type),
    size: one.size_bytes,
  }))
  if (storedZipSize(sizes) === undefined) return refuse('too-large')
  const packageId = randomUUID()
  await inTransaction(db, async (transaction) => {
    const detail = { report: report.id, package: packageId, role: letterOf(caller.role) }
    const by = {
      event: 'exported',
      memberId: caller.memberId,
      detail,
      requestId: facts.requestId,
    } as const
    for (const { id, sha256 } of there)
      await recordCustody(audit, { ...by, evidenceId: id, sha256 }, transaction)
  })
  const passed = await library.joining.pass(
    () => assemble(deps, { report, subjects, caller, packageId }),
    memberHolder(caller.memberId),
  )
  if (!passed.ok) return refuse('busy', { retryAfterS: BUSY_RETRY_S })
  const size = storedZipSize(passed.value.map(({ name, source }) => ({ name, size: source.size })))
  if (size === undefined) return refuse('too-large')
  facts.trace({
    target: `report:${report.id}`,
    detail: { package: packageId, evidence: there.length, bytes: size },
  })
  void facts.reply
    .type('application/zip')
    .header('content-length', size)
    .header('content-disposition', `attachment; filename="report-${report.id}-evidence.zip"`)
    .header('content-security-policy', 'sandbox')
    .header('cache-control', 'no-store')
  return done(Readable.from(writeStoredZip(passed.value)))
}
