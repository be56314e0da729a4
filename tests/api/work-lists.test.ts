/** The lists of work with enough rows for each way of reading, compared with a plain filter. */
import { sql } from 'kysely'
import { beforeAll, describe, expect } from 'vitest'
import { filterRequests } from '#server/records/requests/filter-requests-repository.ts'
import { foldForSearch } from '#shared/domain/text/search-text.ts'
import { COMMON_TRIBE, fillLists, RARE_ACTION, RARE_TRIBE } from '#tests/bench/lists-work-rows.ts'
import { ENGINES } from '#tests/support/engines.ts'
import { suiteServer } from '#tests/support/suite-server.ts'

const MEMBERS = 12_000
/** More than are counted. */
const REPORTS = 1_250
/** Each way of finding requests, for lists of any length. */
const WAYS = [
  { comparedMax: 0, comparedOfManyMax: 0, manyPeople: 0 },
  { comparedMax: 0, comparedOfManyMax: 10_000, manyPeople: 0 },
  { comparedMax: 0, comparedOfManyMax: 10_000, manyPeople: 1_000 },
]
const CAP = 1_000

interface Page<T> {
  readonly items: readonly T[]
  readonly total: number
  readonly totalIsCapped: boolean
}
const count = (all: number) => ({ total: Math.min(all, CAP), totalIsCapped: all > CAP })

