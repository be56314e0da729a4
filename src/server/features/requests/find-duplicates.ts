/**
 * Finds possible duplicates: the same name and birth date, the same phone number, or the same
 * mailbox in another spelling. Only staff learn that a number is known, never the applicant.
 */
import type { Kysely } from 'kysely'
import type { DuplicateHint } from '#shared/contract/duplicates.ts'
import { mailboxKey, nameKey, phoneTail } from '#shared/domain/people/likeness.ts'
import { cardId } from '#shared/domain/people/member-id.ts'
import { foldForSearch } from '#shared/domain/text/search-text.ts'
import type { EngineRules } from '../../database/engine.ts'
import type { Schema } from '../../database/schema.ts'
import type { MemberRow } from '../users/member-repository.ts'

/** Each index returns a few candidates; code removes those that do not match. */
const CANDIDATES_MAX = 200
const HINTS_MAX = 10
const COLUMNS = ['id', 'first_name', 'last_name', 'birth_date', 'email', 'phone', 'status'] as const

const candidates = (db: Kysely<Schema>, ownId: number) =>
  db.selectFrom('members').select(COLUMNS).where('id', '!=', ownId).limit(CANDIDATES_MAX)
type Candidate = Awaited<ReturnType<ReturnType<typeof candidates>['execute']>>[number]

type Person = Pick<MemberRow, 'id' | 'first_name' | 'last_name' | 'birth_date' | 'email' | 'phone'>

const nameOf = ({ first_name: firstName, last_name: lastName }: Person): string =>
  nameKey({ firstName, lastName })

function reasonsOf(person: Person, other: Candidate): DuplicateHint['reasons'] {
  const tail = phoneTail(person.phone)
  return [
    ...(person.birth_date !== '' &&
    other.birth_date === person.birth_date &&
    nameOf(other) === nameOf(person)
      ? (['name-birth-date'] as const)
      : []),
    ...(tail !== undefined && phoneTail(other.phone) === tail ? (['phone'] as const) : []),
    ...(mailboxKey(other.email) === mailboxKey(person.email) ? (['email'] as const) : []),
  ]
}

async function alike(db: Kysely<Schema>, rules: EngineRules, person: Person): Promise<Candidate[]> {
  const tail = phoneTail(person.phone)
  const words = (email: string): string => foldForSearch(email).split(/[+@.]/)[0] ?? ''
  const found = [
    await candidates(db, person.id).where('birth_date', '=', person.birth_date).execute(),
    tail === undefined
      ? []
      : await candidates(db, person.id).where(rules.searchMatches('members', tail)).execute(),
    words(person.email).length < 3
      ? []
      : await candidates(db, person.id)
          .where(rules.searchMatches('members', words(person.email)))
          .execute(),
  ]
  return [...new Map(found.flat().map((row) => [row.id, row])).values()]
}

export async function findDuplicates(
  db: Kysely<Schema>,
  rules: EngineRules,
  person: Person,
): Promise<DuplicateHint[]> {
  const hits = (await alike(db, rules, person))
    .map((row) => ({ row, reasons: reasonsOf(person, row) }))
    .filter(({ reasons }) => reasons.length > 0)
    .sort((a, b) => b.reasons.length - a.reasons.length || a.row.id - b.row.id)
    .slice(0, HINTS_MAX)
  if (hits.length === 0) return []
  const requests = await db
    .selectFrom('registration_requests')
    .select(['id', 'member_id', 'status'])
    .where(
      'member_id',
      'in',
      hits.map(({ row }) => row.id),
    )
    .execute()
  return hits.map(({ row, reasons }) => {
    const request = requests.find(({ member_id: id }) => id === row.id)
    return {
      cardId: cardId(row.id),
      firstName: row.first_name,
      lastName: row.last_name,
      birthDate: row.birth_date,
      status: row.status,
      requestId: request?.id ?? null,
      requestStatus: request?.status ?? null,
      reasons,
    }
  })
}
