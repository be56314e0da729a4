/** Writes a change of what the public sees of a piece of evidence, with its row in the history. */
import type { Transaction } from 'kysely'
import type * as z from 'zod'
import type { changePublicCopy } from '#shared/contract/public-copies.ts'
import { isoNow } from '../../base/clock.ts'
import type { Deps } from '../../deps/deps.ts'
import type { Schema } from '../../parts/database/schema.ts'
import {
  insertChange,
  writePublicCopy,
  type PublicCopyRow,
} from '../../records/public-copies/public-copy-repository.ts'

export type CopyChange = z.output<typeof changePublicCopy.request.body>

export const readChange = (json: string): CopyChange => JSON.parse(json) as CopyChange // written by the handler that checked it

/** Returns what the audit log says; undefined where the row has another version now. */
export async function writeChange(
  { clock }: Pick<Deps, 'clock'>,
  db: Transaction<Schema>,
  row: PublicCopyRow,
  { heldBack, warnings, boxes, reason }: CopyChange,
  by: number,
) {
  const next = {
    held_back: heldBack ? 1 : 0,
    warnings: warnings === null ? null : JSON.stringify([...new Set(warnings)]),
    boxes: JSON.stringify(boxes),
  } as const
  if (!(await writePublicCopy(db, row, next))) return undefined
  const version = row.public_version + 1
  await insertChange(db, {
    ...next,
    evidence_id: row.id,
    version,
    reason,
    changed_by: by,
    changed_at: isoNow(clock),
  })
  return {
    sha256: row.sha256,
    report: row.report_id,
    version,
    heldBack,
    boxes: boxes.length,
    warnings: warnings?.join(' ') ?? '',
    reason,
  }
}
