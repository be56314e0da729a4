/**
 * Makes public what is due. Where the item was changed since, nothing happens: somebody held it back, covered more or
 * edited the report meanwhile, and that counts.
 */
import type { Transaction } from 'kysely'
import { cardId } from '#shared/domain/people/member-id.ts'
import { isoNow } from '../base/clock.ts'
import type { Deps } from '../deps/deps.ts'
import { readChange, writeChange } from '../features/public-copies/write-change.ts'
import { memberActor } from '../parts/audit/audit-log.ts'
import type { Schema } from '../parts/database/schema.ts'
import { inTransaction } from '../parts/database/transact.ts'
import { hasBoxes } from '../parts/files/shown-copies.ts'
import { evidenceTarget } from '../records/evidence/custody.ts'
import { findPublicCopy } from '../records/public-copies/public-copy-repository.ts'
import {
  dueReleases,
  releasedVersion,
  takeRelease,
  type ReleaseRow,
} from '../records/releases/release-repository.ts'
import { changeReport, lockReport } from '../records/reports/report-repository.ts'
import { searchColumnsOf } from '../records/reports/search-columns.ts'

type Told = Parameters<Deps['audit']['write']>[0]

async function verifyReport(
  { clock }: Deps,
  db: Transaction<Schema>,
  row: ReleaseRow,
): Promise<Told | undefined> {
  const before = await lockReport(db, row.target)
  const version = releasedVersion(row)
  if (before?.version !== version) return undefined
  const at = isoNow(clock)
  const columns = { status: 'verified', verified_at: before.verified_at ?? at } as const
  await changeReport(db, before.id, {
    ...columns,
    ...searchColumnsOf({ ...before, ...columns }),
    version: version + 1,
    updated_at: at,
    claimed_by: null,
    claim_expires_at: null,
  })
  return {
    actor: memberActor(row.proposed_by),
    action: 'report.made-public',
    target: `report:${before.id}`,
    detail: { from: before.status, to: columns.status },
  }
}

type OldCopies = Parameters<Deps['library']['shown']['remove']>[0]

async function showEvidence(
  deps: Deps,
  db: Transaction<Schema>,
  row: ReleaseRow,
): Promise<{ readonly told: Told; readonly oldCopies: OldCopies | undefined } | undefined> {
  await lockReport(db, row.report_id)
  const before = await findPublicCopy(db, row.target)
  const change = readChange(row.change)
  if (before?.public_version !== change.version) return undefined
  const detail = await writeChange(deps, db, before, change, row.proposed_by)
  if (detail === undefined) return undefined
  const confirmedBy = row.confirmed_by === null ? {} : { confirmedBy: cardId(row.confirmed_by) }
  return {
    told: {
      actor: memberActor(row.proposed_by),
      action: 'evidence.public-changed',
      target: evidenceTarget(before.id),
      detail: { ...detail, ...confirmedBy },
    },
    oldCopies:
      hasBoxes(before.boxes) && change.boxes.length === 0
        ? { ...before, id: before.file_id }
        : undefined,
  }
}

export async function carryOutReleases(deps: Deps): Promise<void> {
  for (const { kind, target } of await dueReleases(deps.database.db, deps.clock)) {
    const oldCopies = await inTransaction(deps.database.db, async (transaction) => {
      // Another server, or an undo, may have been faster.
      const row = await takeRelease(transaction, kind, target)
      if (row === undefined) return undefined
      const shown = kind === 'evidence' ? await showEvidence(deps, transaction, row) : undefined
      const told = kind === 'report' ? await verifyReport(deps, transaction, row) : shown?.told
      if (told !== undefined) await deps.audit.write(told, transaction)
      return shown?.oldCopies
    })
    // Without boxes no caller reads the copies; they are removed with the file at the latest.
    if (oldCopies !== undefined)
      await deps.library.shown
        .remove(oldCopies)
        .catch((error: unknown) => deps.log.warn({ err: error }, 'old copies could not be removed'))
  }
}
