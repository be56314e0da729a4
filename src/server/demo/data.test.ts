import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { ageOn, isCalendarDate } from '#shared/domain/people/birth-date.ts'
import { DEMO_ACCOUNTS } from './accounts.ts'
import { readDemo, readPicture } from './data.ts'
import { identityFront } from './identity-document.ts'

const FOLDER = join(import.meta.dirname, '../../../resources/demo')
const NAME = /^[\p{Script=Latin}\p{Script=Arabic}\p{M} '’-]+$/u
const ARABIC = /\p{Script=Arabic}/u

const { members, requests, reports, claims, donations } = readDemo()
const everybody = [...members, ...requests.map(({ applicant }) => applicant)]
const evidence = reports.flatMap((report) => report.evidence)
const distinct = (values: readonly unknown[]): number => new Set(values).size
const countBy = (values: readonly string[]) =>
  Object.fromEntries(
    [...new Set(values)].map((value) => [value, values.filter((one) => one === value).length]),
  )

describe('the people', () => {
  it('are 250 members and 30 applicants of distinct number, name, address and telephone', () => {
    expect([members.length, requests.length]).toEqual([250, 30])
    for (const value of ['id', 'email', 'phone'] as const)
      expect(distinct(everybody.map((person) => person[value])), value).toBe(280)
    expect(distinct(everybody.map(({ firstName, lastName }) => `${firstName} ${lastName}`))).toBe(
      280,
    )
  })

  it('begin with the five accounts, of which one is the only administrator', () => {
    const accounts = members.slice(0, 5)
    expect(accounts.map(({ email }) => email)).toEqual(DEMO_ACCOUNTS.map(({ email }) => email))
    expect(accounts.map(({ id, role }) => [id, role])).toEqual([
      [10_000_001, 'ROLE_ADMIN'],
      [10_000_002, 'ROLE_CONTENT_MANAGER'],
      [10_000_003, 'ROLE_MODERATOR'],
      [10_000_004, 'ROLE_REVIEWER'],
      [10_000_005, 'ROLE_USER'],
    ])
    expect(members.filter(({ role }) => role === 'ROLE_ADMIN')).toHaveLength(1)
    expect(members.every(({ role, status }) => role === 'ROLE_USER' || status === 'active')).toBe(
      true,
    )
  })

  it('are plainly made up: address, telephone, tribe and invitation exist nowhere', () => {
    for (const { email, phone, details } of everybody) {
      expect(email).toMatch(/^[a-z0-9.]+@demo\.example$/)
      // Numbers kept free for works of fiction; Sudan keeps none, and 9000xxxxx looks made up.
      expect(phone).toMatch(/^\+(?:3319900\d{4}|3363998\d{4}|2499000\d{5})$/)
      // No real tribe: that would put a group of a civil war next to a status such as "banned".
      expect(details.tribe).toMatch(
        /^(?:Demo tribe|Tribu de démonstration|قبيلة تجريبية) (?:0[1-9]|1[0-2])$/,
      )
      expect(details.recommended_by).toMatch(/^DEMO-T\d\d-\d{3}$/)
    }
  })

  it('were adults when they were invented, and show every status', () => {
    for (const { email, details } of everybody) {
      expect(isCalendarDate(details.birth_date), email).toBe(true)
      expect(ageOn(details.birth_date, new Date('2026-11-28')), email).toBeGreaterThanOrEqual(18)
    }
    expect(countBy(members.map(({ status }) => status))).toEqual({
      active: 214,
      inactive: 15,
      banned: 10,
      blocked: 11,
    })
    expect(countBy(requests.map(({ status }) => status))).toEqual({
      pending: 12,
      approved: 6,
      rejected: 5,
      blocked: 2,
      active: 3,
      inactive: 2,
    })
  })

  it('have names of both scripts, composed and without stray blanks', () => {
    const names = everybody.flatMap(({ firstName, lastName, details }) => [
      firstName,
      lastName,
      details.mothers_first_name ?? '',
      details.mothers_last_name ?? '',
    ])
    for (const name of names) {
      expect(name).toMatch(NAME)
      expect(name).toBe(name.normalize('NFC').replace(/\s+/g, ' ').trim())
    }
    expect(members.filter(({ firstName }) => ARABIC.test(firstName)).length).toBeGreaterThan(60)
  })

  it('have faces, of which none is left over', () => {
    expect(readdirSync(join(FOLDER, 'faces'))).toEqual(
      [...new Set(everybody.map(({ face }) => `${face}.webp`))].toSorted(),
    )
    for (const { face, details } of everybody)
      expect(face.startsWith(details.sex === 'f' ? 'woman' : 'man')).toBe(true)
  })

  it('have identity documents with their names on a form that says SPECIMEN', async () => {
    const [one, other] = requests.map(({ applicant }) => applicant)
    if (one?.document === undefined || other === undefined) throw new Error('nobody applies')
    const face = await readPicture(`faces/${one.face}.webp`)
    const drawn = await identityFront(one, one.document, face)
    expect(await sharp(drawn).metadata()).toMatchObject({ width: 856, height: 540 })
    expect(await identityFront(other, one.document, face)).not.toEqual(drawn)
    for (const { document } of requests.map(({ applicant }) => applicant))
      expect(document?.surname).toMatch(/^[\p{Script=Latin} '’-]+$/u)
  })
})

describe('the reports and messages', () => {
  it('are forty reports in every status, with evidence of both types, and eight messages', () => {
    expect(countBy(reports.map(({ words }) => words.status))).toEqual({
      'not verified': 13,
      'under review': 9,
      verified: 13,
      rejected: 5,
    })
    expect(countBy(claims.map(({ status }) => status))).toEqual({
      open: 4,
      resolved: 2,
      rejected: 2,
    })
    expect(evidence).toHaveLength(58)
    for (const { note, status } of claims) expect(note === '').toBe(status === 'open')
  })

  it('and pledges in every status, of which the confirmed ones say what arrived', () => {
    expect(countBy(donations.map(({ status }) => status))).toEqual({
      confirmed: 11,
      cancelled: 2,
      pledged: 5,
    })
    for (const { member, email = '', status, receivedCents, decidedAfterDays } of donations) {
      expect(member === null || members.some(({ id }) => id === member)).toBe(true)
      expect(email).toMatch(/^$|@demo\.example$/)
      expect(receivedCents === null).toBe(status !== 'confirmed')
      expect(decidedAfterDays === null).toBe(status === 'pledged')
    }
  })

  it('come from members, and name places no finer than a city', () => {
    for (const { reporter, words } of reports) {
      expect(members.some(({ id }) => id === reporter)).toBe(true)
      expect(Object.values(words).slice(0, -1)).not.toContain('')
      expect(words.google_map_link).toMatch(
        /^https:\/\/www\.google\.com\/maps\?q=-?\d+(\.\d{1,2})?,-?\d+(\.\d{1,2})?$/,
      )
    }
  })

  it('have evidence that is there, of which none is left over', () => {
    expect(readdirSync(join(FOLDER, 'evidence'))).toEqual(
      [...new Set(evidence.map(({ file }) => file))].toSorted(),
    )
    expect(existsSync(join(FOLDER, 'document/back.webp'))).toBe(true)
  })
})
