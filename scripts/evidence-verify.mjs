// npm run evidence:verify -- package.zip [--key KEY] : checks a package of evidence, without the server.
import { ensureBuilt } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { become, node24 } from './lib/node.mjs'

ensureInstalled()
ensureBuilt(['server'])
become(node24(), ['out/server/evidence-verify.js', ...process.argv.slice(2)])
