// npm run bench: the set of benches, one after another, with machine and date first. `-- lists memory` runs these alone.
// The lists need a filled database: BENCH_SQLITE is a folder, BENCH_POSTGRES an address (tests/bench/seed-million.ts).
// The output is Markdown, to be kept beside docs/performance.md.
import { spawnSync } from 'node:child_process'
import { cpus, loadavg } from 'node:os'
import { fail, node24, root } from './lib/node.mjs'

const { BENCH_SQLITE: sqlite, BENCH_POSTGRES: postgres } = process.env
const onBoth = (file) => [
  ...(sqlite === undefined ? [] : [[file, '--sqlite', sqlite]]),
  ...(postgres === undefined ? [] : [[file, '--postgres', postgres]]),
]
/** The files of each bench with their arguments. */
const SET = {
  verdict: [['verdict']],
  'sign-in': [['sign-in']],
  lists: onBoth('lists'),
  'lists-work': [
    ['lists-work', '--sqlite'],
    ['lists-work', '--postgres'],
  ],
  'heavy-caller': [['one-heavy-caller']],
  memory: [['memory']],
}
const asked = process.argv.slice(2)
const unknown = asked.find((name) => !(name in SET))
if (unknown !== undefined)
  fail(`There is no bench ${unknown}. There are: ${Object.keys(SET).join(', ')}`)

const run = (file, args) =>
  spawnSync(node24(), [file, ...args], { cwd: root, stdio: 'inherit' }).status === 0

if (!run('scripts/build.mjs', [])) fail('The build failed')
const [{ model = 'unknown' } = {}] = cpus()
console.log(
  `# Benches of ${new Date().toISOString().slice(0, 10)}\n\n${cpus().length} x ${model}, Node ${process.version}`,
)
const slow = []
for (const [name, files] of Object.entries(SET)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  console.log(`\n## ${name}, load average ${loadavg()[0].toFixed(1)}\n`)
  if (files.length === 0) console.log('Left out: set BENCH_SQLITE or BENCH_POSTGRES.')
  for (const [file, ...args] of files)
    if (!run(`tests/bench/${file}.ts`, args)) slow.push([name, ...args].join(' '))
}
if (slow.length > 0) fail(`\nSlower than wanted, or failed: ${slow.join(', ')}`)
