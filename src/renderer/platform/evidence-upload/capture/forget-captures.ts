/** A separate file, so that signing out does not load the rest. */
import { openStore, settled } from '../../indexed-db.ts'

export const CAPTURE_DATABASE = 'wld-captures'
export const CAPTURE_STORE = 'captures'

/**
 * A record has the key [member, capture, 0], and its parts follow it. An array is greater than every number and text,
 * so this range has all keys that begin so.
 */
export const allUnder = (...beginning: readonly string[]): IDBKeyRange =>
  IDBKeyRange.bound(beginning, [...beginning, []])

/** All captures of a member, with the keys that open them. */
export async function forgetCaptures(factory: IDBFactory, cardId: string): Promise<void> {
  // `readonly` first: a look-up makes no database where there is none.
  const withStore = openStore({
    indexedDB: factory,
    database: CAPTURE_DATABASE,
    store: CAPTURE_STORE,
  })
  const count = await withStore('readonly', (store) => settled(store.count(allUnder(cardId))))
  if (count !== undefined && count > 0)
    await withStore('readwrite', (store) => settled(store.delete(allUnder(cardId))))
}
