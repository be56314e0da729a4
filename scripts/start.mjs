// npm start: from a fresh clone to the running product with demonstration data.
import { ensureBuilt } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { become, node24 } from './lib/node.mjs'

ensureInstalled()
ensureBuilt(['web'])
// From its source: the built server knows nothing of the demonstration.
become(node24(), ['src/server/demo/main.ts'])
