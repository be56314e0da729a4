// npm run dev: the API restarted on change, and the interface with hot reload at http://localhost:4311.
// PORT moves both: the API is there, the interface at the next port.
import { spawn } from 'node:child_process'
import { ensureInstalled } from './lib/install.mjs'
import { environment, node24, root } from './lib/node.mjs'
import { developmentPort, requireFree } from './lib/ports.mjs'

const port = developmentPort()
await requireFree(port, port + 1)
ensureInstalled()
const children = [
  [node24(), ['--watch', 'src/server/demo/main.ts']],
  [
    node24(),
    ['node_modules/vite/bin/vite.js', '--config', 'electron.vite.config.ts', '--mode', 'web'],
  ],
].map(([command, args]) =>
  spawn(command, args, { cwd: root, env: environment(), stdio: 'inherit' }),
)
const stop = () => {
  for (const child of children) child.kill('SIGTERM')
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop)
for (const child of children)
  child.on('exit', (code) => {
    process.exitCode = code ?? 0
    stop()
  })
