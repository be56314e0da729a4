import { FIELD_NAMES, type MemberField } from '../people/member-fields.ts'
/**
 * When two records of one person may become one: one of them stays with its number, the other one ends. Interface and
 * server share these rules (docs/spec/members.md, 12).
 */
import { canChangeAccess, type Actor, type Target } from '../people/member-permissions.ts'
import type { MemberStatus } from '../people/member-status.ts'
import { isStaff, ROLES } from '../people/roles.ts'

export const MERGE_REFUSALS = [
  'own', // nobody merges the own record
  'role', // the record that stays has a role that the actor may not touch
  'staff', // the record that ends has a role: it is taken away first, in the open
  'barred', // a ban would end with the record, or come to one that was not banned
  'no-member', // the record that stays belongs to an applicant
  'held',
  'assembly', // both took part in one assembly: its count is not changed afterwards
  'uploads', // evidence is being sent, and would be lost
  'claimed', // a colleague reviews the request
] as const
export type MergeRefusal = (typeof MERGE_REFUSALS)[number]

export interface MergeSide extends Target {
  readonly status: MemberStatus
  readonly validated: boolean
  readonly held: boolean
  readonly uploading: boolean
  /** Another reviewer has its request open. */
  readonly claimed: boolean
}

/** Whether the record may be the one that stays: its role is below that of the actor, who may change how it signs in. */
export const canMergeInto = (actor: Actor, target: Target): boolean =>
  actor.memberId !== target.memberId &&
  canChangeAccess(actor, target) &&
  ROLES.indexOf(target.role) > ROLES.indexOf(actor.role)

const isBarred = ({ status }: MergeSide): boolean => status === 'banned' || status === 'blocked'

/** Everything that stands against it; empty where it may be done. */
export function mergeRefusals(
  actor: Actor,
  { stays, ends }: { readonly stays: MergeSide; readonly ends: MergeSide },
  sharesAssembly: boolean,
): MergeRefusal[] {
  const broken: Readonly<Record<MergeRefusal, boolean>> = {
    own: [stays, ends].some(({ memberId }) => memberId === actor.memberId),
    role: stays.memberId !== actor.memberId && !canMergeInto(actor, stays),
    staff: isStaff(ends.role),
    barred: isBarred(stays) || isBarred(ends),
    'no-member': !stays.validated,
    held: stays.held || ends.held,
    assembly: sharesAssembly,
    uploads: ends.uploading,
    claimed: ends.claimed,
  }
  return MERGE_REFUSALS.filter((refusal) => broken[refusal])
}

/** What can be chosen: each field of a member, and the pictures, which are no fields. */
export const MERGE_PICTURES = ['portrait', 'documents'] as const
export type MergeChoice = MemberField | (typeof MERGE_PICTURES)[number]
export const MERGE_CHOICES: readonly [MergeChoice, ...MergeChoice[]] = [
  'portrait',
  'documents',
  ...FIELD_NAMES,
]
