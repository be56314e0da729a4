/**
 * Finds possible duplicates: the same or a like name and the same birth date, the same phone number, or the same
 * mailbox in another spelling. Only staff learn that a number is known, never the applicant.
 */
import type { Kysely } from 'kysely'
import type { DuplicateHint } from '#shared/contract/duplicates.ts'
import { mailboxKey, nameKey, phoneTail, soundsAlike } from '#shared/domain/people/likeness.ts'
import { cardId } from '#shared/domain/people/member-id.ts'
import { foldForSearch } from '#shared/domain/text/search-text.ts'
import type { EngineRules } from '../../parts/database/engine.ts'
import type { Schema } from '../../parts/database/schema.ts'
import type { MemberRow } from '../members/member-repository.ts'
import { findBornOn, findBySearch, findRequestsOf, type Candidate } from './duplicate-repository.ts'

const HINTS_MAX = 10
type ComparedPerson = Pick<
  MemberRow,
  'id' | 'first_name' | 'last_name' | 'birth_date' | 'email' | 'phone'
>

type Names = Pick<ComparedPerson, 'first_name' | 'last_name' | 'birth_date'>
const namesOf = ({ first_name: firstName, last_name: lastName }: Names) => ({ firstName, lastName })

function nameReason(person: ComparedPerson, other: Candidate): DuplicateHint['reasons'] {
  if (person.birth_date === '' || other.birth_date !== person.birth_date) return []
  if (nameKey(namesOf(other)) === nameKey(namesOf(person))) return ['name-birth-date']
  return soundsAlike(namesOf(other), namesOf(person)) ? ['sound-birth-date'] : []
}
/** What sounds alike is often two people: cousins and twins. Anything else says more. */
const strengthOf = (reasons: DuplicateHint['reasons']): DuplicateHint['strength'] =>
  reasons.every((reason) => reason === 'sound-birth-date') ? 'weak' : 'strong'

function reasonsOf(person: ComparedPerson, other: Candidate): DuplicateHint['reasons'] {
  const tail = phoneTail(person.phone)
  return [
    ...nameReason(person, other),
    ...(tail !== undefined && phoneTail(other.phone) === tail ? (['phone'] as const) : []),
    ...(mailboxKey(other.email) === mailboxKey(person.email) ? (['email'] as const) : []),
  ]
}

async function alike(
  db: Kysely<Schema>,
  rules: EngineRules,
  person: ComparedPerson,
): Promise<Candidate[]> {
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
  person: ComparedPerson,
): Promise<DuplicateHint[]> {
  const hits = (await alike(db, rules, person))
    .map((row) => ({ row, reasons: reasonsOf(person, row) }))
    .filter(({ reasons }) => reasons.length > 0)
    .sort(
      (a, b) =>
        strengthOf(a.reasons).localeCompare(strengthOf(b.reasons)) ||
        b.reasons.length - a.reasons.length ||
        a.row.id - b.row.id,
    )
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
      strength: strengthOf(reasons),
    }
  })
}
