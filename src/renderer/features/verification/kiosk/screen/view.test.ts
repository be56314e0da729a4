import { describe, expect, test } from 'vitest'
import type { ScanAnswer } from '#shared/contract/desktop/ipc-desktop.ts'
import { VERDICTS } from '#shared/domain/card/verdict.ts'
import { viewOf } from './view.ts'

const AT = '2026-05-03T17:04:00.000Z'
const answer = (wish: Partial<ScanAnswer> = {}): ScanAnswer => ({
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

describe('what a door shows', () => {
  test('only a good card whose check-in is on the disk is green and may pass', () => {
    expect(viewOf(answer())).toMatchObject({
      outcome: 'admitted',
      tone: 'good',
      signal: 'good',
      word: 'word.VALID',
      instruction: 'admitted',
    })
  })
  test.each(['unsigned', 'details-changed'] as const)(
    'a VALID because of %s asks for a close look',
    (reason) => {
      expect(viewOf(answer({ reason })).instruction).toBe('closeLook')
    },
  )
  test('a card that came in before is amber, and has another sound and another word than VALID', () => {
    const view = viewOf(
      answer({ checkIn: { kind: 'before', at: AT, gate: 'East door', here: false } }),
    )
    expect(view).toMatchObject({
      outcome: 'again',
      tone: 'unsure',
      signal: 'again',
      word: 'word.again',
      mark: 'again',
    })
  })
  test.each(['disk-full', 'disk', 'token'] as const)(
    'a check-in that was not saved (%s) is red and stays',
    (fault) => {
      expect(viewOf(answer({ checkIn: { kind: 'not-saved', fault } }))).toMatchObject({
        tone: 'stop',
        word: 'word.notSaved',
        holdMs: null,
      })
    },
  )
  test.each(VERDICTS.filter((verdict) => verdict !== 'VALID'))(
    '%s is never good, whatever is said of a check-in',
    (verdict) => {
      const view = viewOf(answer({ verdict, reason: 'expired' }))
      expect(view).toMatchObject({
        outcome: 'refused',
        word: `word.${verdict}`,
        instruction: verdict,
      })
      expect(view.tone).not.toBe('good')
    },
  )
  test.each(['FORGED', 'UNKNOWN', 'UNSIGNED'] as const)(
    '%s names nobody, whatever main sends',
    (verdict) => {
      expect(viewOf(answer({ verdict, reason: 'bad-signature' })).person).toBeUndefined()
    },
  )
  test('a VALID without an event says that there was no check-in', () => {
    expect(viewOf(answer({ checkIn: { kind: 'none' } }))).toMatchObject({
      outcome: 'valid',
      instruction: 'valid',
    })
  })
  test('the word, the icon and the colour are never the same for two results that ask for different things', () => {
    const faces = VERDICTS.map((verdict) => viewOf(answer({ verdict, reason: 'expired' }))).map(
      ({ word, mark }) => [word, mark],
    )
    expect(new Set(faces.map(([word]) => word)).size).toBe(VERDICTS.length)
    expect(new Set(faces.map(([, mark]) => mark)).size).toBe(VERDICTS.length)
  })
})
