/** Durations, limits and quotas, each in the unit that the specification uses. */
import { describe, expect, test } from 'vitest'
import * as codes from './access/code-rules.ts'
import * as session from './access/session-rules.ts'
import * as card from './card/card-rules.ts'
import * as kiosk from './card/kiosk-rules.ts'
import { PHOTO_MAX_BYTES } from './people/registration-rules.ts'
import { CLOCK_GAP_S } from './people/retention.ts'
import { CONFIRM_TTL_S } from './subscriptions.ts'

const SECONDS = { seconds: 1, minutes: 60, hours: 3_600, days: 86_400 }

describe('a session', () => {
  test.each([
    ['an access token is valid for', 15, 'minutes', session.ACCESS_TOKEN_TTL_S],
    ['clients renew the access token every', 14, 'minutes', session.REFRESH_INTERVAL_MS / 1_000],
    ['a refresh token that nobody exchanges works for', 30, 'days', session.REFRESH_TOKEN_TTL_S],
    ['a session of staff without use ends after', 30, 'minutes', session.idleLimitS('reviewer')],
    ['a session of a member without use ends after', 7, 'days', session.idleLimitS('member')],
    ['a session of staff ends after', 12, 'hours', session.STAFF_SESSION_MAX_S],
    ['staff are told before the end', 120, 'seconds', session.END_WARNING_S],
    ['a replaced refresh token still works for', 30, 'seconds', session.REFRESH_GRACE_S],
    ['the signed address of a picture is valid for', 20, 'minutes', session.SIGNED_ADDRESS_TTL_S],
    [
      'clients renew the address of a picture every',
      15,
      'minutes',
      session.PHOTO_RESIGN_INTERVAL_MS / 1_000,
    ],
  ] as const)('%s %i %s', (_what, count, unit, seconds) =>
    expect(seconds).toBe(count * SECONDS[unit]),
  )
})

describe('codes and links by mail', () => {
  test.each([
    ['a code is valid for', 300, 'seconds', codes.CODE_TTL_S],
    ['the ticket of a registration is valid for', 2, 'hours', codes.TICKET_TTL_S],
    ['a proven password opens sensitive calls for', 5, 'minutes', codes.STEP_UP_TTL_S],
    ['the grant of a password reset is valid for', 10, 'minutes', codes.RESET_GRANT_TTL_S],
    ['a change of e-mail can be taken back for', 72, 'hours', codes.EMAIL_UNDO_TTL_S],
    ['the link of a subscription is valid for', 7, 'days', CONFIRM_TTL_S],
  ] as const)('%s %i %s', (_what, count, unit, seconds) =>
    expect(seconds).toBe(count * SECONDS[unit]),
  )
})

describe('cards and kiosks', () => {
  test.each([
    ['a card is in force for', 365, 'days', card.CARD_VALIDITY_S],
    ['a card is renewed in its last', 30, 'days', card.CARD_RENEWAL_WINDOW_S],
    [
      'a kiosk without use locks itself, unless staff choose longer, after',
      5,
      'minutes',
      kiosk.KIOSK_LOCK_DEFAULT_MIN * 60,
    ],
    ['wrong PINs delay the next try by at most', 15, 'minutes', kiosk.PIN_WAIT_MAX_S],
    ['the clocks of kiosk and server may differ by', 5, 'minutes', kiosk.CLOCK_TOLERANCE_S],
  ] as const)('%s %i %s', (_what, count, unit, seconds) =>
    expect(seconds).toBe(count * SECONDS[unit]),
  )

  test('a scanned text is cut at 4096 characters, and a shorter one stays', () => {
    expect(card.cutReading('x'.repeat(5_000))).toBe('x'.repeat(4_096))
    expect(card.cutReading('10004217|Amna Idris')).toBe('10004217|Amna Idris')
  })
})

test('the clock of a server may jump by two days before nothing more is deleted', () =>
  expect(CLOCK_GAP_S).toBe(2 * SECONDS.days))
test('a photo of a registration has at most 5 MB', () => expect(PHOTO_MAX_BYTES).toBe(5_242_880))
