// Plain JavaScript for Node 20: this runs before anything is installed.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fail, root, run } from './node.mjs'

const lockFile = join(root, 'package-lock.json')
const installed = join(root, 'node_modules', '.package-lock.json')
const stampFile = join(root, 'node_modules', '.wld-installed')
const keytarBinary = join(root, 'node_modules', 'keytar', 'build', 'Release', 'keytar.node')

const lockHash = () => createHash('sha256').update(readFileSync(lockFile)).digest('hex')

function isUpToDate() {
  if (!existsSync(installed)) return false
  if (existsSync(stampFile)) return readFileSync(stampFile, 'utf8') === lockHash()
  return statSync(installed).mtimeMs >= statSync(lockFile).mtimeMs // installed by hand
}

function npmCi() {
  process.stdout.write('Installing packages (npm ci)…\n')
  // The binary of Electron is fetched by those who start the desktop app, never here.
  const env = { ELECTRON_SKIP_BINARY_DOWNLOAD: '1' }
  // keytar may have to be built. Debian has Node's headers on the disk; without this, node-gyp would fetch them.
  if (existsSync('/usr/include/node/node_api.h')) env.npm_config_nodedir = '/usr'
  const { code } = run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { env })
  if (code !== 0) fail('npm ci failed. Check the network, then try again.')
  writeFileSync(stampFile, lockHash())
}

/** `npm ci` when node_modules is absent or does not belong to the lock. */
export function ensureInstalled() {
  if (!isUpToDate()) npmCi()
}

/** keytar is optional and needs libsecret to build: where that came later, install once more. */
export function ensureKeytar() {
  if (existsSync(keytarBinary)) return true
  rmSync(stampFile, { force: true })
  npmCi()
  return existsSync(keytarBinary)
}
