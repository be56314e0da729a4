/**
 * Uploads that a reload interrupted, kept in the browser: the number, size and hash, and where the browser can, a
 * reference to the file. Never its bytes: a copy of a film in the browser's storage would stay when the person deletes
 * the film from a phone that is about to be searched.
 */
import * as z from 'zod'
import { openStore, settled } from '../indexed-db.ts'
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
const StoredUpload = z.object({
  id: z.string(),
  cardId: z.string(),
  name: z.string(),
  type: z.string(),
  size: z.number(),
  sha256: z.string(),
  expiresAt: z.string(),
  handle: z.custom<FileReference>(isHandle).optional(),
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
  const withStore = openStore({
    indexedDB,
    database: EVIDENCE_DATABASE,
    store: STORE,
    options: { keyPath: 'id' },
  })
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
      const kept = found.values.map((value) => StoredUpload.safeParse(value).data)
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
