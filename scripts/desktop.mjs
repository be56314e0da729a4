// npm run desktop: the Electron app against API_URL (default: the local server; empty: asks for one). `-- --kiosk` is passed on.
import { join } from 'node:path'
import { ensureBuilt } from './lib/build.mjs'
import { electronFolder, ensureElectron, isRoot } from './lib/electron.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { become, node24 } from './lib/node.mjs'
import { developmentPort } from './lib/ports.mjs'

ensureInstalled()
ensureBuilt(['desktop'])
ensureElectron()
// An installed app asks for its server at the first start, and so does this one where API_URL is empty.
const server = { API_URL: process.env.API_URL ?? `http://localhost:${developmentPort()}` }
const sandbox = isRoot ? ['--no-sandbox'] : []
become(
  node24(),
  [join(electronFolder, 'cli.js'), ...sandbox, '.', ...process.argv.slice(2)],
  server,
)
