import { expect, test } from 'vitest'
import type { ScanResult } from '#shared/contract/desktop/ipc-desktop.ts'
import { LOOKS } from '../../../parts/card-check/result/looks.ts'
import { viewOf } from './view.ts'

const AT = '2026-05-03T17:04:00.000Z'
const result = (wish: Partial<ScanResult> = {}): ScanResult => ({
  verdict: 'VALID',
  reason: 'signed',
  source: 'online',
  cardId: 'WLD_10004217',
  name: 'Amna Idris',
  dob: '1990-01-01',
  role: null,
  status: 'active',
  photoUrl: '/api/file/1',
  memberSince: null,
  expiresAt: null,
  listAgeS: null,
  checkIn: { kind: 'recorded', id: 'a', at: AT },
  checkedAt: AT,
  ...wish,
})

test('a scan is shown with the look of its result and the person to compare with', () => {
  expect(viewOf(result(), Date.parse(AT))).toEqual({
    outcome: 'VALID',
    look: LOOKS.VALID,
    shownAt: new Date(AT),
    person: {
      name: 'Amna Idris',
      birthDate: '1990-01-01',
      cardId: 'WLD_10004217',
      photoUrl: '/api/file/1',
    },
  })
})

test.each(['FORGED', 'UNKNOWN', 'UNSIGNED'] as const)(
  '%s names no person, whatever main sends',
  (verdict) => {
    expect(viewOf(result({ verdict, reason: 'bad-signature' }), 0).person).toBeUndefined()
  },
)
