import { describe, expect, test } from 'vitest'
import { CARD, EVENT, PIN, TOKEN, kioskApp } from '#tests/support/kiosk-app.ts'

describe('scans', () => {
  test('are counted, also over a restart', async () => {
    const first = kioskApp()
    await first.begin()
    expect((await first.handlers['kiosk:scan']({ payload: CARD })).checkIn.kind).toBe('recorded')
    expect((await first.handlers['kiosk:scan']({ payload: CARD })).checkIn.kind).toBe('before')
    expect((await first.state()).counts).toEqual({ scans: 2, admitted: 1, again: 1, refused: 0 })
    const second = kioskApp(first.on)
    await second.kiosk.restore()
    expect((await second.state()).counts).toEqual({ scans: 2, admitted: 1, again: 1, refused: 0 })
    expect(JSON.stringify(first.on.notes)).not.toMatch(/Amna|10004217/)
  })
  test('without a kiosk there are none', async () => {
    await expect(
      Promise.resolve().then(() => kioskApp().handlers['kiosk:scan']({ payload: CARD })),
    ).rejects.toThrow('There is no kiosk')
  })
  test('for staff there is a verdict without a check-in', async () => {
    const { handlers, on } = kioskApp()
    expect(await handlers['card:judge-offline']({ payload: CARD })).toMatchObject({
      verdict: 'VALID',
      source: 'offline',
      checkIn: { kind: 'none' },
    })
    expect(on.stored).toEqual([])
  })
})

/** Fifteen minutes, as WISH says. */
const LOCK_MS = 15 * 60_000

describe('the lock', () => {
  test('comes after the minutes that were chosen; a card does not open it, the PIN does', async () => {
    const { begin, handlers, timers, state } = kioskApp()
    await begin()
    await timers.pass(LOCK_MS - 1_000)
    await handlers['kiosk:touched']()
    await timers.pass(LOCK_MS - 1_000)
    expect((await state()).mode).toBe('scanning')
    await timers.pass(1_000)
    expect((await state()).mode).toBe('locked')
    await expect(handlers['kiosk:scan']({ payload: CARD })).rejects.toThrow()
    await handlers['kiosk:touched']()
    expect((await state()).mode).toBe('locked')
    expect(await handlers['kiosk:unlock']('000000')).toEqual({ ok: false, triesLeft: 4, waitS: 0 })
    expect((await state()).mode).toBe('locked')
    expect(await handlers['kiosk:unlock']('٤٨٢٩١٦')).toEqual({ ok: true })
    expect((await state()).mode).toBe('scanning')
    expect((await handlers['kiosk:scan']({ payload: CARD })).verdict).toBe('VALID')
  })
  test('comes at once when staff ask for it', async () => {
    const { begin, handlers, state } = kioskApp()
    await begin()
    await handlers['kiosk:lock']()
    expect((await state()).mode).toBe('locked')
    await expect(handlers['kiosk:scan']({ payload: CARD })).rejects.toThrow('takes no scan')
  })
})

describe('the token', () => {
  test('revoked at the dashboard: shown within a minute, no check-in afterwards, also after a restart without network', async () => {
    const { begin, handlers, server, timers, state, on } = kioskApp()
    await begin()
    server.token = 'over'
    await timers.pass(60_000)
    expect((await state()).token).toBe('revoked')
    expect((await handlers['kiosk:scan']({ payload: CARD })).checkIn).toEqual({
      kind: 'not-saved',
      fault: 'token',
    })
    const again = kioskApp(on)
    again.server.online = false
    await again.kiosk.restore()
    await again.timers.pass(60_000)
    expect(await again.state()).toMatchObject({ token: 'revoked', connection: 'unknown' })
    expect(again.call).not.toHaveBeenCalled()
  })
  test('revoked while it was offline: what it recorded until then stays for staff, and it records no more', async () => {
    const { begin, handlers, server, timers, state, on } = kioskApp()
    await begin()
    server.online = false
    await timers.pass(60_000)
    await handlers['kiosk:scan']({ payload: CARD })
    server.token = 'over'
    await handlers['kiosk:scan']({ payload: CARD.replace('10004217', '10004218') })
    server.online = true
    await timers.pass(60_000)
    expect(await state()).toMatchObject({ token: 'revoked' })
    const late = await handlers['kiosk:scan']({ payload: CARD.replace('10004217', '10004219') })
    expect(late.checkIn).toEqual({ kind: 'not-saved', fault: 'token' })
    expect(on.stored.map(({ cardId }) => cardId)).toEqual(['WLD_10004217', 'WLD_10004218'])
  })
  test('a captive portal that says 401 revokes nothing', async () => {
    const { begin, timers, state, call } = kioskApp()
    await begin()
    call.mockImplementation(async () => ({
      kind: 'answered',
      response: new Response('<html>', { status: 401 }),
    }))
    await timers.pass(60_000)
    expect(await state()).toMatchObject({ token: 'good', connection: 'offline', checkedIn: null })
  })
  test('stays valid offline until its deadline', async () => {
    const { begin, handlers, server, timers, state } = kioskApp()
    server.hours = 1
    await begin()
    server.online = false
    await timers.pass(50 * 60_000)
    await handlers['kiosk:unlock'](PIN)
    expect((await handlers['kiosk:scan']({ payload: CARD })).checkIn.kind).toBe('recorded')
    await timers.pass(10 * 60_000)
    await handlers['kiosk:unlock'](PIN)
    expect((await state()).token).toBe('expired')
    expect(
      (await handlers['kiosk:scan']({ payload: CARD.replace('10004217', '10004218') })).checkIn,
    ).toEqual({ kind: 'not-saved', fault: 'token' })
  })
  test('the server’s time is passed on', async () => {
    const { begin, noteServerTime } = kioskApp()
    await begin()
    expect(noteServerTime).toHaveBeenCalledWith(new Date('2026-11-21T09:00:00.000Z'))
  })
  test('other parts may call with it; without a kiosk no server is reached', async () => {
    const { begin, kiosk, call } = kioskApp()
    const request = { method: 'GET', path: '/api/card/status-list', headers: new Headers() }
    expect((await kiosk.deviceCall(request)).kind).toBe('unreachable')
    await begin()
    await kiosk.deviceCall(request)
    expect(call.mock.lastCall?.[0].headers.get('authorization')).toBe(`Bearer ${TOKEN}`)
    expect(request.headers.get('authorization')).toBeNull()
  })
  test('sends the queue and fetches the list when the network is back', async () => {
    const { begin, server, timers, order, state } = kioskApp()
    await begin()
    server.online = false
    await timers.pass(60_000)
    expect((await state()).connection).toBe('offline')
    server.online = true
    order.length = 0
    await timers.pass(5_000)
    expect((await state()).connection).toBe('online')
    expect(order).toEqual(expect.arrayContaining(['replay', 'refresh']))
  })
})
test('check-ins of its event travel with the token of the device, those of others do not', async () => {
  const { begin, kiosk, call } = kioskApp()
  expect(kiosk.bearersFor(EVENT.id)).toBeUndefined()
  await begin()
  const bearers = kiosk.bearersFor(EVENT.id)
  expect(await bearers?.bearer()).toEqual({ kind: 'token', token: TOKEN })
  expect(kiosk.bearersFor('another-event')).toBeUndefined()
  call.mockClear()
  expect(await bearers?.renewed(TOKEN)).toEqual({ kind: 'signed-out' })
  expect(call).toHaveBeenCalledTimes(1) // asks whether it was revoked
})
