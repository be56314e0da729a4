/**
 * Policies `update-member` and `manage-member`: return the refusal code of the broken rule, or
 * undefined.
 */
import type { MemberChange } from '#shared/contract/users.ts'
import type { ProblemCode } from '#shared/contract/base/problem.ts'
import {
  canChangeAccess,
  canDeleteMember,
  canEditOwnProfile,
  canGrantRole,
  canManageMember,
  OWN_PROFILE_FIELDS,
  OWN_SECURED_FIELDS,
  STEP_UP_FIELDS,
  type Actor,
  type Target,
} from '#shared/domain/people/member-permissions.ts'
import { roleOf } from '#shared/domain/people/roles.ts'
import { type MemberRow } from './member-repository.ts'
import { emailKey, phoneKey } from '../../base/contact-keys.ts'

type Field = keyof MemberChange

export const targetOf = (row: MemberRow): Target => ({ memberId: row.id, role: roleOf(row.role) })

/** For an administrator as target the refusal says so; for all others it is the general one. */
export function managingRefusal(actor: Actor, target: Target): ProblemCode | undefined {
  if (canManageMember(actor, target)) return undefined
  return actor.role === 'content' && target.role === 'admin'
    ? 'administrator-protected'
    : 'forbidden'
}

export function deletingRefusal(actor: Actor, target: Target): ProblemCode | undefined {
  return (
    managingRefusal(actor, target) ??
    (canDeleteMember(actor, target) ? undefined : 'own-account-protected')
  )
}

/**
 * Given fields that differ from the stored ones: a form that sends all fields back changes nothing.
 */
export function changedFields(row: MemberRow, change: MemberChange): Field[] {
  const same: Partial<Record<Field, boolean>> = {
    email: change.email !== undefined && emailKey(change.email) === row.email_key,
    phone: change.phone !== undefined && phoneKey(change.phone) === row.phone,
    role: change.role === row.role,
    status: change.status === row.status,
  }
  return Object.entries(change)
    .filter(([, value]) => value !== undefined)
    .map(([field]) => field as Field) // keys of a parsed MemberChange
    .filter((field) => same[field] !== true)
}

const within = (fields: readonly Field[], list: readonly string[]): Field[] =>
  fields.filter((field) => list.includes(field))

/**
 * First rule that the change breaks, apart from proofs.
 * @param fields what really changes, see `changedFields`
 */
export function changeRefusal(
  actor: Actor,
  target: Target,
  change: MemberChange,
  fields: readonly Field[],
): ProblemCode | undefined {
  const isOwn = canEditOwnProfile(actor, target)
  const ownOnly = [...OWN_PROFILE_FIELDS, ...OWN_SECURED_FIELDS]
  if (isOwn && (fields.includes('role') || fields.includes('status')))
    return 'own-account-protected'
  if (isOwn && within(fields, ownOnly).length === fields.length) return undefined
  const refusal = managingRefusal(actor, target)
  if (refusal !== undefined) return refusal
  if (
    fields.includes('role') &&
    change.role !== undefined &&
    !canGrantRole(actor, target, roleOf(change.role))
  )
    return roleOf(change.role) === 'admin' ? 'administrator-protected' : 'staff-protected'
  if (!isOwn && within(fields, OWN_SECURED_FIELDS).length > 0 && !canChangeAccess(actor, target))
    return 'staff-protected'
  return undefined
}

/** Proofs that the session needs for this change. */
export function proofsNeeded(
  actor: Actor,
  target: Target,
  fields: readonly Field[],
): { readonly password: boolean; readonly contact: readonly ('email' | 'phone')[] } {
  const isOwn = canEditOwnProfile(actor, target)
  if (!isOwn) return { password: within(fields, STEP_UP_FIELDS).length > 0, contact: [] }
  return {
    password: within(fields, OWN_SECURED_FIELDS).length > 0,
    contact: (['email', 'phone'] as const).filter((field) => fields.includes(field)),
  }
}
