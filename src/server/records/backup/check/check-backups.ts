import { listInFolder } from '../erasures.ts'
/**
 * Looks whether a folder of backups is whole: that every object which a snapshot needs is there, and
 * that it can be read. A seventh of the objects is read each day, so that a week reads them all.
 */
import { LIST_NAME, type BackupFolder } from '../folder/backup-folder.ts'
import { DamagedBackup } from '../folder/damaged-backup.ts'
import { soundFileLines } from './find-missing.ts'

export const CHECK_PARTS = 7

/** A piece of backups that is damaged or missing. */
export interface DamagedPiece {
  readonly kind: 'object' | 'snapshot' | 'list'
  /** Id of the object, or name of the file. */
  readonly id: string
  /** A sentence that names the file and what it holds. */
  readonly text: string
}

export interface FolderCheck {
  readonly snapshots: number
  readonly objects: number
  /** Of them, those that were read now. */
  readonly read: number
  readonly damaged: readonly DamagedPiece[]
}

/** As prefix of an id spreads evenly, so do the parts. */
const partOf = (id: string): number => Number.parseInt(id.slice(0, 4), 16) % CHECK_PARTS

interface Needed {
  /** What each object holds. */
  readonly objects: ReadonlyMap<string, string>
  /** Objects that list files. */
  readonly lists: ReadonlySet<string>
  readonly damaged: readonly DamagedPiece[]
}

/** All that any snapshot needs. */
async function collectNeeded(folder: BackupFolder, names: readonly string[]): Promise<Needed> {
  const objects = new Map<string, string>()
  const lists = new Set<string>()
  const damaged: DamagedPiece[] = []
  for (const name of names)
    try {
      const { tables, files } = await folder.read(name)
      for (const table of tables)
        for (const id of table.chunks) objects.set(id, `rows of ${table.name}`)
      for (const id of files.chunks) lists.add(id)
    } catch (error) {
      if (!(error instanceof DamagedBackup)) throw error
      const text = `The backup ${name} is damaged: ${error.message}`
      damaged.push({ kind: 'snapshot', id: name, text })
    }
  for (const id of lists) objects.set(id, 'the list of files')
  // A list that cannot be read is found as an object.
  for await (const [key, id] of soundFileLines(folder, [...lists], () => undefined))
    objects.set(id, key)
  return { objects, lists, damaged }
}

/** @param part from 0 to 6; all objects are read where it is left out */
export async function checkBackups(folder: BackupFolder, part?: number): Promise<FolderCheck> {
  const names = await folder.snapshots()
  const { objects, lists, damaged: snapshots } = await collectNeeded(folder, names)
  const damaged = [...snapshots]
  let read = 0
  for (const [id, holds] of objects) {
    const about = `${folder.pathOf(id)} (${holds})`
    if (!(await folder.has(id))) {
      damaged.push({ kind: 'object', id, text: `${about} is missing from the backup.` })
      continue
    }
    // Lists of files were read above in any case.
    if (part !== undefined && partOf(id) !== part && !lists.has(id)) continue
    read += 1
    try {
      await folder.prove(id)
    } catch (error) {
      if (!(error instanceof DamagedBackup)) throw error
      if (error.object !== undefined) await folder.setAside(error.object)
      damaged.push({ kind: 'object', id, text: `${about} is damaged.` })
    }
  }
  try {
    await listInFolder(folder)
  } catch (error) {
    if (!(error instanceof DamagedBackup)) throw error
    const text = `The list of erasures is damaged: ${error.message}`
    damaged.push({ kind: 'list', id: LIST_NAME, text })
  }
  return { snapshots: names.length, objects: objects.size, read, damaged }
}
