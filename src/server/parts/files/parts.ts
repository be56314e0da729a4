/**
 * Parts of files, each sealed separately: the received parts of uploads, and the originals of
 * films.
 */
import type { Kysely } from 'kysely'
import type { Schema } from '../database/schema.ts'
import type { Secrets } from '../security/secrets.ts'
import type { ByteSource } from './byte-source.ts'
import { DamagedFile, openSealed, type FileStore } from './store/file-store.ts'

export interface PartPlace {
  readonly id: string
  readonly size_bytes: number
}

export interface PartStore {
  put(id: string, plain: Buffer): Promise<void>
  /** @throws DamagedFile */
  get(id: string): Promise<Buffer>
  delete(id: string): Promise<void>
}

export const partKey = (id: string): string => `part/${id.slice(0, 2)}/${id}`

export function createPartStore(store: FileStore, secrets: Secrets): PartStore {
  return {
    put(id, plain) {
      const key = partKey(id)
      return store.put(key, secrets.seal('files', plain, key))
    },
    async get(id) {
      const key = partKey(id)
      return openSealed(secrets, key, await store.get(key))
    },
    delete: (id) => store.delete(partKey(id)),
  }
}

/** The parts one behind the other; one of them is in memory at a time. */
export function joinParts(store: Pick<PartStore, 'get'>, parts: readonly PartPlace[]): ByteSource {
  const lengthOf = (some: readonly PartPlace[]): number =>
    some.reduce((sum, { size_bytes: size }) => sum + size, 0)
  const places = parts.map((part, index) => ({ ...part, start: lengthOf(parts.slice(0, index)) }))
  let held: { readonly id: string; readonly bytes: Buffer } | undefined
  return {
    size: lengthOf(parts),
    async *read(start, end) {
      for (const { id, size_bytes: size, start: from } of places) {
        if (from >= end || from + size <= start) continue
        // Headers of a film are close together, so the part that was opened last is kept in memory.
        if (held?.id !== id) held = { id, bytes: await store.get(id) }
        const { bytes } = held
        if (bytes.length !== size) throw new DamagedFile(partKey(id), 'changed')
        yield bytes.subarray(Math.max(0, start - from), Math.min(size, end - from))
      }
    },
  }
}

type Owner = { readonly uploadId: string } | { readonly fileId: string }

const allPartsOf = (db: Kysely<Schema>, owner: Owner) => {
  const query = db.selectFrom('file_parts')
  return 'uploadId' in owner
    ? query.where('upload_id', '=', owner.uploadId)
    : query.where('file_id', '=', owner.fileId)
}
export const partsOf = (db: Kysely<Schema>, owner: Owner) =>
  allPartsOf(db, owner).selectAll().where('stored_at', 'is not', null).orderBy('number').execute()

/** Bytes before rows, so that an interrupted removal can be repeated. */
export async function removeParts(
  db: Kysely<Schema>,
  store: Pick<PartStore, 'delete'>,
  owner: Owner,
): Promise<void> {
  for (const { id } of await allPartsOf(db, owner).select('id').execute()) {
    await store.delete(id)
    await db.deleteFrom('file_parts').where('id', '=', id).execute()
  }
}
