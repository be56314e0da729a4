// npm run hold: see src/server/holds/hold.ts.
import { ensureBuilt } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { become, node24 } from './lib/node.mjs'

ensureInstalled()
ensureBuilt(['server'])
become(node24(), ['out/server/hold.js', ...process.argv.slice(2)])
