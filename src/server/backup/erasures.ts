/**
 * What was erased and taken back since a backup (ADR 0045): a list of ids without names, sealed with
 * the key of the backups and newer than any of them. A restore applies it, so that an older backup
 * restores no member who was erased since.
 */
import * as z from 'zod'
import { DamagedBackup, LIST_NAME, type BackupFolder } from './backup-folder.ts'
import { StartFault } from '../start/start-fault.ts'

const ERASED_KINDS = ['member', 'report', 'evidence', 'file', 'card'] as const
export type ErasedKind = (typeof ERASED_KINDS)[number]

/** Kind, id, and when. A card is its place in the status list and its holder, `17/10004217`. */
const Erased = z.tuple([z.enum(ERASED_KINDS), z.string(), z.string()])
export type Erased = z.output<typeof Erased>

const Erasures = z.object({
  format: z.literal(1),
  /** Instant of the states below. */
  at: z.iso.datetime(),
  /** Only grows: a server that was restored may know less than the list. */
  erased: z.array(Erased),
  /** Members whose state is not `active`, with it. */
  barred: z.array(z.tuple([z.number().int(), z.enum(['inactive', 'banned', 'blocked'])])),
  /** Staff, with their role. */
  staff: z.array(z.tuple([z.number().int(), z.string()])),
})
export type Erasures = z.output<typeof Erasures>

function parse(plain: Buffer): Erasures {
  const parsed = Erasures.safeParse(JSON.parse(plain.toString()))
  if (!parsed.success) throw new StartFault(`${LIST_NAME} was written by a newer version of WLD.`)
  return parsed.data
}

/** @returns everything that either list names as erased, and the states of the newer one */
export function mergeErasures(a: Erasures | undefined, b: Erasures): Erasures {
  if (a === undefined) return b
  const known = new Map([...a.erased, ...b.erased].map((entry) => [entry.join(' '), entry]))
  return { ...(a.at > b.at ? a : b), erased: [...known.values()] }
}

/** @throws DamagedBackup */
export async function listInFolder(
  folder: Pick<BackupFolder, 'readList'>,
): Promise<Erasures | undefined> {
  const plain = await folder.readList()
  return plain && parse(plain)
}

/** A copy that was kept elsewhere. @throws DamagedBackup */
export const listInFile = async (
  folder: Pick<BackupFolder, 'openList'>,
  file: string,
): Promise<Erasures> => parse(await folder.openList(file))

/**
 * Adds to the list in the folder what the database knows (`readErasures`), and writes it where that is news. A list
 * that cannot be opened is replaced: the database still knows what was erased in it.
 * @returns whether it was written
 */
export async function writeErasures(
  folder: Pick<BackupFolder, 'readList' | 'writeList'>,
  known: Pick<Erasures, 'erased' | 'barred' | 'staff'>,
  now: Date,
): Promise<boolean> {
  const held = await listInFolder(folder).catch((error: unknown) => {
    if (error instanceof DamagedBackup) return undefined
    throw error
  })
  const present: Erasures = { format: 1, at: now.toISOString(), ...known }
  const merged = mergeErasures(held, present)
  const isSame =
    held !== undefined &&
    JSON.stringify({ ...held, at: '' }) === JSON.stringify({ ...merged, at: '' })
  if (isSame) return false
  await folder.writeList(Buffer.from(JSON.stringify(merged)))
  return true
}
