// npm run bench: the set of benches, one after another, with machine and date first; `-- lists memory` runs these alone.
// npm run bench -- scan DIR: one bench by name, with arguments of its own.
// The lists need a filled database: BENCH_SQLITE is a folder, BENCH_POSTGRES an address (tests/bench/seed-million.ts).
// The output is Markdown, to be kept beside docs/performance.md.
import { spawnSync } from 'node:child_process'
import { cpus, loadavg } from 'node:os'
import { ensureBuilt } from './lib/build.mjs'
import { fail, node24, root } from './lib/node.mjs'

const { BENCH_SQLITE: sqlite, BENCH_POSTGRES: postgres } = process.env
/** The benches of the set: how often each runs, and with which arguments. */
const SET = {
  verdict: [[]],
  verify: [[]],
  'sign-in': [[]],
  lists: [
    ...(sqlite === undefined ? [] : [['--sqlite', sqlite]]),
    ...(postgres === undefined ? [] : [['--postgres', postgres]]),
  ],
  'lists-work': [['--sqlite'], ['--postgres']],
  'one-heavy-caller': [[]],
  memory: [[]],
  documents: [[]],
}
/** By name alone: they need a folder of frames, an hour, or packages that are no dependency. */
const ALONE = [
  'backup-drill',
  'frames',
  'interactions',
  'kiosk-verdict',
  'lighthouse',
  'offline-verdict',
  'outbox',
  'peers/peers',
  'photo-beside-documents',
  'release',
  'scan',
]

const run = (name, args) =>
  spawnSync(node24(), [`tests/bench/${name}.ts`, ...args], { cwd: root, stdio: 'inherit' })
    .status === 0

const [first, ...rest] = process.argv.slice(2)
if (first !== undefined && !(first in SET) && !ALONE.includes(first))
  fail(`There is no bench ${first}. There are: ${[...Object.keys(SET), ...ALONE].join(', ')}`)
ensureBuilt(['web', 'server', 'desktop'])
const isOfSet = [first, ...rest].every((name) => name === undefined || name in SET)
if (!isOfSet) process.exit(run(first, rest) ? 0 : 1)

const [{ model = 'unknown' } = {}] = cpus()
console.log(
  `# Benches of ${new Date().toISOString().slice(0, 10)}\n\n${cpus().length} x ${model}, Node ${process.version}`,
)
const slow = []
for (const [name, runs] of Object.entries(SET)) {
  if (first !== undefined && ![first, ...rest].includes(name)) continue
  console.log(`\n## ${name}, load average ${loadavg()[0].toFixed(1)}\n`)
  if (runs.length === 0) console.log('Left out: set BENCH_SQLITE or BENCH_POSTGRES.')
  for (const args of runs) if (!run(name, args)) slow.push([name, ...args].join(' '))
}
if (slow.length > 0) fail(`\nSlower than wanted, or failed: ${slow.join(', ')}`)
