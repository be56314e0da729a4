/**
 * Loads the queue from the files of the folder into memory, and prepares one intact file for the
 * next record.
 */
import { createSecretKey, randomBytes, type KeyObject } from 'node:crypto'
import { join } from 'node:path'
import { DAY_MS } from '#shared/domain/units.ts'
import { describeError, type Log } from '../log/log-file.ts'
import { replaceFile, type Disk } from './disk.ts'
import { createQueueIndex, type QueueEntry, type QueueIndex } from './queue-index.ts'
import { createMarkWriter, readMark, type MarkWriter } from './queue-mark.ts'
import {
  fileIdOf,
  HEADER_BYTES,
  keyMark,
  makeHeader,
  readHeader,
  scanRecords,
  sealRecord,
  sequenceCeiling,
  type FileHeader,
} from './record-file.ts'
import { readRecord, writeRecord } from './records.ts'

/**
 * Selects the entries to keep. Settled entries are on the server; they stay here only as long as
 * staff may need them.
 */
const KEPT_DAYS = 30

/**
 * An event stays whole while something of it waits or its newest check-in is younger than thirty
 * days. Of older events only conflicts and refusals of the last thirty days stay: a reply may come
 * late, and staff have to see it.
 */
function entriesToKeep(entries: readonly QueueEntry[], now: Date): readonly QueueEntry[] {
  const limit = now.getTime() - KEPT_DAYS * DAY_MS
  const isYoung = (instant: string): boolean => !(Date.parse(instant) < limit) // what cannot be read is kept
  const liveEvents = new Set(
    entries
      .filter(({ checkIn, settled }) => settled === undefined || isYoung(checkIn.at))
      .map(({ checkIn }) => checkIn.eventId),
  )
  const isObjection = ({ settled }: QueueEntry): boolean =>
    settled !== undefined &&
    ['second', 'unknown-member', 'refused'].includes(settled.settlement.result) &&
    isYoung(settled.settledAt)
  return entries.filter((entry) => liveEvents.has(entry.checkIn.eventId) || isObjection(entry))
}

export interface QueueKey {
  /** 32 bytes. */
  readonly key: Buffer
  readonly keptIn: 'keychain' | 'memory'
}
export interface LoadOptions {
  readonly directory: string
  readonly key: QueueKey
  readonly disk: Disk
  readonly now: () => Date
  readonly log: Log
  /** Something could not be read; it was or will be put aside. */
  readonly onDamage: () => void
}
export interface Loaded {
  readonly path: string
  readonly secret: KeyObject
  readonly header: FileHeader
  /** Where the next record goes. */
  readonly end: number
  readonly index: QueueIndex
  readonly lastSequence: number
  readonly mark: MarkWriter
}

/** A key of this run only: later runs cannot read the file. */
const MEMORY_FILE = 'queue.memory.log'
/** The same after a run that ended with nothing waiting; it only says which numbers were given out. */
const MEMORY_DONE_FILE = 'queue.memory-done.log'
/** Each key has its own file, so that a key that returns with its keychain finds its file. */
const fileName = ({ key, keptIn }: QueueKey): string =>
  keptIn === 'memory' ? MEMORY_FILE : `queue.${keyMark(createSecretKey(key)).toString('hex')}.log`
const IS_QUEUE_FILE = /^queue\..*\.log$/
const IS_MARK_FILE = /^queue\..*\.mark$/
const IS_OF_ANOTHER_KEY = /^queue\.[0-9a-f]{16}\.log$/

/**
 * A file whose key ends with this run is no loss when no check-in waits in it, so the next start
 * need not warn.
 */
export async function leaveQueue(
  { directory, key, disk }: Pick<LoadOptions, 'directory' | 'key' | 'disk'>,
  waiting: number,
): Promise<void> {
  if (key.keptIn === 'memory' && waiting === 0)
    await disk.rename(join(directory, MEMORY_FILE), join(directory, MEMORY_DONE_FILE))
}

