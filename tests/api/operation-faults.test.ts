/** A fault of the machine: administrators get a mail once and then daily, and see it on the overview. */
import { beforeAll, describe, expect } from 'vitest'
import type { SeenOperation } from '#server/jobs/operation/find-faults.ts'
import { seeOperation } from '#server/jobs/operation/find-faults.ts'
import { tellOperationFaults } from '#server/jobs/operation/tell-faults.ts'
import { statsOverview } from '#shared/contract/stats.ts'
import { buildMember } from '#tests/builders/member.ts'
import { ENGINES } from '#tests/support/engines.ts'
import { suiteServer } from '#tests/support/suite-server.ts'

const HOUR_S = 3_600

describe.each(ENGINES)('faults of the machine on $title', ({ engine, skip }) => {
  const { server, run, person } = suiteServer({ engine, skip })
  let well: SeenOperation
  const tell = (change: Partial<SeenOperation> = {}) =>
    tellOperationFaults(server.deps, async () => ({ ...well, ...change }))
  const mails = async (): Promise<number> =>
    (
      await server.deps.database.db
        .selectFrom('mails')
        .select('id')
        .where('template', '=', 'operation-fault')
        .execute()
    ).length
  const overviewFor = async (role: 'admin' | 'reviewer') => {
    const reply = await server.client.call(statsOverview, {}, await person(role))
    return reply.ok ? reply.value.operation : reply.problem
  }
  beforeAll(async () => {
    await buildMember(server.deps, { role: 'admin' })
    well = { ...(await seeOperation(server.deps)), backups: [], freeShare: 0.5 }
  })

  run('this machine is looked at, and has no mail or row that waits', () =>
    expect(well).toMatchObject({
      auditRowsWaiting: 0,
      oldestMailMs: 0,
      certificateDays: undefined,
    }),
  )

  run('a mail comes once, then each day, and the overview shows it until it is over', async () => {
    await tell()
    expect(await mails()).toBe(0)
    const low = { freeShare: 0.05 }
    await tell(low)
    expect(await mails()).toBe(1)
    await tell(low)
    server.clock.advance(23 * HOUR_S)
    await tell(low)
    expect(await mails()).toBe(1)
    server.clock.advance(2 * HOUR_S)
    await tell(low)
    expect(await mails()).toBe(2)
    expect(await overviewFor('admin')).toMatchObject([{ kind: 'disk-low' }])
    expect(await overviewFor('reviewer')).toBeUndefined()
    await tell()
    expect(await overviewFor('admin')).toEqual([])
    await tell(low) // it comes back within the day
    expect(await overviewFor('admin')).toMatchObject([{ kind: 'disk-low' }])
    expect(await mails()).toBe(2)
  })

  run('two servers that look at one moment send one mail', async () => {
    await tell()
    const before = await mails()
    const administrators = 4 // one at the start, and one for each look at the overview
    await Promise.all([
      tell({ oldestMailMs: 2 * HOUR_S * 1_000 }),
      tell({ oldestMailMs: 2 * HOUR_S * 1_000 }),
    ])
    expect((await mails()) - before).toBe(administrators)
  })

  run('a server whose clock is a little behind sends no second mail', async () => {
    await tell()
    await tell({ oldestMailMs: 3 * HOUR_S * 1_000 })
    const before = await mails()
    server.clock.advance(-1)
    await tell({ oldestMailMs: 3 * HOUR_S * 1_000 })
    expect(await mails()).toBe(before)
  })

  run('a mail that was sent while the clock was ahead keeps none back', async () => {
    await tell()
    server.clock.advance(40 * 24 * HOUR_S)
    await tell({ certificateDays: 3 })
    const before = await mails()
    server.clock.advance(-40 * 24 * HOUR_S)
    await tell({ certificateDays: 3 })
    expect(await mails()).toBeGreaterThan(before)
  })
})
