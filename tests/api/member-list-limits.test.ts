/** The member list is for work on single members: a caller who reads it in bulk is slowed, logged and stopped. */
import { beforeAll, describe, expect } from 'vitest'
import { openSession } from '#server/features/auth/open-session.ts'
import { watchAudit } from '#server/features/watch/watch.ts'
import { listClaims } from '#shared/contract/claims.ts'
import { listReceipts } from '#shared/contract/donation-receipts.ts'
import { listPledges } from '#shared/contract/donations.ts'
import { ATTENDANCE_PAGE_MAX, attendanceCsv, readAttendance } from '#shared/contract/events.ts'
import { listPortraits } from '#shared/contract/portraits.ts'
import { exportReports, listEvidence, listReports, readReport } from '#shared/contract/reports.ts'
import {
  LISTED_PER_DAY,
  listMembers,
  MEMBER_SORTS,
  PLAIN_LISTS,
  searchUser,
} from '#shared/contract/users.ts'
import { WATCH_RULES } from '#shared/domain/access/watch-rules.ts'
import type { StaffRole } from '#shared/domain/people/roles.ts'
import { buildMember, TEST_PASSWORD } from '#tests/builders/member.ts'
import { freshDonation, freshReceipt } from '#tests/builders/receipt.ts'
import { buildReport } from '#tests/builders/report.ts'
import { freshClaim, freshEvent } from '#tests/security/fresh-rows.ts'
import { signIn, startWindow } from '#tests/support/api-server.ts'
import { ENGINES } from '#tests/support/engines.ts'
import { suiteServer } from '#tests/support/suite-server.ts'

const CROWD = 900
const DAY_S = 86_400