export async function loadQueue(options: LoadOptions): Promise<Loaded> {
  const { directory, disk, log } = options
  const loaded = await readQueue(options)
  const mark = createMarkWriter(disk, directory, markPath(loaded.path), loaded.header)
  // A disk that refuses it also refuses the next check-in, which retries this write first.
  await mark
    .write(loaded.end, loaded.lastSequence)
    .catch((error: unknown) => log('error', 'queue.not-marked', { error: describeError(error) }))
  return { ...loaded, mark }
}

const markPath = (path: string): string => path.replace(/\.log$/, '.mark')

async function readQueue({
  directory,
  key,
  disk,
  now,
  log,
  onDamage,
}: LoadOptions): Promise<Omit<Loaded, 'mark'>> {
  const path = join(directory, fileName(key))
  const secret = createSecretKey(key.key) // made once: as bytes it would be checked anew with each record
  const mark = `${now().toISOString().replaceAll(/[:.]/g, '-')}-${randomBytes(2).toString('hex')}`
  const asideName = (kind: string): string => `queue.${kind}-${mark}.log`
  const aside = (kind: string): string => join(directory, asideName(kind))
  const tell: Tell = (event, fields) => {
    onDamage()
    log('error', event, fields)
  }

  await disk.makeFolder(directory)
  await disk.remove(`${path}.new`)
  await setLeftoverAside(directory, disk, aside, tell)

  const found = await disk.read(path)
  const bytes = found?.length === 0 ? undefined : found
  const names = await disk.list(directory)
  const others = names.filter((name) => IS_QUEUE_FILE.test(name) && join(directory, name) !== path)
  const read = bytes === undefined ? undefined : readHeader(bytes, secret)
  if (bytes !== undefined && read !== undefined && read.kind !== 'ours') {
    tell('queue.set-aside', { cause: read.kind, bytes: bytes.length })
    await disk.rename(path, aside(read.kind))
    others.push(asideName(read.kind))
  }
  if (
    read?.kind !== 'ours' &&
    key.keptIn === 'keychain' &&
    others.some((name) => IS_OF_ANOTHER_KEY.test(name))
  )
    tell('queue.key-changed', { files: others.length })

  // The mark of a key that lived in memory alone says nothing about a file of this run.
  const acknowledged =
    key.keptIn === 'memory' ? undefined : readMark(await disk.read(markPath(path)))
  const lastSequence = Math.max(
    await highestElsewhere(disk, directory, others),
    await highestMarked(disk, directory, names),
  )
  const rewrite: Rewrite = async (entries, base) => {
    const header = makeHeader(secret, base)
    const content = fileOf(secret, header, entries)
    await replaceFile(disk, directory, path, content)
    return { header, end: content.length }
  }
  if (bytes === undefined && acknowledged !== undefined && acknowledged.end > HEADER_BYTES)
    tell('queue.gone', { acknowledged: acknowledged.end })
  if (bytes === undefined || read?.kind !== 'ours') {
    const empty = await rewrite([], lastSequence)
    return { path, secret, index: createQueueIndex(), lastSequence, ...empty }
  }
  const own = await readOwnFile({
    bytes,
    secret,
    header: read.header,
    lastSequence,
    acknowledged,
    now: now(),
    keepDamaged: () => disk.keepAside(path, aside('damaged')),
    rewrite,
    tell,
    log,
  })
  return { path, secret, ...own }
}

type Rewrite = (
  entries: readonly QueueEntry[],
  base: number,
) => Promise<Pick<Loaded, 'header' | 'end'>>

interface OwnFile {
  readonly bytes: Buffer
  readonly secret: KeyObject
  readonly header: FileHeader
  /** The highest number of all other files. */
  readonly lastSequence: number
  readonly acknowledged: ReturnType<typeof readMark>
  readonly now: Date
  readonly keepDamaged: () => Promise<unknown>
  readonly rewrite: Rewrite
  readonly tell: Tell
  readonly log: Log
}

