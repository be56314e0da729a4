/** Start, state and cancellation of an upload in parts. */
import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import {
  EVIDENCE_FILMS_PER_DAY,
  EVIDENCE_UPLOAD_TTL_S,
  EVIDENCE_UPLOADS_PER_DAY,
  type cancelEvidenceUpload as cancelRoute,
  type readEvidenceUpload as readRoute,
  type startEvidenceUpload as startRoute,
} from '#shared/contract/evidence.ts'
import {
  ALL_WITNESS_BYTES_PER_DAY,
  NETWORK_WITNESS_BYTES_PER_DAY,
  WITNESS_BYTES_PER_DAY,
  WITNESS_UPLOADS_PER_DAY,
} from '#shared/domain/report/witness-rules.ts'
import { DAY_S, GIGABYTE, KILOBYTE } from '#shared/domain/units.ts'
import { isoAfter, isoNow } from '../../base/clock.ts'
import { done, refuse, type Outcome, type Refusal } from '../../base/outcome.ts'
import { memberHolder, networkHolder, type Holder } from '../../base/work-gate.ts'
import type { Config } from '../../deps/config.ts'
import type { Deps } from '../../deps/deps.ts'
import type { Handler } from '../../http/handlers.ts'
import type { Schema } from '../../parts/database/schema.ts'
import { transact } from '../../parts/database/transact.ts'
import { discardFiles } from '../../parts/files/file-repository.ts'
import { originalName } from '../../parts/files/original-name.ts'
import { removeParts } from '../../parts/files/parts.ts'
import { hitOrigin, type CountedNetwork } from '../../parts/security/throttle.ts'
import {
  closeUpload,
  findUpload,
  insertUpload,
  NO_MEMBER,
  usedQuota,
  type Sender,
  type UploadRow,
} from '../evidence/upload-repository.ts'
import { mayAddToWitnessReport } from '../reports/policy.ts'
import { lockReport, lockReporter } from '../reports/report-repository.ts'
import { earlyFault, presentUpload, refusalOfFault } from './upload-rules.ts'

/** Receipts are cheap: many of one network are one. */
export const holderOf = (
  sender: Sender,
  networks: readonly { readonly network: string }[],
): Holder =>
  sender.kind === 'member'
    ? memberHolder(sender.memberId)
    : networkHolder(networks, `witness:${sender.reportId}`)

const dayMaxBytes = ({ evidenceVideoMaxBytes, limitsScale }: Config): number =>
  Math.max(GIGABYTE, EVIDENCE_FILMS_PER_DAY * evidenceVideoMaxBytes) * limitsScale

type Used = Awaited<ReturnType<typeof usedQuota>>

/** An address and its neighbours, so that a whole /24 is no more than two of them. */
const SHARE_FACTOR_MAX = 2

/**
 * Whether the networks of a witness have bytes left of their own. All that they send is counted, so
 * that who sent much before the total of all was reached has none left.
 */
async function hasShare(
  deps: Pick<Deps, 'throttle' | 'secrets'>,
  networks: readonly CountedNetwork[],
  { bytes, counts }: { readonly bytes: number; readonly counts: boolean },
): Promise<boolean> {
  const weight = Math.ceil(bytes / KILOBYTE)
  const most = NETWORK_WITNESS_BYTES_PER_DAY / KILOBYTE
  const hit = await hitOrigin(deps, {
    name: 'witness.bytes',
    limits: [{ per: 'network', max: counts ? most : most - weight, windowS: DAY_S }],
    networks: networks.map(({ network, factor }) => ({
      network,
      factor: Math.min(factor, SHARE_FACTOR_MAX),
    })),
    weight: counts ? weight : 0,
  })
  return hit.ok
}

/**
 * Serialized by a lock on the sender's row: the second of two simultaneous starts sees the first.
 * @param size what the next file may have at most
 */
async function quotaRefusal(
  db: Transaction<Schema>,
  sender: Sender,
  size: number,
  { clock, config }: Pick<Deps, 'clock' | 'config'>,
  hasOwnShare: boolean,
): Promise<Refusal | undefined> {
  const now = isoNow(clock)
  const isOver = ({ uploads, bytes }: Used, uploadsMax: number, bytesMax: number): boolean =>
    uploads >= uploadsMax * config.limitsScale || bytes + size > bytesMax
  const wait = ({ oldest }: Used): Refusal =>
    refuse('too-many', {
      retryAfterS:
        oldest === null ? EVIDENCE_UPLOAD_TTL_S : (Date.parse(oldest) - Date.parse(now)) / 1_000,
    })
  if (sender.kind === 'member') {
    if (!(await lockReporter(db, sender.memberId))) return refuse('forbidden')
    const used = await usedQuota(db, sender, now)
    return isOver(used, EVIDENCE_UPLOADS_PER_DAY, dayMaxBytes(config)) ? wait(used) : undefined
  }
  const report = await lockReport(db, sender.reportId)
  if (report === undefined || !mayAddToWitnessReport(report)) return refuse('conflict')
  const used = await usedQuota(db, sender, now)
  if (isOver(used, WITNESS_UPLOADS_PER_DAY, WITNESS_BYTES_PER_DAY * config.limitsScale))
    return wait(used)
  if (hasOwnShare) return undefined
  const all = await usedQuota(db, 'all-witnesses', now)
  return isOver(all, Infinity, ALL_WITNESS_BYTES_PER_DAY * config.limitsScale)
    ? wait(all)
    : undefined
}

