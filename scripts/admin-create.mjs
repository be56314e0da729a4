// npm run admin:create -- --email you@example.org : makes the first administrator.
import { ensureBuilt } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { become, node24 } from './lib/node.mjs'

ensureInstalled()
ensureBuilt(['server'])
become(node24(), ['out/server/create-admin.js', ...process.argv.slice(2)])
