import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { describeError, openLogFile } from './log-file.ts'

let directory = ''
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'wld-log-'))
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))
const now = (): Date => new Date('2026-05-03T09:00:00.000Z')

test('each event is one line of JSON without secrets', () => {
  const log = openLogFile({ directory, now })
  log('warn', 'api.unreachable', { cause: 'for amna@example.org', status: 503 })
  expect(JSON.parse(readFileSync(join(directory, 'main.log'), 'utf8'))).toEqual({
    at: '2026-05-03T09:00:00.000Z',
    level: 'warn',
    event: 'api.unreachable',
    cause: 'for [e-mail]',
    status: 503,
  })
})
test('the log is rotated by its size, and a fixed number of files stays', () => {
  const log = openLogFile({ directory, now, maxBytes: 200, keep: 2 })
  for (let count = 0; count < 20; count++) log('info', `event-${count}`)
  expect(readdirSync(directory).toSorted()).toEqual(['main.1.log', 'main.2.log', 'main.log'])
  expect(readFileSync(join(directory, 'main.log'), 'utf8')).toContain('event-19')
  for (const name of readdirSync(directory))
    expect(readFileSync(join(directory, name)).length).toBeLessThanOrEqual(200)
})
test('a folder that cannot be written is no reason to fail', () => {
  writeFileSync(join(directory, 'file'), '')
  expect(() =>
    openLogFile({ directory: join(directory, 'file', 'logs'), now })('info', 'x'),
  ).not.toThrow()
})
test('an error is described with its causes', () => {
  expect(describeError(new TypeError('fetch failed', { cause: new Error('refused') }))).toBe(
    'TypeError: fetch failed (Error: refused)',
  )
  expect(describeError('text')).toBe('text')
})
