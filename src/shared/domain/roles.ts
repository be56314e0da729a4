/** The roles of the specification: server ids on the wire, one-letter codes in the interface (spec members §6). */
export const ROLE_IDS = [
  'ROLE_ADMIN',
  'ROLE_CONTENT_MANAGER',
  'ROLE_MODERATOR',
  'ROLE_REVIEWER',
  'ROLE_USER',
] as const
export type RoleId = (typeof ROLE_IDS)[number]

export const ROLE_CODES = ['A', 'X', 'Y', 'Z', 'F'] as const
export type RoleCode = (typeof ROLE_CODES)[number]

const CODE_OF: Readonly<Record<RoleId, RoleCode>> = {
  ROLE_ADMIN: 'A',
  ROLE_CONTENT_MANAGER: 'X',
  ROLE_MODERATOR: 'Y',
  ROLE_REVIEWER: 'Z',
  ROLE_USER: 'F',
}

/** Roles that work for the association; everyone else is a member or a visitor. */
export const STAFF_CODES = ['A', 'X', 'Y', 'Z'] as const satisfies readonly RoleCode[]
export type StaffCode = (typeof STAFF_CODES)[number]

/** Both reviewer ids of the specification mean Z; an unknown id means F, the least of all. */
export function roleCode(id: string | undefined): RoleCode {
  if (id === 'ROLE_MEMBERSHIP_REVIEWER') return 'Z'
  const known = ROLE_IDS.find((role) => role === id) // not a look-up by key: `toString` is no role
  return known === undefined ? 'F' : CODE_OF[known]
}

export function roleId(code: RoleCode): RoleId {
  const found = ROLE_IDS.find((id) => CODE_OF[id] === code)
  if (found === undefined) throw new Error(`No role id for ${code}`)
  return found
}

export const isStaff = (code: RoleCode): code is StaffCode => code !== 'F'

const DASHBOARD_SEGMENT: Readonly<Record<StaffCode, string>> = {
  A: 'admin',
  X: 'content',
  Y: 'moderator',
  Z: 'reviewer',
}

/** Address of a role's dashboard (spec staff §2): each role has its own and no other role may open it. */
export const dashboardPath = (code: StaffCode): string => `/${DASHBOARD_SEGMENT[code]}/dashboard`
