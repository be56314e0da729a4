/** The clock of the server is a day off, in either direction, and then right again. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { checkChain } from '#server/parts/audit/audit-chain.ts'
import { myCard, verifyCard } from '#shared/contract/card.ts'
import { pledge } from '#shared/contract/donations.ts'
import { buildMember, TEST_PASSWORD } from '#tests/builders/member.ts'
import { signIn, startApiServer } from '#tests/support/api-server.ts'

const DAY_S = 86_400

test.each([
  ['ahead', DAY_S, 'VALID'],
  ['behind', -DAY_S, 'STALE'], // the card is of tomorrow: only our server signs dates, so the clock is wrong
])('a clock a day %s refuses no genuine card and loses nothing', async (_, offS, seen) => {
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
