/**
 * The permissions of the contract, computed cell by cell. `access` and `policy` are read here a second time,
 * independent of the server, so that a fault in the server's reading is found. An unknown word is an error that
 * names the route.
 */
import type { Access, PolicyName } from '#shared/contract/base/access.ts'
import type { RouteDefinition } from '#shared/contract/base/define-route.ts'
import { canMergeInto } from '#shared/domain/access/merge-rules.ts'
import {
  canChangeAccess,
  canChangeStatus,
  canCreateMember,
  canDeleteMember,
  canEditOwnProfile,
  canGrantRole,
  canManageMember,
  type Actor,
  type Target,
} from '#shared/domain/people/member-permissions.ts'
import { ROLES, type Role } from '#shared/domain/people/roles.ts'

/** `inactive` … `unsigned` would all be administrators if their credentials were valid. */
export const CALLERS = [
  'anonymous',
  ...ROLES,
  'inactive',
  'banned',
  'signed-out',
  'erased',
  'expired',
  'refresh-token',
  'ticket',
  'witness',
  'wallet-pass',
  'device',
  'unsigned',
  'garbage',
] as const
export type CallerKind = (typeof CALLERS)[number]

/** The target of the call. */
const TARGETS = ['own', 'member', 'staff', 'administrator'] as const
export type TargetKind = (typeof TARGETS)[number]
export const TARGET_ROLE: Readonly<Record<Exclude<TargetKind, 'own'>, Role>> = {
  member: 'member',
  staff: 'moderator',
  administrator: 'admin',
}

/** `not-there`: replies as if the target did not exist. `left-out`: succeeds without the data of the target. */
export type Outcome = 'passes' | 'not-signed-in' | 'forbidden' | 'not-there' | 'left-out'

interface Case {
  readonly target?: TargetKind
  /** What the caller does to the target, where a policy distinguishes that. Bodies are in `bodies.ts`. */
  readonly deed?: string
}
export interface Cell extends Case {
  readonly caller: CallerKind
  readonly wanted: Outcome
}

export const isRole = (caller: CallerKind): caller is Role => ROLES.some((role) => role === caller)
/** Callers without an account of their own. */
const isNobody = (caller: CallerKind): boolean =>
  [
    'anonymous',
    'ticket',
    'witness',
    'wallet-pass',
    'device',
    'erased',
    'unsigned',
    'garbage',
  ].includes(caller)

type Gate = (caller: CallerKind) => Outcome
const everybody: Gate = () => 'passes'
const onlyBearer =
  (kind: CallerKind): Gate =>
  (caller) =>
    caller === kind ? 'passes' : 'not-signed-in'
const roles =
  (allowed: readonly Role[]): Gate =>
  (caller) =>
    !isRole(caller) ? 'not-signed-in' : allowed.includes(caller) ? 'passes' : 'forbidden'
const or =
  (first: Gate, second: Gate): Gate =>
  (caller) =>
    first(caller) === 'passes' ? 'passes' : second(caller)
const members = roles(['admin', 'content', 'moderator', 'reviewer', 'member'])

const GATES: Readonly<Record<Exclude<Access, readonly Role[]>, Gate>> = {
  public: everybody,
  'signed-address': everybody, // the address is the permission: see ADDRESS_CASES
  'optional-member': or(onlyBearer('anonymous'), members),
  ticket: onlyBearer('ticket'),
  'ticket-or-member': or(onlyBearer('ticket'), members),
  witness: onlyBearer('witness'),
  'member-or-witness': or(onlyBearer('witness'), members),
  'wallet-pass': onlyBearer('wallet-pass'),
  'refresh-token': onlyBearer('refresh-token'),
  member: members,
  staff: roles(['admin', 'content', 'moderator', 'reviewer']),
  kiosk: onlyBearer('device'),
  'staff-or-kiosk': or(onlyBearer('device'), roles(['admin', 'content', 'moderator', 'reviewer'])),
}

interface Rule {
  cases(route: RouteDefinition): readonly Case[]
  outcome(actor: Actor, target: Target, deed: string): Outcome
  /** For routes that also permit devices. */
  readonly forDevice?: (deed: string) => Outcome
}

const combine = (targets: readonly TargetKind[], deeds: readonly string[]): Case[] =>
  targets.flatMap((target) => deeds.map((deed) => ({ target, deed })))
const perTarget = (): Case[] => TARGETS.map((target) => ({ target }))
const onlyIf = (allowed: boolean, otherwise: Outcome = 'forbidden'): Outcome =>
  allowed ? 'passes' : otherwise
