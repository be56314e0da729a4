// The commands beside the server (doctor, backup, restore, hold, …), from its build: `server-command.mjs NAME ARGUMENTS`.
import { ensureBuilt } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { become, isImage, node24 } from './lib/node.mjs'

const [name, ...args] = process.argv.slice(2)
// An image of deploy/Dockerfile has packages and build, and neither the lock nor the source to compare them with.
if (!isImage) {
  ensureInstalled()
  ensureBuilt(['server'])
}
become(node24(), [`out/server/${name}.js`, ...args])
