/** Who may do what to which row. The API suites test the routes; here stands each rule alone, with its limits. */
import { describe, expect, test } from 'vitest'
import type { MemberChange } from '#shared/contract/users.ts'
import type { Actor, Target } from '#shared/domain/people/member-permissions.ts'
import { ROLES, type Role } from '#shared/domain/people/roles.ts'
import { REPORT_STATUSES } from '#shared/domain/report/report-rules.ts'
import type { Caller } from '../http/principal/caller.ts'
import * as card from './cards/policy.ts'
import * as kiosk from './devices/policy.ts'
import * as events from './events/policy.ts'
import * as uploads from './files/policy.ts'
import type { MemberRow } from './members/member-repository.ts'
import * as users from './members/policy.ts'
import * as portraits from './portraits/policy.ts'
import * as reports from './reports/policy.ts'
import * as requests from './requests/policy.ts'
import * as auth from './sessions/policy.ts'
import * as stats from './stats/policy.ts'

const as = (role: Role, memberId = 1): Caller => ({
  kind: 'member',
  memberId,
  role,
  sessionId: 's',
  factor: 'free',
})
const rolesWith = (rule: (role: Role) => boolean): Role[] => ROLES.filter(rule)
const STAFF: readonly Role[] = ['admin', 'content', 'moderator', 'reviewer']
const MANAGERS: readonly Role[] = ['admin', 'content']

const NOW = '2026-05-10T12:00:00.000Z'
const clock = { now: () => new Date(NOW) }
const hoursFromNow = (hours: number): string =>
  new Date(Date.parse(NOW) + hours * 3_600_000).toISOString()

test('a member ends the own sessions only', () => {
  expect(auth.mayEndSession(as('admin', 1), { member_id: 1 })).toBe(true)
  expect(auth.mayEndSession(as('admin', 1), { member_id: 2 })).toBe(false)
})

describe('events', () => {
  test('drafts exist for managers only', () => {
    expect(rolesWith((role) => events.seesDrafts(as(role)))).toEqual(MANAGERS)
    expect(events.seesDrafts(undefined)).toBe(false)
    expect(events.maySee(undefined, { status: 'draft' })).toBe(false)
    expect(events.maySee(as('reviewer'), { status: 'draft' })).toBe(false)
    expect(events.maySee(as('content'), { status: 'draft' })).toBe(true)
    expect(events.maySee(undefined, { status: 'published' })).toBe(true)
  })

  test('numbers of registrations are for staff', () => {
    expect(rolesWith((role) => events.seesCounts(as(role)))).toEqual(STAFF)
    expect(events.seesCounts(undefined)).toBe(false)
  })

  test('door staff see the attendance from a day before the event until a day after it', () => {
    const sees = (role: Role, starts: number, ends: number): boolean =>
      events.seesPeople(
        as(role),
        { starts_at: hoursFromNow(starts), ends_at: hoursFromNow(ends) },
        clock,
      )
    expect(sees('moderator', 24, 26)).toBe(true)
    expect(sees('moderator', 24.1, 26)).toBe(false)
    expect(sees('moderator', -30, -24)).toBe(true)
    expect(sees('moderator', -30, -24.1)).toBe(false)
    expect(sees('content', 1_000, 1_002)).toBe(true)
    expect(sees('admin', -1_002, -1_000)).toBe(true)
  })

  test('an event takes registrations while it is published and not over', () => {
    const takes = (status: 'published' | 'draft' | 'cancelled', ends: number): boolean =>
      events.takesRegistrations({ status, ends_at: hoursFromNow(ends) }, NOW)
    expect(takes('published', 1)).toBe(true)
    expect(takes('published', 0)).toBe(false)
    expect(takes('draft', 1)).toBe(false)
    expect(takes('cancelled', 1)).toBe(false)
    expect(events.isOver({ ends_at: NOW }, NOW)).toBe(true)
    expect(events.isOver({ ends_at: hoursFromNow(1) }, NOW)).toBe(false)
  })

  test('a published event does not become a draft again', () => {
    expect(events.goesBackToDraft({ status: 'published' }, 'draft')).toBe(true)
    expect(events.goesBackToDraft({ status: 'draft' }, 'draft')).toBe(false)
    expect(events.goesBackToDraft({ status: 'published' }, 'cancelled')).toBe(false)
  })
})

