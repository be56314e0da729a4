import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { buildEvent } from '#tests/builders/content.ts'
/**
 * An evening at the door: a device records check-ins and is killed again and again, the network drops requests and
 * responses, the server is restarted. In the end each check-in is there exactly once, in order. FAULT_ROUNDS sets the kills.
 */
import { buildMember } from '#tests/builders/member.ts'
import { signIn, startApiServer } from '#tests/support/api-server.ts'
import type { DeviceOrders } from '#tests/support/check-in-device.ts'
import { createPostgresDatabase, ENGINES } from '#tests/support/engines.ts'
import { startFlakyProxy } from '#tests/support/flaky-proxy.ts'
import { freePort } from '#tests/support/free-port.ts'
import { MEMORY_FOLDER } from '#tests/support/memory-folder.ts'
import { serverProcess } from '#tests/support/server-process.ts'
import { startDevice } from '#tests/support/start-device.ts'
import { openOutbox } from '../../src/main/outbox/open-outbox.ts'
import type { NewCheckIn } from '../../src/main/outbox/outbox.ts'

const KILLS = Number(process.env['FAULT_ROUNDS'] ?? 6)
const CHECK_INS = 50 * KILLS
const CARDS = 20 * KILLS
/** Numbers of the device runs during which the server is restarted; with an odd number it is killed. */
const RESTART_AT = new Set([2, 5, 9, 13, 16].filter((life) => life < KILLS))
const EVENT = 'general-assembly'
const SECRET_KEY = 'ab'.repeat(32)

describe.each(ENGINES)('check-ins over an unreliable network, $title', ({ engine, skip }) => {
  test.skipIf(skip)(
    `${CHECK_INS} check-ins arrive once and in order despite ${KILLS} kills and ${RESTART_AT.size} server restarts`,
    { timeout: 300_000 },
    async () => {
      const folder = await mkdtemp(join(MEMORY_FOLDER, 'wld-replay-'))
      const postgres = engine === 'postgres' ? await createPostgresDatabase() : undefined
      const inTest = {
        engine,
        dataDir: join(folder, 'server'),
        ...(postgres === undefined ? {} : { databaseUrl: postgres.url }),
        env: { SECRET_KEY, LIMITS_SCALE: '1000' },
      }
      const port = await freePort()
      const server = serverProcess({
        PORT: String(port),
        DATA_DIR: inTest.dataDir,
        SECRET_KEY,
        LIMITS_SCALE: '1000',
        SMTP_URL: 'smtp://127.0.0.1:9',
        MAIL_FROM: 'WLD <office@test.example>',
        ...(postgres === undefined ? {} : { DATABASE_URL: postgres.url }),
      })
      const proxy = await startFlakyProxy(port)
      try {
        const { bearer, plan } = await prepare(inTest)
        await server.start()
        const orders: DeviceOrders = {
          directory: join(folder, 'outbox'),
          key: randomBytes(32).toString('hex'),
          job: 'serve',
          plan,
          apiUrl: proxy.url,
          bearer,
        }

        const recorded = new Set<string>()
        let kills = 0
        let restarted: Promise<void> = Promise.resolve()
        for (let life = 1; kills < KILLS; life += 1) {
          // A share of the rest, so that every run of the device has check-ins to send.
          const share = Math.ceil((CHECK_INS - recorded.size) / (KILLS - kills + 1))
          const device = startDevice({ ...orders, atMost: share })
          // The device is killed in turn while it records and while it sends.
          const enoughLines = life % 2 === 0 ? randomInt(2, share) : Infinity
          const enoughRequests = proxy.counts.passed + (life % 2 === 0 ? Infinity : randomInt(1, 4))
          proxy.onPassed = () => {
            if (proxy.counts.passed >= enoughRequests) void device.kill()
          }
          if (RESTART_AT.has(life)) {
            await restarted
            restarted = server
              .stop(life % 2 === 0 ? 'SIGTERM' : 'SIGKILL')
              .then(() => server.start())
            restarted.catch(() => undefined) // the error is reported where the promise is awaited
          }
          await device.until(() => device.lines.length > enoughLines)
          if (life % 2 === 0) await device.kill()
          if ((await device.ended) === null) kills += 1
          for (const line of device.lines)
            if (line.startsWith('append ')) recorded.add(line.split(' ')[1] ?? '')
        }
        await restarted
        proxy.onPassed = () => undefined
        proxy.setLosses(0.2)
        const last = startDevice(orders)
        expect(await last.ended).toBe(0)
        expect(last.lines.at(-1)).toBe('over')
        await server.stop('SIGTERM')

        const outbox = await openOutbox({
          directory: orders.directory,
          key: { key: Buffer.from(orders.key, 'hex'), keptIn: 'keychain' },
          now: () => new Date(),
          log: () => undefined,
        })
        const entries = outbox.entries().map(({ checkIn }) => checkIn)
        expect(outbox.counts()).toMatchObject({ waiting: 0, sent: CHECK_INS, refused: 0 })
        // A second check-in stays marked as second, even if its first response was lost.
        expect(outbox.counts().conflicts).toBe(CHECK_INS - CARDS)
        await outbox.close()
        expect(entries.map(({ id }) => id)).toEqual(plan.map(({ id }) => id))
        expect(entries.map(({ sequence }) => sequence)).toEqual(plan.map((_, index) => index + 1))

        const rows = await rowsOf(inTest)
        expect(rows).toHaveLength(CHECK_INS)
        expect(new Set(rows.map(({ id }) => id)).size).toBe(CHECK_INS)
        const planned = new Map(plan.map(({ id, at, gate }) => [id, { at, gate }]))
        expect(
          rows.filter(
            ({ id, at, gate }) => planned.get(id)?.at !== at || planned.get(id)?.gate !== gate,
          ),
        ).toEqual([])
        // The order of arrival is the order of the sequence numbers.
        const sequenceOf = new Map(entries.map(({ id, sequence }) => [id, sequence]))
        const arrived = rows.map(({ id }) => sequenceOf.get(id) ?? 0)
        expect(arrived).toEqual(arrived.toSorted((a, b) => a - b))

        expect(proxy.counts.lostRequests).toBeGreaterThan(0)
        expect(proxy.counts.lostAnswers).toBeGreaterThan(0)
      } finally {
        await server.stop('SIGKILL')
        await proxy.stop()
        await postgres?.drop()
        await rm(folder, { recursive: true, force: true })
      }
    },
  )
})

