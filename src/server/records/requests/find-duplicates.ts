/**
 * Finds possible duplicates: the same name and birth date, the same phone number, or the same
 * mailbox in another spelling. Only staff learn that a number is known, never the applicant.
 */
import type { Kysely } from 'kysely'
import type { DuplicateHint } from '#shared/contract/duplicates.ts'
import { mailboxKey, nameKey, phoneTail } from '#shared/domain/people/likeness.ts'
import { cardId } from '#shared/domain/people/member-id.ts'
import { foldForSearch } from '#shared/domain/text/search-text.ts'
import type { EngineRules } from '../../parts/database/engine.ts'
import type { Schema } from '../../parts/database/schema.ts'
import type { MemberRow } from '../members/member-repository.ts'
import { findBornOn, findBySearch, findRequestsOf, type Candidate } from './duplicate-repository.ts'

const HINTS_MAX = 10
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
    await findBornOn(db, person.id, person.birth_date),
    tail === undefined ? [] : await findBySearch(db, rules, person.id, tail),
    words(person.email).length < 3
      ? []
      : await findBySearch(db, rules, person.id, words(person.email)),
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
  const requests = await findRequestsOf(
    db,
    hits.map(({ row }) => row.id),
  )
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
