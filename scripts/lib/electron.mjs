import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fail, root, run } from './node.mjs'

export const electronFolder = join(root, 'node_modules', 'electron')
/** Chromium refuses its sandbox to root. */
export const isRoot = process.getuid?.() === 0

/** Fetches the binary of Electron where it is missing. `npm ci` never does: most machines do not need it. */
export function ensureElectron() {
  if (existsSync(join(electronFolder, 'path.txt'))) return
  process.stdout.write('Fetching the Electron binary…\n')
  const { code, output } = run('node', ['node_modules/electron/install.js'], { quiet: true })
  if (code === 0) return
  const reason =
    output
      .trim()
      .split('\n')
      .find((line) => /error/i.test(line)) ?? 'no reason given'
  fail(`The Electron binary is missing and could not be fetched (${reason.trim()}).
Check that the network reaches github.com, then try again.`)
}
