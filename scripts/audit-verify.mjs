// npm run audit:verify : checks the audit log. With or without a running server.
import { ensureBuilt } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { become, node24 } from './lib/node.mjs'

ensureInstalled()
ensureBuilt(['server'])
become(node24(), ['out/server/audit-verify.js', ...process.argv.slice(2)])
