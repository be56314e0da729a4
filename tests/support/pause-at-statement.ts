/**
 * Loaded into a command by `--import`: once the command has printed "N rows", statements that write, begin or commit are
 * counted, and before number PAUSE_AT the process prints `paused` and stops for good, so that a test kills it there. At the
 * end it prints how many there were.
 */
import { writeSync } from 'node:fs'
import { StatementSync } from 'node:sqlite'
import pg from 'pg'

const pauseAt = Number(process.env['PAUSE_AT'])
const COUNTED = /^\s*(?:begin|start transaction|commit|insert|update|delete)\b/i
let isCounting = false
let seen = 0

const stdout = process.stdout.write.bind(process.stdout)
process.stdout.write = (chunk: string | Uint8Array): boolean => {
  if (/^\d+ rows/m.test(String(chunk))) isCounting = true
  return stdout(chunk)
}

process.on('exit', () => writeSync(1, `statements ${seen}\n`))

function look(text: unknown): void {
  if (!isCounting || typeof text !== 'string' || !COUNTED.test(text)) return
  seen += 1
  if (seen !== pauseAt) return
  writeSync(1, 'paused\n')
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
}

for (const method of ['run', 'all'] as const) {
  const original = StatementSync.prototype[method]
  Reflect.set(
    StatementSync.prototype,
    method,
    function (this: StatementSync, ...values: unknown[]): unknown {
      look(this.sourceSQL)
      return Reflect.apply(original, this, values)
    },
  )
}
const { query } = pg.Client.prototype
pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
  look(given[0])
  return Reflect.apply(query, this, given)
} as typeof query
