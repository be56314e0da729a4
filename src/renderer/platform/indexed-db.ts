/**
 * The browser's storage, one store for each database, opened for one step and closed again, so that
 * removing the whole database never waits for another tab. Storing is a convenience: where the
 * browser refuses it, a step returns undefined and the interface works without it.
 */
export const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('The browser gave no reason'))
  })

/** Never rejects: without access to the storage, nothing was stored either. */
export const dropDatabase = (factory: IDBFactory, name: string): Promise<void> =>
  new Promise((resolve) => {
    try {
      const request = factory.deleteDatabase(name)
      // Blocked: another tab closes the database at the same moment, and the removal continues.
      request.onsuccess = request.onerror = request.onblocked = () => resolve()
    } catch {
      resolve()
    }
  })

export interface StoreAddress {
  readonly indexedDB: IDBFactory
  readonly database: string
  readonly store: string
  /** `keyPath`, or nothing where the caller gives a key. */
  readonly options?: IDBObjectStoreParameters
}

export type WithStore = <T>(
  mode: IDBTransactionMode,
  use: (store: IDBObjectStore) => Promise<T>,
) => Promise<T | undefined>

/** A look-up (`readonly`) leaves no database behind where there was none. */
export function openStore({ indexedDB, database: name, store, options }: StoreAddress): WithStore {
  function open(mode: IDBTransactionMode): Promise<IDBDatabase> {
    const request = indexedDB.open(name, 1)
    request.onupgradeneeded = () => {
      if (mode === 'readwrite') request.result.createObjectStore(store, options)
      else request.transaction?.abort()
    }
    return settled(request)
  }
  return async (mode, use) => {
    try {
      const database = await open(mode)
      database.onversionchange = () => database.close()
      try {
        return await use(database.transaction(store, mode).objectStore(store))
      } finally {
        database.close()
      }
    } catch {
      return undefined
    }
  }
}
