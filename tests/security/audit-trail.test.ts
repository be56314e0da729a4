/**
 * A change and its audit row are kept together or not at all, and a read writes nothing but its audit row. The test calls
 * every route, and stops the process at each statement of some of those that change something. One engine is enough, because the test asks only which
 * transaction a row is in.
 */
import { StatementSync } from 'node:sqlite'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { routeAddress } from '#shared/contract/base/client.ts'
import { mayChange, type RouteDefinition } from '#shared/contract/base/define-route.ts'
import { ROUTES, type RouteId } from '#shared/contract/routes.ts'
import { buildMember } from '#tests/builders/member.ts'
import { startApiServer, type ApiServer } from '#tests/support/api-server.ts'
import { sampleFor } from '#tests/support/bodies.ts'
import { cellsOf, TARGET_ROLE, type CallerKind, type Cell } from '#tests/support/matrix.ts'
import { walletEnv } from '#tests/support/wallet-certificates.ts'
import { castPlayer } from './cast.ts'
import { createSender, type RawReply, type Sender } from './send.ts'

const all: readonly RouteDefinition[] = Object.values(ROUTES)
const routes = all.filter((route) => route.audit !== null && mayChange(route))
const reads = all.filter((route) => !mayChange(route))

/**
 * Reads that protect something, with what they commit beside the audit row. Every other read waits for the disk for its audit
 * row alone.
 */
const COUNTED_READS: Readonly<Record<string, readonly string[]>> = {
  // Exports and the like, by the hour or by ten minutes.
  'account.export': ['throttles'],
  'assembly.signatures': ['throttles'],
  'assembly.minutes': ['throttles'],
  'audit.csv': ['throttles'],
  'audit.lines': ['throttles'],
  'donation.csv': ['throttles'],
  'donation.receiptRead': ['throttles'],
  'donation.receiptsCsv': ['throttles'],
  'event.attendanceCsv': ['throttles'],
  'evidence.original': ['throttles'],
  'evidence.package': ['throttles'],
  'report.export': ['throttles'],
  'wallet.presentPass': ['throttles'],
  'user.export': ['throttles', 'throttles'], // and its rows in the budget of the day
  'wallet.phoneLog': ['throttles', 'throttles'], // its own lines, and those of all phones
  // The budget of rows of a day.
  'claim.list': ['throttles'],
  'donation.list': ['throttles'],
  'donation.receipts': ['throttles'],
  'portrait.list': ['throttles'],
  'request.list': ['throttles'],
  'request.deleted': ['throttles'],
  'user.list': ['throttles'],
  'user.idle': ['throttles'],
  'event.attendance': ['throttles', 'throttles'],
  // Guesses at a member, taken and given back in two windows; a scan of a signed card is none (tests/api/read-costs.test.ts).
  'merge.compare': ['throttles', 'throttles', 'throttles', 'throttles'],
  'card.verify': ['throttles', 'throttles', 'throttles', 'throttles'],
  'document.read': ['throttles', 'throttles', 'throttles', 'throttles'],
  'request.read': ['throttles', 'throttles', 'throttles', 'throttles'],
  'user.read': ['throttles', 'throttles', 'throttles', 'throttles'],
  'user.search': ['throttles', 'throttles', 'throttles', 'throttles'],
  // Their address says GET, and they spend a token and a code.
  'auth.refresh': ['throttles', 'refresh_tokens'],
  'password.validate': ['throttles', 'codes'],
}

/**
 * Tables that do not belong to the change of a call: quotas, proofs of work, the last contact of a device, files in
 * transfer, challenges, which are spent by a failed try as well, the key of receipts, which is made once, and the mark by which
 * a form that is sent again is known, which the first use of a receipt ends.
 */
const BESIDE = [
  'throttles',
  'spent_proofs',
  'factor_challenges',
  'kiosk_devices" set "last_seen_at',
  'files',
  'file_parts',
  'receipt_keys',
  'witness_reports" set "repeat_mac',
]
/** Less than the second after which counts are written. */
const COUNTS_WAIT_MS = 900
const written = (statement: string): string | undefined =>
  /^(?:insert into|update|delete from) "(.*)/s.exec(statement)?.[1]
const isBeside = (target: string): boolean =>
  BESIDE.some((name) => target === name || target.startsWith(`${name}"`))

/** Returns the writes of a call that are in no transaction with its audit row. */
function apart(statements: readonly string[]): string[] {
  const found: string[] = []
  let open: string[] | undefined
  for (const statement of statements) {
    if (statement.startsWith('begin')) open = []
    else if (statement === 'rollback') open = undefined
    else if (statement === 'commit') {
      if (open?.some((target) => target.startsWith('audit"')) !== true) found.push(...(open ?? []))
      open = undefined
    } else {
      const target = written(statement)
      if (target !== undefined && !isBeside(target)) (open ?? found).push(target)
    }
  }
  return found.map((target) => target.slice(0, 80))
}

