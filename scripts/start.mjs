// npm start: from a fresh clone to the running product with demonstration data.
import { ensureBuilt } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { become, node24 } from './lib/node.mjs'

ensureInstalled()
ensureBuilt(['web', 'server'])
become(node24(), ['out/server/main.js', '--local'])