const isOwn = (actor: Actor, target: Target): boolean => actor.memberId === target.memberId
const isStaffRole = ({ role }: Actor): boolean => role !== 'member'

/** The role that a deed assigns. */
export const GRANTED: Readonly<Record<string, Role>> = {
  'as-member': 'member',
  'as-moderator': 'moderator',
  'as-administrator': 'admin',
  'to-moderator': 'moderator',
  'to-administrator': 'admin',
  'to-reviewer-without-password': 'reviewer',
}

function mayUpdate(actor: Actor, target: Target, deed: string): boolean {
  const role = GRANTED[deed]
  // A form with the same role changes nothing, so it needs no permission for a change.
  if (deed === 'location' || role === target.role)
    return canEditOwnProfile(actor, target) || canManageMember(actor, target)
  // A state alone is a single act, never with an administrator as target (ADR 0080).
  if (deed === 'ban-without-password')
    return canChangeStatus(actor, target) && target.role !== 'admin'
  if (deed.endsWith('-without-password')) return false
  if (role !== undefined) return canGrantRole(actor, target, role)
  switch (deed) {
    case 'name':
      return canManageMember(actor, target)
    case 'ban':
      return canChangeStatus(actor, target)
    case 'email': // the own e-mail needs a code besides the password
      return (
        !isOwn(actor, target) && canManageMember(actor, target) && canChangeAccess(actor, target)
      )
    default:
      throw new Error(`tests/support/matrix.ts does not know the deed ${deed}`)
  }
}

const POLICY_RULES: Readonly<Record<PolicyName, Rule>> = {
  'own-session': {
    cases: perTarget,
    outcome: (actor, target) => onlyIf(isOwn(actor, target), 'not-there'),
  },
  'own-account': { cases: perTarget, outcome: (actor, target) => onlyIf(isOwn(actor, target)) },
  'manage-member': {
    cases: (route) =>
      namesMember(route)
        ? combine(TARGETS, ['delete', 'delete-without-password'])
        : ['as-member', 'as-moderator', 'as-administrator'].map((deed) => ({ deed })),
    outcome: (actor, target, deed) =>
      onlyIf(
        GRANTED[deed] === undefined
          ? deed === 'delete' && canDeleteMember(actor, target)
          : canCreateMember(actor, GRANTED[deed]),
      ),
  },
  'update-member': {
    cases: () =>
      combine(TARGETS, [
        'location',
        'name',
        'ban',
        'to-moderator',
        'to-administrator',
        'email',
        'email-without-password',
        'ban-without-password',
        'to-reviewer-without-password',
      ]),
    outcome: (actor, target, deed) => onlyIf(mayUpdate(actor, target, deed)),
  },
  'reissue-card': {
    cases: () => combine(TARGETS, ['with-password', 'without-password']),
    outcome: (actor, target, deed) =>
      onlyIf(deed === 'with-password' && (isOwn(actor, target) || canManageMember(actor, target))),
  },
  'not-own-account': {
    cases: () => combine(TARGETS, ['with-password', 'without-password']),
    outcome: (actor, target, deed) => onlyIf(deed === 'with-password' && !isOwn(actor, target)),
  },
  'merge-members': {
    cases: () => combine(TARGETS, ['with-password', 'without-password']),
    outcome: (actor, target, deed) =>
      onlyIf(deed === 'with-password' && canMergeInto(actor, target)),
  },
  'second-person': {
    cases: perTarget,
    outcome: (actor, target) => onlyIf(!isOwn(actor, target)),
  },
  'visible-files': {
    cases: () => combine(TARGETS, ['portrait', 'document', 'document-under-review']),
    outcome: (actor, target, deed) =>
      onlyIf(
        isOwn(actor, target) ||
          (deed === 'document'
            ? actor.role === 'admin' || actor.role === 'content'
            : isStaffRole(actor)),
        'left-out',
      ),
  },
  'own-event': {
    cases: () => [{ deed: 'own-event' }, { deed: 'other-event' }],
    outcome: () => 'passes',
    forDevice: (deed) => onlyIf(deed === 'own-event'),
  },
  'own-devices': {
    cases: perTarget,
    outcome: (actor, target) =>
      onlyIf(
        isOwn(actor, target) || actor.role === 'admin' || actor.role === 'content',
        'not-there',
      ),
  },
  'decide-objection': {
    cases: perTarget,
    outcome: (actor, target) => onlyIf(!isOwn(actor, target)),
  },
  'add-evidence': {
    cases: () => combine(TARGETS, ['not verified', 'under review']),
    outcome: (actor, target, deed) =>
      onlyIf(isStaffRole(actor) || (isOwn(actor, target) && deed === 'not verified')),
  },
}

