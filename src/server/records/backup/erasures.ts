/**
 * What was erased, taken back and hidden since a backup (ADR 0045): a list of ids and states without
 * names, sealed with the key of the backups and newer than any of them. A restore applies it, so that
 * an older backup restores no member who was erased since, and shows nothing that was hidden since.
 */
import * as z from 'zod'
import { StartFault } from '../../base/start-fault.ts'
import { LIST_NAME, type BackupFolder } from './folder/backup-folder.ts'
import { DamagedBackup } from './folder/damaged-backup.ts'
import { Protections } from './protections/protections-repository.ts'

const ERASED_KINDS = ['member', 'report', 'evidence', 'file', 'card'] as const
export type ErasedKind = (typeof ERASED_KINDS)[number]

/** Kind, id, and when. A card is its place in the status list and its holder, `17/10004217`. */
const Erased = z.tuple([z.enum(ERASED_KINDS), z.string(), z.string()])
export type Erased = z.output<typeof Erased>

const Erasures = z.object({
  format: z.literal(1),
  /** Grows with each list that is written (ADR 0066); absent in lists of older versions. */
  counter: z.number().int().optional(),
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

type ListKey = Pick<Erasures, 'counter' | 'at'>

/** By the counter, because a clock can be wrong; a list of an older version has its instant alone. */
const isOlderList = (list: ListKey, than: ListKey): boolean =>
  list.counter === undefined || than.counter === undefined
    ? list.at < than.at
    : list.counter < than.counter

/** @returns everything that either list names as erased, and the states of the newer one */
export function mergeErasures(a: Erasures | undefined, b: Erasures): Erasures {
  if (a === undefined) return b
  const all = new Map([...a.erased, ...b.erased].map((entry) => [entry.join(' '), entry]))
  return { ...(isOlderList(b, a) ? a : b), erased: [...all.values()] }
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

/** As `listInFolder`, and without one that is damaged. */
export const soundListInFolder = (
  folder: Pick<BackupFolder, 'readList'>,
): Promise<Erasures | undefined> =>
  listInFolder(folder).catch((error: unknown) => {
    if (error instanceof DamagedBackup) return undefined
    throw error
  })

/**
 * Adds to the list in the folder what the database knows (`readErasures`). It is written also where nothing is new: its
 * instant tells a restore until when nothing was erased or hidden. A list that cannot be opened is replaced: the database
 * still knows what was erased in it.
 * @returns what a snapshot notes of it, so that an older list in its place is found
 */
export async function writeErasures(
  folder: Pick<BackupFolder, 'readList' | 'writeList' | 'knownList'>,
  known: Omit<Erasures, 'format' | 'at' | 'counter'>,
  now: Date,
): Promise<{ readonly counter: number; readonly at: string }> {
  const held = await soundListInFolder(folder)
  const before = Math.max(held?.counter ?? 0, (await folder.knownList())?.counter ?? 0)
  const present = { format: 1, counter: before + 1, at: now.toISOString(), ...known } as const
  await folder.writeList(Buffer.from(JSON.stringify(mergeErasures(held, present))))
  return { counter: present.counter, at: present.at }
}

/**
 * Why a restore must not trust this list: with an older one, persons who were erased come back.
 * @param known what the snapshots know of the list
 */
export function listFault(
  list: ListKey | undefined,
  known: { readonly counter: number; readonly at: string } | undefined,
): 'missing' | 'older' | undefined {
  if (known === undefined) return undefined
  if (list === undefined) return 'missing'
  return isOlderList(list, known) ? 'older' : undefined
}
