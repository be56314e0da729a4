/** Whatever way a member list is read, it holds what a plain reading of every row gives, in the same order. */
import * as fc from 'fast-check'
import { beforeAll, describe, expect } from 'vitest'
import { searchWords, type MemberFilters } from '#server/records/members/member-list-repository.ts'
import { planMembers } from '#server/records/members/member-plan-repository.ts'
import { insertMember } from '#server/records/members/member-repository.ts'
import { newMember } from '#server/records/members/new-member.ts'
import { MEMBER_SORTS, listMembers, type MemberSort } from '#shared/contract/users.ts'
import { isPersonName, NAME_MAX_LENGTH } from '#shared/domain/people/person-name.ts'
import { foldForSearch } from '#shared/domain/text/search-text.ts'
import { buildMember, TEST_PASSWORD } from '#tests/builders/member.ts'
import { signIn } from '#tests/support/api-server.ts'
import { ENGINES } from '#tests/support/engines.ts'
import { createRandom, seedOf } from '#tests/support/random.ts'
import { suiteServer } from '#tests/support/suite-server.ts'
import '#tests/support/property-seed.ts'

const MEMBERS = 300
const TRIBES = ['', 'Zaghawa', 'المساليت', 'Rare']
const FROM_MS = Date.UTC(2024, 0, 1)

interface Person {
  readonly row: ReturnType<typeof newMember>
  readonly tribe: string
  readonly nationalities: readonly string[]
}

/** Several people were entered at the same instant, and some later than their instant says. */
function people(): Person[] {
  const random = createRandom(7)
  const made = Array.from({ length: MEMBERS }, (_, index): Person => {
    const tribe = random.weighted([
      [TRIBES[0], 3],
      [TRIBES[1], 5],
      [TRIBES[2], 3],
      [TRIBES[3], 0.1],
    ] as const) as string // the four above
    const firstName = random.pick(['Mohamed', 'محمد', 'أحمد', 'Amna', 'Élodie', 'Al'])
    return {
      tribe,
      nationalities: ['SD', ...(random.chance(0.2) ? ['FR'] : []), ...(index === 9 ? ['IS'] : [])],
      row: newMember({
        id: 40_000_000 + index,
        email: `${foldForSearch(firstName)}.zaki.${index}@mail.example`,
        phone: `+2499${10_000_000 + index * 37}`,
        passwordHash: 'x',
        firstName,
        lastName: random.pick(['Abakar', 'Adam', 'آدم', 'Osman', 'Zaki']),
        role: random.chance(0.1) ? 'ROLE_MODERATOR' : 'ROLE_USER',
        status: random.pick(['active', 'active', 'active', 'banned']),
        validated: true,
        at: new Date(FROM_MS + Math.floor(index / random.int(1, 3)) * 60_000).toISOString(),
        details: {
          tribe,
          birth_date: '1990-04-12',
          sex: 'm',
          current_country: random.pick(['FR', 'FR', 'SD', 'TD']),
        },
      }),
    }
  })
  // The list has an order of its own; people of one instant follow each other as their numbers do.
  return made.toSorted(
    (a, b) => seedOf(a.row.created_at) - seedOf(b.row.created_at) || a.row.id - b.row.id,
  )
}

