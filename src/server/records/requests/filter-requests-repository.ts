import {
  sql,
  type Expression,
  type ExpressionBuilder,
  type Kysely,
  type SelectQueryBuilder,
  type SqlBool,
} from 'kysely'
import { TOTAL_CAP } from '#shared/contract/base/paging.ts'
import { countUpTo } from '../../http/paging.ts'
import { escapeLike, type EngineRules, type MemberQuery } from '../../parts/database/engine.ts'
import { matchesWord } from '../../parts/database/holds-word.ts'
import type { RegistrationRequestTable, Schema } from '../../parts/database/schema.ts'
import { conditionsOf, searchWords } from '../members/member-list-repository.ts'

type Filtered = SelectQueryBuilder<Schema, 'registration_requests', object>

interface RequestFilters {
  readonly q?: string | undefined
  /** `decided`: everything but pending. */
  readonly status?: RegistrationRequestTable['status'] | 'decided' | undefined
  readonly tribe?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** A day in `to` means the end of the day; an instant is used as it is. */
const upperBound = (to: string): string => (to.length === 10 ? `${to}T23:59:59.999Z` : to)

/**
 * As `searchMatches`, in name and number alone: a search must not reveal fields that the caller
 * does not see.
 */
function matchesName(word: string): Expression<SqlBool> {
  const text = sql`replace(replace(members.search_text, lower(members.email), ' '), members.phone, ' ')`
  return sql`${text} like ${`${Array.from(word).length >= 3 ? '%' : '% '}${escapeLike(word)}%`} escape '\\'`
}

/**
 * `case` and not `or`: PostgreSQL takes a pattern on an expression for rare, and would read all
 * members to find the few.
 */
const matchesOpen = (word: string): Expression<SqlBool> =>
  sql<SqlBool>`case when registration_requests.status = 'pending' then 1 = 1 else ${matchesName(word)} end`

/**
 * `pending-whole`: decided requests are found by name and number only, never by tribe or contact.
 */
type FoundBy = 'whole' | 'pending-whole'

/** Tests let lists be long that have few rows. */
interface RequestLimits {
  readonly comparedMax: number
  readonly comparedOfManyMax: number
  readonly manyPeople: number
}
const LIMITS: RequestLimits = {
  // Up to so many requests are compared with the filters about the person one by one.
  comparedMax: 2_000,
  // Up to so many, where more people match than `manyPeople`.
  comparedOfManyMax: 10_000,
  manyPeople: 2_000,
}

interface FilteredRequests {
  readonly query: Filtered
  /** How many there are, where that is known: up to one above the cap. */
  readonly known?: number
}

type OwnFilters = ExpressionBuilder<Schema, 'registration_requests'>

/** Conditions on the request itself. */
const passesOwn =
  ({ status, tribe, from, to }: RequestFilters, found: FoundBy) =>
  (eb: OwnFilters): Expression<SqlBool> =>
    eb.and([
      ...(status === undefined
        ? []
        : [
            status === 'decided'
              ? eb('registration_requests.status', '!=', 'pending')
              : eb('registration_requests.status', '=', status),
          ]),
      ...(from === undefined ? [] : [eb('registration_requests.created_at', '>=', from)]),
      ...(to === undefined ? [] : [eb('registration_requests.created_at', '<=', upperBound(to))]),
      ...(found === 'pending-whole' && tribe !== undefined
        ? [eb('registration_requests.status', '=', 'pending')]
        : []),
    ])

interface PersonFilters {
  readonly tribeKeys: readonly string[] | undefined
  readonly words: readonly string[]
  /** Words that find a decided request by name and number only. */
  readonly openWords: readonly string[]
}

const hasPerson =
  ({ tribeKeys, words, openWords }: PersonFilters) =>
  (eb: OwnFilters): Expression<SqlBool> => {
    let person = eb
      .selectFrom('members')
      .select(sql.lit(1).as('one'))
      .whereRef('members.id', '=', 'registration_requests.member_id')
    if (tribeKeys !== undefined) person = person.where('members.tribe_key', 'in', tribeKeys)
    for (const word of words) person = person.where(matchesWord('members.search_text', word))
    for (const word of openWords) person = person.where(matchesOpen(word))
    return eb.exists(person)
  }

/** Ids of requests of people who match, up to `max`, in no order. */
async function requestsOfMatching(
  people: MemberQuery,
  {
    own,
    openWords,
    max,
  }: {
    readonly own: ReturnType<typeof passesOwn>
    readonly openWords: readonly string[]
    readonly max: number
  },
): Promise<string[]> {
  let query = people
    .crossJoin('registration_requests') // SQLite begins with the table on the left of a cross join
    .whereRef('registration_requests.member_id', '=', 'members.id')
    .where((eb) => own(eb as unknown as OwnFilters)) // has one table more
  for (const word of openWords) query = query.where(matchesOpen(word))
  const rows = await query.select('registration_requests.id').limit(max).execute()
  return rows.map(({ id }) => id)
}

/**
 * Which way is short depends on how many requests there are. Few requests pass the other filters:
 * each is compared. Few people match: their requests are listed. Many match: each request is
 * compared, in the order of the list, and a page is soon full.
 */
export async function filterRequests(
  db: Kysely<Schema>,
  rules: EngineRules,
  filters: RequestFilters,
  found: FoundBy = 'whole',
  { comparedMax, comparedOfManyMax, manyPeople } = LIMITS,
): Promise<FilteredRequests> {
  const own = passesOwn(filters, found)
  const query = db.selectFrom('registration_requests').where(own)
  const words = searchWords(filters.q ?? '')
  const { tribe } = filters
  if (tribe === undefined && words.length === 0) return { query }
  const person = {
    tribeKeys: tribe === undefined ? undefined : rules.sealedIndex.tribeKeys(tribe),
    words,
    openWords: found === 'pending-whole' && tribe === undefined ? words : [],
  }
  const compared = query.where(hasPerson(person))
  const [first, ...rest] = conditionsOf(db, rules, { q: filters.q, tribe })
  if (first === undefined) return { query: compared }
  const requests = await countUpTo(db, query, comparedOfManyMax + 1)
  if (
    requests <= comparedMax ||
    (requests <= comparedOfManyMax &&
      (await countUpTo(db, first.tally(), manyPeople + 1)) > manyPeople)
  )
    return { query: compared }
  const people = rest.reduce((picked, { add }) => add(picked), first.pick())
  const { openWords } = person
  const ids = await requestsOfMatching(people, { own, openWords, max: TOTAL_CAP + 1 })
  const known = ids.length
  if (known > TOTAL_CAP) return { query: compared, known }
  return {
    query: db
      .selectFrom('registration_requests')
      .where((eb) => (known === 0 ? eb.lit(false) : eb('registration_requests.id', 'in', ids))),
    known,
  }
}
