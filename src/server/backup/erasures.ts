/**
 * What was erased, taken back and hidden since a backup (ADR 0045): a list of ids and states without
 * names, sealed with the key of the backups and newer than any of them. A restore applies it, so that
 * an older backup restores no member who was erased since, and shows nothing that was hidden since.
 */
import * as z from 'zod'
import { DamagedBackup, LIST_NAME, type BackupFolder } from './backup-folder.ts'
import { Protections } from './protections/protections.ts'
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
  /** Left out by versions before this one. */
  protections: Protections.optional(),
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
 * Adds to the list in the folder what the database knows (`readErasures`). It is written also where nothing is new: its
 * instant tells a restore until when nothing was erased or hidden. A list that cannot be opened is replaced: the database
 * still knows what was erased in it.
 */
export async function writeErasures(
  folder: Pick<BackupFolder, 'readList' | 'writeList'>,
  known: Omit<Erasures, 'format' | 'at'>,
  now: Date,
): Promise<void> {
  const held = await listInFolder(folder).catch((error: unknown) => {
    if (error instanceof DamagedBackup) return undefined
    throw error
  })
  const present: Erasures = { format: 1, at: now.toISOString(), ...known }
  await folder.writeList(Buffer.from(JSON.stringify(mergeErasures(held, present))))
}
