import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { STAFF_CHECK_INS_MAX } from '#shared/contract/events.ts'
import { buildCheckIn } from '#tests/builders/check-in.ts'
import { buildEvent } from '#tests/builders/content.ts'
/** The exported queue of a device, imported by staff with scripts/import-queue.mjs. */
import { buildMember, type BuiltMember } from '#tests/builders/member.ts'
import { MEMORY_FOLDER } from '#tests/support/memory-folder.ts'
import { PROCESS_ENV } from '#tests/support/process-env.ts'
import { suiteServer } from '#tests/support/suite-server.ts'
import { exportText } from '../../src/main/outbox/export-queue.ts'
import type { QueueEntry } from '../../src/main/outbox/queue-index.ts'

const SCRIPT = join(import.meta.dirname, '../../scripts/import-queue.mjs')
const EVENT = 'general-assembly'
const { server } = suiteServer({ engine: 'sqlite' }, { env: { LIMITS_SCALE: '100' } })
let moderator: BuiltMember
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(MEMORY_FOLDER, 'wld-import-'))
  moderator = await buildMember(server.deps, { role: 'moderator' })
  await buildEvent(server.deps, { id: EVENT, starts_at: new Date().toISOString() })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function run(
  text: string,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
  input = '',
) {
  const path = join(folder, 'queue.json')
  await writeFile(path, text)
  const child = spawn(process.execPath, [SCRIPT, path, '--server', server.url, ...args], {
    env: {
      ...PROCESS_ENV,
      WLD_EMAIL: moderator.email,
      WLD_PASSWORD: moderator.password,
      ...env,
    },
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => void (output += String(chunk)))
  child.stderr.on('data', (chunk: Buffer) => void (output += String(chunk)))
  child.stdin.end(input)
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, output }
}

test('sends waiting check-ins, or all with --all; a second run changes nothing', async () => {
  const people = [
    await buildMember(server.deps),
    await buildMember(server.deps),
    await buildMember(server.deps),
  ]
  const at = '2026-01-05T10:00:00.000Z'
  const entries = people.map(({ cardId }, index): QueueEntry => {
    const checkIn = {
      ...buildCheckIn({ cardId, eventId: EVENT, at }),
      sequence: index + 1,
      clockOffMs: 60_000,
    }
    return {
      checkIn,
      settled:
        index === 0
          ? { settlement: { id: checkIn.id, result: 'recorded', first: null }, settledAt: at }
          : undefined,
    }
  })

  const text = exportText({
    outbox: { entries: () => entries },
    server: server.url,
    now: () => new Date(),
  })
  const rows = () =>
    server.deps.database.db
      .selectFrom('check_ins')
      .select(['id', 'at'])
      .where('event_id', '=', EVENT)
      .execute()

  expect(await run(text)).toMatchObject({ code: 0, output: expect.stringContaining('2 recorded') })
  expect((await rows()).map(({ at: recordedAt }) => recordedAt)).toEqual([
    '2026-01-05T09:59:00.000Z',
    '2026-01-05T09:59:00.000Z',
  ])
  expect(await run(text, ['--all'])).toMatchObject({
    code: 0,
    output: expect.stringMatching(/1 recorded, 2 known|2 known, 1 recorded/),
  })
  expect(await run(text, ['--all'])).toMatchObject({
    code: 0,
    output: expect.stringContaining('3 known'),
  })
  expect((await rows()).map(({ id }) => id).sort()).toEqual(
    entries.map(({ checkIn }) => checkIn.id).sort(),
  )
})
test('sends more check-ins than staff may send in one call', async () => {
  const { cardId } = await buildMember(server.deps)
  const count = STAFF_CHECK_INS_MAX + 1
  const entries = Array.from({ length: count }, (_, index): QueueEntry => {
    const checkIn = buildCheckIn({ cardId, eventId: EVENT, at: '2026-01-05T10:00:00.000Z' })
    return { checkIn: { ...checkIn, sequence: 100 + index, clockOffMs: 0 }, settled: undefined }
  })
  const text = exportText({
    outbox: { entries: () => entries },
    server: server.url,
    now: () => new Date(),
  })
  expect(await run(text)).toMatchObject({
    code: 0,
    output: expect.stringContaining(`1 recorded, ${count - 1} second`),
  })
})

test.each([
  ['a file of another kind', '{}', {}, 'is not an exported queue'],
  ['a file without JSON', 'nonsense', {}, 'cannot be read'],
  [
    'a wrong password',
    exportText({ outbox: { entries: () => [] }, server: '', now: () => new Date() }),
    { WLD_PASSWORD: 'Wrong-Pass1!' },
    '/api/auth/login: 401',
  ],
])('an import with %s is rejected', async (_name, text, env, message) =>
  expect(await run(text, [], env)).toMatchObject({
    code: 1,
    output: expect.stringContaining(message),
  }),
)
