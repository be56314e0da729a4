import { describe, expect, it } from 'vitest'
import { demoClaims } from './content.ts'
import { demoMembers } from './people.ts'
import { demoReports, type DemoReport } from './reports.ts'

const NOW = new Date('2026-11-21T09:30:00.000Z')
const reports = demoReports(NOW)
const evidence = reports.flatMap((report) => report.evidence)
const count = (wanted: (report: DemoReport) => boolean): number => reports.filter(wanted).length
const ARABIC = /\p{Script=Arabic}/u

describe('demoReports', () => {
  it('returns the same data twice', () => expect(demoReports(NOW)).toEqual(reports))

  it('has forty, newest first, in every category, status and language', () => {
    expect(reports).toHaveLength(40)
    expect(reports.map(({ createdAt }) => createdAt)).toEqual(
      reports
        .map(({ createdAt }) => createdAt)
        .toSorted()
        .toReversed(),
    )
    for (const category of [
      'racial-incitement',
      'military-attacks',
      'civil-rights',
      'physical-violence',
      'war-crimes',
    ])
      expect(
        count((report) => report.category === category),
        category,
      ).toBeGreaterThanOrEqual(6)
    for (const status of ['not verified', 'under review', 'verified', 'rejected'])
      expect(
        count((report) => report.status === status),
        status,
      ).toBeGreaterThanOrEqual(4)
    for (const language of ['en', 'ar', 'fr'])
      expect(
        count((report) => report.language === language),
        language,
      ).toBeGreaterThanOrEqual(10)
  })

  it('leaves no required field empty and keeps descriptions to 100-900 characters', () => {
    for (const report of reports) {
      expect(report.description.length).toBeGreaterThanOrEqual(100)
      expect(report.description.length).toBeLessThanOrEqual(900)
      for (const field of [
        'type',
        'country',
        'city',
        'actor',
        'actorName',
        'actorDesc',
        'actorAccount',
        'victim',
      ] as const)
        expect(report[field], field).not.toBe('')
      expect(report.googleMapLink).toMatch(
        /^https:\/\/www\.google\.com\/maps\?q=-?\d+(\.\d{1,2})?,-?\d+(\.\d{1,2})?$/,
      )
      expect(report.verified).toBe(report.status === 'verified')
      expect(ARABIC.test(report.description)).toBe(report.language === 'ar')
      expect(report.createdAt < NOW.toISOString()).toBe(true)
    }
  })

  it('is reported by active members, some by member@demo.example', () => {
    const members = demoMembers(NOW)
    for (const { reporterIndex } of reports) expect(members[reporterIndex]).toBeDefined()
    expect(
      count(({ reporterIndex }) => members[reporterIndex]?.email === 'member@demo.example'),
    ).toBeGreaterThanOrEqual(3)
  })

  it('carries up to four pieces of evidence of both types, some with a description over 150 characters', () => {
    expect(new Set(reports.map((report) => report.evidence.length))).toEqual(
      new Set([0, 1, 2, 3, 4]),
    )
    expect(new Set(evidence.map(({ evidenceType }) => evidenceType))).toEqual(
      new Set(['image', 'document']),
    )
    expect(
      evidence.filter(({ description }) => description.length > 150).length,
    ).toBeGreaterThanOrEqual(4)
    expect(evidence.every(({ uploadedAt }) => uploadedAt <= NOW.toISOString())).toBe(true)
  })
})

describe('contact messages', () => {
  it('has eight contact messages with every subject and status', () => {
    const claims = demoClaims(NOW)
    expect(claims).toHaveLength(8)
    expect(new Set(claims.map(({ subject }) => subject))).toEqual(
      new Set(['violation', 'information', 'help', 'query', 'urgent']),
    )
    expect(new Set(claims.map(({ status }) => status))).toEqual(
      new Set(['open', 'resolved', 'rejected']),
    )
    for (const { status, note, phone } of claims) {
      expect(note === '').toBe(status === 'open')
      expect(phone).toMatch(/^\+3319900\d{4}$/)
    }
  })
})
