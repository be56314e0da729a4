/**
 * Files of the offline store: public keys, the signed list, and the last time of the server. No
 * name of a member. Each file is written whole under another name, forced to the disk, and renamed,
 * so that a cut leaves the old or the new one. Asynchronous, unlike `replaceFile`, because this
 * happens every few minutes while cards are being scanned. Everything is verified again when it is
 * read; damaged or unsigned files are removed.
 */
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { parseJson } from '#shared/read-json.ts'
import { describeError, type Log } from '../log/log-file.ts'
import { readCardKeys, type CardKeys } from './card-keys.ts'
import { MAX_LIST_BYTES, openList, SignedList, type HeldList } from './held-list.ts'

const FORMAT = 1
const MAX_FILE_BYTES = MAX_LIST_BYTES + 4_096
export const MAX_ETAG_CHARS = 200

const FILES = {
  keys: {
    name: 'keys.json',
    shape: z.object({
      format: z.literal(FORMAT),
      keys: z.array(z.object({ kid: z.string().max(64), x: z.string().max(64) })),
    }),
  },
  list: {
    name: 'status-list.json',
    shape: z.object({
      format: z.literal(FORMAT),
      etag: z.string().max(MAX_ETAG_CHARS),
      ...SignedList.shape,
    }),
  },
  clock: {
    name: 'server-time.json',
    shape: z.object({ format: z.literal(FORMAT), serverMs: z.number() }),
  },
} as const
type FileName = keyof typeof FILES

export interface Knowledge {
  readonly keys: CardKeys | undefined
  readonly list: HeldList | undefined
}
export interface StoredKnowledge extends Knowledge {
  readonly serverMs: number | undefined
}

export interface KnowledgeFiles {
  /** Never rejects: an unreadable file counts as missing. */
  read(): Promise<StoredKnowledge>
  writeKeys(keys: CardKeys): Promise<void>
  writeList(list: HeldList): Promise<void>
  removeList(): Promise<void>
  writeServerTime(serverMs: number): Promise<void>
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

export function openKnowledgeFiles(directory: string, log: Log): KnowledgeFiles {
  const pathOf = (file: FileName): string => join(directory, FILES[file].name)

  async function remove(file: FileName): Promise<void> {
    await rm(pathOf(file), { force: true }).catch((error: unknown) =>
      log('error', 'offline.not-removed', { file: FILES[file].name, error: describeError(error) }),
    )
  }
  async function drop(file: FileName, fault: string): Promise<undefined> {
    log('warn', 'offline.file-dropped', { file: FILES[file].name, fault })
    await remove(file)
    return undefined
  }

  async function load<F extends FileName>(
    file: F,
  ): Promise<z.output<(typeof FILES)[F]['shape']> | undefined> {
    let text: string
    try {
      if ((await stat(pathOf(file))).size > MAX_FILE_BYTES) return await drop(file, 'too long')
      text = await readFile(pathOf(file), 'utf8')
    } catch (error) {
      // A failing disk may work at the next start: the file stays.
      if (!isMissing(error))
        log('error', 'offline.not-read', { file: FILES[file].name, error: describeError(error) })
      return undefined
    }
    const read = FILES[file].shape.safeParse(parseJson(text))
    return read.success
      ? (read.data as z.output<(typeof FILES)[F]['shape']>)
      : drop(file, 'not in its form') // the shape of this very file
  }

  async function save<F extends FileName>(
    file: F,
    content: Omit<z.output<(typeof FILES)[F]['shape']>, 'format'>,
  ): Promise<void> {
    const path = pathOf(file)
    const fresh = `${path}.new`
    try {
      await mkdir(directory, { recursive: true, mode: 0o700 })
      const handle = await open(fresh, 'w', 0o600)
      try {
        await handle.writeFile(JSON.stringify({ format: FORMAT, ...content }))
        await handle.sync()
      } finally {
        await handle.close()
      }
      await rename(fresh, path)
    } catch (error) {
      // The knowledge stays in memory; the log and the queue of check-ins report a full disk.
      log('error', 'offline.not-written', { file: FILES[file].name, error: describeError(error) })
      await rm(fresh, { force: true }).catch(() => undefined)
    }
  }

  async function readKeys(): Promise<CardKeys | undefined> {
    const stored = await load('keys')
    if (stored === undefined) return undefined
    return readCardKeys(stored.keys) ?? drop('keys', 'no keys')
  }
  async function readList(keys: CardKeys | undefined): Promise<HeldList | undefined> {
    const stored = await load('list')
    if (stored === undefined) return undefined
    if (keys === undefined) return drop('list', 'no keys')
    const { etag, issuedAt, size, list, kid, signature } = stored
    const opened = await openList({ issuedAt, size, list, kid, signature }, etag, keys)
    return opened.ok ? opened.list : drop('list', opened.fault)
  }

  return {
    async read() {
      const keys = await readKeys()
      const list = await readList(keys)
      return { keys, list, serverMs: (await load('clock'))?.serverMs }
    },
    writeKeys: ({ published }) => save('keys', { keys: [...published] }),
    writeList: ({ etag, issuedAt, size, list, kid, signature }) =>
      save('list', { etag, issuedAt, size, list, kid, signature }),
    removeList: () => remove('list'),
    writeServerTime: (serverMs) => save('clock', { serverMs }),
  }
}
