import { createSecrets } from '../../../parts/security/secrets.ts'
import { listInFolder } from '../erasures.ts'
import { fileLines, linesOf, type BackupFolder } from '../folder/backup-folder.ts'
import { DamagedBackup } from '../folder/damaged-backup.ts'
import { type FileLine } from '../folder/snapshot.ts'
import { checkOriginals, findBrokenAudit } from './check-contents.ts'

export interface Verification {
  readonly rows: number
  readonly files: number
  /** Originals whose SHA-256 was compared. */
  readonly originals: number
  /** A sentence for each fault; empty for a backup from which everything comes back. */
  readonly faults: readonly string[]
}

/**
 * Reads every object of a snapshot and restores nothing. Damaged objects are set aside: where the
 * server still has what they held, the next backup writes them again.
 */
export async function verifyBackup(given: BackupFolder, name: string): Promise<Verification> {
  const folder = {
    ...given,
    get: (id: string): Promise<Buffer> =>
      given.prove(id).catch(async (error: unknown) => {
        if (error instanceof DamagedBackup && error.object !== undefined)
          await given.setAside(error.object)
        throw error
      }),
  }
  const { tables, files, secretKey } = await folder.read(name)
  const faults = files.missing.map((key) => `${key} was missing when the backup was made.`)
  const orFault = async <T>(read: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await read()
    } catch (error) {
      if (!(error instanceof DamagedBackup)) throw error
      faults.push(error.message)
      return undefined
    }
  }
  let rows = 0
  for (const table of tables) {
    let found = 0
    const isWhole = await orFault(async () => {
      const lines = linesOf(folder, table.chunks)
      while ((await lines.next()).done !== true) found += 1
      return true
    })
    rows += found
    if (isWhole === true && found !== table.rows)
      faults.push(`It holds ${found} of ${table.rows} rows of ${table.name}.`)
  }
  const lines = new Map<string, FileLine>()
  await orFault(async () => {
    for await (const line of fileLines(folder, files.chunks)) lines.set(line[0], line)
  })
  const store = {
    get: async (key: string): Promise<Buffer | undefined> => {
      const line = lines.get(key)
      return line && folder.get(line[1])
    },
  }
  for (const key of lines.keys())
    if (!/^(?:original|part)\//.test(key)) await orFault(() => store.get(key))
  await orFault(() => listInFolder(folder))
  const secrets = createSecrets(secretKey)
  const originals = await orFault(() =>
    checkOriginals({ folder, tables, store, secrets, gone: files.gone ?? [] }),
  )
  faults.push(...(originals?.faults ?? []))
  const broken = await orFault(() => findBrokenAudit(folder, tables))
  if (broken !== undefined) faults.push(`Row ${broken} of the audit log was changed or removed.`)
  return { rows, files: lines.size, originals: originals?.checked ?? 0, faults }
}
