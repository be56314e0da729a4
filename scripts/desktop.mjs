// npm run desktop: the Electron app against API_URL (default: the local server; empty: asks for one). `-- --kiosk` is passed on.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { become, fail, node24, root, run } from './lib/node.mjs'

ensureInstalled()
ensureBuilt(['desktop'])
const electron = join(root, 'node_modules', 'electron')
if (!existsSync(join(electron, 'path.txt'))) {
  process.stdout.write('Fetching the Electron binary…\n')
  if (run(node24(), [join(electron, 'install.js')]).code !== 0)
    fail('The Electron binary could not be fetched. Check the network, then try again.')
}
const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [] // Chromium refuses its sandbox to root
// An installed app asks for its server at the first start, and so does this one where API_URL is empty.
const server = { API_URL: process.env.API_URL ?? 'http://localhost:4310' }
become(node24(), [join(electron, 'cli.js'), ...asRoot, '.', ...process.argv.slice(2)], server)
