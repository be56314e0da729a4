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

/** A quota that is used up may show only when the transaction ends. */
const ended = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () =>
      reject(transaction.error ?? new DOMException('Not stored', 'AbortError'))
  })

export interface StoreAddress {
  readonly indexedDB: IDBFactory
  readonly database: string
  readonly store: string
  /** `keyPath`, or nothing where the caller gives a key. */
  readonly options?: IDBObjectStoreParameters
}

type Use<T> = (store: IDBObjectStore) => Promise<T>
export type WithStore = <T>(mode: IDBTransactionMode, use: Use<T>) => Promise<T | undefined>
export type StrictStore = <T>(mode: IDBTransactionMode, use: Use<T>) => Promise<T>

/** A step rejects where the browser refuses it; a write resolves when it is stored. */
export function openStrictStore({
  indexedDB,
  database: name,
  store,
  options,
}: StoreAddress): StrictStore {
  function open(mode: IDBTransactionMode): Promise<IDBDatabase> {
    const request = indexedDB.open(name, 1)
    request.onupgradeneeded = () => {
      // A look-up (`readonly`) leaves no database behind where there was none.
      if (mode === 'readwrite') request.result.createObjectStore(store, options)
      else request.transaction?.abort()
    }
    return settled(request)
  }
  return async (mode, use) => {
    const database = await open(mode)
    database.onversionchange = () => database.close()
    try {
      const transaction = database.transaction(store, mode)
      const [result] = await Promise.all([use(transaction.objectStore(store)), ended(transaction)])
      return result
    } finally {
      database.close()
    }
  }
}

export function openStore(address: StoreAddress): WithStore {
  const strict = openStrictStore(address)
  return (mode, use) => strict(mode, use).catch(() => undefined)
}
