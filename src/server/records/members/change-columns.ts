import type { Updateable } from 'kysely'
import type { MemberChange } from '#shared/contract/users.ts'
import { fullName } from '#shared/domain/people/person-name.ts'
import { searchText } from '#shared/domain/text/search-text.ts'
import type { Bit, MemberTable } from '../../parts/database/schema.ts'
import { type MemberRow } from './member-repository.ts'
import { emailKey, phoneKey } from '../../base/contact-keys.ts'

const bit = (yes: boolean): Bit => (yes ? 1 : 0)

type Present<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> }
const withoutAbsent = <T extends object>(columns: T): Present<T> =>
  Object.fromEntries(
    Object.entries(columns).filter(([, value]) => value !== undefined),
  ) as Present<T> // fewer keys of the same object

/**
 * Columns of a change, with the derived ones updated. The caller adds password, files and
 * nationalities.
 */
export function changeColumns(row: MemberRow, change: MemberChange, at: string) {
  const columns = withoutAbsent({
    first_name: change.firstName,
    last_name: change.lastName,
    email: change.email,
    email_key: change.email === undefined ? undefined : emailKey(change.email),
    phone: change.phone === undefined ? undefined : phoneKey(change.phone),
    tribe: change.tribe,
    current_country: change.currentCountry,
    current_city: change.currentCity,
    current_village: change.currentVillage,
    birth_date: change.birthDate,
    birth_country: change.birthCountry,
    birth_city: change.birthCity,
    birth_village: change.birthVillage,
    marital_status: change.maritalStatus,
    number_of_kids: change.numberOfKids,
    occupation: change.occupation,
    sex: change.sex,
    mothers_first_name: change.mothersFirstName,
    mothers_last_name: change.mothersLastName,
    approver_comment: change.approverComment,
    recommended_by: change.recommendedBy,
    comments: change.comments,
    role: change.role,
    status: change.status,
    language: change.language,
    newsletter: change.newsletter === undefined ? undefined : bit(change.newsletter),
    notifications: change.notifications === undefined ? undefined : bit(change.notifications),
  } satisfies {
    readonly [K in keyof Updateable<MemberTable>]: Updateable<MemberTable>[K] | undefined
  })
  const next = { ...row, ...columns }
  return {
    ...columns,
    search_text: searchText([
      fullName({ firstName: next.first_name, lastName: next.last_name }),
      next.email,
      next.phone,
      next.id,
    ]),
    updated_at: at,
  }
}
