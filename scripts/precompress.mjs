// Writes .br and .gz beside each text file of a built site, once, so that the server never compresses on the fly.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const TEXT = new Set(['.html', '.js', '.css', '.json', '.svg', '.wasm', '.webmanifest', '.txt'])
const MIN_BYTES = 1_024

function visit(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) visit(path)
    else if (TEXT.has(extname(name)) && statSync(path).size >= MIN_BYTES) {
      const bytes = readFileSync(path)
      writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
      writeFileSync(
        `${path}.br`,
        brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }),
      )
    }
  }
}
visit(process.argv[2] ?? 'out/web')
