import { describe, expect, it } from 'vitest'
import { ageOn, isCalendarDate } from '#shared/domain/people/birth-date.ts'
import { DEMO_ACCOUNTS } from './accounts.ts'
import { DEMO_TRIBES } from './names.ts'
import { demoMembers, type DemoMember } from './people.ts'
import { demoRequests } from './requests.ts'

const NOW = new Date('2026-11-21T09:30:00.000Z')
const NAME = /^[\p{Script=Latin}\p{Script=Arabic}\p{M} '’-]+$/u
const DAY_MS = 86_400_000

const members = demoMembers(NOW)
const requests = demoRequests(NOW)
const applicants = requests.map(({ applicant }) => applicant)
const everybody: readonly DemoMember[] = [...members, ...applicants]

const count = <T>(items: readonly T[], wanted: (item: T) => boolean): number =>
  items.filter(wanted).length
const distinct = (values: readonly unknown[]): number => new Set(values).size
const namesOf = (person: DemoMember): readonly string[] => [
  person.firstName,
  person.lastName,
  person.mothersFirstName,
  person.mothersLastName,
]

describe('demoMembers', () => {
  it('returns the same data twice, and the people do not change with the hour', () => {
    expect(demoMembers(NOW)).toEqual(members)
    const later = demoMembers(new Date('2026-11-22T20:00:00.000Z'))
    const undated = (people: readonly DemoMember[]): readonly DemoMember[] =>
      people.map((person) => ({ ...person, createdAt: '' }))
    expect(undated(later)).toEqual(undated(members))
  })

  it('has 250 people of distinct card number, address and telephone, applicants included', () => {
    expect(members).toHaveLength(250)
    expect(distinct(everybody.map(({ id }) => id))).toBe(everybody.length)
    expect(distinct(everybody.map(({ email }) => email))).toBe(everybody.length)
    expect(distinct(everybody.map(({ phone }) => phone))).toBe(everybody.length)
  })

  it('starts with the five accounts', () => {
    const accounts = members.slice(0, 5)
    expect(accounts.map(({ email }) => email)).toEqual(DEMO_ACCOUNTS.map(({ email }) => email))
    expect(accounts.map(({ id }) => id)).toEqual([
      10_000_001, 10_000_002, 10_000_003, 10_000_004, 10_000_005,
    ])
    expect(accounts.map(({ role }) => role)).toEqual([
      'ROLE_ADMIN',
      'ROLE_CONTENT_MANAGER',
      'ROLE_MODERATOR',
      'ROLE_REVIEWER',
      'ROLE_USER',
    ])
    expect(accounts.every(({ status, validated }) => status === 'active' && validated)).toBe(true)
    expect(accounts[2]?.firstName).toMatch(/^\p{Script=Arabic}+$/u)
    expect(accounts[4]?.firstName).toMatch(/^\p{Script=Latin}+$/u)
    expect(
      members.some(({ firstName, lastName }) => firstName === 'آمنة' && lastName === 'القمر'),
    ).toBe(true)
  })

  it('has one administrator, and only active staff', () => {
    expect(count(members, ({ role }) => role === 'ROLE_ADMIN')).toBe(1)
    expect(members.every(({ role, status }) => role === 'ROLE_USER' || status === 'active')).toBe(
      true,
    )
  })

  it('numbers the others upwards from 10004200, in the order in which they joined', () => {
    const others = members.slice(5)
    expect(others.every(({ id }) => id > 10_004_200 && id < 10_018_000)).toBe(true)
    expect(others.map(({ id }) => id)).toEqual(others.map(({ id }) => id).toSorted((a, b) => a - b))
    expect(others.map(({ createdAt }) => createdAt)).toEqual(
      others.map(({ createdAt }) => createdAt).toSorted(),
    )
  })

  it('shows every status, most of them active', () => {
    const active = count(members, ({ status }) => status === 'active') / members.length
    expect(active).toBeGreaterThan(0.82)
    expect(active).toBeLessThan(0.88)
    for (const status of ['inactive', 'banned', 'blocked'])
      expect(
        count(members, (member) => member.status === status),
        status,
      ).toBeGreaterThanOrEqual(6)
  })

  it.each([
    ['now', NOW],
    ['the first of January', new Date('2027-01-01T00:00:00Z')],
    ['the last of December', new Date('2027-12-31T23:59:59Z')],
  ])('has adults from 18 to 85 only: %s', (_, now) => {
    for (const { birthDate, email } of [
      ...demoMembers(now),
      ...demoRequests(now).map(({ applicant }) => applicant),
    ]) {
      expect(isCalendarDate(birthDate), email).toBe(true)
      expect(ageOn(birthDate, now), email).toBeGreaterThanOrEqual(18)
      expect(ageOn(birthDate, now), email).toBeLessThanOrEqual(85)
    }
  })

  it('joined within the last thirty months', () => {
    for (const { createdAt } of members) {
      const days = (NOW.getTime() - Date.parse(createdAt)) / DAY_MS
      expect(days).toBeGreaterThan(0)
      expect(days).toBeLessThan(913)
    }
  })

  it('uses addresses and telephone numbers that do not exist', () => {
    for (const { email, phone } of everybody) {
      expect(email).toMatch(/^[a-z0-9.]+@demo\.example$/)
      expect(phone).toMatch(/^\+(?:3319900\d{4}|3363998\d{4}|2499000\d{5})$/)
    }
  })

  it('fits the limits of the form', () => {
    for (const person of everybody) {
      expect(person.recommendedBy.length).toBeLessThanOrEqual(13)
      expect(person.numberOfKids).toBeGreaterThanOrEqual(0)
      expect(person.nationalities.length).toBeGreaterThan(0)
      expect(distinct(person.nationalities)).toBe(person.nationalities.length)
      for (const text of [
        person.currentCity,
        person.currentVillage,
        person.birthCity,
        person.birthVillage,
        person.occupation,
      ])
        expect(text).not.toBe('')
    }
  })

  it('names invented tribes only', () => {
    expect(DEMO_TRIBES).toHaveLength(12)
    expect(distinct(members.map(({ tribe }) => tribe))).toBe(12)
    for (const { tribe } of everybody) expect(tribe).toMatch(/^Demo tribe (?:0[1-9]|1[0-2])$/)
  })
})

describe('the names', () => {
  it('are made of letters, blanks, hyphens and apostrophes, composed and without stray blanks', () => {
    for (const name of everybody.flatMap(namesOf)) {
      expect(name).toMatch(NAME)
      expect(name).toBe(name.normalize('NFC').replace(/\s+/g, ' ').trim())
    }
  })

  it('are distinct as full names', () => {
    expect(distinct(everybody.map(({ firstName, lastName }) => `${firstName} ${lastName}`))).toBe(
      everybody.length,
    )
  })

  it.each([
    ['Arabic script', /^\p{Script=Arabic}/u, 60],
    ['Latin script', /^\p{Script=Latin}/u, 100],
    ['an accent', /[éèêëïôöçœ]/iu, 20],
    ['an apostrophe', /['’]/u, 6],
    ['a hyphen', /-/u, 10],
    ['forty characters or more', /^.{40,}$/u, 4],
    ['five characters or fewer', /^.{1,5}$/u, 4],
    ['both scripts', /\p{Script=Arabic}.*\p{Script=Latin}|\p{Script=Latin}.*\p{Script=Arabic}/u, 2],
    ['Arabic vowel marks', /\p{Script=Arabic}\p{M}/u, 2],
  ])('include some with %s', (_, pattern, atLeast) => {
    expect(
      count(members, ({ firstName, lastName }) => pattern.test(`${firstName} ${lastName}`)),
    ).toBeGreaterThanOrEqual(atLeast)
  })
})

describe('demoRequests', () => {
  it('returns the same data twice', () => expect(demoRequests(NOW)).toEqual(requests))

  it('has thirty, in every state', () => {
    expect(requests).toHaveLength(30)
    expect(count(requests, ({ status }) => status === 'pending')).toBe(12)
    for (const status of ['approved', 'rejected', 'blocked', 'active', 'inactive'])
      expect(
        count(requests, (request) => request.status === status),
        status,
      ).toBeGreaterThanOrEqual(2)
  })

  it('has a decision time after its creation and before now when it is not pending', () => {
    for (const request of requests) {
      const { status, decidedBy, decidedAt, approverComment, createdAt, applicant } = request
      expect(decidedBy === null).toBe(status === 'pending')
      expect(approverComment === '').toBe(status === 'pending')
      expect(applicant.validated).toBe(status === 'approved' || status === 'active')
      if (decidedAt === null) continue
      expect(decidedAt > createdAt && decidedAt < NOW.toISOString()).toBe(true)
    }
  })

  it('comes newest first, with pending requests in every language', () => {
    expect(requests.map(({ createdAt }) => createdAt)).toEqual(
      requests
        .map(({ createdAt }) => createdAt)
        .toSorted()
        .toReversed(),
    )
    expect(
      new Set(
        requests
          .filter(({ status }) => status === 'pending')
          .map(({ applicant }) => applicant.language),
      ),
    ).toEqual(new Set(['en', 'ar', 'fr']))
  })
})
