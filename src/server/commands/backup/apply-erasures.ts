/** Erases again, in a database that was just restored, what was erased since the backup (ADR 0045). */
import type { Transaction } from 'kysely'
import { cardId } from '#shared/domain/people/member-id.ts'
import { roleOf } from '#shared/domain/people/roles.ts'
import { isoNow, systemClock } from '../../base/clock.ts'
import type { Config } from '../../deps/config.ts'
import type { Deps } from '../../deps/deps.ts'
import { createAuditLog } from '../../parts/audit/audit-log.ts'
import { migrate } from '../../parts/database/migrate.ts'
import type { Schema } from '../../parts/database/schema.ts'
import { loadKeyRing, withSealing } from '../../parts/database/sealing/sealed-database.ts'
import { inTransaction } from '../../parts/database/transact.ts'
import { wantScrub } from '../../parts/database/want-scrub.ts'
import { createLibrary } from '../../parts/files/library.ts'
import { removeOrphans } from '../../parts/files/remove-orphans.ts'
import type { FileStore } from '../../parts/files/store/file-store.ts'
import { createSecrets } from '../../parts/security/secrets.ts'
import type { Erased, ErasedKind, Erasures } from '../../records/backup/erasures.ts'
import { eraseMember } from '../../records/erasure/erasure-repository.ts'
import {
  deleteReportRows,
  discard,
  evidenceWithHashes,
  insertPurgedEvidence,
  insertPurgedReport,
} from '../../records/reports/bin-repository.ts'
import { openExisting } from '../../start/open-existing.ts'
import {
  barMember,
  forgetBinned,
  forgetFile,
  memberOf,
  pieceOf,
  replaceListedCard,
  reportOf,
  retireNumber,
  staffOf,
} from './apply-repository.ts'
import { applyProtections, type ProtectedAgain } from './protections/apply-protections.ts'

type ErasedCounts = Readonly<Record<ErasedKind | 'barred', number>>
export interface ErasedAgain {
  /** Of the list: what was erased or protected later is not in it. */
  readonly at: string
  readonly counts: ErasedCounts
  /** Staff of the backup who had fewer rights since, in words. */
  readonly rights: readonly string[]
  /** Undefined where the list has none, or where states are left out. */
  readonly protectedAgain: ProtectedAgain | undefined
}

/** What was erased so long before the instant of a snapshot may not have been committed in it. */
const OVERLAP_MS = 10 * 60_000
const REASON = 'Erased again after a restore'

type ErasureDeps = Pick<Deps, 'secrets' | 'clock'>
type Apply = (
  deps: ErasureDeps,
  db: Transaction<Schema>,
  id: string,
  at: string,
) => Promise<boolean>

/** A number may have been given to another record since: only what is older than its erasure goes. */
const APPLY: Readonly<Record<ErasedKind, Apply>> = {
  async member(deps, db, id, at) {
    const number = Number(id)
    await forgetBinned(db, number, at)
    const row = await memberOf(db, number, at)
    if (row === undefined) return false
    await eraseMember(deps, db, row)
    const own = [row.card_photo_file, row.pending_photo_file, row.id_front_file, row.id_back_file]
    await discard(
      db,
      own.filter((file) => file !== null), // at once, and not when they have waited as orphans do
    )
    return true
  },
  async report({ clock }, db, id, at) {
    const report = await reportOf(db, Number(id), at)
    if (report === undefined) return false
    const evidence = await evidenceWithHashes(db, report.id)
    await insertPurgedReport(db, {
      id: report.id,
      deleted_at: report.deleted_at ?? at,
      deleted_by: report.deleted_by,
      reason: report.deleted_reason ?? REASON,
      purged_at: isoNow(clock),
      evidence: JSON.stringify(evidence.map(({ id: piece, sha256 }) => ({ id: piece, sha256 }))),
    })
    await deleteReportRows(db, report.id)
    await discard(
      db,
      evidence.map(({ file_id: file }) => file),
    )
    return true
  },
  async evidence({ clock }, db, id, at) {
    const piece = await pieceOf(db, Number(id), at)
    if (piece === undefined) return false
    await insertPurgedEvidence(db, {
      id: piece.id,
      report_id: piece.report_id,
      sha256: piece.sha256,
      deleted_at: piece.deleted_at ?? at,
      deleted_by: piece.deleted_by,
      reason: piece.deleted_reason ?? REASON,
      purged_at: isoNow(clock),
    })
    await discard(db, [piece.file_id])
    return true
  },
  file: (_deps, db, id) => forgetFile(db, id),
  async card(_deps, db, id, at) {
    const [place = '', holder = ''] = id.split('/')
    return replaceListedCard(db, { statusIndex: Number(place), memberId: Number(holder), at })
  },
}

