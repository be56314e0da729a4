/** Where else in a folder of backups there is what one of them lost. */
import { fileLines, type BackupFolder } from '../folder/backup-folder.ts'
import { DamagedBackup } from '../folder/damaged-backup.ts'
import { type FileLine } from '../folder/snapshot.ts'

export interface MissingPiece {
  /** Name of the table, or key of the file. */
  readonly name: string
  /** The nearest backups that have it whole. */
  readonly older: string | undefined
  readonly newer: string | undefined
  /** Of a table: rows that are lost, of how many, and the files in which they were. */
  readonly lost?: number | undefined
  readonly of?: number | undefined
  readonly objects?: readonly string[]
}

const orElse = <T, E>(found: Promise<T>, other: E): Promise<T | E> =>
  found.catch((error: unknown) => {
    if (error instanceof DamagedBackup) return other
    throw error
  })

/** The lines of the chunks that can be read. @param onLost gets a sentence for each other one */
export async function* soundFileLines(
  folder: Pick<BackupFolder, 'get'>,
  chunks: readonly string[],
  onLost: (message: string) => void,
): AsyncGenerator<FileLine> {
  for (const id of chunks)
    try {
      yield* fileLines(folder, [id])
    } catch (error) {
      if (!(error instanceof DamagedBackup)) throw error
      onLost(error.message)
    }
}

/** Which of the wanted things a snapshot has whole. */
async function wholeIn(
  folder: BackupFolder,
  name: string,
  tables: readonly string[],
  files: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const whole = new Set<string>()
  const snapshot = await orElse(folder.read(name), undefined)
  if (snapshot === undefined) return whole
  const isSound = (id: string): Promise<boolean> =>
    orElse(
      folder.get(id).then(() => true),
      false,
    )
  for (const table of snapshot.tables) {
    if (!tables.includes(table.name)) continue
    let all = true
    for (const id of table.chunks) all = all && (await isSound(id))
    if (all) whole.add(table.name)
  }
  if (files.size > 0)
    for await (const [key, id] of soundFileLines(folder, snapshot.files.chunks, () => undefined))
      if (files.has(key) && (await isSound(id))) whole.add(key)
  return whole
}

/** Tables and files that a backup lost, each with the nearest older and newer backup that has it. */
export async function findElsewhere(
  folder: BackupFolder,
  name: string,
  lost: { readonly tables: readonly string[]; readonly files: readonly string[] },
): Promise<readonly MissingPiece[]> {
  const wanted = [...lost.tables, ...lost.files]
  if (wanted.length === 0) return []
  const names = await folder.snapshots()
  const at = names.indexOf(name)
  const nearest = async (candidates: readonly string[]) => {
    const found = new Map<string, string>()
    for (const other of candidates) {
      const open = wanted.filter((one) => !found.has(one))
      if (open.length === 0) break
      const tables = lost.tables.filter((table) => open.includes(table))
      const files = new Set(lost.files.filter((file) => open.includes(file)))
      for (const one of await wholeIn(folder, other, tables, files)) found.set(one, other)
    }
    return found
  }
  const older = await nearest(names.slice(0, at).toReversed())
  const newer = await nearest(names.slice(at + 1))
  return wanted.map((one) => ({ name: one, older: older.get(one), newer: newer.get(one) }))
}
