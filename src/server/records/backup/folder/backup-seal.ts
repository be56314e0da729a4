/** Keys of a folder of backups, derived from BACKUP_KEY, and what is done with them. */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'

export const compress = promisify(gzip)
const expand = promisify(gunzip)
/** What is stored as it is never begins like this: see `BackupFolder.put`. */
export const isCompressed = (bytes: Buffer): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b

export interface BackupSeal {
  /** Keyed: without the key, whether the backup holds a known file cannot be tested. */
  idOf(plain: Buffer): string
  seal(plain: Buffer, name: string): Buffer
  /** @throws where the bytes were changed, or sealed with another key or under another name */
  open(sealed: Buffer, name: string): Promise<Buffer>
}

/** @param keyHex BACKUP_KEY, 64 hexadecimal digits */
export function createSeal(keyHex: string): BackupSeal {
  const root = Buffer.from(keyHex, 'hex')
  const derive = (purpose: string): Buffer =>
    Buffer.from(hkdfSync('sha256', root, Buffer.alloc(0), `wld-backup/1/${purpose}`, 32))
  const [sealKey, idKey] = [derive('seal'), derive('id')]
  return {
    idOf: (plain) => createHmac('sha256', idKey).update(plain).digest('hex'),
    seal(plain, name) {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', sealKey, iv).setAAD(Buffer.from(name))
      return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
    },
    async open(sealed, name) {
      const decipher = createDecipheriv('aes-256-gcm', sealKey, sealed.subarray(0, 12))
        .setAAD(Buffer.from(name))
        .setAuthTag(sealed.subarray(-16))
      const stored = Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()])
      return isCompressed(stored) ? expand(stored) : stored
    },
  }
}
