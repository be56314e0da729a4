import type { Caller } from '../../http/caller.ts'
import type { CodeSubject } from '../../security/codes.ts'
import { emailKey } from '../users/member-repository.ts'

/** Signed out a code proves an address for a registration, signed in for a change of the caller's own account. */
export function codeSubject(email: string, caller: Caller | undefined): CodeSubject {
  const address = emailKey(email)
  return caller === undefined
    ? { purpose: 'registration', address }
    : { purpose: 'contact-change', address, memberId: caller.memberId }
}
