// Plain JavaScript for Node 20: this runs before anything is installed.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fail, lockedNode, nodeRuns, root, run } from './node.mjs'

const modules = join(root, 'node_modules')
const lockFile = join(root, 'package-lock.json')
/** npm's own note of what is installed. It writes this last, as we do our stamp. */
const installed = join(modules, '.package-lock.json')
const stampFile = join(modules, '.wld-installed')
const keytarBinary = join(modules, 'keytar', 'build', 'Release', 'keytar.node')

const lockHash = () => createHash('sha256').update(readFileSync(lockFile)).digest('hex')

function isUpToDate() {
  if (!existsSync(installed)) return false
  const node = lockedNode(modules)
  if (node !== undefined && !nodeRuns(node)) return false
  if (existsSync(stampFile)) return readFileSync(stampFile, 'utf8') === lockHash()
  return statSync(installed).mtimeMs >= statSync(lockFile).mtimeMs // installed by hand
}

function npmCi() {
  process.stdout.write('Installing packages (npm ci)…\n')
  // What is left of an installation that was cut off must neither count as one nor run npm: its Node may be half written.
  rmSync(modules, { recursive: true, force: true })
  // The binary of Electron is fetched by those who start the desktop app, never here.
  const env = { ELECTRON_SKIP_BINARY_DOWNLOAD: '1' }
  // keytar may have to be built. Debian has Node's headers on the disk; without this, node-gyp would fetch them.
  if (existsSync('/usr/include/node/node_api.h')) env.npm_config_nodedir = '/usr'
  // The lock fixes versions and hashes, so npm's cache is as good as the registry, and works without a network.
  const args = ['ci', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error']
  const { code } = run('npm', args, { env })
  if (code !== 0)
    fail(`npm ci failed with the reason above. Try again, with a network: only packages that an earlier installation left
in npm's cache are installed without one. To see which of them is missing: npm_config_offline=true npm ci`)
  writeFileSync(stampFile, lockHash())
}

/** `npm ci` when node_modules is absent, was cut off, or does not belong to the lock. */
export function ensureInstalled() {
  if (!isUpToDate()) npmCi()
}

/** keytar is optional and needs libsecret to build: where that came later, install once more. */
export function ensureKeytar() {
  if (existsSync(keytarBinary)) return true
  npmCi()
  return existsSync(keytarBinary)
}
