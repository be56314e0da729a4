import { describe, expect, test } from 'vitest'
import { formatReference } from '../text/reference.ts'
import { canonicalInvitation, INVITATION_PREFIX, invitationState } from './invitation.ts'
import { INVITATION_CODE_MAX_LENGTH } from './registration-rules.ts'

describe('an invitation code', () => {
  const code = formatReference(INVITATION_PREFIX, [5, 1, 17, 9, 20])

  test('begins with INV and fits into the field of the form', () => {
    expect(code).toMatch(/^INV-/)
    expect(code.length).toBeLessThanOrEqual(INVITATION_CODE_MAX_LENGTH)
  })

  test.each([
    ['in small letters', code.toLowerCase()],
    ['without hyphens', code.replaceAll('-', '')],
    ['with blanks', ` ${code.replaceAll('-', ' ')} `],
  ])('is recognised when it is typed %s', (_how, typed) =>
    expect(canonicalInvitation(typed)).toBe(code),
  )

  test('of another shape is compared in capital letters, without blanks around it', () =>
    expect(canonicalInvitation(' elder-7 ')).toBe('ELDER-7'))
})

describe('the state of an invitation', () => {
  const NOW = '2026-05-10T12:00:00.000Z'
  const LATER = '2026-05-10T12:00:00.001Z'
  const code = { uses: 0, usesMax: null, expiresAt: null, revokedAt: null }
  test.each([
    ['without limits, used often', { uses: 1_000 }, 'good'],
    ['with a use left', { uses: 2, usesMax: 3 }, 'good'],
    ['with no use left', { uses: 3, usesMax: 3 }, 'used-up'],
    ['before its end', { expiresAt: LATER }, 'good'],
    ['at its end', { expiresAt: NOW }, 'expired'],
    ['revoked', { revokedAt: NOW }, 'revoked'],
    ['expired and used up', { expiresAt: NOW, uses: 3, usesMax: 3 }, 'expired'],
    [
      'revoked, expired and used up',
      { revokedAt: NOW, expiresAt: NOW, uses: 3, usesMax: 3 },
      'revoked',
    ],
  ])('%s: %j is %s', (_when, change, state) =>
    expect(invitationState({ ...code, ...change }, NOW)).toBe(state),
  )
})
