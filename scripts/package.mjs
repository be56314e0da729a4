// npm run package : installers of the desktop app for this system and this architecture, into release/.
// What follows `--` is passed on to electron-builder.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { load } from 'js-yaml'
import { ensureBuilt } from './lib/build.mjs'
import { fail, root, run } from './lib/node.mjs'

const SYSTEMS = { linux: 'linux', darwin: 'mac', win32: 'win' }
const system = SYSTEMS[process.platform]
if (system === undefined) fail(`There are no installers for ${process.platform}.`)
const targets = load(readFileSync(join(root, 'electron-builder.yml'), 'utf8'))[system].target
const fitting = targets
  .filter(({ arch }) => arch.includes(process.arch))
  .map(({ target }) => target)
if (fitting.length === 0)
  fail(`There are no installers for ${process.platform} on ${process.arch}.`)
ensureBuilt(['desktop'])
process.exit(
  run('electron-builder', [
    `--${system}`,
    ...fitting,
    `--${process.arch}`,
    '--publish',
    'never',
    ...process.argv.slice(2),
  ]).code,
)
