/** The member list is for work at one person after another: whoever takes it in bulk is slowed, logged and stopped. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LISTED_PER_DAY, listMembers, MEMBER_SORTS, PLAIN_LISTS } from '#shared/contract/members.ts'
import { buildMember, TEST_PASSWORD } from '#tests/builders/member.ts'
import { signIn, startApiServer, startWindow, type ApiServer } from '#tests/support/api-server.ts'
import { ENGINES } from '#tests/support/engines.ts'

const CROWD = 900
const DAY_S = 86_400

describe.each(ENGINES)('limits of the member list on $title', ({ engine, skip }) => {
  let server: ApiServer
  const run = test.skipIf(skip)
  const db = () => server.deps.database.db
  beforeAll(async () => {
    if (skip) return
    server = await startApiServer({ engine })
    const { id } = await buildMember(server.deps)
    const model = await db().selectFrom('members').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const crowd = Array.from({ length: CROWD }, (_, index) => ({ ...model, id: 50_000_000 + index, email: `m${index}`, email_key: `m${index}@crowd.example`, phone: '', tribe: 'crowd', tribe_key: 'crowd' }))
    for (let at = 0; at < CROWD; at += 20) await db().insertInto('members').values(crowd.slice(at, at + 20)).execute()
  })
  afterAll(async () => {
    if (!skip) await server.stop()
  })
  async function manager(role: 'A' | 'X' = 'X') {
    const { id, email } = await buildMember(server.deps, { role })
    const bearer = (await signIn(server, email, TEST_PASSWORD)).accessToken
    return { id, list: (query: object) => server.client.call(listMembers, { query }, { bearer }) }
  }
  const trailOf = async (id: number) =>
    (await db().selectFrom('audit').select('detail').where('action', '=', 'member.listed').where('actor', '=', `member:${id}`).orderBy('seq').execute()).map(({ detail }) => JSON.parse(detail) as unknown)

  run('the plain list and pages beyond row 500 leave a line without what was searched for; other pages leave none', async () => {
    const { id, list } = await manager()
    await list({ page: 1, size: 100, tribe: 'crowd' })
    await list({ page: 10, size: 50, tribe: 'crowd' })
    await list({ page: 90, size: 50, tribe: 'crowd' }) // beyond the end: nobody was shown
    expect(await trailOf(id)).toEqual([])
    await list({ page: 11, size: 50, tribe: 'crowd' })
    await list({ page: 6, size: 100 })
    await list({ q: 'Verysecret' })
    await list({ tribe: 'crowd', sort: 'name' })
    expect(await trailOf(id)).toEqual([{ rows: 50, filtered: true }, { rows: 100, filtered: false }, { rows: 0, filtered: true }, { rows: CROWD, filtered: true }])
  })

  run('the plain list is for now and then, per person', async () => {
    const [one, other] = [await manager(), await manager('A')]
    startWindow(server, PLAIN_LISTS.windowS)
    for (let call = 0; call < PLAIN_LISTS.max; call += 1) expect((await one.list({ q: 'nobody at all' })).ok).toBe(true)
    expect(await one.list({ q: 'nobody at all' })).toMatchObject({ ok: false, problem: { code: 'too-many', status: 429 } })
    expect((await one.list({ page: 1 })).ok).toBe(true)
    expect((await other.list({})).ok).toBe(true)
    server.clock.advance(PLAIN_LISTS.windowS)
    expect((await one.list({ q: 'nobody at all' })).ok).toBe(true)
  })

  run('after the rows of a day the list is closed until the next; the same page counts once', async () => {
    server.clock.advance(DAY_S - (Math.floor(server.clock.now().getTime() / 1_000) % DAY_S) + 60) // early in a day: the test must not run over its end
    const { id, list } = await manager()
    for (let look = 0; look < 205; look += 1) if (!(await list({ page: 1, size: 50, tribe: 'crowd' })).ok) throw new Error(`closed at look ${look}`)
    const hits = async () => (await db().selectFrom('throttles').select('hits').where('bucket', 'like', 'user.list/rows/%').where('hits', '>', 40).orderBy('window_start', 'desc').executeTakeFirst())?.hits
    expect(await hits()).toBe(50)
    const whole = Math.floor((LISTED_PER_DAY - 50) / CROWD)
    for (let part = 0; part < whole; part += 1) {
      if (part % PLAIN_LISTS.max === 0) server.clock.advance(PLAIN_LISTS.windowS)
      const answer = await list({ tribe: 'crowd', sort: MEMBER_SORTS[part % MEMBER_SORTS.length], ...(part < MEMBER_SORTS.length ? {} : { status: 'active' }) })
      expect(answer.ok && Array.isArray(answer.value) && answer.value.length).toBe(CROWD)
    }
    server.clock.advance(PLAIN_LISTS.windowS)
    const lines = (await trailOf(id)).length
    expect(await list({ tribe: 'crowd' })).toMatchObject({ ok: false, problem: { code: 'daily-limit', status: 429, message: expect.stringContaining('midnight') } })
    expect(await list({ page: 1, size: 10 })).toMatchObject({ ok: false, problem: { code: 'daily-limit' } })
    expect(await trailOf(id)).toHaveLength(lines)
    expect((await (await manager()).list({ page: 1 })).ok).toBe(true)
    server.clock.advance(DAY_S)
    expect((await (await manager()).list({ page: 1 })).ok).toBe(true)
  })
})
