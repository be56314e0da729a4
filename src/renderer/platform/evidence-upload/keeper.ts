/**
 * Uploads that a reload interrupted, kept in the browser: the number, size and hash, and where the browser can, a
 * reference to the file. Never its bytes: a copy of a film in the browser's storage would stay when the person deletes
 * the film from a phone that is about to be searched.
 */
import * as z from 'zod'
import { EVIDENCE_DATABASE } from './forget-uploads.ts'

/** The part of `FileSystemFileHandle` that is used; not every browser has one. */
export interface FileReference {
  getFile(): Promise<File>
  queryPermission?(wish: { readonly mode: 'read' }): Promise<PermissionState>
  requestPermission?(wish: { readonly mode: 'read' }): Promise<PermissionState>
}

export interface KeptUpload {
  readonly id: string
  /** The member of the upload. */
  readonly cardId: string
  /** Tells the user which file to choose again. */
  readonly name: string
  readonly type: string
  readonly size: number
  readonly sha256: string
  readonly expiresAt: string
  readonly handle?: FileReference | undefined
}

export interface UploadKeeper {
  keep(upload: KeptUpload): Promise<void>
  forget(id: string): Promise<void>
  /**
   * The uploads of this member that the server still has; those of other members and expired ones
   * are removed.
   */
  list(cardId: string): Promise<readonly KeptUpload[]>
}

const STORE = 'uploads'

const isHandle = (value: unknown): value is FileReference =>
  typeof value === 'object' &&
  value !== null &&
  'getFile' in value &&
  typeof value.getFile === 'function'
/** Storage can hold anything. */
const Kept = z.object({
  id: z.string(),
  cardId: z.string(),
  name: z.string(),
  type: z.string(),
  size: z.number(),
  sha256: z.string(),
  expiresAt: z.string(),
  handle: z.custom<FileReference>(isHandle).optional(),
})

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('The browser gave no reason'))
  })

/**
 * Storing is a convenience: where the browser refuses it, an upload starts again after a reload.
 */
export function createUploadKeeper({
  indexedDB,
  now,
}: {
  readonly indexedDB: IDBFactory
  readonly now: () => number
}): UploadKeeper {
  function open(mode: IDBTransactionMode): Promise<IDBDatabase> {
    const request = indexedDB.open(EVIDENCE_DATABASE, 1)
    request.onupgradeneeded = () => {
      if (mode === 'readwrite') request.result.createObjectStore(STORE, { keyPath: 'id' })
      else request.transaction?.abort() // nothing is stored: the look-up must not leave a database behind
    }
    return settled(request)
  }
  async function withStore<T>(
    mode: IDBTransactionMode,
    use: (store: IDBObjectStore) => Promise<T>,
  ): Promise<T | undefined> {
    try {
      const database = await open(mode)
      database.onversionchange = () => database.close()
      try {
        return await use(database.transaction(STORE, mode).objectStore(STORE))
      } finally {
        database.close()
      }
    } catch {
      return undefined
    }
  }
  const remove = async (ids: readonly unknown[]): Promise<void> => {
    if (ids.length > 0)
      await withStore('readwrite', (store) =>
        Promise.all(ids.map((id) => settled(store.delete(id as IDBValidKey)))),
      ) // the keys of this very store
  }
  return {
    async keep(upload) {
      // Some browsers cannot store a reference: the rest is stored then, and the user chooses the
      // file again.
      const whole = await withStore('readwrite', (store) => settled(store.put(upload)))
      if (whole === undefined && upload.handle !== undefined)
        await withStore('readwrite', (store) =>
          settled(store.put({ ...upload, handle: undefined })),
        )
    },
    forget: (id) => remove([id]),
    async list(cardId) {
      const found = (await withStore('readonly', async (store) => ({
        keys: await settled(store.getAllKeys()),
        values: await settled<unknown[]>(store.getAll()),
      }))) ?? { keys: [], values: [] }
      const kept = found.values.map((value) => Kept.safeParse(value).data)
      const good = kept.filter(
        (upload): upload is KeptUpload =>
          upload?.cardId === cardId && Date.parse(upload.expiresAt) > now(),
      )
      const ids = new Set<unknown>(good.map(({ id }) => id))
      await remove(found.keys.filter((key) => !ids.has(key)))
      return good
    },
  }
}
