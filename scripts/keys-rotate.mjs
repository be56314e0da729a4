// npm run keys:rotate : turns the keys of the sealed columns, beside a running server.
import { ensureBuilt } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { become, node24 } from './lib/node.mjs'

ensureInstalled()
ensureBuilt(['server'])
become(node24(), ['out/server/keys-rotate.js', ...process.argv.slice(2)])