type InTest = Parameters<typeof startApiServer>[0]

/** Prepares an event, members, a signed-in member of staff and the check-ins of the evening. */
async function prepare(
  options: InTest,
): Promise<{ readonly bearer: string; readonly plan: readonly NewCheckIn[] }> {
  const server = await startApiServer(options)
  try {
    const moderator = await buildMember(server.deps, { role: 'moderator' })
    await buildEvent(server.deps, { id: EVENT, starts_at: new Date().toISOString() })
    const cards: string[] = []
    for (let card = 0; card < CARDS; card += 1) cards.push((await buildMember(server.deps)).cardId)
    const begin = Date.now() - 3_600_000
    const plan = Array.from({ length: CHECK_INS }, (_, index) => ({
      id: randomUUID(),
      eventId: EVENT,
      cardId: cards[index % CARDS] ?? '',
      gate: 'North door',
      deviceId: 'device',
      at: new Date(begin + index * 1_000).toISOString(),
    }))
    return { bearer: (await signIn(server, moderator.email, moderator.password)).accessToken, plan }
  } finally {
    await server.stop()
  }
}

/** Lists them in the order of their arrival, and those of one batch in the order of the batch. */
async function rowsOf(
  options: InTest,
): Promise<readonly { readonly id: string; readonly at: string; readonly gate: string }[]> {
  const server = await startApiServer(options)
  try {
    const rows = await server.deps.database.db
      .selectFrom('check_ins')
      .select(['id', 'at', 'gate', 'recorded_at'])
      .where('event_id', '=', EVENT)
      .execute()
    return rows.toSorted((a, b) =>
      a.recorded_at === b.recorded_at
        ? a.at < b.at
          ? -1
          : 1
        : a.recorded_at < b.recorded_at
          ? -1
          : 1,
    )
  } finally {
    await server.stop()
  }
}
