import type { Secrets } from '../../security/secrets.ts'

/** The stored bytes were changed or are missing: only a backup can restore them. */
export class DamagedFile extends Error {
  override readonly name = 'DamagedFile'
  constructor(key: string, fault: 'lost' | 'changed', cause?: unknown) {
    super(`The stored file ${key} is ${fault}: restore it from a backup`, { cause })
  }
}

/** Where bytes lie. All bytes are sealed before; a store never receives an unsealed file. */
export interface FileStore {
  /** The file is complete or absent, also after a power cut: a reader never gets half a file. */
  put(key: string, bytes: Buffer): Promise<void>
  /** Undefined when there is no such file. */
  get(key: string): Promise<Buffer | undefined>
  /**
   * A text that is another one once the bytes were written again; undefined when there is no such
   * file. Cheaper than reading the file.
   */
  version(key: string): Promise<string | undefined>
  delete(key: string): Promise<void>
  /** Throws when the store does not respond or cannot be written. */
  ping(): Promise<void>
}

/** Keys are made by us: lower-case letters, digits, hyphens, and one slash per folder. */
export const isStoreKey = (key: string): boolean =>
  /^[a-z0-9-]+(\/[a-z0-9-]+)*$/.test(key) && key.length <= 200

/** @throws DamagedFile when there are no bytes, or one of them was changed */
export function openSealed(
  secrets: Pick<Secrets, 'open'>,
  key: string,
  sealed: Buffer | undefined,
): Buffer {
  if (sealed === undefined) throw new DamagedFile(key, 'lost')
  try {
    return secrets.open('files', sealed, key)
  } catch (error) {
    throw new DamagedFile(key, 'changed', error)
  }
}
