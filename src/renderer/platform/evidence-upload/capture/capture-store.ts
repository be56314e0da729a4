/**
 * Captures on this device: a record with the seal and the keys, and the file in sealed parts. Each capture has its own
 * content key, which no script can read out, so removing the record makes parts that a disk still holds unreadable
 * once the browser has cleaned up the key.
 */
import * as z from 'zod'
import { CAPTURE_KEPT_MS, EvidenceSeal } from '#shared/domain/report/evidence-seal.ts'
import { openStore, settled } from '../../indexed-db.ts'
import { captureDatabase } from '../forget-uploads.ts'

/** As the parts of an upload, so that each part that is sent opens one part that is stored. */
export const PART_BYTES = 1024 * 1024
/** A page that was closed while it sealed leaves a record without a seal. */
const UNSEALED_MS = 60 * 60_000

const isKey = (value: unknown): value is CryptoKey => value instanceof CryptoKey
/** Storage can hold anything. */
const StoredCapture = z.object({
  id: z.string(),
  cardId: z.string(),
  name: z.string(),
  type: z.string(),
  size: z.number(),
  keptAt: z.number(),
  contentKey: z.custom<CryptoKey>(isKey),
  /** Signs later captures of the same report. */
  sealKeys: z.object({
    privateKey: z.custom<CryptoKey>(isKey),
    publicKey: z.custom<CryptoKey>(isKey),
  }),
  /** Undefined until the whole file is stored. */
  seal: EvidenceSeal.optional(),
  /** The upload that it began. */
  uploadId: z.string().optional(),
})
type Record = z.output<typeof StoredCapture>
export type KeptCapture = Record & { readonly seal: EvidenceSeal }

export interface CapturePlace {
  readonly cardId: string
  readonly id: string
}

/** The record of a capture has the key [id, 0], and its parts follow it. */
const recordKey = (id: string) => [id, 0]
const partKey = (id: string, part: number) => [id, part + 1]
/** An array is greater than every number, so this range has all keys that begin so. */
const allOf = (id: string): IDBKeyRange => IDBKeyRange.bound([id], [id, []])

/** A quota that is used up may show only when the transaction ends. */
const ended = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () =>
      reject(transaction.error ?? new DOMException('Not stored', 'AbortError'))
  })

/** A step on the captures of one member: it rejects where the browser refuses it, and a write resolves when it is stored. */
async function onStore<T>(
  factory: IDBFactory,
  cardId: string,
  mode: IDBTransactionMode,
  use: (store: IDBObjectStore) => Promise<T>,
): Promise<T> {
  const withStore = openStore({
    indexedDB: factory,
    database: captureDatabase(cardId),
    store: 'captures',
  })
  let fault: unknown
  const done = await withStore(mode, async (store) => {
    try {
      const [value] = await Promise.all([use(store), ended(store.transaction)])
      return { value }
    } catch (error) {
      fault = error
      throw error
    }
  })
  if (done === undefined) throw fault ?? new DOMException('No access', 'InvalidStateError')
  return done.value
}

/** Each part has its number as nonce: a key seals each number once. */
function nonceOf(part: number): Uint8Array<ArrayBuffer> {
  const nonce = new Uint8Array(12)
  new DataView(nonce.buffer).setUint32(8, part)
  return nonce
}
const algorithm = (part: number) => ({ name: 'AES-GCM', iv: nonceOf(part) })

export const createContentKey = (): Promise<CryptoKey> =>
  crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])

export function createCaptureStore(factory: IDBFactory, now: () => number) {
  const on = <T>(
    cardId: string,
    mode: IDBTransactionMode,
    use: (store: IDBObjectStore) => Promise<T>,
  ): Promise<T> => onStore(factory, cardId, mode, use)
  const forget = async ({ cardId, id }: CapturePlace): Promise<void> =>
    on(cardId, 'readwrite', (store) => settled(store.delete(allOf(id))))

  return {
    put: async (record: Record): Promise<void> =>
      void (await on(record.cardId, 'readwrite', (store) =>
        settled(store.put(record, recordKey(record.id))),
      )),
    /** @throws QuotaExceededError when the device has no room */
    async putPart(
      { cardId, id }: CapturePlace,
      contentKey: CryptoKey,
      part: number,
      bytes: ArrayBuffer,
    ): Promise<void> {
      const sealed = await crypto.subtle.encrypt(algorithm(part), contentKey, bytes)
      await on(cardId, 'readwrite', (store) => settled(store.put(sealed, partKey(id, part))))
    },
    /** @throws where the part is gone or was changed */
    async readPart({ contentKey, cardId, id }: Record, part: number): Promise<ArrayBuffer> {
      const sealed = await on(cardId, 'readonly', (store) =>
        settled<unknown>(store.get(partKey(id, part))),
      )
      if (!(sealed instanceof ArrayBuffer)) throw new Error(`Part ${part} of a capture is gone`)
      return crypto.subtle.decrypt(algorithm(part), contentKey, sealed)
    },
    forget,
    /** The captures of this member, oldest first. What is too old, or was never sealed, is removed. */
    async list(cardId: string): Promise<readonly KeptCapture[]> {
      const found = await on(cardId, 'readonly', async (store) => {
        const keys = await settled(store.getAllKeys())
        const ids = new Set(
          keys.flatMap((key) => (Array.isArray(key) && typeof key[0] === 'string' ? [key[0]] : [])),
        )
        return Promise.all(
          [...ids].map(async (id) => ({
            id,
            value: await settled<unknown>(store.get(recordKey(id))),
          })),
        )
      }).catch(() => []) // no database, or no access to it: nothing is kept
      const kept: KeptCapture[] = []
      for (const { id, value } of found) {
        const record = StoredCapture.safeParse(value).data
        const age = now() - (record?.keptAt ?? 0)
        if (record?.seal !== undefined && age < CAPTURE_KEPT_MS)
          kept.push({ ...record, seal: record.seal })
        else if (record === undefined || record.seal !== undefined || age > UNSEALED_MS)
          await forget({ cardId, id })
      }
      return kept.toSorted((one, other) => one.keptAt - other.keptAt)
    },
    /** Also when the capture is gone meanwhile: then nothing is written. */
    async noteUpload({ cardId, id }: CapturePlace, uploadId: string): Promise<void> {
      await on(cardId, 'readwrite', async (store) => {
        const record = StoredCapture.safeParse(
          await settled<unknown>(store.get(recordKey(id))),
        ).data
        if (record !== undefined) await settled(store.put({ ...record, uploadId }, recordKey(id)))
      })
    },
  }
}
export type CaptureStore = ReturnType<typeof createCaptureStore>