describe('a change and its audit row', () => {
  let server: ApiServer
  let sender: Sender
  const statements: string[] = []
  /** From this statement of the call on, every statement fails except the rollback, as when the process stops. */
  let stopAt = Number.POSITIVE_INFINITY
  beforeAll(async () => {
    server = await startApiServer({
      engine: 'sqlite',
      env: { LIMITS_SCALE: '10000', ...(await walletEnv()) },
    })
    sender = createSender(server.url)
    for (const name of ['all', 'run'] as const) {
      const original = StatementSync.prototype[name] as (...values: unknown[]) => unknown // both accept the values of the statement
      vi.spyOn(StatementSync.prototype, name).mockImplementation(function record(
        this: StatementSync,
        ...values: unknown[]
      ) {
        const text = this.sourceSQL
        if (statements.push(text) > stopAt && text !== 'rollback')
          throw new Error('the process has stopped')
        return original.apply(this, values) as never
      } as never)
    }
  })
  afterEach(() => {
    stopAt = Number.POSITIVE_INFINITY
  })
  afterAll(async () => {
    vi.restoreAllMocks()
    sender.close()
    await server.stop()
  })

  /** Prepares a permitted call, ready to be sent. */
  async function prepare(
    route: RouteDefinition,
    deed?: string,
    by?: CallerKind,
  ): Promise<() => Promise<RawReply>> {
    const isWanted =
      deed === undefined ? () => true : (one: Cell) => one.deed === deed && one.target === 'member'
    const cell = cellsOf(route).find(
      (one) => one.wanted === 'passes' && isWanted(one) && (by === undefined || one.caller === by),
    )
    if (cell === undefined) throw new Error(`no call of ${route.id} passes`)
    const player = await castPlayer(server.deps, cell.caller)
    const role =
      cell.target === undefined || cell.target === 'own' ? 'member' : TARGET_ROLE[cell.target]
    const targetId =
      cell.target === 'own' && player.member !== undefined
        ? player.member.id
        : (await buildMember(server.deps, { role })).id
    const {
      headers,
      params = {},
      query = {},
      body,
      raw,
    } = await sampleFor(route.id, { server, player, targetId, deed: cell.deed })
    const type = raw?.type ?? (body === undefined ? undefined : 'application/json')
    return () =>
      sender.send({
        method: route.method,
        path: routeAddress(route, { params, query }),
        headers: {
          ...(player.bearer === undefined ? {} : { authorization: `Bearer ${player.bearer}` }),
          ...(type === undefined ? {} : { 'content-type': type }),
          ...headers,
        },
        body: raw?.body ?? (body === undefined ? undefined : JSON.stringify(body)),
      })
  }

  test.each(routes)('$id: the change and its audit row are in one transaction', async (route) => {
    const send = await prepare(route)
    statements.length = 0
    const { status, text } = await send()
    const seen = [...statements]
    expect([200, 201], text).toContain(status)
    expect(seen.filter((statement) => statement.startsWith('insert into "audit"'))).not.toEqual([])
    expect(apart(seen)).toEqual([])
  })

  /** The first write of each transaction, and each write outside of one. */
  function commitsOf(seen: readonly string[]): string[] {
    const found: string[] = []
    let open: string[] | undefined
    for (const statement of seen) {
      const target = written(statement)?.split('"')[0]
      if (statement.startsWith('begin')) open = []
      else if (statement === 'rollback') open = undefined
      else if (statement === 'commit') {
        found.push(...(open ?? []).slice(0, 1))
        open = undefined
      } else if (target !== undefined) (open ?? found).push(target)
    }
    return found
  }
  /** Statements of a call. Once more where it took so long that counts of reads may have been written meanwhile. */
  async function statementsOf(send: () => Promise<RawReply>): Promise<string[]> {
    await server.deps.throttle.close()
    statements.length = 0
    const began = performance.now()
    expect([200, 304]).toContain((await send()).status)
    return performance.now() - began < COUNTS_WAIT_MS ? [...statements] : statementsOf(send)
  }

  test.each(reads)('$id: a read commits its audit row alone', async (route) => {
    const send = await prepare(route)
    await send() // what is made once, and files that are prepared at their first look
    const { [route.id]: counted = [] } = COUNTED_READS
    const commits = commitsOf(await statementsOf(send))
    expect(commits.filter((target) => target !== 'audit_head')).toEqual(counted)
    expect(commits.length - counted.length).toBeLessThanOrEqual(route.audit === null ? 0 : 1)
  })

  async function rows(): Promise<{ readonly all: string; readonly audit: number }> {
    const { rows: tables } = await sql<{
      name: string
    }>`select name from sqlite_schema where type = 'table'`.execute(server.deps.database.db)
    const held: unknown[] = []
    for (const { name } of tables.filter(
      (table) =>
        !/_(?:fts|words)/.test(table.name) &&
        !['throttles', 'spent_proofs', 'audit', 'audit_head'].includes(table.name),
    ))
      held.push((await sql`select * from ${sql.table(name)}`.execute(server.deps.database.db)).rows)
    const { n } = await server.deps.database.db
      .selectFrom('audit')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    return { all: JSON.stringify(held), audit: Number(n) }
  }

  test.each<{ id: RouteId; deed?: string; by?: CallerKind }>([
    { id: 'user.update', deed: 'to-administrator', by: 'admin' },
    { id: 'user.delete', deed: 'delete' },
    { id: 'request.decide' },
    { id: 'event.checkIn' },
    { id: 'report.update' },
    { id: 'settings.reports' },
  ])('$id: a stop at any statement stores both or neither', async ({ id, deed, by }) => {
    const route: RouteDefinition = ROUTES[id]
    let [undone, kept] = [0, 0]
    for (let point = 0; kept === 0 && point < 100; point += 1) {
      const send = await prepare(route, deed, by)
      const before = await rows()
      statements.length = 0
      stopAt = point
      await send()
      stopAt = Number.POSITIVE_INFINITY
      const after = await rows()
      expect(
        after.all !== before.all,
        `${id} stopped at statement ${point}: change and audit row differ`,
      ).toBe(after.audit > before.audit)
      if (after.audit > before.audit) kept += 1
      else undone += 1
    }
    expect(kept).toBe(1)
    expect(undone).toBeGreaterThan(5)
  })
})
