/** Where bytes lie. Everything that is stored has been sealed before; a store never sees a picture in the clear. */
export interface FileStore {
  /** Complete or absent: a reader never sees half a file, also after a power cut. */
  put(key: string, bytes: Buffer): Promise<void>
  /** Undefined when there is no such file. */
  get(key: string): Promise<Buffer | undefined>
  delete(key: string): Promise<void>
  /** Throws when the store does not answer or cannot be written. */
  ping(): Promise<void>
}

/** Keys are made by us: lower-case letters, digits, hyphens, and one slash per folder. */
export const isStoreKey = (key: string): boolean => /^[a-z0-9-]+(\/[a-z0-9-]+)*$/.test(key) && key.length <= 200
