import { expect, test, vi } from 'vitest'
import { HOUR_MS } from '#shared/domain/units.ts'
import { movedTimers } from '#tests/support/moved-timers.ts'
import { createTokenLife, type TokenLifeOptions } from './token-life.ts'

function token(change: Partial<TokenLifeOptions> = {}, hours = 8) {
  const timers = movedTimers()
  const onExpired = vi.fn()
  const expiresAt = new Date(timers.now().getTime() + hours * HOUR_MS)
  const life = createTokenLife({
    timers,
    expiresAt,
    serverNow: timers.now(),
    over: 'no',
    onExpired,
    ...change,
  })
  return { timers, life, onExpired, expiresAt }
}

test('a token is valid until its deadline, and its end is reported then', async () => {
  const { timers, life, onExpired } = token()
  await timers.pass(8 * HOUR_MS - 1)
  expect([life.state(), onExpired.mock.calls.length]).toEqual(['good', 0])
  await timers.pass(1)
  expect([life.state(), onExpired.mock.calls.length]).toEqual(['expired', 1])
})
test('the clock of the computer does not move the deadline', async () => {
  const { timers, life } = token()
  timers.setClock(-7 * 86_400_000)
  await timers.pass(8 * HOUR_MS)
  expect(life.state()).toBe('expired')
  const other = token()
  other.timers.setClock(7 * 86_400_000)
  expect(other.life.state()).toBe('good')
})
test('a kiosk starts also on a computer whose clock is a day ahead', () => {
  const timers = movedTimers()
  const serverNow = new Date(timers.now().getTime() - 86_400_000)
  const { life } = token({ timers, serverNow, expiresAt: new Date(serverNow.getTime() + HOUR_MS) })
  expect(life.state()).toBe('good')
})
test("after a restart the computer's clock is used, for 16 hours at most", async () => {
  const { timers, life } = token({ serverNow: undefined }, 400)
  await timers.pass(16 * HOUR_MS)
  expect(life.state()).toBe('expired')
  expect(token({ serverNow: undefined }, -1).life.state()).toBe('expired')
})
test("the server's deadline replaces the local one", async () => {
  const { timers, life } = token({ serverNow: undefined }, -1)
  life.heard(new Date('2026-11-21T09:00:00Z'), new Date('2026-11-21T10:00:00Z'))
  expect(life.state()).toBe('good')
  await timers.pass(HOUR_MS)
  expect(life.state()).toBe('expired')
})
test('a token that is refused before its deadline was revoked; near it or after it, it is expired', async () => {
  expect(token().life.refused()).toBe('revoked')
  const { timers, life } = token()
  await timers.pass(8 * HOUR_MS - 30_000)
  expect(life.refused()).toBe('expired')
})
test('an ended token stays ended', async () => {
  for (const over of ['revoked', 'expired'] as const) {
    const { life } = token({ over })
    life.heard(new Date('2026-11-21T09:00:00Z'), new Date('2026-11-21T17:00:00Z'))
    expect(life.state()).toBe(over)
  }
})
