import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, runOrFail } from './node.mjs'

const SOURCES = [
  'src',
  'locales',
  'resources',
  'scripts/precompress.mjs',
  'electron.vite.config.ts',
  'page-variants.config.ts',
  'service-worker.config.ts',
  'package.json',
  'package-lock.json',
]

/** Changes when any source file does; contents are not read, so this takes milliseconds. */
function sourceStamp() {
  const hash = createHash('sha256')
  const visit = (path) => {
    if (!existsSync(path)) return
    const stat = statSync(path)
    if (stat.isDirectory()) for (const name of readdirSync(path).sort()) visit(join(path, name))
    else hash.update(`${path}\0${stat.size}\0${stat.mtimeMs}\n`)
  }
  for (const source of SOURCES) visit(join(root, source))
  return hash.digest('hex')
}

const STEPS = {
  web: [
    [
      'vite',
      ['build', '--config', 'electron.vite.config.ts', '--mode', 'web', '--logLevel', 'warn'],
    ],
    ['node', ['scripts/precompress.mjs', 'out/web']],
  ],
  server: [
    [
      'vite',
      ['build', '--config', 'electron.vite.config.ts', '--mode', 'server', '--logLevel', 'warn'],
    ],
  ],
  desktop: [['electron-vite', ['build', '--logLevel', 'warn']]],
}

/** Builds the named parts that are not up to date. */
export function ensureBuilt(parts) {
  const stamp = sourceStamp()
  for (const part of parts) {
    const file = join(root, 'out', `.${part}.stamp`)
    if (existsSync(file) && readFileSync(file, 'utf8') === stamp) continue
    process.stdout.write(`Building ${part}…\n`)
    for (const [command, args] of STEPS[part]) runOrFail(command, args)
    mkdirSync(join(root, 'out'), { recursive: true })
    writeFileSync(file, stamp)
  }
}
