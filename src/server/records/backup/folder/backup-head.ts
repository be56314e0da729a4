/**
 * The head of a folder of backups: that it is one, and of which key. It lies there twice, and either
 * copy is enough; the other one is written again.
 */
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import type { BackupSeal } from './backup-seal.ts'
import { FolderFault, folderFaultOf } from './folder-fault.ts'

const HEAD = 'wld-backup.json'
const COPIES = [HEAD, 'wld-backup.copy.json'] as const
const PROOF = 'wld-backup'
/** What may lie in a folder that holds nothing: of a run that was killed, and of a new disk. */
const NOTHING: readonly string[] = ['.parts', 'lock.sqlite', 'lost+found']

const Head = z.object({ format: z.literal(1), proof: z.base64().min(40) })

export interface HeadToOpen {
  readonly path: string
  readonly seal: BackupSeal
  /** Begin a folder where there is none. */
  readonly create: boolean
  /** Backups were made there before, so an empty place is a disk that is missing. */
  readonly isKnown: boolean
  readonly write: (file: string, text: string) => Promise<void>
  /** Whether the key opens any snapshot or object that lies there. */
  readonly opensAny: () => Promise<boolean>
}

interface HeadCopy {
  readonly state: 'missing' | 'damaged' | 'opens' | 'other-key'
  /** Both blank where there is no sound text. */
  readonly text: string
  readonly proof: string
}
const copyWithout = (state: 'missing' | 'damaged'): HeadCopy => ({ state, text: '', proof: '' })

async function readCopy({ path, seal }: HeadToOpen, name: string): Promise<HeadCopy> {
  let text: string
  try {
    text = await readFile(join(path, name), 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException // a Node file error by contract
    if (code === 'ENOENT' || code === 'ENOTDIR') return copyWithout('missing')
    if (code === 'EIO') return copyWithout('damaged')
    throw folderFaultOf(error, path)
  }
  let proof: string
  try {
    proof = Head.parse(JSON.parse(text)).proof
  } catch {
    return copyWithout('damaged')
  }
  // Sealed under one name, so that both copies are the same bytes.
  const opens = await seal.open(Buffer.from(proof, 'base64'), HEAD).then(
    () => true,
    () => false,
  )
  return { state: opens ? 'opens' : 'other-key', text, proof }
}

const storeIdOf = (proof: string): string =>
  createHash('sha256').update(proof).digest('hex').slice(0, 16)

async function begin({ seal, write }: HeadToOpen): Promise<string> {
  const proof = seal.seal(Buffer.from(PROOF), HEAD).toString('base64')
  for (const name of COPIES) await write(name, JSON.stringify({ format: 1, proof }))
  return storeIdOf(proof)
}

const entriesOf = (path: string): Promise<readonly string[]> =>
  readdir(path).catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException // a Node file error by contract
    if (code === 'ENOENT') return []
    throw folderFaultOf(error, path)
  })

/**
 * @returns the id of this store of backups
 * @throws FolderFault that names why it is none that can be used
 */
export async function openHead(given: HeadToOpen): Promise<string> {
  const { path, create, isKnown, write } = given
  const copies = await Promise.all(COPIES.map((name) => readCopy(given, name)))
  const good = copies.find((copy) => copy.state === 'opens')
  if (good !== undefined) {
    for (const [index, copy] of copies.entries())
      if (copy.state !== 'opens')
        await write(COPIES[index] ?? HEAD, good.text).catch((error: unknown) => {
          if (create) throw error // a restore may read from a medium that takes no writes
        })
    return storeIdOf(good.proof)
  }
  const entries = await entriesOf(path)
  if (entries.every((name) => NOTHING.includes(name))) {
    if (!create)
      throw new FolderFault(
        'empty',
        `${path} contains no backup of WLD: it is empty or missing. Mount the disk of the backups, or correct the folder (BACKUP_TO, --from).`,
      )
    if (isKnown)
      throw new FolderFault(
        'not-mounted',
        `${path} is empty, but backups were made there before: its disk is not mounted, or they were deleted. Mount the disk, then run npm run backup. To start new backups in the empty folder on purpose: npm run backup -- --begin`,
      )
    await mkdir(path, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
      throw folderFaultOf(error, path)
    })
    return begin(given)
  }
  // The key itself is tried before it is accused.
  if (await given.opensAny())
    return begin(given).catch((error: unknown) => {
      if (create) throw error
      return ''
    })
  if (copies.some((copy) => copy.state === 'other-key'))
    throw new FolderFault(
      'wrong-key',
      `BACKUP_KEY does not open ${path}: the backups there were made with another key. Give the key that was written down when they began.`,
    )
  if (copies.some((copy) => copy.state === 'damaged') || entries.includes('snapshots'))
    throw new FolderFault(
      'head-lost',
      `${join(path, HEAD)} and its copy are damaged or missing, and BACKUP_KEY opens nothing else in ${path}: it is another key, or the rest is damaged too. Copy ${HEAD} from the second place of the backups, then run the command again.`,
    )
  throw new FolderFault(
    'foreign',
    create
      ? `${path} contains other files. Choose a folder that is empty or new.`
      : `${path} contains no backup of WLD (${HEAD} is missing).`,
  )
}
