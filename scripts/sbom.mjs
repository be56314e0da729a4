// npm run sbom [-- FILE] : the bill of materials of what is shipped, as CycloneDX JSON, from package-lock.json alone: with the
// packages of every system, not only of this one. Needs no node_modules and no network.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fail, root, run } from './lib/node.mjs'
import { completeBill } from './lib/sbom.mjs'

const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
const file = resolve(process.argv[2] ?? join(root, 'release', `wld-${lock.version}-sbom.cdx.json`))
const { code, stdout, output } = run(
  'npm',
  ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only'],
  { quiet: true },
)
if (code !== 0) fail(output)
const bill = completeBill(JSON.parse(stdout), lock)
mkdirSync(dirname(file), { recursive: true })
writeFileSync(file, `${JSON.stringify(bill, undefined, 2)}\n`)
process.stdout.write(`${bill.components.length} packages in ${file}\n`)
