/** Who may make two records one, and which two (docs/spec/members.md, 12). */
import { describe, expect, test } from 'vitest'
import { FIELD_NAMES } from '../people/member-fields.ts'
import type { Actor } from '../people/member-permissions.ts'
import { ROLES, type Role } from '../people/roles.ts'
import { canMergeInto, MERGE_CHOICES, mergeRefusals, type MergeSide } from './merge-rules.ts'

const admin: Actor = { memberId: 1, role: 'admin' }
const content: Actor = { memberId: 1, role: 'content' }
const side = (change: Partial<MergeSide> = {}): MergeSide => ({
  memberId: 2,
  role: 'member',
  status: 'active',
  validated: true,
  held: false,
  uploading: false,
  claimed: false,
  ...change,
})
const refused = (
  stays: Partial<MergeSide>,
  ends: Partial<MergeSide>,
  actor = admin,
  sharesAssembly = false,
) =>
  mergeRefusals(actor, { stays: side(stays), ends: side({ memberId: 3, ...ends }) }, sharesAssembly)

describe('a merge', () => {
  test('of two members is allowed, of an applicant into a member as well', () => {
    expect(refused({}, {})).toEqual([])
    expect(refused({}, { validated: false, status: 'inactive' })).toEqual([])
    expect(refused({ status: 'inactive' }, {}, content)).toEqual([])
  })
  test.each<[string, Partial<MergeSide>, Partial<MergeSide>, string[]]>([
    ['the own record stays', { memberId: 1 }, {}, ['own']],
    ['the own record ends', {}, { memberId: 1 }, ['own']],
    ['a colleague stays', { role: 'admin' }, {}, ['role']],
    ['a reviewer ends', {}, { role: 'reviewer' }, ['staff']],
    ['a banned one stays', { status: 'banned' }, {}, ['barred']],
    ['a suspended one ends', {}, { status: 'blocked' }, ['barred']],
    ['an applicant stays', { validated: false }, {}, ['no-member']],
    ['a held one stays', { held: true }, {}, ['held']],
    ['a held one ends', {}, { held: true }, ['held']],
    ['evidence is sent from the one that ends', {}, { uploading: true }, ['uploads']],
    ['a colleague has its request', {}, { claimed: true }, ['claimed']],
  ])('is refused where %s', (_, stays, ends, reasons) =>
    expect(refused(stays, ends)).toEqual(reasons),
  )
  test('is refused where both took part in one assembly', () =>
    expect(refused({}, {}, admin, true)).toEqual(['assembly']))
  test('names every reason', () =>
    expect(refused({ held: true }, { role: 'moderator', uploading: true })).toEqual([
      'staff',
      'held',
      'uploads',
    ]))
})

test('the record that stays has a role below the one of the actor, who may change its sign-in', () => {
  const may = (actor: Role): Role[] =>
    ROLES.filter((role) => canMergeInto({ memberId: 1, role: actor }, { memberId: 2, role }))
  expect(may('admin')).toEqual(['content', 'moderator', 'reviewer', 'member'])
  expect(may('content')).toEqual(['member'])
  for (const role of ['moderator', 'reviewer', 'member'] as const) expect(may(role)).toEqual([])
  expect(canMergeInto(admin, { memberId: 1, role: 'member' })).toBe(false)
})

test('every field of a member can be chosen, after the pictures', () =>
  expect(MERGE_CHOICES).toEqual(['portrait', 'documents', ...FIELD_NAMES]))
