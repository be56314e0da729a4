import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { loadEngines, type ScanEngines } from '../../src/renderer/parts/scanner/decoder/engines.ts'

const WASM_FILE = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')

/**
 * The product's engines, with the wasm bytes from the disk instead of by fetch. A fallback to jsQR would make a
 * measurement invalid.
 */
export async function loadEnginesFromDisk(): Promise<ScanEngines> {
  return loadEngines(
    async () => {
      const { buffer, byteOffset, byteLength } = await readFile(WASM_FILE)
      return buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer // the buffer of a file is never shared memory
    },
    (reason) => {
      throw new Error('zxing did not load', { cause: reason })
    },
  )
}