test.each([
  ['events', events.isStale],
  ['reports', reports.isStale],
])('%s: an older version is stale, a call without a version is not', (_feature, isStale) => {
  expect(isStale(1, { version: 2 })).toBe(true)
  expect(isStale(2, { version: 2 })).toBe(false)
  expect(isStale(undefined, { version: 2 })).toBe(false)
})

describe('devices at the door', () => {
  const device = {
    kind: 'device',
    deviceId: 'd',
    eventId: 'e1',
    name: 'Gate',
    enrolledBy: 10_000_001,
  } as const

  test('a device works for its own event only, a member for each', () => {
    expect(kiosk.isOwnEvent(device, 'e1')).toBe(true)
    expect(kiosk.isOwnEvent(device, 'e2')).toBe(false)
    expect(kiosk.isOwnEvent(as('reviewer'), 'e2')).toBe(true)
  })

  test('managers end each device, others the ones that they enrolled', () => {
    expect(kiosk.mayManageDevice(as('content', 1), { enrolled_by: 2 })).toBe(true)
    expect(kiosk.mayManageDevice(as('reviewer', 1), { enrolled_by: 1 })).toBe(true)
    expect(kiosk.mayManageDevice(as('reviewer', 1), { enrolled_by: 2 })).toBe(false)
    expect(kiosk.mayManageDevice(as('reviewer', 1), { enrolled_by: null })).toBe(false)
  })

  test('a published event takes devices until a day after its end', () => {
    const takes = (status: 'published' | 'draft', ends: number): boolean =>
      kiosk.takesDevices({ status, ends_at: hoursFromNow(ends) }, clock.now())
    expect(takes('published', -23.9)).toBe(true)
    expect(takes('published', -24)).toBe(false)
    expect(takes('draft', 5)).toBe(false)
  })

  test('a device is active until it is revoked, ended, expired or loses its staff member', () => {
    const active = {
      expires_at: hoursFromNow(1),
      revoked_at: null,
      ended_at: null,
      role: 'ROLE_REVIEWER',
      status: 'active',
    } as const
    const state = (change: Partial<Parameters<typeof kiosk.deviceState>[0]>) =>
      kiosk.deviceState({ ...active, ...change }, NOW)
    expect(state({})).toBe('active')
    expect(state({ revoked_at: NOW, ended_at: NOW, expires_at: NOW })).toBe('revoked')
    expect(state({ ended_at: NOW, expires_at: NOW })).toBe('ended')
    expect(state({ expires_at: NOW })).toBe('expired')
    expect(state({ role: null })).toBe('revoked')
    expect(state({ status: null })).toBe('revoked')
    expect(state({ status: 'banned' })).toBe('revoked')
    expect(state({ role: 'ROLE_USER' })).toBe('revoked')
  })
})

test('no member decides on the own portrait', () => {
  expect(portraits.decidingRefusal(as('admin', 1), 1)).toBe('own-account-protected')
  expect(portraits.decidingRefusal(as('reviewer', 1), 2)).toBeUndefined()
})

