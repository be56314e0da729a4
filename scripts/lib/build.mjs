import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { root, runOrFail } from './node.mjs'

const SOURCES = [
  'src',
  'locales',
  'resources',
  'scripts/precompress.mjs',
  'electron.vite.config.ts',
  'contract-for-pages.config.ts',
  'page-variants.config.ts',
  'service-worker.config.ts',
  'package.json',
  'package-lock.json',
]

/** Changes when any source file does; contents are not read, so this takes milliseconds. */
function sourceStamp() {
  const hash = createHash('sha256')
  // Names from the root: an upgrade renames the folder after the build.
  const visit = (name) => {
    const path = join(root, name)
    if (!existsSync(path)) return
    const stat = statSync(path)
    if (stat.isDirectory()) for (const child of readdirSync(path).sort()) visit(join(name, child))
    else hash.update(`${name}\0${stat.size}\0${stat.mtimeMs}\n`)
  }
  for (const source of SOURCES) visit(source)
  return hash.digest('hex')
}

const STEPS = {
  web: [
    [
      'vite',
      ['build', '--config', 'electron.vite.config.ts', '--mode', 'web', '--logLevel', 'warn'],
    ],
    [
      'vite',
      ['build', '--config', 'electron.vite.config.ts', '--mode', 'tell', '--logLevel', 'warn'],
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

export const PARTS = Object.keys(STEPS)
const stampOf = (part) => join(root, 'out', `.${part}.stamp`)
/** The part is built again when it is next needed. */
export const markAsOld = (part) => rmSync(stampOf(part), { force: true })

/** Builds the named parts, and marks them as up to date. */
export function build(parts, stamp = sourceStamp()) {
  for (const part of parts) {
    process.stdout.write(`Building ${part}…\n`)
    for (const [command, args] of STEPS[part]) runOrFail(command, args)
    mkdirSync(join(root, 'out'), { recursive: true })
    writeFileSync(stampOf(part), stamp)
  }
}

/** Builds the named parts that are not up to date. */
export function ensureBuilt(parts) {
  const stamp = sourceStamp()
  const isBuilt = (part) =>
    existsSync(stampOf(part)) && readFileSync(stampOf(part), 'utf8') === stamp
  build(
    parts.filter((part) => !isBuilt(part)),
    stamp,
  )
}
