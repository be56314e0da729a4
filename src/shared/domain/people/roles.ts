/**
 * The roles of the specification (members §6). The code says them by name. The database and most of the API write the
 * server ids; a few places outside write the one-letter codes: see `letterOf` and `roleOfLetter`.
 */
export const ROLES = ['admin', 'content', 'moderator', 'reviewer', 'member'] as const
export type Role = (typeof ROLES)[number]

/** Roles that work for the association; everyone else is a member or a visitor. */
export const STAFF_ROLES = [
  'admin',
  'content',
  'moderator',
  'reviewer',
] as const satisfies readonly Role[]
export type StaffRole = (typeof STAFF_ROLES)[number]

export const ROLE_IDS = [
  'ROLE_ADMIN',
  'ROLE_CONTENT_MANAGER',
  'ROLE_MODERATOR',
  'ROLE_REVIEWER',
  'ROLE_USER',
] as const
export type RoleId = (typeof ROLE_IDS)[number]

// The three lists have one order.
const at = <T>(list: readonly T[], index: number): T => {
  const found = list[index]
  if (found === undefined) throw new Error(`No role ${index}`)
  return found
}

/**
 * Both reviewer ids of the specification mean the reviewer; an unknown id means a member, the role
 * with the fewest rights.
 */
export function roleOf(id: string | undefined): Role {
  if (id === 'ROLE_MEMBERSHIP_REVIEWER') return 'reviewer'
  const known = ROLE_IDS.findIndex((role) => role === id) // not a look-up by key: `toString` is no role
  return known === -1 ? 'member' : at(ROLES, known)
}

export const roleId = (role: Role): RoleId => at(ROLE_IDS, ROLES.indexOf(role))

/** One-letter codes: in the session that a browser stores, in the audit log and in two responses of the API. */
export const ROLE_LETTERS = ['A', 'X', 'Y', 'Z', 'F'] as const
export type RoleLetter = (typeof ROLE_LETTERS)[number]

export const letterOf = (role: Role): RoleLetter => at(ROLE_LETTERS, ROLES.indexOf(role))

export function roleOfLetter(letter: RoleLetter): Role
export function roleOfLetter(letter: unknown): Role | undefined
export function roleOfLetter(letter: unknown): Role | undefined {
  return ROLES[ROLE_LETTERS.findIndex((known) => known === letter)]
}

export const isStaff = (role: Role): role is StaffRole => role !== 'member'
/** Administrators and content managers: they manage members, events, news and devices. */
export const isManager = (role: Role | undefined): boolean => role === 'admin' || role === 'content'

/** Address of a role's dashboard (docs/spec/staff.md, 2): each role has its own and no other role may open it. */
export const dashboardPath = (role: StaffRole): string => `/${role}/dashboard`
