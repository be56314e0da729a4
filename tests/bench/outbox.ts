/**
 * The queue of check-ins on this disk: one append after another (a user who scans), many at once, and the start with
 * 20,000 in the file. Each append is acknowledged after its fsync. Last line: one JSON object with the figures; the
 * exit code is 1 when an append takes 50 ms or more at the 95th percentile, or the start two seconds.
 */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildCheckIn } from '#tests/builders/check-in.ts'
import { openOutbox } from '../../src/main/outbox/open-outbox.ts'

const ONE_BY_ONE = 1_000
const AT_ONCE = 20_000
const APPEND_P95_MAX_MS = 50
const OPEN_MAX_MS = 2_000

const folder = mkdtempSync(join(process.env['OUTBOX_DIR'] ?? tmpdir(), 'wld-bench-outbox-'))
const options = {
  directory: join(folder, 'outbox'),
  key: { key: randomBytes(32), keptIn: 'keychain' as const },
  now: () => new Date(),
  log: () => undefined,
}
const round = (value: number): number => Math.round(value * 100) / 100
const quantile = (sorted: readonly number[], share: number): number =>
  round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN)

try {
  let outbox = await openOutbox(options)
  const times: number[] = []
  for (let index = 0; index < ONE_BY_ONE; index += 1) {
    const began = performance.now()
    const result = await outbox.append(buildCheckIn())
    if (!result.ok) throw new Error(result.fault)
    times.push(performance.now() - began)
  }
  const sorted = times.toSorted((a, b) => a - b)
  const begunAtOnce = performance.now()
  await Promise.all(
    Array.from({ length: AT_ONCE - ONE_BY_ONE }, () => outbox.append(buildCheckIn())),
  )
  const atOnceMs = performance.now() - begunAtOnce
  await outbox.close()
  const begunOpen = performance.now()
  outbox = await openOutbox(options)
  const openMs = performance.now() - begunOpen
  await outbox.close()
  const figures = {
    appendsPerSecond: Math.round(
      1_000 / (times.reduce((sum, time) => sum + time, 0) / times.length),
    ),
    medianMs: quantile(sorted, 0.5),
    p95Ms: quantile(sorted, 0.95),
    worstMs: quantile(sorted, 1),
    appendsPerSecondAtOnce: Math.round(((AT_ONCE - ONE_BY_ONE) / atOnceMs) * 1_000),
    openMs: Math.round(openMs),
  }
  console.log(JSON.stringify(figures))
  if (figures.p95Ms >= APPEND_P95_MAX_MS || figures.openMs >= OPEN_MAX_MS) process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
