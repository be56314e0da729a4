import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileLines, PARTS, type BackupFolder } from '../../records/backup/folder/backup-folder.ts'
import { DamagedBackup } from '../../records/backup/folder/damaged-backup.ts'

export interface Pruned {
  readonly snapshots: number
  readonly objects: number
  /** A sentence for each backup because of which no object is deleted. */
  readonly faults: readonly string[]
}

/** Adds what a snapshot needs. @throws DamagedBackup */
async function addNeeded(folder: BackupFolder, name: string, needed: Set<string>): Promise<void> {
  const { tables, files } = await folder.read(name)
  for (const { chunks } of tables) for (const id of chunks) needed.add(id)
  for (const id of files.chunks) needed.add(id)
  for await (const [, id] of fileLines(folder, files.chunks)) needed.add(id)
}

/**
 * Deletes all but the newest snapshots that can be read, the objects that none of them needs, and
 * what killed runs left. What a damaged snapshot needs is not known, so no object is deleted while
 * one is among those that stay; it goes when it is older than they are. Only while no other command
 * works on the folder.
 */
export async function pruneBackups(folder: BackupFolder, keep: number): Promise<Pruned> {
  const { path } = folder
  await rm(join(path, PARTS), { recursive: true, force: true })
  const names = await folder.snapshots()
  const [needed, faults, readable] = [new Set<string>(), [] as string[], [] as string[]]
  let left = keep
  for (const name of names.toReversed())
    try {
      if (left === 0) break
      await folder.read(name)
      readable.push(name)
      left -= 1
    } catch (error) {
      if (!(error instanceof DamagedBackup)) throw error
      faults.push(
        `The backup ${name} is damaged: ${error.message} Copy that file from the second place of the backups, or delete it.`,
      )
    }
  const oldest = readable.at(-1)
  const old = left > 0 || oldest === undefined ? [] : names.slice(0, names.indexOf(oldest))
  if (old.length === 0) return { snapshots: 0, objects: 0, faults }
  for (const name of readable)
    try {
      await addNeeded(folder, name, needed)
    } catch (error) {
      if (!(error instanceof DamagedBackup)) throw error
      faults.push(`The backup ${name} is damaged: ${error.message}`)
    }
  // Snapshots first: without one, its objects are only space.
  for (const name of old) await rm(join(path, 'snapshots', name), { force: true })
  if (faults.length > 0) return { snapshots: old.length, objects: 0, faults }
  let objects = 0
  for (const start of await readdir(join(path, 'objects')))
    for (const id of await readdir(join(path, 'objects', start)))
      if (!needed.has(id)) {
        await rm(join(path, 'objects', start, id), { force: true })
        objects += 1
      }
  return { snapshots: old.length, objects, faults }
}
