/** What differs between changing the e-mail address and changing the phone number. */
import type { MemberChange } from '#shared/contract/users.ts'
import type { Profile } from '../use-profile.ts'

export type ContactKind = 'email' | 'phone'

/** What the person entered: an address, or a number in the form +249… */
export type ContactValue = string

/** A new address proves itself; there is no SMS, so a new number is proven at the account's own address (ADR 0011). */
export const codeAddress = (
  kind: ContactKind,
  value: ContactValue,
  profile: Pick<Profile, 'email'>,
): string => (kind === 'email' ? value : profile.email)

export const contactBody = (
  kind: ContactKind,
  value: ContactValue,
): Pick<MemberChange, 'email' | 'phone'> => (kind === 'email' ? { email: value } : { phone: value })
