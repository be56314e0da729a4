/**
 * The keys of sealed columns: 32 random bytes each, stored wrapped with a key from SECRET_KEY. Every
 * key opens and searches; the lowest one that is not retired seals. So `keys:rotate` can turn the
 * keys while servers run: each of them knows a new key before the first value is sealed with it.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  type KeyObject,
} from 'node:crypto'
import { StartFault } from '../../../base/start-fault.ts'
import { Unavailable } from '../../../base/unavailable.ts'
import { callMaxMs, type PoolSettings } from '../pool/pool-settings.ts'

const IV_BYTES = 12
const TAG_BYTES = 16
const KEY_BYTES = 32
const REFRESH_MS = 1_000
/**
 * A server that could not read the keys for this time seals nothing. So after it `keys:rotate` may
 * let the new key seal, and later delete the old one (`oldKeyKeptMs`).
 */
const UNREFRESHED_MAX_MS = 8_000
/** After this time each server that seals or searches has read a new key. */
export const NEW_KEY_KNOWN_MS = UNREFRESHED_MAX_MS + REFRESH_MS
/** After this time no call of a server, whose settings these are, writes under an old key. */
export const oldKeyKeptMs = (settings: PoolSettings): number =>
  NEW_KEY_KNOWN_MS + callMaxMs(settings)

/** For rows that were read with a key that is deleted now, and are shown a little later. */
const DELETED_KEY_KEPT_MS = 600_000

const SEALED_VALUE = /^s1\.(\d{1,9})\.([A-Za-z0-9_-]{38,})$/
const INDEX_BYTES = 10

/** The part of `Secrets` that wraps keys. */
export interface KeyWrapping {
  seal(purpose: 'data-keys', plain: Buffer, context: string): Buffer
  open(purpose: 'data-keys', sealed: Buffer, context: string): Buffer
}

export interface WrappedKey {
  readonly id: number
  readonly wrapped: string
  readonly retired_at: string | null
}

/** Key objects: with a buffer, Node makes one for each value, which takes 16 of 20 µs. */
interface DataKey {
  readonly id: number
  readonly values: KeyObject
  readonly index: KeyObject
}

const wrapContext = (id: number): string => `data-key/${id}`

export const wrapKey = (wrapping: KeyWrapping, id: number, key: Buffer): string =>
  wrapping.seal('data-keys', key, wrapContext(id)).toString('base64')
const unwrapKey = (
  wrapping: KeyWrapping,
  { id, wrapped }: Pick<WrappedKey, 'id' | 'wrapped'>,
): Buffer => wrapping.open('data-keys', Buffer.from(wrapped, 'base64'), wrapContext(id))
export const newDataKey = (): Buffer => randomBytes(KEY_BYTES)

/** The key that a stored value was sealed with; undefined for a plain value. */
export const keyIdOf = (stored: string): number | undefined => {
  const id = SEALED_VALUE.exec(stored)?.[1]
  return id === undefined ? undefined : Number(id)
}

const derive = (id: number, key: Buffer): DataKey => {
  const part = (use: string): KeyObject =>
    createSecretKey(
      Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), `wld/1/data-key/${use}`, KEY_BYTES)),
    )
  return { id, values: part('values'), index: part('index') }
}

export interface KeyRing {
  /** The id of the key that seals. */
  readonly current: number
  /** Every id that opens, the newest first. */
  readonly ids: readonly number[]
  knows(id: number): boolean
  /**
   * @param context where the value lies: table, column and row
   * @throws Unavailable when the keys could not be read for some seconds
   */
  seal(plain: string, context: string): string
  /** Throws when the key is unknown, or the value is damaged or was moved. */
  open(sealed: string, context: string): string
  /** A keyed index of a text, under one of the keys: 80 bits of an HMAC. */
  indexOf(id: number, use: string, text: string): Buffer
  /** Reads the keys again. */
  refresh(): Promise<void>
  /** Stops the regular reading. */
  stop(): void
}

/** How the keys are read; it must work while a call of this process is in a transaction. */
export interface KeySource {
  read(): Promise<readonly WrappedKey[]>
  /** At once, where the engine can: a long transaction on it lets no timer run. */
  readNow?: () => readonly WrappedKey[]
}

/** @throws StartFault when SECRET_KEY does not open the keys */
export async function openKeyRing(source: KeySource, wrapping: KeyWrapping): Promise<KeyRing> {
  const keys = new Map<number, DataKey & { seenMs: number }>()
  let ids: readonly number[] = []
  let current = 0
  let refreshedMs = 0
  const take = (rows: readonly WrappedKey[], startedMs: number): void => {
    for (const row of rows) {
      const known = keys.get(row.id)
      if (known !== undefined) {
        known.seenMs = startedMs
        continue
      }
      try {
        keys.set(row.id, { ...derive(row.id, unwrapKey(wrapping, row)), seenMs: startedMs })
      } catch (cause) {
        throw new StartFault(
          'SECRET_KEY does not open the keys of the sealed columns in this database. Use the key that this database was made with.',
          { cause },
        )
      }
    }
    for (const [id, { seenMs }] of keys)
      if (startedMs - seenMs > DELETED_KEY_KEPT_MS) keys.delete(id)
    const open = rows.filter(({ retired_at: retiredAt }) => retiredAt === null)
    if (open.length === 0) throw new Error('The database has no data key that seals')
    current = Math.min(...open.map(({ id }) => id))
    ids = rows.map(({ id }) => id).toSorted((one, other) => other - one)
    refreshedMs = startedMs
  }
  const refresh = async (): Promise<void> => {
    const startedMs = performance.now()
    take(await source.read(), startedMs)
  }
  await refresh()
  const catchUp = (): void => {
    const nowMs = performance.now()
    if (source.readNow === undefined || nowMs - refreshedMs <= REFRESH_MS) return
    try {
      take(source.readNow(), nowMs)
    } catch {
      // `seal` refuses when this lasts; the statement itself then reports the database.
    }
  }
  // Failures show in `refreshedMs`; the database reports itself by the calls that need it.
  const timer = setInterval(() => void refresh().catch(() => undefined), REFRESH_MS).unref()
  const keyOf = (id: number): DataKey => {
    const key = keys.get(id)
    if (key === undefined) throw new Error(`The data key ${id} is unknown`)
    return key
  }
  return {
    get current() {
      catchUp()
      return current
    },
    get ids() {
      catchUp()
      return ids
    },
    knows: (id) => keys.has(id),
    seal(plain, context) {
      catchUp()
      if (performance.now() - refreshedMs > UNREFRESHED_MAX_MS)
        throw new Unavailable('database', new Error('The data keys could not be read for long'))
      const { id, values } = keyOf(current)
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', values, iv).setAAD(Buffer.from(context))
      const sealed = [iv, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]
      return `s1.${id}.${Buffer.concat(sealed).toString('base64url')}`
    },
    open(sealed, context) {
      const [, id = '', text = ''] = SEALED_VALUE.exec(sealed) ?? []
      const bytes = Buffer.from(text, 'base64url')
      const decipher = createDecipheriv(
        'aes-256-gcm',
        keyOf(Number(id)).values,
        bytes.subarray(0, IV_BYTES),
      )
        .setAAD(Buffer.from(context))
        .setAuthTag(bytes.subarray(-TAG_BYTES))
      const plain = decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES))
      return Buffer.concat([plain, decipher.final()]).toString()
    },
    indexOf: (id, use, text) =>
      createHmac('sha256', keyOf(id).index)
        .update(`${use}\n${text}`)
        .digest()
        .subarray(0, INDEX_BYTES),
    refresh,
    stop: () => clearInterval(timer),
  }
}
