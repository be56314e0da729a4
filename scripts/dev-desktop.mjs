// npm run dev:desktop: the Electron app with hot reload of the interface; a change of main or preload starts it again.
// It calls API_URL (default: the server of `npm run dev`). `-- --kiosk` is passed on.
import { markAsOld } from './lib/build.mjs'
import { ensureElectron, isRoot } from './lib/electron.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { become, node24 } from './lib/node.mjs'
import { developmentPort, requireFree } from './lib/ports.mjs'

const port = developmentPort()
await requireFree(port + 2)
ensureInstalled()
if (process.env.ELECTRON_EXEC_PATH === undefined) ensureElectron()
markAsOld('desktop') // main and preload are built into the same folder, for development
const passedOn = process.argv.slice(2)
become(
  node24(),
  [
    'node_modules/electron-vite/bin/electron-vite.js',
    'dev',
    '--watch',
    ...(isRoot ? ['--noSandbox'] : []),
    ...(passedOn.length > 0 ? ['--', ...passedOn] : []),
  ],
  { API_URL: process.env.API_URL ?? `http://localhost:${port}` },
)