/** An address is valid for its signed purpose, for every caller. */
const ADDRESS_CASES: readonly (Case & { readonly wanted: Outcome })[] = [
  { deed: 'as-signed', wanted: 'passes' },
  { deed: 'other-copy', wanted: 'forbidden' },
  { deed: 'other-session', wanted: 'forbidden' },
  { deed: 'too-old', wanted: 'forbidden' },
  { deed: 'session-over', wanted: 'forbidden' },
]
/** A call without a policy that requires the password first. */
const PASSWORD_CASES: readonly (Case & { readonly wanted: Outcome })[] = [
  { deed: 'with-password', wanted: 'passes' },
  { deed: 'without-password', wanted: 'forbidden' },
]
/** Open without the password for ten acts of an hour (ADR 0080); tests/security/single-acts.test.ts counts them. */
const SINGLE_ACTS: readonly string[] = ['report.delete', 'evidence.delete', 'request.delete']
const SINGLE_ACT_CASES: readonly (Case & { readonly wanted: Outcome })[] = [
  { deed: 'with-password', wanted: 'passes' },
  { deed: 'without-password', wanted: 'passes' },
]

/** Whether the address of the route names the member. */
const namesMember = ({ id, path }: RouteDefinition): boolean =>
  id.startsWith('user.') && path.endsWith('/:id')

function gateOf({ id, access }: RouteDefinition): Gate {
  if (typeof access !== 'string') return roles(access)
  const gate = new Map<string, Gate>(Object.entries(GATES)).get(access)
  if (gate === undefined)
    throw new Error(
      `tests/support/matrix.ts does not know the access ${access} of ${id}: say there who passes`,
    )
  return gate
}

function ruleOf({ id, policy }: RouteDefinition): Rule | undefined {
  if (policy === undefined) return undefined
  const rule = new Map<string, Rule>(Object.entries(POLICY_RULES)).get(policy)
  if (rule === undefined)
    throw new Error(
      `tests/support/matrix.ts does not know the policy ${policy} of ${id}: say there what it allows`,
    )
  return rule
}

/** Numbers stand for members: only whether they are equal matters. */
function people(
  caller: Role,
  kind: TargetKind,
): { readonly actor: Actor; readonly target: Target } {
  const actor: Actor = { memberId: 1, role: caller }
  return { actor, target: kind === 'own' ? actor : { memberId: 2, role: TARGET_ROLE[kind] } }
}

/** The cases of a route, with the outcome for callers that its access permits. */
function casesOf(
  route: RouteDefinition,
): readonly (Case & { readonly outcome: (caller: CallerKind) => Outcome })[] {
  const rule = ruleOf(route)
  if (rule !== undefined)
    return rule.cases(route).map((one) => ({
      ...one,
      outcome: (caller) => {
        if (caller === 'device' && rule.forDevice !== undefined)
          return rule.forDevice(one.deed ?? '')
        if (!isRole(caller))
          throw new Error(
            `tests/support/matrix.ts: ${route.id} has a policy about members, but lets ${caller} in`,
          )
        const { actor, target } = people(caller, one.target ?? 'member')
        return rule.outcome(actor, target, one.deed ?? '')
      },
    }))
  const fixed =
    route.access === 'signed-address'
      ? ADDRESS_CASES
      : route.errors.includes('step-up-required')
        ? SINGLE_ACTS.includes(route.id)
          ? SINGLE_ACT_CASES
          : PASSWORD_CASES
        : undefined
  if (fixed !== undefined)
    return fixed.map(({ wanted, ...one }) => ({ ...one, outcome: () => wanted }))
  return (namesMember(route) ? perTarget() : [{}]).map((one) => ({
    ...one,
    outcome: () => 'passes',
  }))
}

/**
 * Every cell of a route. A caller that the access refuses is refused for every deed, so there the first deed of each
 * target is enough.
 * @throws when the route has an unknown word
 */
export function cellsOf(route: RouteDefinition, callers: readonly CallerKind[] = CALLERS): Cell[] {
  const gate = gateOf(route)
  const cases = casesOf(route)
  return callers.flatMap((caller) => {
    const stopped = gate(caller)
    const met =
      stopped === 'passes'
        ? cases
        : cases.filter(
            (one, index) => cases.findIndex(({ target }) => target === one.target) === index,
          )
    return met
      .filter(({ target }) => target !== 'own' || !isNobody(caller))
      .map(({ outcome, ...one }) => ({
        ...one,
        caller,
        wanted: stopped === 'passes' ? outcome(caller) : stopped,
      }))
  })
}