describe.each(ENGINES)('lists of work on $title', ({ engine, skip }) => {
  const { server, run, person } = suiteServer({ engine, skip }, { env: { LIMITS_SCALE: '10000' } })
  let admin: string
  let moderator: string
  beforeAll(async () => {
    await fillLists(server, { members: MEMBERS, reports: REPORTS })
    const token = async (role: 'admin' | 'moderator') => (await person(role)).bearer
    admin = await token('admin')
    moderator = await token('moderator')
  })

  async function get<T>(path: string, query: Readonly<Record<string, string>>, bearer: string) {
    const answer = await fetch(`${server.url}${path}?${new URLSearchParams(query).toString()}`, {
      headers: { authorization: `Bearer ${bearer}` },
    })
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
    return (await answer.json()) as Page<T>
  }

  const allRequests = () =>
    server.deps.database.db
      .selectFrom('registration_requests')
      .innerJoin('members', 'members.id', 'registration_requests.member_id')
      .select([
        'registration_requests.id as request',
        'registration_requests.status as state',
        'registration_requests.created_at as at',
        'members.tribe_key as tribe',
        'members.search_text as text',
        'members.email as email',
      ])
      .execute()

  run('requests are the same whichever way is short', async () => {
    const { db, rules } = server.deps.database
    const rows = await allRequests()
    expect(rows.length).toBeGreaterThan(3_000) // more than are compared one by one
    const wishes: readonly Readonly<Record<string, string>>[] = [
      {},
      { status: 'pending' },
      { tribe: COMMON_TRIBE },
      { tribe: RARE_TRIBE },
      { tribe: 'nobody' },
      { tribe: COMMON_TRIBE, status: 'rejected' },
      { from: '2020-01-05', to: '2020-01-20' },
      { q: 'mohamed' },
      { q: 'a' },
      { q: 'mohamed osman' },
      { q: 'mohamed o' },
      { q: 'bench.1001@' },
      { q: 'xyzzyq' },
      { q: 'example' },
      { q: 'mohamed', tribe: COMMON_TRIBE },
      { q: 'osman', status: 'approved', from: '2020-01-05' },
    ]
    for (const bearer of [admin, moderator])
      for (const wish of wishes)
        for (const sort of ['-createdAt', 'createdAt']) {
          const keys = wish['tribe'] === undefined ? [] : rules.sealedIndex.tribeKeys(wish['tribe'])
          const isName = (text: string, email: string, word: string) =>
            text.replace(email, ' ').includes(word.length >= 3 ? word : ` ${word}`)
          const wanted = rows
            .filter(
              ({ state, tribe, at, text, email }) =>
                (wish['status'] === undefined || state === wish['status']) &&
                (wish['tribe'] === undefined ||
                  (keys.includes(tribe) && (bearer === admin || state === 'pending'))) &&
                (wish['from'] === undefined || at >= wish['from']) &&
                (wish['to'] === undefined || at <= `${wish['to']}T23:59:59.999Z`) &&
                foldForSearch(wish['q'] ?? '')
                  .split(' ')
                  .filter((word) => word !== '')
                  .every(
                    (word) =>
                      text.includes(word.length >= 3 ? word : ` ${word}`) &&
                      (bearer === admin || state === 'pending' || isName(text, email, word)),
                  ),
            )
            .toSorted((a, b) => (a.at < b.at || (a.at === b.at && a.request < b.request) ? 1 : -1))
            .map(({ request }) => request)
          if (sort === 'createdAt') wanted.reverse()
          for (const limits of WAYS) {
            const foundBy = bearer === admin ? 'whole' : 'pending-whole'
            const { query, known } = await filterRequests(db, rules, wish, foundBy, limits)
            const about = JSON.stringify({ wish, limits, isAdmin: bearer === admin })
            if (known !== undefined) expect(known, about).toBe(Math.min(wanted.length, CAP + 1))
            const way = sort === 'createdAt' ? 'asc' : 'desc'
            const ids = query
              .select('id')
              .orderBy('created_at', way)
              .orderBy('id', way)
              .limit(50)
              .offset(950)
            expect(
              (await ids.execute()).map(({ id }) => id),
              about,
            ).toEqual(wanted.slice(950, 1_000))
          }
          for (const page of [1, 3]) {
            const query = { ...wish, sort, page: String(page), size: '50' }
            const { items, ...answer } = await get<{ requestId: string }>(
              '/api/user/register/get/all',
              query,
              bearer,
            )
            const about = JSON.stringify({ query, isAdmin: bearer === admin })
            expect(answer, about).toMatchObject(count(wanted.length))
            expect(
              items.map(({ requestId }) => requestId),
              about,
            ).toEqual(wanted.slice((page - 1) * 50, page * 50))
          }
        }
  })

  run('searched reports are the same as in a plain filter of their stored words', async () => {
    const { db, rules } = server.deps.database
    await db
      .updateTable('reports')
      .set({ deleted_at: '2026-01-01T00:00:00.000Z', deleted_reason: 'Bench' })
      .where(sql<number>`id % 7`, '=', 0)
      .execute()
    const rows = await db
      .selectFrom('reports')
      .selectAll()
      .where('deleted_at', 'is', null)
      .execute()
    const has = (text: string, word: string): boolean =>
      text.includes(word.length >= 3 ? word : ` ${word}`) ||
      (rules.sealedIndex.tokens('reports', word).length > 0 &&
        rules.sealedIndex
          .tokens('reports', word)
          .every((keys) => keys.some((key) => text.includes(key))))
    const wishes: readonly Readonly<Record<string, string>>[] = [
      { q: 'commander' },
      { q: 'commander 7' },
      { q: 'solitaria' },
      { q: 'armed families nyala' },
      { q: 'c' },
      { q: 'الفاشر' },
      { q: 'xyzzyq' },
      { q: 'commander', status: 'verified' },
      { type: 'looting' },
      { type: 'انتهاكات' },
    ]
    for (const wish of wishes)
      for (const sort of ['-createdAt', 'createdAt']) {
        const wanted = rows
          .filter(
            ({ id, search_text: text, type_folded: type, status }) =>
              foldForSearch(wish['q'] ?? '')
                .split(' ')
                .filter((word) => word !== '')
                .every((word) => has(text, word) || (word === '7' && String(id).includes('7'))) &&
              (wish['status'] === undefined || status === wish['status']) &&
              (wish['type'] === undefined || type.includes(foldForSearch(wish['type']))),
          )
          .toSorted((a, b) => (a.created_at < b.created_at ? 1 : -1))
          .map(({ id }) => id)
        if (sort === 'createdAt') wanted.reverse()
        for (const page of [1, 3, 20, 21]) {
          const query = { ...wish, sort, page: String(page), size: '50' }
          const { items, ...answer } = await get<{ id: number }>(
            '/api/report/get/all',
            query,
            admin,
          )
          expect(answer, JSON.stringify(query)).toMatchObject(count(wanted.length))
          expect(
            items.map(({ id }) => id),
            JSON.stringify(query),
          ).toEqual(wanted.slice((page - 1) * 50, page * 50))
        }
      }
  })

  run('rows of the audit log are the same whichever index finds them', async () => {
    const wishes: readonly Readonly<Record<string, string>>[] = [
      { action: 'member' },
      { action: 'member.listed' },
      { action: RARE_ACTION },
      { action: 'nothing' },
      { action: 'me' },
      { actor: 'member:30000007' },
      { actor: 'member:30000001', action: RARE_ACTION },
      { actor: 'member:30000007', action: 'member' },
      { from: '2020-01-05', to: '2020-01-07' },
      { from: '2020-01-25' },
      { to: '2020-01-02' },
      { from: '2020-01-05', to: '2020-01-07', action: 'member' },
      { actor: 'member:30000007', from: '2020-01-05' },
    ]
    const rows = (
      await server.deps.database.db.selectFrom('audit').selectAll().orderBy('seq', 'desc').execute()
    ).filter(({ seq }) => seq <= MEMBERS) // the calls of this test write rows themselves
    for (const wish of wishes) {
      const wanted = rows.filter(
        ({ action, actor, at }) =>
          (wish['action'] === undefined ||
            action === wish['action'] ||
            action.startsWith(`${wish['action']}.`)) &&
          (wish['actor'] === undefined || actor === wish['actor']) &&
          (wish['from'] === undefined || at >= wish['from']) &&
          (wish['to'] === undefined || at <= `${wish['to']}T23:59:59.999Z`),
      )
      const to = wish['to'] ?? '2020-12-31'
      // Without a period the rows of this test itself would be listed, newest of all.
      const isBounded = wish['from'] !== undefined || wish['to'] !== undefined
      for (const page of [1, 2]) {
        const query = { ...wish, ...(isBounded ? { to } : {}), page: String(page), size: '50' }
        const { items, ...answer } = await get<{ seq: number }>('/api/audit/get/all', query, admin)
        const about = JSON.stringify(query)
        expect(answer, about).toMatchObject(count(wanted.length))
        expect(
          items.map(({ seq }) => seq),
          about,
        ).toEqual(wanted.slice((page - 1) * 50, page * 50).map(({ seq }) => seq))
      }
    }
  })

  run('each page of the whole audit log follows on the one before', async () => {
    const first = await get<{ seq: number }>(
      '/api/audit/get/all',
      { page: '1', size: '100' },
      admin,
    )
    expect(first).toMatchObject({ total: CAP, totalIsCapped: true })
    const newest = first.items[0]?.seq ?? 0
    const { items } = await get<{ seq: number }>(
      '/api/audit/get/all',
      { page: String(Math.ceil((newest + 1) / 100)), size: '100' },
      admin,
    )
    // One row was written by the first look.
    expect(items.at(-1)?.seq).toBe(1)
    expect(items.length).toBe((newest + 1) % 100 || 100)
  })
})