/** The order matters: what a member or a report takes with it is not counted again. */
const ORDER: readonly ErasedKind[] = ['member', 'report', 'evidence', 'card', 'file']

export interface ErasuresToApply {
  readonly config: Pick<Config, 'databaseUrl' | 'pool' | 'dataDir'>
  readonly store: FileStore
  readonly secretKey: string
  readonly list: Erasures
  readonly snapshotAt: string
  /** Leave out what was erased later, and the states of members: after an attack. */
  readonly until: string | undefined
  /** Name of the snapshot, for the audit log. */
  readonly snapshot: string
}

function dueEntries({ list, snapshotAt, until }: ErasuresToApply): readonly Erased[] {
  const after = new Date(Date.parse(snapshotAt) - OVERLAP_MS).toISOString()
  const due = list.erased.filter(([, , at]) => at > after && (until === undefined || at <= until))
  return due.toSorted(([a], [b]) => ORDER.indexOf(a) - ORDER.indexOf(b))
}

/** Rights are not taken by themselves: an attacker may have taken them from everybody else. */
const rightsOf = (
  before: readonly { readonly id: number; readonly role: string }[],
  list: Erasures,
): readonly string[] => {
  const now = new Map(list.staff)
  return before
    .filter(({ id, role }) => now.get(id) !== role)
    .map(({ id, role }) => `${cardId(id)} is ${roleOf(role)} again, and was ${roleOf(now.get(id))}`)
}

/** Takes the missing steps of the schema first. Running it again changes nothing more. */
export async function applyErasures(given: ErasuresToApply): Promise<ErasedAgain> {
  const { config, store, secretKey, list, snapshotAt, until, snapshot } = given
  const clock = systemClock
  const raw = openExisting(config)
  try {
    await migrate(raw)
    const secrets = createSecrets(secretKey)
    const ring = await loadKeyRing(raw, secrets, clock)
    try {
      const database = withSealing(raw, ring, () => undefined)
      const { jobs: db } = database
      const counts = { member: 0, report: 0, evidence: 0, file: 0, card: 0, barred: 0 }
      for (const [kind, id, at] of dueEntries(given))
        await inTransaction(db, async (transaction) => {
          if (await APPLY[kind]({ secrets, clock }, transaction, id, at)) counts[kind] += 1
          // Also where the member came after the backup: a person may hold that card.
          if (kind === 'member') await retireNumber(transaction, Number(id), at)
        })
      const isCurrent = until === undefined && list.at > snapshotAt
      const rights = isCurrent ? rightsOf(await staffOf(db), list) : []
      // Before a server starts: the first call, or its retention, would not wait for a person.
      const protectedAgain =
        isCurrent && list.protections
          ? await applyProtections(db, list.protections, list.at)
          : undefined
      await inTransaction(db, async (transaction) => {
        if (isCurrent)
          for (const [id, status] of list.barred)
            if (await barMember(transaction, id, status, list.at)) counts.barred += 1
        await wantScrub(transaction, isoNow(clock))
        await createAuditLog(database, clock).write(
          {
            actor: 'system',
            action: 'restore.erased',
            detail: {
              snapshot,
              ...counts,
              ...(protectedAgain && {
                hiddenReports: protectedAgain.reports.length,
                hiddenEvidence: protectedAgain.evidence,
                withdrawn: protectedAgain.withdrawn,
                holds: protectedAgain.holds,
              }),
            },
          },
          transaction,
        )
      })
      await removeOrphans({
        database: { ...database, db },
        library: createLibrary({ ...database, db }, store, secrets, clock),
        clock,
      })
      return { at: list.at, counts, rights, protectedAgain }
    } finally {
      ring.stop()
    }
  } finally {
    await raw.close()
  }
}
