import type { MemberChange } from '#shared/contract/users.ts'
import { fullName } from '#shared/domain/people/person-name.ts'
import { searchText } from '#shared/domain/text/search-text.ts'
import { emailKey, phoneKey } from '../../base/contact-keys.ts'
import type { Bit } from '../../parts/database/schema.ts'
import { fieldColumns } from './field-columns.ts'
import type { MemberRow } from './member-repository.ts'

const bit = (yes: boolean): Bit => (yes ? 1 : 0)

/**
 * Columns of a change, with the derived ones updated. The caller adds password, files and
 * nationalities.
 */
export function changeColumns(row: MemberRow, change: MemberChange, at: string) {
  const { email, phone, role, status, language, newsletter, notifications } = change
  const columns: Partial<MemberRow> = {
    ...fieldColumns(change),
    ...(email !== undefined && { email_key: emailKey(email) }),
    ...(phone !== undefined && { phone: phoneKey(phone) }),
    ...(role !== undefined && { role }),
    ...(status !== undefined && { status }),
    ...(language !== undefined && { language }),
    ...(newsletter !== undefined && { newsletter: bit(newsletter) }),
    ...(notifications !== undefined && { notifications: bit(notifications) }),
  }
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
