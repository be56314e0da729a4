// npm run backup, backup:verify and restore: see src/server/backup/backup.ts.
import { ensureBuilt } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { become, node24 } from './lib/node.mjs'

ensureInstalled()
ensureBuilt(['server'])
become(node24(), ['out/server/backup.js', ...process.argv.slice(2)])