describe('reports', () => {
  const held = {
    held_at: NOW,
    contested_at: null,
    status: 'not verified',
    reporter_id: 7,
  } as const

  test('a report that waits for staff is read by staff and its reporter', () => {
    expect(rolesWith((role) => reports.mayRead(as(role), held))).toEqual(STAFF)
    expect(reports.mayRead(as('member', 7), held)).toBe(true)
    expect(reports.mayRead(as('member', 8), held)).toBe(false)
    expect(reports.mayRead(undefined, held)).toBe(false)
    expect(reports.mayRead(undefined, { ...held, reporter_id: null })).toBe(false)
    expect(reports.mayRead(undefined, { ...held, held_at: null })).toBe(true)
    expect(reports.mayRead(undefined, { ...held, status: 'verified' })).toBe(true)
    expect(reports.mayRead(undefined, { ...held, status: 'verified', contested_at: NOW })).toBe(
      false,
    )
  })

  test('withheld fields are for staff', () => {
    expect(rolesWith((role) => reports.seesEverything(as(role)))).toEqual(STAFF)
    expect(reports.seesEverything(undefined)).toBe(false)
  })

  test('the reporter adds evidence until a reviewer begins, staff always', () => {
    const may = (caller: Caller, status: string): boolean =>
      reports.mayAddEvidence(caller, { reporter_id: 7, status })
    expect(may(as('member', 7), 'not verified')).toBe(true)
    expect(may(as('member', 7), 'under verification')).toBe(false)
    expect(may(as('member', 8), 'not verified')).toBe(false)
    expect(may(as('reviewer', 8), 'verified')).toBe(true)
  })

  test('a witness adds to the own report until it is decided', () => {
    const open = REPORT_STATUSES.filter((status) =>
      reports.mayAddToWitnessReport({ witness: 1, status }),
    )
    expect(open).toEqual(['not verified', 'under review'])
    for (const status of REPORT_STATUSES)
      expect(reports.mayAddToWitnessReport({ witness: 0, status }), status).toBe(false)
  })

  test('what a witness sent shows its day alone', () => {
    expect(reports.publicInstant({ witness: 1 }, NOW)).toBe('2026-05-10T00:00:00.000Z')
    expect(reports.publicInstant({ witness: 0 }, NOW)).toBe(NOW)
  })

  test('a report is open until it is verified or rejected', () => {
    expect(REPORT_STATUSES.filter((status) => reports.isOpen({ status }))).toEqual([
      'not verified',
      'under review',
    ])
  })
})

describe('a new card', () => {
  const member = { memberId: 7, role: 'member' } as const
  const administrator = { memberId: 8, role: 'admin' } as const

  test('is for the own card, and for managers', () => {
    expect(card.reissueRefusal(as('member', 7), member)).toBeUndefined()
    expect(rolesWith((role) => card.reissueRefusal(as(role), member) === undefined)).toEqual(
      MANAGERS,
    )
    expect(card.reissueRefusal(as('content'), administrator)).toBe('administrator-protected')
    expect(card.reissueRefusal(as('reviewer'), member)).toBe('forbidden')
  })

  test('of an unknown number is refused as that of a known one', () => {
    for (const role of ROLES)
      expect(card.reissueRefusal(as(role), undefined), role).toBe(
        MANAGERS.includes(role) ? 'not-found' : 'forbidden',
      )
  })
})

describe('registration requests', () => {
  test('only an applicant is deleted with the request', () => {
    const applicant = { validated: 0, status: 'inactive', role: 'ROLE_USER' } as const
    expect(requests.isApplicant(applicant)).toBe(true)
    expect(requests.isApplicant({ ...applicant, validated: 1 })).toBe(false)
    expect(requests.isApplicant({ ...applicant, status: 'banned' })).toBe(false)
    expect(requests.isApplicant({ ...applicant, role: 'ROLE_REVIEWER' })).toBe(false)
  })

  test('a decision starts from listed states', () => {
    expect(requests.STATES_BEFORE).toEqual({
      approved: ['inactive', 'active'],
      rejected: ['inactive'],
    })
    expect(rolesWith(requests.seesDecided)).toEqual(MANAGERS)
  })
})