describe.each(ENGINES)('limits of the member list on $title', ({ engine, skip }) => {
  const { server, run, person } = suiteServer({ engine, skip })

  const db = () => server.deps.database.db
  beforeAll(async () => {
    const { id } = await buildMember(server.deps)
    const model = await db()
      .selectFrom('members')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const crowd = Array.from({ length: CROWD }, (_, index) => ({
      ...model,
      id: 50_000_000 + index,
      email: `m${index}`,
      email_key: `m${index}@crowd.example`,
      phone: '',
      tribe: 'crowd',
    }))
    for (let at = 0; at < CROWD; at += 20)
      await db()
        .insertInto('members')
        .values(crowd.slice(at, at + 20))
        .execute()
  })

  async function manager(role: 'admin' | 'content' = 'content') {
    const { id, bearer } = await person(role)
    return { id, list: (query: object) => server.client.call(listMembers, { query }, { bearer }) }
  }
  const trailOf = async (id: number) =>
    (
      await db()
        .selectFrom('audit')
        .select('detail')
        .where('action', '=', 'member.listed')
        .where('actor', '=', `member:${id}`)
        .orderBy('seq')
        .execute()
    ).map(({ detail }) => JSON.parse(detail) as unknown)

  run(
    'the plain list and pages beyond row 500 are logged without search texts; others are not',
    async () => {
      const { id, list } = await manager()
      await list({ page: 1, size: 100, tribe: 'crowd' })
      await list({ page: 10, size: 50, tribe: 'crowd' })
      await list({ page: 90, size: 50, tribe: 'crowd' }) // beyond the end: no member was shown
      expect(await trailOf(id)).toEqual([])
      await list({ page: 11, size: 50, tribe: 'crowd' })
      await list({ page: 6, size: 100 })
      await list({ q: 'Verysecret' })
      await list({ tribe: 'crowd', sort: 'name' })
      expect(await trailOf(id)).toEqual([
        { rows: 50, filtered: true },
        { rows: 100, filtered: false },
        { rows: 0, filtered: true },
        { rows: CROWD, filtered: true },
      ])
    },
  )

  run('calls for the plain list are limited for each caller', async () => {
    const [one, other] = [await manager(), await manager('admin')]
    startWindow(server, PLAIN_LISTS.windowS)
    for (let call = 0; call < PLAIN_LISTS.max; call += 1)
      expect((await one.list({ q: 'nobody at all' })).ok).toBe(true)
    expect(await one.list({ q: 'nobody at all' })).toMatchObject({
      ok: false,
      problem: { code: 'too-many', status: 429 },
    })
    expect((await one.list({ page: 1 })).ok).toBe(true)
    expect((await other.list({})).ok).toBe(true)
    server.clock.advance(PLAIN_LISTS.windowS)
    expect((await one.list({ q: 'nobody at all' })).ok).toBe(true)
  })

  run(
    'the list is closed until the next day after the daily number of rows; a page counts once',
    async () => {
      server.clock.advance(DAY_S - (Math.floor(server.clock.now().getTime() / 1_000) % DAY_S) + 60) // so the test stays in one day
      const { id, list } = await manager()
      for (let look = 0; look < 205; look += 1)
        if (!(await list({ page: 1, size: 50, tribe: 'crowd' })).ok)
          throw new Error(`closed at look ${look}`)
      const hits = async () =>
        (
          await db()
            .selectFrom('throttles')
            .select('hits')
            .where('bucket', 'like', 'user.list/rows/%')
            .where('hits', '>', 40)
            .orderBy('window_start', 'desc')
            .executeTakeFirst()
        )?.hits
      expect(await hits()).toBe(50)
      const whole = Math.floor((LISTED_PER_DAY - 50) / CROWD)
      for (let part = 0; part < whole; part += 1) {
        if (part % PLAIN_LISTS.max === 0) server.clock.advance(PLAIN_LISTS.windowS)
        const answer = await list({
          tribe: 'crowd',
          sort: MEMBER_SORTS[part % MEMBER_SORTS.length],
          ...(part < MEMBER_SORTS.length ? {} : { status: 'active' }),
        })
        expect(answer.ok && Array.isArray(answer.value) && answer.value.length).toBe(CROWD)
      }
      server.clock.advance(PLAIN_LISTS.windowS)
      const lines = (await trailOf(id)).length
      expect(await list({ tribe: 'crowd' })).toMatchObject({
        ok: false,
        problem: { code: 'daily-limit', status: 429, message: expect.stringContaining('midnight') },
      })
      expect(await list({ page: 1, size: 10 })).toMatchObject({
        ok: false,
        problem: { code: 'daily-limit' },
      })
      expect(await trailOf(id)).toHaveLength(lines)
      expect((await (await manager()).list({ page: 1 })).ok).toBe(true)
      server.clock.advance(DAY_S)
      expect((await (await manager()).list({ page: 1 })).ok).toBe(true)
    },
  )

  describe('a copy of the list, by short pages that are not logged one by one', () => {
    /** Different pages of 100, none of them beyond row 500. @returns the first `count` from `from` on */
    const pages = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => ({
        page: ((from + index) % 5) + 1,
        size: 100,
        tribe: 'crowd',
        sort: MEMBER_SORTS[Math.floor((from + index) / 5)],
      }))
    async function read(id: number, queries: readonly object[]): Promise<void> {
      for (const query of queries) {
        // Each from a session of its own: what counts is the account.
        const { accessToken: bearer } = await openSession(server.deps, id, 'test')
        const reply = await server.client.call(listMembers, { query }, { bearer })
        if (!reply.ok) throw new Error(JSON.stringify(reply))
      }
    }
    const nextDay = (): void =>
      server.clock.advance(DAY_S - (Math.floor(server.clock.now().getTime() / 1_000) % DAY_S) + 60)
    const alertsAbout = async (id: number) => {
      await watchAudit(server.deps)
      return db()
        .selectFrom('alerts')
        .select(['kind', 'count'])
        .where('member_id', '=', id)
        .execute()
    }

    run('is told to administrators on the day, from any number of sessions', async () => {
      nextDay()
      const { id } = await buildMember(server.deps, { role: 'content' })
      const enough = WATCH_RULES['many-rows'].times / 100
      await read(id, pages(0, enough - 1))
      await read(id, [...pages(0, enough - 1), ...pages(0, enough - 1)]) // work: the same pages again
      expect(await alertsAbout(id)).toEqual([])
      expect(await trailOf(id)).toEqual([])
      await read(id, pages(enough - 1, 1))
      expect(await alertsAbout(id)).toEqual([{ kind: 'many-rows', count: enough * 100 }])
    })

    run('is told where each step of the count is taken by a look-up', async () => {
      nextDay()
      const { id, email } = await buildMember(server.deps, { role: 'content' })
      const { accessToken: bearer } = await openSession(server.deps, id, 'test')
      const lookUp = () => server.client.call(searchUser, { body: { email } }, { bearer })
      for (let part = 0; part < 11; part += 1) {
        const [half, other] = pages(2 * part, 2)
        await read(id, [{ ...half, size: 99 }])
        expect((await lookUp()).ok).toBe(true)
        await read(id, [{ ...other, size: 99 }])
        expect((await lookUp()).ok).toBe(true)
      }
      expect(await alertsAbout(id)).toMatchObject([{ kind: 'many-rows' }])
    })

    run('is told where a little of it is read each day', async () => {
      const { id } = await buildMember(server.deps, { role: 'content' })
      const days = WATCH_RULES['many-rows-month'].times / 1_000
      for (let day = 0; day < days; day += 1) {
        nextDay()
        expect(await alertsAbout(id)).toEqual([])
        await read(id, pages(0, 10))
      }
      server.clock.advance(3_600) // The rows of the day before are older than a day then, however slowly they were read.
      expect(await alertsAbout(id)).toEqual([{ kind: 'many-rows-month', count: days * 1_000 }])
    })
  })

  describe('reports with the names that the public does not read', () => {
    const alertsAbout = async (id: number) => {
      await watchAudit(server.deps)
      return db()
        .selectFrom('alerts')
        .select(['kind', 'count'])
        .where('member_id', '=', id)
        .execute()
    }
    run('are told of when staff read many, page by page or one by one', async () => {
      startWindow(server, DAY_S)
      for (let n = 0; n < 100; n += 1)
        await buildReport(server.deps, {}, { held_at: server.clock.now().toISOString() })
      const { id, bearer } = await person('moderator')
      const list = (query: object) =>
        server.client.call(listReports, { query: { page: 1, size: 100, ...query } }, { bearer })
      const dayBefore = (days: number) =>
        new Date(server.clock.now().getTime() - days * DAY_S * 1_000).toISOString().slice(0, 10)
      const read = async (from: number, to: number): Promise<void> => {
        for (let days = from; days < to; days += 1)
          expect((await list({ from: dayBefore(days) })).ok).toBe(true)
      }
      await read(1, 20)
      await read(1, 20) // work: the same pages again
      server.clock.advance(60)
      for (let n = 1; n < 9; n += 1) await list({ from: dayBefore(n), as: 'public' })
      expect(await alertsAbout(id)).toEqual([])
      const whole = await list({})
      const items = whole.ok && !Array.isArray(whole.value) ? whole.value.items : []
      expect(items).toHaveLength(100)
      for (const { id: report } of items.slice(0, 2))
        for (const route of [readReport, listEvidence, readReport] as const)
          await server.client.call(route, { params: { id: report }, query: {} }, { bearer })
      expect(await alertsAbout(id)).toEqual([{ kind: 'many-report-rows', count: 2_000 }])
      expect((await list({ from: dayBefore(70) })).ok).toBe(true)
    })
  })

  describe('messages, portraits and attendance', () => {
    const rowsBucket = (id: number) =>
      `user.list/rows/${server.deps.secrets.mac('lookup', String(id))}`
    const rowsOf = async (id: number) =>
      Number(
        (
          await db()
            .selectFrom('throttles')
            .select('hits')
            .where('bucket', '=', rowsBucket(id))
            .orderBy('window_start', 'desc')
            .executeTakeFirst()
        )?.hits ?? 0,
      )
    async function staff(role: StaffRole) {
      const { id, email } = await buildMember(server.deps, { role })
      const bearer = (await signIn(server, email, TEST_PASSWORD)).accessToken
      return {
        id,
        claims: (query: object) => server.client.call(listClaims, { query }, { bearer }),
        portraits: (query: object) => server.client.call(listPortraits, { query }, { bearer }),
        attendance: (event: string, query: object) =>
          server.client.call(readAttendance, { params: { id: event }, query }, { bearer }),
      }
    }
    async function crowdedEvent(people: number): Promise<string> {
      const event = await freshEvent(server.deps)
      const rows = Array.from({ length: people }, (_, index) => ({
        event_id: event,
        member_id: 50_000_000 + index,
        state: 'registered' as const,
        created_at: server.clock.now().toISOString(),
      }))
      for (let at = 0; at < people; at += 100)
        await db()
          .insertInto('event_registrations')
          .values(rows.slice(at, at + 100))
          .execute()
      return event
    }
    const closed = { ok: false, problem: { code: 'daily-limit', status: 429 } }

    run('their rows count toward the member list’s limit, each page once', async () => {
      startWindow(server, DAY_S)
      const [reviewer, event] = [await staff('reviewer'), await crowdedEvent(700)]
      await freshClaim(server.deps)
      for (let look = 0; look < 3; look += 1) {
        const answer = await reviewer.attendance(event, { page: 2, size: ATTENDANCE_PAGE_MAX })
        expect(answer).toMatchObject({ ok: true, value: { total: 700, registered: 700 } })
        expect(answer.ok && answer.value.people).toHaveLength(200)
      }
      expect(await rowsOf(reviewer.id)).toBe(200)
      const messages = await reviewer.claims({ page: 1 })
      const seen = messages.ok && !Array.isArray(messages.value) ? messages.value.items.length : 0
      expect(seen).toBeGreaterThan(0)
      expect(await rowsOf(reviewer.id)).toBe(200 + seen)
      await server.deps.throttle.hit(rowsBucket(reviewer.id), LISTED_PER_DAY, DAY_S, LISTED_PER_DAY)
      expect(await reviewer.attendance(event, { page: 1 })).toMatchObject(closed)
      expect(await reviewer.claims({ page: 1, size: 1 })).toMatchObject(closed)
      expect(await reviewer.portraits({ page: 1 })).toMatchObject(closed)
    })

    run('givers of pledges and receipts count as well, and are told of', async () => {
      startWindow(server, DAY_S)
      const { id, bearer } = await person('admin')
      for (let n = 0; n < 60; n += 1) await freshDonation(server.deps)
      await freshReceipt(server.deps)
      const pledges = (query: object) => server.client.call(listPledges, { query }, { bearer })
      expect((await pledges({ page: 1, size: 40 })).ok).toBe(true)
      expect((await pledges({ page: 1, size: 40 })).ok).toBe(true)
      expect((await pledges({ page: 2, size: 20 })).ok).toBe(true)
      expect((await server.client.call(listReceipts, { query: {} }, { bearer })).ok).toBe(true)
      expect(await rowsOf(id)).toBe(40 + 20 + 1)
      const logged = await db()
        .selectFrom('audit')
        .select('detail')
        .where('action', '=', 'member.rows-read')
        .where('actor', '=', `member:${id}`)
        .execute()
      expect(logged).toEqual([{ detail: JSON.stringify({ rows: 50 }) }])
      await server.deps.throttle.hit(rowsBucket(id), LISTED_PER_DAY, DAY_S, LISTED_PER_DAY)
      expect(await pledges({ page: 3, size: 20 })).toMatchObject(closed)
      expect(
        await server.client.call(listReceipts, { query: { page: 2 } }, { bearer }),
      ).toMatchObject(closed)
      startWindow(server, PLAIN_LISTS.windowS)
      for (let call = 0; call < PLAIN_LISTS.max; call += 1) await pledges({})
      expect(await pledges({})).toMatchObject({ ok: false, problem: { code: 'too-many' } })
    })

    run('the rows of an export count as rows that are read, few exports or many', async () => {
      startWindow(server, DAY_S)
      const { id, bearer } = await person('content', { proven: true })
      const download = async (path: string): Promise<number> => {
        const { status } = await fetch(`${server.url}${path}`, {
          headers: { authorization: `Bearer ${bearer}` },
        })
        return status
      }
      const alerts = async () => {
        await watchAudit(server.deps)
        return db()
          .selectFrom('alerts')
          .select(['kind', 'count'])
          .where('member_id', '=', id)
          .execute()
      }
      const exported = async () => {
        const event = await crowdedEvent(700)
        return download(`${attendanceCsv.path.replace(':id', event)}?language=en`)
      }
      expect([await exported(), await exported()]).toEqual([200, 200])
      expect(await alerts()).toEqual([])
      expect(await exported()).toBe(200)
      expect(await alerts()).toEqual([{ kind: 'many-rows', count: 2_100 }])

      expect(await download(`${exportReports.path}?format=csv&language=en`)).toBe(200)
      const { detail } = await db()
        .selectFrom('audit')
        .select('detail')
        .where('action', '=', 'report.exported')
        .where('actor', '=', `member:${id}`)
        .executeTakeFirstOrThrow()
      const { rows } = JSON.parse(detail) as { readonly rows: number }
      expect(rows).toBeGreaterThan(0)
      const many = {
        actor: `member:${id}`,
        action: 'report.exported',
        detail: { rows: 2_000 - rows },
      }
      await server.deps.audit.write(many)
      expect(await alerts()).toContainEqual({ kind: 'many-report-rows', count: 2_000 })
    })

    run('calls for their plain lists are limited with 429', async () => {
      startWindow(server, PLAIN_LISTS.windowS)
      const [moderator, event] = [await staff('moderator'), await freshEvent(server.deps)]
      for (const list of [
        () => moderator.claims({}),
        () => moderator.portraits({}),
        () => moderator.attendance(event, {}),
      ]) {
        for (let call = 0; call < PLAIN_LISTS.max; call += 1) expect((await list()).ok).toBe(true)
        expect(await list()).toMatchObject({
          ok: false,
          problem: { code: 'too-many', status: 429 },
        })
      }
      expect((await moderator.attendance(event, { page: 1 })).ok).toBe(true)
    })

    run('moderators and reviewers read attendance only near the event', async () => {
      const [planner, door] = [
        await staff('content'),
        [await staff('moderator'), await staff('reviewer')],
      ]
      const event = await freshEvent(server.deps) // begins on one day, ends on the next
      const outcomes = async () =>
        Promise.all(
          door.map(async ({ attendance }) => {
            const answer = await attendance(event, { page: 1 })
            return answer.ok || answer.problem?.code
          }),
        )
      const move = (days: number) =>
        db()
          .updateTable('events')
          .set({ starts_at: inDays(days), ends_at: inDays(days + 1) })
          .where('id', '=', event)
          .execute()
      const inDays = (days: number) =>
        new Date(server.clock.now().getTime() + days * DAY_S * 1_000).toISOString()
      for (const [days, near] of [
        [1.1, false],
        [0.9, true],
        [-1.9, true],
        [-2.1, false],
      ] as const) {
        await move(days)
        expect(await outcomes(), String(days)).toEqual(
          near ? [true, true] : ['event-not-near', 'event-not-near'],
        )
        expect((await planner.attendance(event, { page: 1 })).ok).toBe(true)
      }
    })
  })
})
