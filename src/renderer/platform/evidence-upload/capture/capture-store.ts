/**
 * Captures on this device: a record with the seal and the keys, and the file in sealed parts. Each capture has its own
 * content key, which no script can read out, so removing the record makes parts that a disk still holds unreadable
 * once the browser has cleaned up the key.
 */
import * as z from 'zod'
import { CAPTURE_KEPT_MS, EvidenceSeal } from '#shared/domain/report/evidence-seal.ts'
import { openStrictStore, settled } from '../../indexed-db.ts'
import { allUnder, CAPTURE_DATABASE, CAPTURE_STORE } from './forget-captures.ts'

/** As the parts of an upload, so that each part that is sent opens one part that is stored. */
export const PART_BYTES = 1024 * 1024
/** A page that was closed while it sealed leaves a record without a seal. */
const UNSEALED_MS = 60 * 60_000

const isKey = (value: unknown): value is CryptoKey => value instanceof CryptoKey
/** Storage can hold anything. */
const Kept = z.object({
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
type Record = z.output<typeof Kept>
export type KeptCapture = Record & { readonly seal: EvidenceSeal }

export interface CapturePlace {
  readonly cardId: string
  readonly id: string
}

const recordKey = ({ cardId, id }: CapturePlace) => [cardId, id, 0]
const partKey = ({ cardId, id }: CapturePlace, part: number) => [cardId, id, part + 1]

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
  const withStore = openStrictStore({
    indexedDB: factory,
    database: CAPTURE_DATABASE,
    store: CAPTURE_STORE,
  })
  const forget = async ({ cardId, id }: CapturePlace): Promise<void> =>
    withStore('readwrite', (store) => settled(store.delete(allUnder(cardId, id))))

  return {
    put: async (record: Record): Promise<void> =>
      void (await withStore('readwrite', (store) => settled(store.put(record, recordKey(record))))),
    /** @throws QuotaExceededError when the device has no room */
    async putPart(
      place: CapturePlace,
      contentKey: CryptoKey,
      part: number,
      bytes: ArrayBuffer,
    ): Promise<void> {
      const sealed = await crypto.subtle.encrypt(algorithm(part), contentKey, bytes)
      await withStore('readwrite', (store) => settled(store.put(sealed, partKey(place, part))))
    },
    /** @throws where the part is gone or was changed */
    async readPart({ contentKey, ...place }: Record, part: number): Promise<ArrayBuffer> {
      const sealed = await withStore('readonly', (store) =>
        settled<unknown>(store.get(partKey(place, part))),
      )
      if (!(sealed instanceof ArrayBuffer)) throw new Error(`Part ${part} of a capture is gone`)
      return crypto.subtle.decrypt(algorithm(part), contentKey, sealed)
    },
    forget,
    /** The captures of this member, oldest first. What is too old, or was never sealed, is removed. */
    async list(cardId: string): Promise<readonly KeptCapture[]> {
      const found = await withStore('readonly', async (store) => {
        const keys = await settled(store.getAllKeys(allUnder(cardId)))
        const ids = new Set(
          keys.flatMap((key) => (Array.isArray(key) && typeof key[1] === 'string' ? [key[1]] : [])),
        )
        return Promise.all(
          [...ids].map(async (id) => ({
            id,
            value: await settled<unknown>(store.get(recordKey({ cardId, id }))),
          })),
        )
      }).catch(() => []) // no database, or no access to it: nothing is kept
      const kept: KeptCapture[] = []
      for (const { id, value } of found) {
        const record = Kept.safeParse(value).data
        const age = now() - (record?.keptAt ?? 0)
        if (record?.seal !== undefined && age < CAPTURE_KEPT_MS)
          kept.push({ ...record, seal: record.seal })
        else if (record === undefined || record.seal !== undefined || age > UNSEALED_MS)
          await forget({ cardId, id })
      }
      return kept.toSorted((one, other) => one.keptAt - other.keptAt)
    },
    /** Also when the capture is gone meanwhile: then nothing is written. */
    async noteUpload(place: CapturePlace, uploadId: string): Promise<void> {
      await withStore('readwrite', async (store) => {
        const record = Kept.safeParse(await settled<unknown>(store.get(recordKey(place)))).data
        if (record !== undefined)
          await settled(store.put({ ...record, uploadId }, recordKey(place)))
      })
    },
  }
}
export type CaptureStore = ReturnType<typeof createCaptureStore>