/** Whether this part may be stored: as one of the network's own, or as one of all witnesses. */
export async function roomRefusal(
  deps: Pick<Deps, 'database' | 'clock' | 'config' | 'throttle' | 'secrets'>,
  row: Pick<UploadRow, 'report_id'>,
  bytes: number,
  networks: readonly CountedNetwork[],
): Promise<Refusal | undefined> {
  const { database, clock, config } = deps
  if (row.report_id === null || (await hasShare(deps, networks, { bytes, counts: true })))
    return undefined
  const all = await usedQuota(database.db, 'all-witnesses', isoNow(clock))
  return all.bytes + bytes > ALL_WITNESS_BYTES_PER_DAY * config.limitsScale
    ? refuse('too-many', { retryAfterS: EVIDENCE_UPLOAD_TTL_S })
    : undefined
}

interface SenderPlace {
  readonly networks: readonly CountedNetwork[]
  /** What is known of the size, where `body` announces the most that it can be. */
  readonly size?: number
}

/** Begins an upload for this sender. */
export async function beginUpload(
  deps: Pick<Deps, 'database' | 'clock' | 'config' | 'throttle' | 'secrets'>,
  body: Parameters<Handler<typeof startRoute>>[0]['body'],
  sender: Sender,
  { networks, size = body.size }: SenderPlace,
): Promise<Outcome<UploadRow>> {
  const { database, clock, config } = deps
  const early = earlyFault(body, config.evidenceVideoMaxBytes)
  if (early !== undefined) return refusalOfFault(early.fault, early.field)
  const now = isoNow(clock)
  const hasOwnShare =
    sender.kind === 'witness' && (await hasShare(deps, networks, { bytes: size, counts: false }))
  return transact(database.db, async (transaction) => {
    const quota = await quotaRefusal(transaction, sender, body.size, { clock, config }, hasOwnShare)
    if (quota !== undefined) return quota
    const row: UploadRow = {
      id: randomUUID(),
      member_id: sender.kind === 'member' ? sender.memberId : NO_MEMBER,
      report_id: sender.kind === 'witness' ? sender.reportId : null,
      // The name of a witness's file may name the witness, or the phone.
      name: originalName(sender.kind === 'witness' ? undefined : body.name),
      size_bytes: body.size,
      sha256: body.sha256,
      original_sha256: body.originalSha256 ?? null,
      original_bytes: body.originalSize ?? null,
      seal: body.seal === undefined ? null : JSON.stringify(body.seal),
      state: 'open',
      received_bytes: 0,
      finishing_id: null,
      finishing_at: null,
      fault: null,
      file_id: null,
      created_at: now,
      expires_at: isoAfter(clock, EVIDENCE_UPLOAD_TTL_S),
    }
    await insertUpload(transaction, row)
    return done(row)
  })
}

export const startUpload: Handler<typeof startRoute> = async ({ body, caller, facts }, deps) => {
  const begun = await beginUpload(deps, body, caller, facts)
  return begun.ok ? done(presentUpload(begun.value)) : begun
}

export const readUpload: Handler<typeof readRoute> = async (
  { params, caller },
  { database, clock },
) => {
  const row = await findUpload(database.db, {
    id: params.id,
    sender: caller,
    now: isoNow(clock),
  })
  return row === undefined || row.state === 'closed'
    ? refuse('not-found')
    : done(presentUpload(row))
}

/** A finished upload is already a file, and is removed like any unused one. */
export const cancelUpload: Handler<typeof cancelRoute> = async (
  { params, caller, facts },
  { database, library, clock },
) => {
  const row = await findUpload(database.db, {
    id: params.id,
    sender: caller,
    now: isoNow(clock),
  })
  if (row === undefined) return refuse('not-found')
  const cancelled = await facts.transact(async (transaction) => {
    const isClosed = row.file_id === null && (await closeUpload(transaction, row.id))
    const discarded = row.file_id === null ? [] : await discardFiles(transaction, [row.file_id])
    facts.trace({ target: `upload:${row.id}`, detail: { bytes: row.received_bytes } })
    return done({ isClosed, discarded })
  })
  if (!cancelled.ok) return cancelled
  // The bytes are removed afterwards; after a fault the clean-up removes them.
  await library.remove(cancelled.value.discarded.map(({ id }) => id))
  if (cancelled.value.isClosed) await removeParts(database.db, library.parts, { uploadId: row.id })
  return done({ cancelled: true })
}