/** The file of this key: what is in it, and whether it is written anew without what is damaged or old. */
async function readOwnFile({
  bytes,
  secret,
  header,
  acknowledged,
  now,
  keepDamaged,
  rewrite,
  tell,
  log,
  ...before
}: OwnFile): Promise<Omit<Loaded, 'path' | 'secret' | 'mark'>> {
  const index = createQueueIndex()
  const { texts, end, condition } = scanRecords(bytes, secret, header)
  const unknown = fill(index, texts)
  const lastSequence = highestOf(index, Math.max(before.lastSequence, header.base))
  const isDamaged = condition === 'damaged' || unknown > 0
  if (isDamaged) tell('queue.damaged', { bytes: bytes.length, records: texts.length, unknown })
  if (acknowledged?.fileId === fileIdOf(header) && acknowledged.end > end)
    tell('queue.cut-short', { acknowledged: acknowledged.end, found: end })
  if (condition === 'torn') log('warn', 'queue.torn', { cut: bytes.length - end })

  const kept = entriesToKeep(index.entries(), now)
  if (!isDamaged && kept.length === index.entries().length)
    return { header, index, lastSequence, end }
  try {
    if (isDamaged) await keepDamaged()
    const replaced = await rewrite(kept, lastSequence)
    log('info', 'queue.rewritten', {
      kept: kept.length,
      dropped: index.entries().length - kept.length,
    })
    return { index: indexOf(kept), lastSequence, ...replaced }
  } catch (error) {
    // A full disk. The file stays as it is: what is written behind a damaged place can be read as well.
    log('error', 'queue.not-rewritten', { error: describeError(error) })
    return { header, index, lastSequence, end: isDamaged ? bytes.length : end }
  }
}

type Tell = (event: string, fields: Readonly<Record<string, string | number>>) => void

/** The key of that file was in memory alone, and the run that had it ended with check-ins waiting. */
async function setLeftoverAside(
  directory: string,
  disk: Disk,
  aside: (kind: string) => string,
  tell: Tell,
): Promise<void> {
  const leftover = await disk.read(join(directory, MEMORY_FILE))
  if (leftover === undefined || leftover.length <= HEADER_BYTES) return
  tell('queue.lost-with-its-key', { bytes: leftover.length })
  await disk.rename(join(directory, MEMORY_FILE), aside('unreadable'))
}

const highestOf = (index: QueueIndex, start: number): number =>
  index.entries().reduce((highest, { checkIn }) => Math.max(highest, checkIn.sequence), start)

/** Numbers given out in files that this key does not open are not given out again. */
async function highestElsewhere(
  disk: Disk,
  directory: string,
  names: readonly string[],
): Promise<number> {
  let highest = 0
  for (const name of names)
    highest = Math.max(
      highest,
      sequenceCeiling((await disk.read(join(directory, name))) ?? Buffer.alloc(0)),
    )
  return highest
}

/** Numbers given out in files that are gone or shorter by now. */
async function highestMarked(
  disk: Disk,
  directory: string,
  names: readonly string[],
): Promise<number> {
  let highest = 0
  for (const name of names.filter((one) => IS_MARK_FILE.test(one)))
    highest = Math.max(highest, readMark(await disk.read(join(directory, name)))?.last ?? 0)
  return highest
}

/** Returns the number of records that this version does not know. */
function fill(index: QueueIndex, texts: readonly string[]): number {
  let unknown = 0
  for (const text of texts) {
    const record = readRecord(text)
    if (record === undefined) unknown += 1
    else if (record.kind === 'check-in') index.add(record.checkIn)
    else index.settle(record)
  }
  return unknown
}

function indexOf(entries: readonly QueueEntry[]): QueueIndex {
  const index = createQueueIndex()
  for (const { checkIn, settled } of entries) {
    index.add(checkIn)
    if (settled !== undefined) index.settle(settled)
  }
  return index
}

function fileOf(key: KeyObject, header: FileHeader, entries: readonly QueueEntry[]): Buffer {
  const parts: Buffer[] = [header.bytes]
  let position = HEADER_BYTES
  const add = (text: string): void => {
    const frame = sealRecord(key, header, position, text)
    parts.push(frame)
    position += frame.length
  }
  for (const { checkIn, settled } of entries) {
    add(writeRecord({ kind: 'check-in', checkIn }))
    if (settled !== undefined) add(writeRecord({ kind: 'settled', ...settled }))
  }
  return Buffer.concat(parts)
}
