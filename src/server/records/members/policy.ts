import type { ProblemCode } from '#shared/contract/base/problem.ts'
/**
 * Policies `update-member` and `manage-member`: return the refusal code of the broken rule, or
 * undefined.
 */
import type { MemberChange } from '#shared/contract/users.ts'
import { isMemberField, MEMBER_FIELDS } from '#shared/domain/people/member-fields.ts'
import {
  canChangeAccess,
  canDeleteMember,
  canEditOwnProfile,
  canGrantRole,
  canManageMember,
  canSetStateAlone,
  OWN_PROFILE_FIELDS,
  OWN_SECURED_FIELDS,
  STEP_UP_FIELDS,
  type Actor,
  type Target,
} from '#shared/domain/people/member-permissions.ts'
import { roleOf } from '#shared/domain/people/roles.ts'
import { emailKey, phoneKey } from '../../base/contact-keys.ts'
import { type MemberRow } from './member-repository.ts'

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

const sameCountries = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((country) => other.includes(country))

/** Whether the value is the stored one already. */
function isStored(
  row: MemberRow,
  nationalities: readonly string[],
  change: MemberChange,
  field: Field,
): boolean {
  switch (field) {
    case 'email':
      return emailKey(change.email ?? '') === row.email_key
    case 'phone':
      return phoneKey(change.phone ?? '') === row.phone
    case 'nationalities':
      return sameCountries(change.nationalities ?? [], nationalities)
    case 'wldCardPhoto':
    case 'photoUrl': // a list gives the address of the portrait, an own page perhaps that of the one that waits
      return [row.card_photo_file, row.pending_photo_file].includes(change[field] ?? '')
    case 'idProofPhotoFront':
      return change.idProofPhotoFront === row.id_front_file
    case 'idProofPhotoBack':
      return change.idProofPhotoBack === row.id_back_file
    case 'role':
    case 'status':
    case 'language':
      return change[field] === row[field]
    case 'newsletter':
    case 'notifications':
      return change[field] === (row[field] === 1)
    default: {
      const column = isMemberField(field) ? MEMBER_FIELDS[field].column : null
      return column !== null && change[field] === row[column]
    }
  }
}

/**
 * What differs from the stored member: a form that sends all fields back changes nothing, and needs
 * no right for what it leaves as it is.
 */
export const changesOf = (
  row: MemberRow,
  nationalities: readonly string[],
  change: MemberChange,
): MemberChange =>
  Object.fromEntries(
    Object.entries(change).filter(
      ([field, value]) =>
        value !== undefined && !isStored(row, nationalities, change, field as Field), // keys of a parsed MemberChange
    ),
  )

export const fieldsOf = (change: MemberChange): Field[] => Object.keys(change) as Field[] // of a parsed MemberChange

const within = (fields: readonly Field[], list: readonly string[]): Field[] =>
  fields.filter((field) => list.includes(field))

/**
 * First rule that the change breaks, apart from proofs.
 * @param fields what really changes, see `changesOf`
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
  change: MemberChange,
  fields: readonly Field[],
): {
  readonly password: boolean
  readonly contact: readonly ('email' | 'phone')[]
  /** The call is allowed without the password a few times an hour (`singleActRefusal`). */
  readonly isSingleAct: boolean
} {
  const isOwn = canEditOwnProfile(actor, target)
  if (!isOwn)
    return {
      password: within(fields, STEP_UP_FIELDS).length > 0,
      contact: [],
      isSingleAct: isStateAlone(fields) && canSetStateAlone(target, change.status),
    }
  return {
    password: within(fields, OWN_SECURED_FIELDS).length > 0,
    contact: (['email', 'phone'] as const).filter((field) => fields.includes(field)),
    isSingleAct: false,
  }
}

/** A change of state from the table. */
const isStateAlone = (fields: readonly Field[]): boolean =>
  fields.length === 1 && fields[0] === 'status'