test('numbers of members are for managers, amounts of money for administrators', () => {
  expect(rolesWith(stats.seesMemberNumbers)).toEqual(MANAGERS)
  expect(rolesWith(stats.seesPledgeNumbers)).toEqual(['admin'])
})

describe('uploads', () => {
  const ticket = { kind: 'ticket', id: 't', emailKey: 'a@test.example' } as const

  test('an applicant uploads the fields of a registration only', () => {
    expect(uploads.mayUpload(ticket, 'reqProfile')).toBe(true)
    expect(uploads.mayUpload(ticket, 'wldProfile')).toBe(false)
    expect(uploads.mayUpload(ticket, 'report1')).toBe(false)
  })

  test('a member uploads all other fields, a manager both', () => {
    expect(uploads.mayUpload(as('member'), 'wldProfile')).toBe(true)
    expect(rolesWith((role) => uploads.mayUpload(as(role), 'reqProfile'))).toEqual(MANAGERS)
  })

  test('a field has a known name', () => {
    expect(['wldProfile', 'report', 'report7', 'report42'].every(uploads.isUploadField)).toBe(true)
    expect(['report123', 'xreport', 'other', ''].some(uploads.isUploadField)).toBe(false)
    expect(uploads.isReportField('reqProfile')).toBe(false)
    expect(uploads.isReportField('report42')).toBe(true)
  })
})

