import type { Insertable } from 'kysely'
import { fullName } from '#shared/domain/people/person-name.ts'
import { searchText } from '#shared/domain/text/search-text.ts'
import { emailKey, phoneKey } from '../../base/contact-keys.ts'
import type { MemberTable } from '../../parts/database/schema.ts'
import { BLANK_COLUMNS } from './field-columns.ts'

type NewMemberRow = Insertable<MemberTable>

type Derived =
  | 'id'
  | 'email'
  | 'email_key'
  | 'search_text'
  | 'password_hash'
  | 'first_name'
  | 'last_name'
  | 'role'
  | 'status'
  | 'validated'
  | 'created_at'
  | 'updated_at'
  | 'phone'
  | 'phone_confirmed'
  | 'tribe_key'

export interface NewMember {
  readonly id: number
  readonly email: string
  readonly phone?: string
  readonly passwordHash: string
  readonly firstName: string
  readonly lastName: string
  readonly role: MemberTable['role']
  readonly status: MemberTable['status']
  readonly validated: boolean
  /** Instant of creation, ISO 8601. */
  readonly at: string
  /**
   * Birth date and sex have no defaults, because they are signed into the card. Blank: not known
   * yet.
   */
  readonly details: Partial<Omit<NewMemberRow, Derived>> & Pick<NewMemberRow, 'birth_date' | 'sex'>
}

const NOTHING_SAID = {
  ...BLANK_COLUMNS,
  connection_method: 'email',
  language: 'en',
  newsletter: 0,
  card_photo_file: null,
  pending_photo_file: null,
  id_front_file: null,
  id_back_file: null,
} as const

/**
 * A complete row with its derived columns: keys for comparing, text for searching. The database
 * handle adds the index of the tribe.
 */
export function newMember({
  id,
  email,
  phone = '',
  passwordHash,
  firstName,
  lastName,
  role,
  status,
  validated,
  at,
  details,
}: NewMember): NewMemberRow {
  return {
    ...NOTHING_SAID,
    ...details,
    id,
    email,
    email_key: emailKey(email),
    phone: phoneKey(phone),
    phone_confirmed: validated && phoneKey(phone) !== '' ? 1 : 0,
    password_hash: passwordHash,
    first_name: firstName,
    last_name: lastName,
    role,
    status,
    validated: validated ? 1 : 0,
    search_text: searchText([fullName({ firstName, lastName }), email, phoneKey(phone), id]),
    created_at: at,
    updated_at: at,
  }
}
