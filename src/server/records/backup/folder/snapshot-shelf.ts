import { join } from 'node:path'
import { StartFault } from '../../../base/start-fault.ts'
import { compress } from './backup-seal.ts'
import { namesIn } from './folder-fault.ts'
import { inOrder, SNAPSHOT_NAME, snapshotName } from './snapshot-order.ts'
import { Snapshot } from './snapshot.ts'

/** The snapshots of a folder of backups. */
export interface SnapshotShelf {
  /** Names of snapshots in the order in which the folder got them, the oldest first. */
  snapshots(): Promise<readonly string[]>
  /** @throws DamagedBackup */
  read(name: string): Promise<Snapshot>
  /** @returns its name */
  write(snapshot: Omit<Snapshot, 'format' | 'sequence'>): Promise<string>
  /** The newest list of erasures that any snapshot knows; undefined where all are of older versions. */
  knownList(): Promise<Snapshot['erasures']>
}

/** What was read of each snapshot, by its path: it never changes. */
const known = new Map<string, Pick<Snapshot, 'sequence' | 'erasures'>>()

export function createSnapshotShelf({
  path,
  readSealed,
  writeSealed,
}: {
  readonly path: string
  readonly readSealed: (file: string, name: string) => Promise<Buffer>
  readonly writeSealed: (file: string, plain: Buffer, name: string) => Promise<void>
}): SnapshotShelf {
  const fileOf = (name: string): string => join(path, name)
  const aboutOf = async (name: string): Promise<Pick<Snapshot, 'sequence' | 'erasures'>> => {
    const before = known.get(fileOf(name))
    if (before !== undefined) return before
    const { sequence, erasures } = await shelf.read(name)
    known.set(fileOf(name), { sequence, erasures })
    return { sequence, erasures }
  }
  const shelf: SnapshotShelf = {
    async snapshots() {
      const names = (await namesIn(path)).filter((name) => SNAPSHOT_NAME.test(name))
      const entries = []
      for (const name of names)
        try {
          entries.push({ name, sequence: (await aboutOf(name)).sequence, isReadable: true })
        } catch (error) {
          if (!(error instanceof StartFault)) throw error
          entries.push({ name, sequence: undefined, isReadable: false })
        }
      return inOrder(entries)
    },
    async read(name) {
      const plain = await readSealed(fileOf(name), name)
      const parsed = Snapshot.safeParse(JSON.parse(plain.toString()))
      if (!parsed.success)
        throw new StartFault(`${fileOf(name)} was written by a newer version of WLD.`)
      return parsed.data
    },
    async write(snapshot) {
      const before = await shelf.snapshots() // reads the sequence of each
      const last = before.map((name) => known.get(fileOf(name))?.sequence ?? 0)
      const name = snapshotName(snapshot.at)
      const full: Snapshot = { format: 1, sequence: Math.max(0, ...last) + 1, ...snapshot }
      await writeSealed(fileOf(name), await compress(Buffer.from(JSON.stringify(full))), name)
      return name
    },
    async knownList() {
      const names = await shelf.snapshots()
      return names
        .flatMap((name) => known.get(fileOf(name))?.erasures ?? [])
        .toSorted((a, b) => a.counter - b.counter)
        .at(-1)
    },
  }
  return shelf
}
