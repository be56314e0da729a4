import type { Consent } from '#shared/contract/consents.ts'
/** What a proposal to change the access of an account keeps. Proposals of all kinds know this file alone (ADR 0065). */
import type { MemberChange } from '#shared/contract/users.ts'
import type { fieldsThatWait } from '#shared/domain/access/second-person.ts'
import type { MemberRow } from './member-repository.ts'

export type AccessField = ReturnType<typeof fieldsThatWait>[number]
export type ChangedAccess = Pick<MemberChange, Exclude<AccessField, 'password'>>

/** Kept sealed with the proposal. */
export interface AccessChange {
  readonly fields: readonly AccessField[]
  readonly change: ChangedAccess
  readonly passwordHash: string | undefined
  /** What the account was at the proposal: another one is not changed. */
  readonly before: ReturnType<typeof accessOf>
}

export const accessOf = (row: MemberRow) => ({
  role: row.role,
  status: row.status,
  email: row.email_key,
  phone: row.phone,
  passwordHash: row.password_hash,
})

export const presentAccess = ({
  change,
  fields,
}: AccessChange): NonNullable<Consent['access']> => ({
  role: change.role ?? null,
  status: change.status ?? null,
  email: change.email ?? null,
  phone: change.phone ?? null,
  password: fields.includes('password'),
})
