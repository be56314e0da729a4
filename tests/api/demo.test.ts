/** The demonstration: what `npm start` puts into an empty database. */
import { expect, test } from 'vitest'
import { DEMO_ACCOUNTS, DEMO_PASSWORD, DEMONSTRATION } from '#server/demo/accounts.ts'
import { seedDemo } from '#server/demo/seed-demo.ts'
import { about } from '#shared/contract/about.ts'
import { readAssembly } from '#shared/contract/assembly.ts'
import { listEvents } from '#shared/contract/events.ts'
import { isWithinCheckInHours } from '#shared/domain/check-in-hours.ts'
import { signIn } from '#tests/support/api-server.ts'
import { suiteServer } from '#tests/support/suite-server.ts'

const { server } = suiteServer({ engine: 'sqlite' })

test('an empty database is filled once, and the five accounts can sign in', async () => {
  const { db } = server.deps.database
  const counts = async () => {
    const found: Record<string, number> = {}
    for (const table of [
      'members',
      'agreements',
      'registration_requests',
      'reports',
      'report_evidence',
      'events',
      'news',
      'claims',
      'claim_entries',
      'pledges',
      'files',
    ] as const) {
      const { n } = await db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
      found[table] = Number(n)
    }
    return found
  }
  await seedDemo(server.deps)
  const filled = {
    members: 280,
    agreements: 155, // one of each member who gets news
    registration_requests: 30,
    reports: 40,
    report_evidence: 58,
    events: 3,
    news: 3,
    claims: 8,
    claim_entries: 5,
    pledges: 18,
    files: 280 + 2 * 35 + 58 + 5,
  }
  expect(await counts()).toEqual(filled)
  await seedDemo(server.deps)
  expect(await counts()).toEqual(filled)
  for (const { email } of DEMO_ACCOUNTS) await signIn(server, email, DEMO_PASSWORD)
  expect(await server.client.call(about, {})).toMatchObject({
    value: { demo: { administrator: DEMONSTRATION.administrator } },
  })

  const events = await server.client.call(listEvents, {})
  expect(events.ok && 'length' in events.value && events.value.length).toBe(3)
})

test('after the first start a visitor can give a proxy and check people in', async () => {
  await seedDemo(server.deps)
  const { accessToken: bearer } = await signIn(server, 'admin@demo.example', DEMO_PASSWORD)
  const events = await server.client.call(listEvents, {})
  if (!events.ok || !('length' in events.value)) throw new Error('The events were not listed')
  const now = new Date()
  const open = events.value.filter((event) =>
    isWithinCheckInHours(now.toISOString(), event, 'staff'),
  )
  expect(open).toHaveLength(1)
  const [event] = open
  expect(Date.parse(event?.startsAt ?? '')).toBeGreaterThan(now.getTime())
  expect(
    await server.client.call(readAssembly, { params: { id: event?.id ?? '' } }, { bearer }),
  ).toMatchObject({ ok: true, value: { assembly: { proxiesPerHolder: 2 } } })
})
