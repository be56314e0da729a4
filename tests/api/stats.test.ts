import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect } from 'vitest'
import { countPeople } from '#server/records/events/event-repository.ts'
import { foldMemberCounts } from '#server/records/stats/stats-repository.ts'
import type { Reply } from '#shared/contract/base/define-route.ts'
import { listReports } from '#shared/contract/reports.ts'
import { statsOverview, statsWaiting } from '#shared/contract/stats.ts'
import { buildMember, TEST_PASSWORD, type MemberWish } from '#tests/builders/member.ts'
import { buildReport } from '#tests/builders/report.ts'
import { freshEvent, freshFile, freshPledge } from '#tests/security/fresh-rows.ts'
import { signIn } from '#tests/support/api-server.ts'
import { ENGINES } from '#tests/support/engines.ts'
import { suiteServer } from '#tests/support/suite-server.ts'

const DAY_S = 86_400
const STAFF = ['admin', 'content', 'moderator', 'reviewer'] as const

describe.each(ENGINES)('the numbers of the overview on $title', ({ engine, skip }) => {
  const { server, run } = suiteServer({ engine, skip }, { env: { LIMITS_SCALE: '100' } })

  const tokens = {} as Record<(typeof STAFF)[number] | 'member', string>
  beforeAll(async () => {
    for (const role of [...STAFF, 'member'] as const) {
      const { email } = await buildMember(server.deps, { role, details: { current_country: 'FR' } })
      tokens[role] = (await signIn(server, email, TEST_PASSWORD)).accessToken
    }
  })

  const db = () => server.deps.database.db
  const ago = (seconds: number): string =>
    new Date(server.clock.now().getTime() - seconds * 1_000).toISOString()
  async function overview(
    role: (typeof STAFF)[number] = 'admin',
  ): Promise<Reply<typeof statsOverview>> {
    const answer = await server.client.call(statsOverview, {}, { bearer: tokens[role] })
    if (!answer.ok) throw new Error(JSON.stringify(answer.problem))
    return answer.value
  }
  async function members(count: number, wish: MemberWish): Promise<number[]> {
    const ids: number[] = []
    for (let index = 0; index < count; index += 1)
      ids.push((await buildMember(server.deps, wish)).id)
    return ids
  }
  const request = (
    memberId: number,
    status: 'pending' | 'approved' | 'rejected',
    createdAt: string,
    decidedAt: string | null,
  ) =>
    db()
      .insertInto('registration_requests')
      .values({
        id: `REQ_${memberId}`,
        member_id: memberId,
        status,
        comment: '',
        decided_by: null,
        decided_at: decidedAt,
        created_at: createdAt,
      })
      .execute()
  const claim = (status: 'open' | 'resolved', createdAt: string, decidedAt: string | null) =>
    db()
      .insertInto('claims')
      .values({
        id: `MSG-${randomUUID()}`,
        member_id: null,
        first_name: 'A',
        last_name: 'B',
        email: 'a@test.example',
        phone: '+33612345678',
        subject: 'query',
        message: 'When?',
        status,
        note: '',
        decided_by: null,
        decided_at: decidedAt,
        created_at: createdAt,
      })
      .execute()
  const report = (
    status: 'not verified' | 'under review' | 'verified' | 'rejected',
    createdAt: string,
    deletedAt: string | null = null,
  ) => buildReport(server.deps, {}, { at: createdAt, status, deleted_at: deletedAt })

  run('the numbers of a new association are zero, with twelve months', async () => {
    const numbers = await overview()
    expect(numbers.requests).toEqual({ waiting: 0, oldestAt: null, decided: 0, medianWaitS: null })
    expect(numbers.claims).toEqual({ waiting: 0, oldestAt: null, decided: 0, medianWaitS: null })
    expect([numbers.portraits, numbers.pledges, numbers.nextEvent, numbers.events]).toEqual([
      { waiting: 0 },
      { waiting: 0 },
      null,
      [],
    ])
    expect(numbers.reports).toMatchObject({ waiting: 0, oldestAt: null })
    expect(numbers.reports.byStatus.map(({ count }) => count)).toEqual([0, 0, 0, 0])
    expect(numbers.members?.months).toHaveLength(12)
    expect(numbers.members?.months.at(-1)).toEqual({ month: ago(0).slice(0, 7), count: 5 })
  })

  run('waiting requests and claims are counted with age and median', async () => {
    const [one = 0, two = 0, three = 0, four = 0, five = 0] = await members(5, {
      status: 'inactive',
    })
    const oldest = ago(9 * DAY_S)
    await request(one, 'pending', ago(2 * DAY_S), null)
    await request(two, 'pending', oldest, null)
    await request(three, 'rejected', ago(10 * DAY_S), ago(8 * DAY_S)) // waited 2 days
    await request(four, 'rejected', ago(9 * DAY_S), ago(5 * DAY_S)) // waited 4 days
    await request(five, 'rejected', ago(90 * DAY_S), ago(31 * DAY_S)) // decided too long ago
    await claim('open', ago(DAY_S), null)
    await claim('resolved', ago(3_600), ago(1_800))
    await db()
      .updateTable('members')
      .set({ pending_photo_file: await freshFile(server.deps, one, 'wldProfile', true) })
      .where('id', '=', one)
      .execute()
    await freshPledge(server.deps)
    const numbers = await overview()
    expect(numbers.requests).toEqual({
      waiting: 2,
      oldestAt: oldest,
      decided: 2,
      medianWaitS: 3 * DAY_S,
    })
    expect(numbers.claims).toMatchObject({ waiting: 1, decided: 1, medianWaitS: 1_800 })
    expect([numbers.portraits, numbers.pledges]).toEqual([{ waiting: 1 }, { waiting: 1 }])
    const onTabs = (role: (typeof STAFF)[number]) =>
      server.client.call(statsWaiting, {}, { bearer: tokens[role] })
    expect(await onTabs('admin')).toMatchObject({
      ok: true,
      value: { requests: 2, portraits: 1, claims: 1, pledges: 1 },
    })
    for (const role of ['content', 'moderator', 'reviewer'] as const)
      expect(await onTabs(role)).toMatchObject({
        ok: true,
        value: { requests: 2, portraits: 1, claims: 1 },
      })
    for (const role of ['content', 'moderator', 'reviewer'] as const)
      expect(JSON.stringify(await onTabs(role))).not.toContain('pledges')
  })

  run('reports are counted by state and month, without deleted ones', async () => {
    const oldest = ago(40 * DAY_S)
    await report('not verified', ago(60))
    await report('under review', oldest)
    await report('verified', ago(500 * DAY_S))
    await report('not verified', ago(60), ago(30))
    const { reports } = await overview()
    expect(reports).toMatchObject({ waiting: 2, oldestAt: oldest })
    await db()
      .updateTable('reports')
      .set({ held_at: ago(60) })
      .where('created_at', '=', oldest)
      .execute() // also waits to be published
    for (const role of STAFF) {
      const list = await server.client.call(
        listReports,
        { query: { status: 'open', page: 1 } },
        { bearer: tokens[role] },
      )
      const waiting = await server.client.call(statsWaiting, {}, { bearer: tokens[role] })
      expect([list, waiting], role).toMatchObject([
        { ok: true, value: { total: 2 } },
        { ok: true, value: { reports: 2 } },
      ])
    }
    expect(
      await server.client.call(listReports, { query: { status: 'open', page: 1 } }, {}),
    ).toMatchObject({ ok: true, value: { total: 1 } })
    expect(
      Object.fromEntries(reports.byStatus.map(({ status, count }) => [status, count])),
    ).toEqual({ 'not verified': 1, 'under review': 1, verified: 1, rejected: 0 })
    expect(reports.months.reduce((sum, { count }) => sum + count, 0)).toBe(2)
    expect(
      reports.months.find(({ month }) => month === oldest.slice(0, 7))?.count,
    ).toBeGreaterThanOrEqual(1)
  })

  run(
    'new members count once, on the day of approval or else on the day of their entry',
    async () => {
      const before = (await overview()).members
      const approved = await members(2, {})
      const [early = 0, late = 0] = approved
      await db()
        .updateTable('members')
        .set({ created_at: ago(200 * DAY_S) })
        .where('id', 'in', approved)
        .execute()
      await request(early, 'approved', ago(200 * DAY_S), ago(100 * DAY_S))
      await request(late, 'approved', ago(200 * DAY_S), ago(60))
      await members(1, {}) // entered by an administrator
      const after = (await overview()).members
      const gained = (day: string): number => {
        const of = (numbers: typeof after): number =>
          numbers?.months.find(({ month }) => month === day.slice(0, 7))?.count ?? 0
        return of(after) - of(before)
      }
      expect([gained(ago(200 * DAY_S)), gained(ago(100 * DAY_S)), gained(ago(0))]).toEqual([
        0, 1, 2,
      ])
    },
  )

  run('countries with fewer than three members are not named', async () => {
    await members(4, { details: { current_country: 'DE' } })
    await members(2, { details: { current_country: 'IS' } })
    await members(1, { details: { current_country: 'MT' } })
    await members(3, { status: 'banned', details: { current_country: 'NO' } })
    const { members: numbers } = await overview('content')
    expect(numbers?.countries.map(({ country }) => country)).toEqual(['FR', 'DE'])
    expect(numbers?.countries.find(({ country }) => country === 'DE')?.count).toBe(4)
    expect(numbers?.elsewhere).toBe(3)
    expect(numbers?.active).toBe(
      (numbers?.countries.reduce((sum, { count }) => sum + count, 0) ?? 0) + 3,
    )
  })

  run('attendance counts people, not check-ins, with the next event', async () => {
    const [past, next, later, draft] = [
      await freshEvent(server.deps),
      await freshEvent(server.deps),
      await freshEvent(server.deps),
      await freshEvent(server.deps, 'draft'),
    ]
    await db()
      .updateTable('events')
      .set({ starts_at: ago(2 * DAY_S), ends_at: ago(DAY_S) })
      .where('id', 'in', [past, draft])
      .execute()
    await db()
      .updateTable('events')
      .set({ starts_at: ago(-30 * DAY_S), ends_at: ago(-31 * DAY_S) })
      .where('id', '=', later)
      .execute()
    await db().updateTable('events').set({ capacity: 1 }).where('id', '=', next).execute()
    const [one = 0, two = 0] = await members(2, {})
    const register = (eventId: string, memberId: number, state: 'registered' | 'waiting') =>
      db()
        .insertInto('event_registrations')
        .values({ event_id: eventId, member_id: memberId, state, created_at: ago(60) })
        .execute()
    await register(past, one, 'registered')
    await register(next, one, 'registered')
    await register(next, two, 'waiting')
    for (const memberId of [one, one, two])
      await db()
        .insertInto('check_ins')
        .values({
          id: randomUUID(),
          event_id: past,
          member_id: memberId,
          gate: '',
          at: ago(2 * DAY_S),
          recorded_at: ago(2 * DAY_S),
        })
        .execute()
    const numbers = await overview('moderator')
    expect(numbers.events).toMatchObject([
      { id: past, registered: 1, checkedIn: 2, title: { en: 'Assembly' } },
    ])
    expect(numbers.nextEvent).toMatchObject({ id: next, registered: 1, waiting: 1, capacity: 1 })
  })

  run('each role gets only its numbers, without names', async () => {
    const keys = async (role: (typeof STAFF)[number]) => Object.keys(await overview(role))
    expect(await keys('admin')).toEqual(expect.arrayContaining(['members', 'pledges']))
    expect(await keys('content')).toContain('members')
    expect(await keys('content')).not.toContain('pledges')
    for (const role of ['moderator', 'reviewer'] as const)
      expect((await keys(role)).filter((key) => key === 'members' || key === 'pledges')).toEqual([])
    expect(JSON.stringify(await overview('admin'))).not.toMatch(/Amna|Idris|WLD_|@test\.example/)
    expect(await server.client.call(statsOverview, {}, { bearer: tokens.member })).toMatchObject({
      ok: false,
      problem: { code: 'forbidden' },
    })
    expect(await server.client.call(statsOverview, {})).toMatchObject({
      ok: false,
      problem: { code: 'not-signed-in' },
    })
  })

  run('kept numbers of members are those of a plain count after any change', async () => {
    const plain = async () => {
      const people = await db()
        .selectFrom('members')
        .select(['id', 'status', 'validated', 'current_country', 'created_at'])
        .execute()
      const requests = await db().selectFrom('registration_requests').selectAll().execute()
      const asked = new Set(requests.map(({ member_id: id }) => id))
      const keys = [
        ...people.flatMap(({ status, current_country: country }) =>
          status === 'active' ? [`active ${country}`] : [],
        ),
        ...people.flatMap(({ id, validated, created_at: at }) =>
          validated === 1 && !asked.has(id) ? [`entered ${at.slice(0, 7)}`] : [],
        ),
        ...requests.flatMap(({ status, decided_at: at }) =>
          status === 'approved' && at !== null ? [`approved ${at.slice(0, 7)}`] : [],
        ),
      ]
      const registrations = await db().selectFrom('event_registrations').selectAll().execute()
      const passages = await db().selectFrom('check_ins').selectAll().execute()
      keys.push(
        ...registrations.map(({ state, event_id: event }) => `${state} ${event}`),
        ...new Set(passages.map((one) => `${one.event_id} ${one.member_id}`)),
        ...[
          ...new Set(
            [...registrations, ...passages].map((one) => `${one.event_id} ${one.member_id}`),
          ),
        ].map((person) => `people ${person.split(' ')[0]}`),
      )
      const keyOf = (key: string): string =>
        key.startsWith('event-') ? `came ${key.split(' ')[0]}` : key
      for (const [at, key] of keys.entries()) keys[at] = keyOf(key)
      return Object.fromEntries(
        [...new Set(keys)].toSorted().map((key) => [key, keys.filter((one) => one === key).length]),
      )
    }
    const kept = async () => {
      const rows = await db()
        .selectFrom('member_counts')
        .selectAll()
        .where('kind', '<>', 'changed')
        .execute()
      const sums = new Map<string, number>()
      for (const { kind, key, delta } of rows)
        sums.set(`${kind} ${key}`, (sums.get(`${kind} ${key}`) ?? 0) + delta)
      return Object.fromEntries([...sums].filter(([, sum]) => sum !== 0).toSorted())
    }
    const set = (id: number, columns: object) =>
      db().updateTable('members').set(columns).where('id', '=', id).execute()
    const [a = 0, b = 0, c = 0, d = 0] = await members(4, { details: { current_country: 'TD' } })
    const earlier = '2021-02-03T04:05:06.000Z'
    const event = await freshEvent(server.deps)
    const comes = (...ids: readonly number[]) =>
      db()
        .insertInto('check_ins')
        .values(
          ids.map((id) => ({
            id: randomUUID(),
            event_id: event,
            member_id: id,
            gate: '',
            at: ago(0),
            recorded_at: ago(0),
          })),
        )
        .execute()
    const changes = async () => (await countPeople(db(), [event]))(event).changed
    const steps: readonly (readonly [string, () => Promise<unknown>])[] = [
      ['entered', async () => undefined],
      ['moved', () => set(a, { current_country: 'EG' })],
      ['banned', () => set(a, { status: 'banned' })],
      ['moved while banned', () => set(a, { current_country: 'SD' })],
      ['active again', () => set(a, { status: 'active' })],
      ['not validated', () => set(b, { validated: 0, status: 'inactive' })],
      ['asked', () => request(b, 'pending', ago(60), null)],
      [
        'approved',
        () =>
          db()
            .updateTable('registration_requests')
            .set({ status: 'approved', decided_at: earlier })
            .where('member_id', '=', b)
            .execute(),
      ],
      ['validated', () => set(b, { validated: 1, status: 'active' })],
      ['a request of a validated member', () => request(c, 'approved', ago(60), ago(30))],
      [
        'its request deleted',
        () => db().deleteFrom('registration_requests').where('member_id', '=', c).execute(),
      ],
      ['folded', () => foldMemberCounts(db())],
      [
        'rejected',
        () =>
          db()
            .updateTable('registration_requests')
            .set({ status: 'rejected' })
            .where('member_id', '=', b)
            .execute(),
      ],
      ['came twice in one call', () => comes(a, a, c)],
      ['came again', () => comes(a)],
      [
        'waits',
        () =>
          db()
            .insertInto('event_registrations')
            .values({ event_id: event, member_id: c, state: 'waiting', created_at: ago(0) })
            .execute(),
      ],
      [
        'has a place',
        () =>
          db()
            .updateTable('event_registrations')
            .set({ state: 'registered' })
            .where('event_id', '=', event)
            .execute(),
      ],
      [
        'one check-in undone',
        async () => {
          const { id } = await db()
            .selectFrom('check_ins')
            .select('id')
            .where('member_id', '=', a)
            .limit(1)
            .executeTakeFirstOrThrow()
          await db().deleteFrom('check_ins').where('id', '=', id).execute()
        },
      ],
      ['deleted with check-ins', () => db().deleteFrom('members').where('id', '=', c).execute()],
      [
        'all check-ins deleted',
        () => db().deleteFrom('check_ins').where('event_id', '=', event).execute(),
      ],
      ['changes are counted', async () => expect(await changes()).toBeGreaterThanOrEqual(9)],
      ['deleted with a request', () => db().deleteFrom('members').where('id', '=', b).execute()],
      ['deleted without one', () => db().deleteFrom('members').where('id', '=', d).execute()],
      [
        'undone',
        () =>
          db()
            .transaction()
            .execute(async (transaction) => {
              await transaction.deleteFrom('members').where('id', '=', a).execute()
              throw new Error('undone')
            })
            .catch(() => undefined),
      ],
      ['folded again', () => foldMemberCounts(db())],
    ]
    for (const [name, step] of steps) {
      await step()
      expect(await kept(), name).toEqual(await plain())
    }
    const folded = await db()
      .selectFrom('member_counts')
      .selectAll()
      .where('kind', '<>', 'changed')
      .execute()
    expect(folded.length).toBe(Object.keys(await plain()).length)
  })
})
