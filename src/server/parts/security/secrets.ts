/**
 * Everything derived from the one `SECRET_KEY`: a separate key for each purpose (HKDF-SHA-256), so that a value made
 * for one purpose means nothing for another.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
  type KeyObject,
} from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeDurably } from '../../base/durable-file.ts'
import { StartFault } from '../../base/start-fault.ts'

type SecretPurpose =
  | 'sealed-keys'
  | 'data-keys'
  | 'files'
  | 'mails'
  | 'proof-of-work'
  | 'refresh-successor'
  | 'signed-address'
  | 'codes'
  | 'lookup'
  | 'subscriptions'
  | 'bin'
  | 'consents'
  | 'merges'
  | 'factors'
  | 'receipts'
  | 'wallet-passes'

const IV_BYTES = 12
const TAG_BYTES = 16

export interface Secrets {
  /** Derived 32-byte key of a purpose. */
  key(purpose: SecretPurpose): Buffer
  /** HMAC-SHA-256 as base64url (43 characters). */
  mac(purpose: SecretPurpose, text: string): string
  /** Compares a given MAC with the right one in constant time. */
  macMatches(purpose: SecretPurpose, text: string, given: string): boolean
  /** AES-256-GCM; `context` must be the same when opening, so a sealed value cannot be moved to another row. */
  seal(purpose: SecretPurpose, plain: Buffer, context: string): Buffer
  /** Throws when the key, the context or a byte is wrong. */
  open(purpose: SecretPurpose, sealed: Buffer, context: string): Buffer
}

/** @param secretKeyHex 64 hexadecimal digits */
export function createSecrets(secretKeyHex: string): Secrets {
  const root = Buffer.from(secretKeyHex, 'hex')
  if (root.length !== 32) throw new Error('SECRET_KEY must be 64 hexadecimal digits')
  const derived = new Map<SecretPurpose, Buffer>()
  const key = (purpose: SecretPurpose): Buffer => {
    const known = derived.get(purpose)
    if (known !== undefined) return known
    const made = Buffer.from(hkdfSync('sha256', root, Buffer.alloc(0), `wld/1/${purpose}`, 32))
    derived.set(purpose, made)
    return made
  }
  // A key in a buffer is prepared anew at each use, which takes longer than the MAC.
  const keyObjects = new Map<SecretPurpose, KeyObject>()
  const keyObject = (purpose: SecretPurpose): KeyObject => {
    const known = keyObjects.get(purpose)
    if (known !== undefined) return known
    const made = createSecretKey(key(purpose))
    keyObjects.set(purpose, made)
    return made
  }
  const mac = (purpose: SecretPurpose, text: string): string =>
    createHmac('sha256', keyObject(purpose)).update(text).digest('base64url')
  return {
    key,
    mac,
    macMatches(purpose, text, given) {
      const right = Buffer.from(mac(purpose, text))
      const other = Buffer.from(given)
      return right.length === other.length && timingSafeEqual(right, other)
    },
    seal(purpose, plain, context) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key(purpose), iv).setAAD(Buffer.from(context))
      return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
    },
    open(purpose, sealed, context) {
      const decipher = createDecipheriv('aes-256-gcm', key(purpose), sealed.subarray(0, IV_BYTES))
        .setAAD(Buffer.from(context))
        .setAuthTag(sealed.subarray(-TAG_BYTES))
      return Buffer.concat([
        decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES)),
        decipher.final(),
      ])
    },
  }
}

/** In DATA_DIR, for runs without SECRET_KEY. */
export const LOCAL_KEY_FILE = 'local-secret.key'

/**
 * The key of a server that exists: unlike `localSecretKey`, this never makes one.
 * @throws StartFault when there is none
 */
export async function existingSecretKey({
  secretKey,
  dataDir,
}: {
  readonly secretKey: string | undefined
  readonly dataDir: string
}): Promise<string> {
  if (secretKey !== undefined) return secretKey
  const text = await readFile(join(dataDir, LOCAL_KEY_FILE), 'utf8').catch(() => undefined)
  if (text === undefined)
    throw new StartFault('SECRET_KEY is missing. Set it to the key of the server.')
  return text.trim()
}

/**
 * A key for local runs without `SECRET_KEY`, made once and kept beside the data. Production refuses
 * to start without a key of its own: a key beside the data protects nothing when the disk is
 * stolen.
 */
export async function localSecretKey(dataDir: string): Promise<string> {
  const file = join(dataDir, LOCAL_KEY_FILE)
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error // a Node file error by contract
    const made = randomBytes(32).toString('hex')
    // Everything is sealed with it from the first moment on: it must be on the disk before it is
    // used.
    await writeDurably(file, `${file}.part`, `${made}\n`)
    return made
  }
}
