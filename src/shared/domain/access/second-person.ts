import { STEP_UP_FIELDS } from '../people/member-permissions.ts'
/**
 * When an account counts as a second person. Two accounts are one person as long as one of them was opened by the
 * other, so a proposal is confirmed only between accounts that no other account has changed for three days.
 */
import { isActiveStatus, type MemberStatus } from '../people/member-status.ts'
import type { RoleId } from '../people/roles.ts'

/** Time for the holder and the other administrators to see that an account was changed. */
export const ACCESS_SETTLES_S = 3 * 86_400

/** One entry of the history of an account. */
export interface AccessEvent {
  readonly at: string
  /**
   * `changed`: role, status, e-mail, phone, password or factors. `mail-reset`: a new password by a link or code in a
   * mail. `first-factor`: a factor was added where there was none.
   */
  readonly kind: 'changed' | 'mail-reset' | 'first-factor'
  /** Another account did it, or a caller without a session. */
  readonly byOther: boolean
}

/**
 * Until when the account does not count as a person of its own; undefined where it counts now. What holders do with
 * their own session starts no time. A reset by mail and a first factor do once another account has touched this one,
 * however long ago: the mail goes to an address that may be new, and the first factor belongs to the first to sign in.
 * @param events of one account, oldest first
 */
export function settlesAt(events: readonly AccessEvent[], now: Date): string | undefined {
  let touched = false
  let last: string | undefined
  for (const { kind, byOther, at } of events) {
    if (byOther) touched = true
    if (byOther || (touched && kind !== 'changed')) last = at
  }
  if (last === undefined) return undefined
  const until = Date.parse(last) + ACCESS_SETTLES_S * 1_000
  return until > now.getTime() ? new Date(until).toISOString() : undefined
}

type AccessField = (typeof STEP_UP_FIELDS)[number]

/**
 * Fields of a change that open the account of an administrator, or make or unmake one: they wait for a second
 * administrator. To lock an account does not wait: a colleague whose account was taken over is locked out at once.
 */
export function fieldsThatWait(
  before: { readonly role: RoleId },
  change: { readonly role?: RoleId | undefined; readonly status?: MemberStatus | undefined },
  fields: readonly string[],
): AccessField[] {
  if (before.role !== 'ROLE_ADMIN' && change.role !== 'ROLE_ADMIN') return []
  return STEP_UP_FIELDS.filter(
    (field) =>
      fields.includes(field) &&
      (field !== 'status' || (change.status !== undefined && isActiveStatus(change.status))),
  )
}
