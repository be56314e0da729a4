import * as z from 'zod'
import { auditHash } from '../../../parts/audit/audit-chain.ts'
import { sha256Of, sourceOf } from '../../../parts/files/byte-source.ts'
import { isBeingMade } from '../../../parts/files/file-repository.ts'
import { originalKey } from '../../../parts/files/library.ts'
import { createPartStore, joinParts, partKey } from '../../../parts/files/parts.ts'
import { openSealed, type FileStore } from '../../../parts/files/store/file-store.ts'
import type { Secrets } from '../../../parts/security/secrets.ts'
import { linesOf, type BackupFolder } from '../folder/backup-folder.ts'
import { type TableCopy } from '../folder/snapshot.ts'

const OriginalRow = z.object({ id: z.string(), sha256: z.string(), purpose: z.string() })
const PartRow = z.object({
  id: z.string(),
  file_id: z.string().nullable(),
  number: z.number(),
  size_bytes: z.number(),
  stored_at: z.string().nullable(),
})
type PartRow = z.output<typeof PartRow>
const AuditRow = z.object({
  seq: z.number(),
  at: z.string(),
  actor: z.string(),
  action: z.string(),
  target: z.string(),
  detail: z.string(),
  request_id: z.string(),
  prev_hash: z.string(),
  hash: z.string(),
})

/** Rows of a table as objects. */
async function* recordsOf(
  folder: Pick<BackupFolder, 'get'>,
  table: TableCopy,
): AsyncGenerator<Readonly<Record<string, unknown>>> {
  for await (const line of linesOf(folder, table.chunks)) {
    const values = z.array(z.unknown()).parse(line)
    yield Object.fromEntries(table.columns.map((name, index) => [name, values[index]]))
  }
}

export interface OriginalsToCheck {
  readonly folder: Pick<BackupFolder, 'get'>
  readonly tables: readonly TableCopy[]
  readonly store: Pick<FileStore, 'get'>
  readonly secrets: Secrets
  /** Keys of files that were deleted while the backup was made. */
  readonly gone: readonly string[]
}

/**
 * Opens the original of each file and compares it with the SHA-256 that was written down when it was
 * received.
 * @returns how many were checked, and a sentence for each that is lost or changed
 */
export async function checkOriginals({
  folder,
  tables,
  store,
  secrets,
  gone,
}: OriginalsToCheck): Promise<{ readonly checked: number; readonly faults: readonly string[] }> {
  const parts = new Map<string, PartRow[]>()
  const tableOf = (name: string) => tables.filter((table) => table.name === name)
  for (const table of tableOf('file_parts'))
    for await (const record of recordsOf(folder, table)) {
      const part = PartRow.parse(record)
      if (part.file_id === null || part.stored_at === null) continue
      parts.set(part.file_id, [...(parts.get(part.file_id) ?? []), part])
    }
  const partStore = createPartStore(
    {
      ...store,
      put: async () => undefined,
      delete: async () => undefined,
      ping: async () => undefined,
      version: async () => undefined,
    },
    secrets,
  )
  const deleted = new Set(gone)
  const faults: string[] = []
  let checked = 0
  for (const table of tableOf('files'))
    for await (const record of recordsOf(folder, table)) {
      const file = OriginalRow.parse(record)
      const own = parts.get(file.id)?.toSorted((a, b) => a.number - b.number)
      const key = originalKey(file.id)
      if (isBeingMade(file.purpose)) continue
      if ((own?.map(({ id }) => partKey(id)) ?? [key]).some((one) => deleted.has(one))) continue
      try {
        const source =
          own === undefined
            ? sourceOf(openSealed(secrets, key, await store.get(key)))
            : joinParts(partStore, own)
        if ((await sha256Of(source)) !== file.sha256)
          faults.push(`The file ${file.id} is not the one that was received.`)
        checked += 1
      } catch (error) {
        faults.push(`The file ${file.id} cannot be read: ${(error as Error).message}`) // an Error by contract
      }
    }
  return { checked, faults }
}

/** @returns the number of the first row of the audit log that was changed or removed */
export async function findBrokenAudit(
  folder: Pick<BackupFolder, 'get'>,
  tables: readonly TableCopy[],
): Promise<number | undefined> {
  const audit = tables.find(({ name }) => name === 'audit')
  if (audit === undefined) return undefined
  let last: { readonly seq: number; readonly hash: string } | undefined
  for await (const record of recordsOf(folder, audit)) {
    const { hash, ...row } = AuditRow.parse(record)
    const follows = last === undefined || (row.seq === last.seq + 1 && row.prev_hash === last.hash)
    if (!follows || auditHash(row) !== hash) return row.seq
    last = { seq: row.seq, hash }
  }
  return undefined
}
