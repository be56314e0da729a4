/** From the files of the folder to the queue in memory, and to one good file that the next record goes to. */
import { createSecretKey, randomBytes, type KeyObject } from 'node:crypto'
import { join } from 'node:path'
import { describeError, type Log } from '../log/log-file.ts'
import { replaceFile, type Disk } from './disk.ts'
import { createMarkWriter, readMark, type MarkWriter } from './queue-mark.ts'
import { createQueueIndex, type Entry, type QueueIndex } from './queue-index.ts'
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
import { entriesToKeep } from './retention.ts'

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

/** A key of this run alone: the file can be read by nobody after it. */
const MEMORY_FILE = 'queue.memory.log'
/** The same after a run that ended with nothing waiting; it only says which numbers were given out. */
const MEMORY_DONE_FILE = 'queue.memory-done.log'
/** Each key has its file: one that comes back with its keychain finds what it locked. */
const fileName = ({ key, keptIn }: QueueKey): string =>
  keptIn === 'memory' ? MEMORY_FILE : `queue.${keyMark(createSecretKey(key)).toString('hex')}.log`
const IS_QUEUE_FILE = /^queue\..*\.log$/
const IS_MARK_FILE = /^queue\..*\.mark$/
const IS_OF_ANOTHER_KEY = /^queue\.[0-9a-f]{16}\.log$/

/** A file whose key is gone with this run is no loss when nothing in it waited; the next start need not warn. */
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
  // A disk that refuses it refuses the next check-in as well, which writes it first of all.
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
  const tell = (event: string, fields: Readonly<Record<string, string | number>>): void => {
    onDamage()
    log('error', event, fields)
  }

  await disk.makeFolder(directory)
  await disk.remove(`${path}.new`)
  const leftover = await disk.read(join(directory, MEMORY_FILE))
  if (leftover !== undefined && leftover.length > HEADER_BYTES) {
    tell('queue.lost-with-its-key', { bytes: leftover.length })
    await disk.rename(join(directory, MEMORY_FILE), aside('unreadable'))
  }

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
  const index = createQueueIndex()
  let lastSequence = Math.max(
    await highestElsewhere(disk, directory, others),
    await highestMarked(disk, directory, names),
  )
  const rewrite = async (entries: readonly Entry[]): Promise<Pick<Loaded, 'header' | 'end'>> => {
    const header = makeHeader(secret, lastSequence)
    const content = fileOf(secret, header, entries)
    await replaceFile(disk, directory, path, content)
    return { header, end: content.length }
  }
  if (bytes === undefined && acknowledged !== undefined && acknowledged.end > HEADER_BYTES)
    tell('queue.gone', { acknowledged: acknowledged.end })
  if (bytes === undefined || read?.kind !== 'ours')
    return { path, secret, index, lastSequence, ...(await rewrite([])) }

  const { header } = read
  const { texts, end, condition } = scanRecords(bytes, secret, header)
  const unknown = fill(index, texts)
  lastSequence = index
    .entries()
    .reduce(
      (highest, { checkIn }) => Math.max(highest, checkIn.sequence),
      Math.max(lastSequence, header.base),
    )
  const isDamaged = condition === 'damaged' || unknown > 0
  if (isDamaged) tell('queue.damaged', { bytes: bytes.length, records: texts.length, unknown })
  if (acknowledged?.fileId === fileIdOf(header) && acknowledged.end > end)
    tell('queue.cut-short', { acknowledged: acknowledged.end, found: end })
  if (condition === 'torn') log('warn', 'queue.torn', { cut: bytes.length - end })

  const kept = entriesToKeep(index.entries(), now())
  if (!isDamaged && kept.length === index.entries().length)
    return { path, secret, header, index, lastSequence, end }
  try {
    if (isDamaged) await disk.keepAside(path, aside('damaged'))
    const replaced = await rewrite(kept)
    log('info', 'queue.rewritten', {
      kept: kept.length,
      dropped: index.entries().length - kept.length,
    })
    return { path, secret, index: indexOf(kept), lastSequence, ...replaced }
  } catch (error) {
    // A full disk. The file stays as it is: what is written behind a damaged place can be read as well.
    log('error', 'queue.not-rewritten', { error: describeError(error) })
    return { path, secret, header, index, lastSequence, end: isDamaged ? bytes.length : end }
  }
}

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

/** Answers how many records are none that this version writes. */
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

function indexOf(entries: readonly Entry[]): QueueIndex {
  const index = createQueueIndex()
  for (const { checkIn, settled } of entries) {
    index.add(checkIn)
    if (settled !== undefined) index.settle(settled)
  }
  return index
}

function fileOf(key: KeyObject, header: FileHeader, entries: readonly Entry[]): Buffer {
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
