// npm run breach: see src/server/breach/breach.ts.
import { ensureBuilt } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { become, node24 } from './lib/node.mjs'

ensureInstalled()
ensureBuilt(['server'])
become(node24(), ['out/server/breach.js', ...process.argv.slice(2)])
