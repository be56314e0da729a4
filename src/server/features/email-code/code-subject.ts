import type { Caller } from '../../http/caller.ts'
import type { CodeSubject } from '../../security/codes.ts'
import { emailKey } from '../../contact-keys.ts'

/**
 * For a visitor, a code proves an address for a registration; for a member, for a change of the own
 * account.
 */
export function codeSubject(email: string, caller: Caller | undefined): CodeSubject {
  const address = emailKey(email)
  return caller === undefined
    ? { purpose: 'registration', address }
    : { purpose: 'contact-change', address, memberId: caller.memberId }
}
