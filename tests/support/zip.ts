/** ZIP archives in tests, by the library that the product packs documents with. */
import { promisify } from 'node:util'
import { unzipSync, zip, type AsyncZipOptions, type AsyncZippable } from 'fflate'

const pack = promisify<AsyncZippable, AsyncZipOptions, Uint8Array>(zip)

export interface ZipEntry {
  readonly name: string
  readonly bytes: Buffer
}

export const readZip = (archive: Buffer): ZipEntry[] =>
  Object.entries(unzipSync(archive)).map(([name, bytes]) => ({ name, bytes: Buffer.from(bytes) }))

/** The same entries give the same bytes. */
export async function writeZip(entries: readonly ZipEntry[]): Promise<Buffer> {
  const parts = Object.fromEntries(entries.map(({ name, bytes }) => [name, bytes]))
  return Buffer.from(await pack(parts, { mtime: '1980-01-01' }))
}