describe('members', () => {
  const target = (role: Role, memberId = 2) => ({ memberId, role })
  const refusal = (
    actor: Caller,
    to: ReturnType<typeof target>,
    change: MemberChange,
  ): string | undefined =>
    users.changeRefusal(actor, to, change, Object.keys(change) as (keyof MemberChange)[])

  test('managing others is for managers; a content manager is told that the target is an administrator', () => {
    expect(users.managingRefusal(as('admin'), target('admin'))).toBeUndefined()
    expect(users.managingRefusal(as('content'), target('moderator'))).toBeUndefined()
    expect(users.managingRefusal(as('content'), target('admin'))).toBe('administrator-protected')
    expect(users.managingRefusal(as('reviewer'), target('admin'))).toBe('forbidden')
    expect(users.managingRefusal(as('moderator'), target('member'))).toBe('forbidden')
  })

  test('no one deletes the own account as a manager', () => {
    expect(users.deletingRefusal(as('admin', 1), target('admin', 1))).toBe('own-account-protected')
    expect(users.deletingRefusal(as('admin', 1), target('admin', 2))).toBeUndefined()
    expect(users.deletingRefusal(as('reviewer', 1), target('member', 2))).toBe('forbidden')
  })

  test('own fields: profile and secured ones, but neither role nor status', () => {
    const own = target('admin', 1)
    expect(refusal(as('admin', 1), own, { role: 'ROLE_USER' })).toBe('own-account-protected')
    expect(refusal(as('admin', 1), own, { status: 'banned' })).toBe('own-account-protected')
    expect(
      refusal(as('member', 1), target('member', 1), { currentCity: 'Lyon', email: 'a@b.example' }),
    ).toBeUndefined()
    expect(refusal(as('member', 1), target('member', 1), { firstName: 'Amna' })).toBe('forbidden')
    expect(refusal(as('admin', 1), own, { firstName: 'Amna' })).toBeUndefined()
  })

  test('fields of others, by a content manager', () => {
    const content = as('content')
    expect(refusal(content, target('member'), { email: 'a@b.example' })).toBeUndefined()
    expect(refusal(content, target('reviewer'), { email: 'a@b.example' })).toBe('staff-protected')
    expect(refusal(content, target('reviewer'), { firstName: 'Amna' })).toBeUndefined()
    expect(refusal(content, target('reviewer'), { status: 'banned' })).toBeUndefined()
    expect(refusal(content, target('reviewer'), { role: 'ROLE_USER' })).toBe('staff-protected')
    expect(refusal(content, target('member'), { role: 'ROLE_ADMIN' })).toBe(
      'administrator-protected',
    )
    expect(refusal(content, target('member'), { role: 'ROLE_REVIEWER' })).toBeUndefined()
    expect(refusal(content, target('admin'), { firstName: 'Amna' })).toBe('administrator-protected')
    expect(refusal(as('admin'), target('admin'), { role: 'ROLE_USER' })).toBeUndefined()
  })

  test('only fields that differ from the row are changes', () => {
    const row = {
      id: 2,
      email_key: 'amna@test.example',
      phone: '+249912345678',
      role: 'ROLE_USER',
      status: 'active',
      first_name: 'Amna',
      sex: '',
      card_photo_file: 'portrait',
      pending_photo_file: 'waits',
      id_front_file: 'front',
      id_back_file: null,
      language: 'en',
      newsletter: 1,
    } as unknown as MemberRow // the fields that are compared
    const changed = (change: MemberChange) =>
      users.fieldsOf(users.changesOf(row, ['SD', 'FR'], change))
    const same = {
      email: ' Amna@Test.example ',
      phone: '+249 912 345 678',
      role: 'ROLE_USER',
      status: 'active',
    } as const
    expect(changed(same)).toEqual([])
    expect(changed({ ...same, firstName: 'Hawa' })).toEqual(['firstName'])
    expect(
      changed({
        email: 'other@test.example',
        phone: '+249900000000',
        role: 'ROLE_ADMIN',
        status: 'banned',
      }),
    ).toEqual(['email', 'phone', 'role', 'status'])
    expect(changed({ email: undefined })).toEqual([])
    // A row of the list, sent back whole.
    expect(
      changed({
        ...same,
        firstName: 'Amna',
        nationalities: ['FR', 'SD'],
        wldCardPhoto: 'portrait',
        photoUrl: 'waits',
        idProofPhotoFront: 'front',
        language: 'en',
        newsletter: true,
      }),
    ).toEqual([])
    expect(
      changed({
        nationalities: ['SD'],
        wldCardPhoto: 'other',
        idProofPhotoBack: 'front',
        newsletter: false,
        sex: 'f',
      }),
    ).toEqual(['nationalities', 'wldCardPhoto', 'idProofPhotoBack', 'newsletter', 'sex'])
    expect(users.targetOf(row)).toEqual({ memberId: 2, role: 'member' })
  })

  test('secured fields need the password, own contacts a code as well', () => {
    const own = target('member', 1)
    const proofs = (who: Actor, whom: Target, ...fields: (keyof MemberChange)[]) => {
      const { password, contact } = users.proofsNeeded(who, whom, {}, fields)
      return { password, contact }
    }
    expect(proofs(as('member', 1), own, 'currentCity')).toEqual({ password: false, contact: [] })
    expect(proofs(as('member', 1), own, 'email', 'phone', 'password')).toEqual({
      password: true,
      contact: ['email', 'phone'],
    })
    const open = { password: false, contact: [] }
    const closed = { password: true, contact: [] }
    expect(proofs(as('admin', 1), target('member'), 'firstName')).toEqual(open)
    expect(proofs(as('admin', 1), target('member'), 'email')).toEqual(closed)
    expect(proofs(as('admin', 1), target('member'), 'role')).toEqual(closed)
  })

  test.each([
    ['member', 'banned', ['status'], true],
    ['member', 'active', ['status'], true],
    ['member', 'banned', ['status', 'firstName'], false],
    ['member', 'banned', ['role'], false],
    ['moderator', 'blocked', ['status'], true],
    ['moderator', 'active', ['status'], false], // it would open an account of staff
    ['admin', 'banned', ['status'], false],
  ] as const)('of a %s, to %s, %j: a single act is %s', (role, status, fields, isSingleAct) => {
    expect(users.proofsNeeded(as('admin', 1), target(role), { status }, fields)).toMatchObject({
      password: true,
      isSingleAct,
    })
  })
})
