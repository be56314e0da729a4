/**
 * A database that can be read and not written: which calls work, which are refused, and which writes are made later.
 */
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { NotWritable, OutOfSpace } from '#server/base/unavailable.ts'
import { createAuditLog, WAITING_ROWS_MAX } from '#server/parts/audit/audit-log.ts'
import { createThrottle } from '#server/parts/security/throttle.ts'
import { routeAddress } from '#shared/contract/base/client.ts'
import { mayChange, type RouteDefinition } from '#shared/contract/base/define-route.ts'
import { verifyCard } from '#shared/contract/card.ts'
import { pledge } from '#shared/contract/donations.ts'
import { ROUTES } from '#shared/contract/routes.ts'
import { cardId } from '#shared/domain/people/member-id.ts'
import { buildMember } from '#tests/builders/member.ts'
import { castPlayer } from '#tests/security/cast.ts'
import { createSender } from '#tests/security/send.ts'
import { startWindow } from '#tests/support/api-server.ts'
import { sampleFor } from '#tests/support/bodies.ts'
import { cellsOf } from '#tests/support/matrix.ts'
import { suiteServer } from '#tests/support/suite-server.ts'
import { walletEnv } from '#tests/support/wallet-certificates.ts'

const withWallets = async () => ({ env: { LIMITS_SCALE: '10000', ...(await walletEnv()) } })

describe('a full disk', () => {
  const { server } = suiteServer({ engine: 'sqlite' }, withWallets)

  const write = () =>
    server.client.call(pledge, { headers: {}, body: { cause: 'education', amountUsd: 10 } })

  test('refuses writes with 507 while reads and verification work, and accepts writes again as soon as there is space', async () => {
    const { deps, client } = server
    const { db } = deps.database
    const staff = await castPlayer(deps, 'moderator')
    const member = await buildMember(deps)
    const headers = { authorization: `Bearer ${staff.bearer}` }
    const verify = () =>
      client.call(
        verifyCard,
        { body: { cardId: cardId(member.id) } },
        { bearer: staff.bearer ?? '' },
      )
    expect(await verify()).toMatchObject({ ok: true, value: { verdict: 'VALID' } })
    await sql`create table filler (bytes blob)`.execute(db)
    await sql.raw('pragma max_page_count = 1').execute(db) // SQLite uses the present number of pages instead
    const fill = async (size: number): Promise<void> => {
      for (;;) await sql`insert into filler values (zeroblob(${sql.lit(size)}))`.execute(db)
    }
    for (const size of [40_000, 400, 4]) await expect(fill(size)).rejects.toBeInstanceOf(OutOfSpace)
    const refused = async (): Promise<boolean> => {
      const outcome = await write()
      if (!outcome.ok) expect(outcome).toMatchObject({ problem: { status: 507, code: 'no-space' } })
      return !outcome.ok
    }
    await expect.poll(refused, { interval: 1 }).toBe(true) // the last pages of its tables have room for some rows
    const looks: Promise<unknown>[] = []
    while (deps.audit.waiting() < 20) {
      looks.push(verify())
      await looks.at(-1)
    }
    for (const look of looks)
      expect(await look).toMatchObject({ ok: true, value: { verdict: 'VALID' } })
    expect(await (await fetch(`${server.url}/readyz`)).json()).toMatchObject({
      status: 'ready',
      writes: 'refused',
    })
    for (const path of [
      '/api/report/get/all',
      '/api/user/register/get/all?page=1',
      '/api/auth/sessions',
    ])
      expect((await fetch(server.url + path, { headers })).status, path).toBe(200)
    await sql.raw('pragma max_page_count = 1000000').execute(db)
    expect(await write()).toMatchObject({ ok: true })
    await expect.poll(() => deps.audit.waiting(), { timeout: 5_000 }).toBe(0)
    expect(await (await fetch(`${server.url}/readyz`)).json()).toMatchObject({ writes: 'ok' })
    const { n } = await db
      .selectFrom('audit')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('action', '=', verifyCard.audit)
      .executeTakeFirstOrThrow()
    expect(n).toBe(looks.length + 1)
    expect(await deps.audit.firstBrokenRow()).toBeUndefined()
  })
})

/** GET routes that still write: a session, its token, a try of a code, or the custody line of a package. */
const WRITES = ['auth.login', 'auth.refresh', 'password.validate', 'evidence.package']

