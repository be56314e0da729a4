// npm run doctor: looks at a server and says what to do; see src/server/doctor/doctor.ts.
import { ensureBuilt } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { become, node24 } from './lib/node.mjs'

ensureInstalled()
ensureBuilt(['server'])
become(node24(), ['out/server/doctor.js', ...process.argv.slice(2)])
