/** What staff may do with members (docs/spec/roles.md, 3; docs/spec/members.md, 4). */
import { describe, expect, test } from 'vitest'
import * as may from './member-permissions.ts'
import { ROLES, type Role } from './roles.ts'

const actor = (role: Role): may.Actor => ({ memberId: 1, role })
const other = (role: Role): may.Target => ({ memberId: 2, role })
const own = (role: Role): may.Target => ({ memberId: 1, role })
const rolesWith = (rule: (role: Role) => boolean): Role[] => ROLES.filter(rule)

const STAFF = ['admin', 'content', 'moderator', 'reviewer']
const NOT_ADMIN = ['content', 'moderator', 'reviewer', 'member']

describe.each([
  ['admin', { manages: ROLES, access: ROLES, creates: ROLES }],
  ['content', { manages: NOT_ADMIN, access: ['member'], creates: NOT_ADMIN }],
  ['moderator', { manages: [], access: [], creates: [] }],
  ['reviewer', { manages: [], access: [], creates: [] }],
  ['member', { manages: [], access: [], creates: [] }],
] as const)('the role %s', (role, { manages, access, creates }) => {
  test(`manages, deletes and sets the state of: ${manages.join(', ')}`, () => {
    expect(rolesWith((target) => may.canManageMember(actor(role), other(target)))).toEqual(manages)
    expect(rolesWith((target) => may.canChangeStatus(actor(role), other(target)))).toEqual(manages)
    expect(rolesWith((target) => may.canDeleteMember(actor(role), other(target)))).toEqual(manages)
  })

  test(`changes e-mail, phone and password of: ${access.join(', ')}`, () =>
    expect(rolesWith((target) => may.canChangeAccess(actor(role), other(target)))).toEqual(access))

  test(`creates: ${creates.join(', ')}`, () =>
    expect(rolesWith((created) => may.canCreateMember(actor(role), created))).toEqual(creates))

  test('sets neither the own role nor the own state, and does not delete the own account', () => {
    expect(rolesWith((given) => may.canGrantRole(actor(role), own(role), given))).toEqual([])
    expect(may.canChangeStatus(actor(role), own(role))).toBe(false)
    expect(may.canDeleteMember(actor(role), own(role))).toBe(false)
  })
})

test.each([
  ['admin', 'admin', ROLES],
  ['admin', 'reviewer', ROLES],
  ['admin', 'member', ROLES],
  ['content', 'admin', []],
  ['content', 'reviewer', ['content', 'moderator', 'reviewer']],
  ['content', 'member', NOT_ADMIN],
  ['moderator', 'member', []],
  ['reviewer', 'member', []],
  ['member', 'member', []],
] as const)('the role %s gives to another %s one of: %j', (role, target, given) =>
  expect(rolesWith((next) => may.canGrantRole(actor(role), other(target), next))).toEqual(given),
)

test('a member edits the own profile, not that of another', () => {
  expect(may.canEditOwnProfile(actor('member'), own('member'))).toBe(true)
  expect(may.canEditOwnProfile(actor('admin'), other('member'))).toBe(false)
})

test('staff review requests and edit reports, members do not', () => {
  expect(rolesWith((role) => may.canReviewRequests(actor(role)))).toEqual(STAFF)
  expect(rolesWith((role) => may.canEditReport(actor(role)))).toEqual(STAFF)
})