describe('an SQLite file that can only be read', () => {
  const { server } = suiteServer({ engine: 'sqlite' }, withWallets)

  const readOnly = (state: 'on' | 'off') =>
    sql.raw(`pragma query_only = ${state}`).execute(server.deps.database.db)
  const entry = { actor: 'system', action: 'member.viewed' }

  test('serves each reading call; renewing a session and signing in fail with 503 and end no session', async () => {
    const { deps } = server
    const sender = createSender(server.url)
    const calls: (() => Promise<void>)[] = []
    const unexpected: string[] = []
    for (const route of Object.values(ROUTES) as RouteDefinition[]) {
      const writes = WRITES.includes(route.id)
      if (mayChange(route) && !writes) continue
      const cell = cellsOf(route).find(({ wanted }) => wanted === 'passes')
      const player = await castPlayer(deps, cell?.caller ?? 'admin')
      const targetId =
        cell?.target === 'own' && player.member !== undefined
          ? player.member.id
          : (await buildMember(deps)).id
      const {
        headers,
        params = {},
        query = {},
        body,
      } = await sampleFor(route.id, { server, player, targetId, deed: cell?.deed })
      const call = async (wanted: number): Promise<void> => {
        const { status, text } = await sender.send({
          method: route.method,
          path: routeAddress(route, { params, query }),
          headers: {
            ...(player.bearer !== undefined && { authorization: `Bearer ${player.bearer}` }),
            ...(body !== undefined && { 'content-type': 'application/json' }),
            ...headers,
          },
          body: body === undefined ? undefined : JSON.stringify(body),
        })
        if (status !== wanted) unexpected.push(`${route.id} ${status} ${text.slice(0, 200)}`)
      }
      if (!writes) await call(200) // the first look at a card creates it
      calls.push(() => call(writes ? 503 : 200))
    }
    server.clock.advance(61) // the last contact of each device is due to be written
    await readOnly('on')
    for (const call of calls) await call()
    expect(unexpected).toEqual([])
    expect(calls.length).toBeGreaterThan(50)
    expect(deps.audit.waiting()).toBeGreaterThan(5)
    await readOnly('off')
    await expect.poll(() => deps.audit.waiting(), { timeout: 5_000 }).toBe(0)
    expect(await (await fetch(`${server.url}/readyz`)).json()).toMatchObject({ writes: 'ok' })
    expect(await deps.audit.firstBrokenRow()).toBeUndefined()
    sender.close()
  })

  test('a change that was refused shows at /readyz until a write succeeds', async () => {
    const writes = async (): Promise<unknown> =>
      ((await (await fetch(`${server.url}/readyz`)).json()) as { readonly writes: unknown }).writes
    expect(await writes()).toBe('ok')
    await readOnly('on')
    const body = { cause: 'education', amountUsd: 10 } as const
    expect(await server.client.call(pledge, { headers: {}, body })).toMatchObject({
      problem: { status: 503 },
    })
    expect([server.deps.audit.waiting(), await writes()]).toEqual([0, 'refused'])
    await readOnly('off')
    await expect.poll(writes, { timeout: 20_000 }).toBe('ok')
  })

  test('keeps its quotas before, during and after the fault', async () => {
    const { deps } = server
    const throttle = createThrottle(deps.database, deps.clock, 1)
    startWindow(server, 3_600)
    const hit = async (): Promise<boolean> => (await throttle.hit('bucket', 4, 3_600)).ok
    expect([await hit(), await hit()]).toEqual([true, true])
    await readOnly('on')
    expect([await hit(), await hit(), await hit()]).toEqual([true, true, false])
    await readOnly('off')
    expect(await hit()).toBe(false)
    expect(
      await deps.database.db
        .selectFrom('throttles')
        .select('hits')
        .where('bucket', '=', 'bucket')
        .execute(),
    ).toEqual([{ hits: 6 }])
  })

  test('rejects an audit row when the list of waiting rows is full, and later writes them in order', async () => {
    const { deps } = server
    const audit = createAuditLog(deps.database, deps.clock)
    await readOnly('on')
    for (let row = 0; row < WAITING_ROWS_MAX; row += 1)
      await audit.write({ ...entry, target: `row:${row}` })
    await expect(audit.write(entry)).rejects.toBeInstanceOf(NotWritable)
    await expect(audit.close()).rejects.toBeInstanceOf(NotWritable)
    await readOnly('off')
    await audit.close()
    const rows = await deps.database.db
      .selectFrom('audit')
      .select('target')
      .where('target', 'like', 'row:%')
      .orderBy('seq')
      .execute()
    expect(rows.map(({ target }) => target)).toEqual(
      Array.from({ length: WAITING_ROWS_MAX }, (_, row) => `row:${row}`),
    )
    expect(await audit.firstBrokenRow()).toBeUndefined()
  })
})
