import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkIn as route } from '#shared/contract/events.ts'
import { buildCheckIn } from '#tests/builders/check-in.ts'
import { nodeDisk } from './disk.ts'
import { createExportQueue } from './export-queue.ts'
import type { QueueEntry } from './queue-index.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wld-export-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const now = () => new Date('2026-05-03T12:00:00Z')
const entries: QueueEntry[] = [
  { checkIn: { ...buildCheckIn(), sequence: 1 }, settled: undefined },
  {
    checkIn: { ...buildCheckIn({ gate: 'الباب الجنوبي' }), sequence: 2, clockOffMs: -500 },
    settled: {
      settlement: {
        id: 'x',
        result: 'second',
        first: { at: '2026-05-03T08:00:00.000Z', gate: 'North' },
      },
      settledAt: '2026-05-03T10:00:00.000Z',
    },
  },
]
const exporter = (path: string | undefined, more: object = {}) =>
  createExportQueue({
    outbox: { entries: () => entries },
    server: 'https://members.example.org',
    askPath: async () => path,
    now,
    log: () => undefined,
    ...more,
  })

test('writes numbers and times, oldest first, in a shape that the server takes again', async () => {
  const path = join(folder, 'queue.json')
  await writeFile(path, 'what was there before')
  expect(await exporter(path)()).toBe('saved')
  expect(await readdir(folder)).toEqual(['queue.json'])
  const file = JSON.parse(await readFile(path, 'utf8')) as { checkIns: object[] }
  expect(file).toMatchObject({
    format: 'wld-check-ins',
    version: 1,
    exportedAt: '2026-05-03T12:00:00.000Z',
    server: 'https://members.example.org',
  })
  expect(file.checkIns).toEqual([
    { ...entries[0]?.checkIn, state: 'waiting', first: null, clockOffMs: null },
    {
      ...entries[1]?.checkIn,
      state: 'second',
      first: { at: '2026-05-03T08:00:00.000Z', gate: 'North' },
      clockOffMs: -500,
    },
  ])
  expect(route.request.body.safeParse({ checkIns: file.checkIns }).success).toBe(true)
})
test('the name suggested carries the day', async () => {
  let suggested = ''
  expect(
    await exporter(undefined, { askPath: async (name: string) => void (suggested = name) })(),
  ).toBe('cancelled')
  expect(suggested).toBe('check-ins-2026-05-03.json')
  expect(await readdir(folder)).toEqual([])
})
test.each([
  ['a folder that is not there', () => ({}), 'gone/queue.json'],
  [
    'a full disk',
    () => ({
      disk: {
        ...nodeDisk,
        open: async (path: string, how: 'new') => ({
          ...(await nodeDisk.open(path, how)),
          write: () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' })),
        }),
      },
    }),
    'queue.json',
  ],
])('%s: says so, and leaves what was there', async (_name, more, name) => {
  await writeFile(join(folder, 'queue.json'), 'before')
  expect(await exporter(join(folder, name), more())()).toBe('failed')
  expect(await readdir(folder)).toEqual(['queue.json'])
  expect(await readFile(join(folder, 'queue.json'), 'utf8')).toBe('before')
})