const filters = fc.record(
  {
    q: fc.constantFrom(
      'mohamed',
      'احمد',
      'a',
      'am',
      'z',
      'zaki mohamed',
      'mohamed a',
      'a z',
      'example',
      '2499100',
      'WLD_40000012',
      'nobody-here',
      'elodie os',
      '%',
      '"',
    ),
    tribe: fc.constantFrom('zaghawa', 'المساليت', 'rare', 'zagh', 'nobody'),
    role: fc.constantFrom('ROLE_USER', 'ROLE_MODERATOR'),
    country: fc.constantFrom('FR', 'SD', 'JP'),
    nationality: fc.constantFrom('SD', 'FR', 'IS', 'JP'),
    status: fc.constantFrom('active', 'banned', 'blocked'),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<MemberFilters>

const isHeld = (text: string, word: string): boolean =>
  text.includes(Array.from(word).length >= 3 ? word : ` ${word}`)

function reference(all: readonly Person[], wish: MemberFilters, sort: MemberSort): number[] {
  const found = all.filter(
    ({ row, tribe, nationalities }) =>
      searchWords(wish.q ?? '').every((word) => isHeld(row.search_text, word)) &&
      (wish.tribe === undefined || foldForSearch(tribe) === foldForSearch(wish.tribe)) &&
      (wish.role === undefined || row.role === wish.role) &&
      (wish.country === undefined || row.current_country === wish.country) &&
      (wish.status === undefined || row.status === wish.status) &&
      (wish.nationality === undefined || nationalities.includes(wish.nationality)),
  )
  const compare = (a: string | number, b: string | number): number => (a < b ? -1 : a > b ? 1 : 0)
  const byAge = (a: Person, b: Person): number =>
    compare(a.row.created_at, b.row.created_at) || compare(a.row.id, b.row.id)
  const column = {
    createdAt: undefined,
    name: undefined,
    status: 'status',
    role: 'role',
    country: 'current_country',
  } as const
  const name = sort.replace('-', '') as keyof typeof column // the names of the sorts
  const by = column[name]
  const ascending = (a: Person, b: Person): number => {
    if (name === 'createdAt') return byAge(a, b)
    if (name === 'name')
      return (
        compare(a.row.last_name, b.row.last_name) ||
        compare(a.row.first_name, b.row.first_name) ||
        compare(a.row.id, b.row.id)
      )
    return (by === undefined ? 0 : compare(a.row[by] ?? '', b.row[by] ?? '')) || byAge(b, a)
  }
  const sorted = found.toSorted(ascending)
  return (sort.startsWith('-') ? sorted.toReversed() : sorted).map(({ row }) => row.id)
}

describe.each(ENGINES)('the order of the member list on $title', ({ engine, skip }) => {
  const { server, run } = suiteServer({ engine, skip }, { env: { LIMITS_SCALE: '100' } })
  let all: Person[]
  beforeAll(async () => {
    all = people()
    for (const { row, nationalities } of all)
      await insertMember(server.deps.database.db, row, nationalities)
  })
  // Few and many members of a condition, short and long walks: every plan is taken for each wish.
  run.each([
    {
      readMax: 2_000,
      rareMax: 2_000,
      walkedMax: 2_000,
      countedMax: 2_000,
      sortedMax: 2_000,
      namesMax: 2_000,
    },
    {
      readMax: 30,
      rareMax: 0,
      walkedMax: 2_000,
      countedMax: 2_000,
      sortedMax: 2_000,
      namesMax: 2_000,
    },
    { readMax: 0, rareMax: 0, walkedMax: 20, countedMax: 20, sortedMax: 20, namesMax: 2_000 },
    { readMax: 10, rareMax: 0, walkedMax: 5, countedMax: 20, sortedMax: 0, namesMax: 60 },
    { readMax: 60, rareMax: 30, walkedMax: 60, countedMax: 100, sortedMax: 50, namesMax: 100 },
  ])('each page and each count is that of a plain reading, at %o', async (limits) => {
    const { db, rules } = server.deps.database
    await fc.assert(
      fc.asyncProperty(
        filters,
        fc.constantFrom(...MEMBER_SORTS),
        fc.nat(12),
        async (wish, sort, page) => {
          const wanted = reference(all, wish, sort)
          const size = 10
          const wished = { sort, rows: (page + 1) * size }
          const plan = await planMembers(db, rules, wish, wished, limits)
          const rows = await plan
            .order(plan.filtered)
            .select('members.id')
            .limit(size)
            .offset(page * size)
            .execute()
          expect(rows.map(({ id }) => id)).toEqual(wanted.slice(page * size, (page + 1) * size))
          const { total, isMore } = await plan.count(50)
          if (isMore) expect(total).toBeLessThanOrEqual(Math.min(wanted.length, 50))
          else expect(total).toBe(wanted.length)
          if (limits.countedMax > MEMBERS) expect(isMore).toBe(wanted.length > 50)
        },
      ),
      {
        numRuns: 150,
        examples: [
          // The address has a word that begins with z behind a full stop.
          [{ q: 'z' }, '-createdAt', 0],
          [{ q: 'mohamed z' }, '-createdAt', 0],
          [{ q: 'zaki mohamed' }, 'createdAt', 1],
          [{ q: 'mohamed a', country: 'FR' }, 'name', 0],
          [{ q: 'mohamed', status: 'banned' }, '-name', 0],
          [{ q: 'mohamed' }, 'name', 1],
          [{ q: 'zaki' }, '-name', 3],
          [{ nationality: 'SD', country: 'FR' }, '-createdAt', 1],
        ],
      },
    )
  })

  run('members with several words are searched once, for the count and for the page', async () => {
    const { db, rules } = server.deps.database
    let searches = 0
    const watched = db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        searches += 1
        return result
      },
    })
    const { filtered, count } = await planMembers(
      watched,
      rules,
      { q: 'zaki mohamed' },
      { sort: '-createdAt', rows: 10 },
    )
    const { total } = await count(1_000)
    expect(total).toBe(reference(all, { q: 'zaki mohamed' }, '-createdAt').length)
    expect(searches).toBe(1)
    expect(filtered.compile().sql).not.toMatch(/match|like/)
  })

  run(
    'the pages of a call are one list, and a search stays in order when people change',
    async () => {
      const admin = await buildMember(server.deps, { role: 'admin' })
      const { accessToken: bearer } = await signIn(server, admin.email, TEST_PASSWORD)
      const idsOf = async (query: object): Promise<string[]> => {
        const answer = await server.client.call(listMembers, { query }, { bearer })
        if (!answer.ok) throw new Error(JSON.stringify(answer.problem))
        return (Array.isArray(answer.value) ? answer.value : answer.value.items).map(({ id }) => id)
      }
      const whole = await idsOf({ q: 'zaki', size: 100, page: 1 })
      const pages = await Promise.all([1, 2, 3].map((page) => idsOf({ q: 'zaki', size: 7, page })))
      expect(pages.flat()).toEqual(whole.slice(0, 21))
      const { db } = server.deps.database
      const [first, second] = whole.map((id) => Number(id.slice(4)))
      if (first === undefined || second === undefined) throw new Error('too few people')
      await db
        .updateTable('members')
        .set({ search_text: ' somebody else' })
        .where('id', '=', first)
        .execute()
      await db.deleteFrom('members').where('id', '=', second).execute()
      expect(await idsOf({ q: 'zaki', size: 100, page: 1 })).toEqual([
        ...whole.slice(2),
        expect.anything(),
        expect.anything(),
      ])
      expect(await idsOf({ q: 'somebody', page: 1 })).toEqual([`WLD_${first}`])
    },
  )

  // An entry of an index of PostgreSQL has 2,704 bytes at most, and the index of names holds the text.
  run('the longest name and address can be stored and found', async () => {
    const random = createRandom(11)
    // These are of the Arabic script, and each has two or three letters when it is folded.
    const letters = (length: number): string =>
      Array.from({ length }, () => String.fromCodePoint(random.int(0xfbea, 0xfd3d))).join('')
    const [firstName, lastName] = [letters(NAME_MAX_LENGTH), letters(NAME_MAX_LENGTH)]
    expect(isPersonName(firstName)).toBe(true)
    const latin = Array.from({ length: 64 }, () => random.pick([...'abcdefghijklmnopqrstuvwxyz']))
    const row = newMember({
      id: 50_000_001,
      email: `${latin.join('')}@${latin.slice(0, 60).join('')}.${latin.slice(1, 61).join('')}.example`,
      phone: '+249912345678901',
      passwordHash: 'x',
      firstName,
      lastName,
      role: 'ROLE_USER',
      status: 'active',
      validated: true,
      at: new Date(FROM_MS).toISOString(),
      details: { birth_date: '1990-04-12', sex: 'm' },
    })
    const { db, rules } = server.deps.database
    await insertMember(db, row, [])
    const plan = await planMembers(db, rules, { q: '912345678901' }, { sort: 'name', rows: 10 })
    const found = await plan.order(plan.filtered).select('members.id').execute()
    expect(found).toEqual([{ id: 50_000_001 }])
  })
})
