/** The clock of the server is an hour, a day or ten years off, in either direction, and then right again. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { checkChain } from '#server/parts/audit/audit-chain.ts'
import { countAssembly } from '#shared/contract/assembly.ts'
import { myCard, verifyCard } from '#shared/contract/card.ts'
import { pledge } from '#shared/contract/donations.ts'
import { reportStatistics } from '#shared/contract/reports.ts'
import { buildMember, TEST_PASSWORD } from '#tests/builders/member.ts'
import { freshAssembly, freshEvent, freshReport } from '#tests/security/fresh-rows.ts'
import { signIn, startApiServer } from '#tests/support/api-server.ts'

const HOUR_S = 3_600
const DAY_S = 86_400
const DECADE_S = 3_653 * DAY_S

test.each([
  ['an hour ahead', HOUR_S, 'VALID'],
  ['an hour behind', -HOUR_S, 'STALE'],
  ['a day ahead', DAY_S, 'VALID'],
  ['a day behind', -DAY_S, 'STALE'], // the card is of tomorrow: only our server signs dates, so the clock is wrong
  ['ten years ahead', DECADE_S, 'EXPIRED'],
  ['ten years behind', -DECADE_S, 'STALE'],
])('a clock %s refuses no genuine card for good and loses nothing', async (_, offS, seen) => {
  const server = await startApiServer({ engine: 'sqlite', env: { LIMITS_SCALE: '10000' } })
  try {
    const admin = await buildMember(server.deps, { role: 'admin' })
    const holder = await buildMember(server.deps)
    const tokenOf = async ({ email }: typeof holder) =>
      (await signIn(server, email, TEST_PASSWORD)).accessToken
    const issued = await server.client.call(myCard, {}, { bearer: await tokenOf(holder) })
    if (!issued.ok) throw new Error('no card')
    const { payload } = issued.value
    const verdict = async () => {
      const bearer = await tokenOf(admin)
      const reply = await server.client.call(verifyCard, { body: { payload } }, { bearer })
      return reply.ok ? reply.value.verdict : reply.problem
    }
    const id = randomUUID()
    const write = () =>
      server.client.call(pledge, { headers: {}, body: { id, cause: 'education', amountUsd: 10 } })

    expect(await verdict()).toBe('VALID')
    server.clock.advance(offS)
    expect(await verdict()).toBe(seen)
    expect((await write()).ok).toBe(true)
    server.clock.advance(-offS)
    expect(await verdict()).toBe('VALID')
    expect((await write()).ok).toBe(true) // the same one
    expect(await server.deps.database.db.selectFrom('pledges').select('id').execute()).toHaveLength(
      1,
    )
    expect((await checkChain(server.deps.database.db)).broken).toBeUndefined()
  } finally {
    await server.stop()
  }
})

test('what was counted while the clock was a day ahead is counted again once it is right', async () => {
  const server = await startApiServer({ engine: 'sqlite', env: { LIMITS_SCALE: '10000' } })
  try {
    const admin = await buildMember(server.deps, { role: 'admin' })
    const assembly = await freshAssembly(server.deps)
    const read = async () => {
      const { accessToken: bearer } = await signIn(server, admin.email, TEST_PASSWORD)
      const params = { id: assembly }
      const [counts, statistics] = [
        await server.client.call(countAssembly, { params }, { bearer }),
        await server.client.call(reportStatistics, {}),
      ]
      if (!counts.ok || !statistics.ok) throw new Error(JSON.stringify([counts, statistics]))
      const pages = await fetch(`${server.url}/sitemap.xml`)
      return {
        entitled: counts.value.entitled,
        reports: statistics.value.total,
        pages: (await pages.text()).match(/<url>/g)?.length ?? 0,
      }
    }
    server.clock.advance(DAY_S)
    const before = await read()
    server.clock.advance(-DAY_S)
    await buildMember(server.deps)
    await freshReport(server.deps, null)
    await freshEvent(server.deps)
    expect(await read()).toEqual({
      entitled: before.entitled + 1,
      reports: before.reports + 1,
      pages: before.pages + 1,
    })
  } finally {
    await server.stop()
  }
})
