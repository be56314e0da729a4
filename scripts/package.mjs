// npm run package : installers of the desktop app for this system and this architecture, into release/.
// What follows `--` is passed on to electron-builder.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt } from './lib/build.mjs'
import { ensureElectron } from './lib/electron.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { fail, root, run } from './lib/node.mjs'

const SYSTEMS = { linux: 'linux', darwin: 'mac', win32: 'win' }
const system = SYSTEMS[process.platform]
if (system === undefined) fail(`There are no installers for ${process.platform}.`)
ensureInstalled()
const { load } = await import('js-yaml') // not there before
const targets = load(readFileSync(join(root, 'electron-builder.yml'), 'utf8'))[system].target
const fitting = targets
  .filter(({ arch }) => arch.includes(process.arch))
  .map(({ target }) => target)
if (fitting.length === 0)
  fail(`There are no installers for ${process.platform} on ${process.arch}.`)
ensureBuilt(['desktop'])
const passedOn = process.argv.slice(2)
// electron-builder takes the binary from the same cache; without one it ends with a stack instead of a sentence.
if (!passedOn.some((argument) => argument.includes('electronDist'))) ensureElectron()
const { code } = run('electron-builder', [
  `--${system}`,
  ...fitting,
  `--${process.arch}`,
  '--publish',
  'never',
  ...passedOn,
])
if (code !== 0)
  fail(`electron-builder ended with ${code}; its reason is above. It fetches its own tools (for AppImage, deb, NSIS or DMG) at first use:
where the reason is an address that was not found, check that the network reaches github.com, then try again.`)
