// npm run serve: the production server from the build. `-- --workers 4` starts four processes.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { become, fail, node24, root, serverFlags } from './lib/node.mjs'

for (const file of ['out/server/main.js', 'out/web/index.html'])
  if (!existsSync(join(root, file)))
    fail(`${file} is missing. Build first: npm ci && npm run build`)
become(node24(), [...serverFlags, 'out/server/main.js', ...process.argv.slice(2)])
