import { describe, expect, test, vi } from 'vitest'
import {
  CARD,
  DEVICE,
  EVENT,
  PIN,
  TOKEN,
  UNREACHABLE,
  WISH,
  answered,
  kioskApp,
  machine,
  problem,
} from '#tests/support/kiosk-app.ts'
import { settle } from '#tests/support/moved-timers.ts'
import { createKiosk } from './create-kiosk.ts'

describe('begin', () => {
  test('enrols as staff, stores the token, holds the window, then signs staff out', async () => {
    const { begin, order, kiosk, on, state, staffCall, log } = kioskApp()
    expect(await begin()).toEqual({ ok: true })
    expect(order.slice(0, 3)).toEqual(['entry', 'enter', 'signed out'])
    expect(order.slice(3)).toEqual(
      expect.arrayContaining(['refresh', `/api/kiosk/me Bearer ${TOKEN}`, 'load /kiosk']),
    )
    expect(order.at(-1)).toBe('load /kiosk')
    expect(JSON.parse(new TextDecoder().decode(staffCall.mock.calls[0]?.[0].body))).toEqual({
      eventId: EVENT.id,
      name: 'North door',
      hours: 8,
    })
    expect(on.entry).toMatchObject({
      token: TOKEN,
      deviceId: DEVICE,
      deviceName: 'North door',
      eventId: EVENT.id,
      wrongPins: 0,
      over: 'no',
    })
    expect(kiosk.isOn()).toBe(true)
    expect(await state()).toMatchObject({
      mode: 'scanning',
      wanted: true,
      deviceName: 'North door',
      token: 'good',
      connection: 'online',
      checkedIn: 41,
      capacity: 120,
      counts: { scans: 0 },
    })
    for (const secret of [PIN, TOKEN])
      expect(JSON.stringify([on.notes, await state(), log.mock.calls])).not.toContain(secret)
    expect(JSON.stringify(on.entry)).not.toContain(PIN)
  })
  test.each([
    [problem(401, 'not-signed-in'), 'not-signed-in'],
    [problem(403, 'forbidden'), 'refused'],
    [problem(404, 'not-found'), 'no-such-event'],
    [problem(409, 'conflict'), 'event-over'],
    [problem(429, 'too-many'), 'too-many'],
    [UNREACHABLE, 'offline'],
    [answered(200, { token: 'x' }), 'refused'],
    [problem(500, 'server-error'), 'refused'],
  ] as const)('refused with %j: nothing is kept, staff stay signed in', async (result, fault) => {
    const { begin, server, kiosk, on, signStaffOut, window } = kioskApp()
    server.enrol = () => result
    expect(await begin()).toEqual({ ok: false, fault })
    expect([
      kiosk.isOn(),
      on.entry,
      signStaffOut.mock.calls.length,
      window.enter.mock.calls.length,
    ]).toEqual([false, undefined, 0, 0])
  })
  test('twice at once makes one kiosk', async () => {
    const { handlers, staffCall } = kioskApp()
    const both = await Promise.all([handlers['kiosk:begin'](WISH), handlers['kiosk:begin'](WISH)])
    expect(both).toEqual([{ ok: true }, { ok: false, fault: 'refused' }])
    expect(staffCall).toHaveBeenCalledTimes(1)
  })
  test('does not wait for a late status list: the page loads at once', async () => {
    const { begin, order, data } = kioskApp()
    Object.assign(data.offline, { refresh: () => new Promise(() => undefined) })
    expect(await begin()).toEqual({ ok: true })
    expect(order).toContain('load /kiosk')
  })
  test('a sign-out that fails does not open the kiosk', async () => {
    const { begin, kiosk, window } = kioskApp(machine(), {
      signStaffOut: () => Promise.reject(new Error('keychain')),
    })
    expect(await begin()).toEqual({ ok: true })
    expect([kiosk.isOn(), window.enter.mock.calls.length]).toEqual([true, 1])
  })
})

test('before a server was chosen there is nothing to begin or to judge', async () => {
  const { options } = kioskApp()
  const { handlers, restore } = createKiosk({ ...options, server: () => undefined })
  expect(await handlers['kiosk:begin'](WISH)).toEqual({ ok: false, fault: 'offline' })
  expect(() => handlers['card:judge-offline']({ payload: CARD })).toThrow('No server was chosen')
  await restore()
})
describe('a restart', () => {
  test('comes back locked, signed out, held, with the same token', async () => {
    const { begin, on } = kioskApp()
    await begin()
    const again = kioskApp(on)
    await again.kiosk.restore()
    expect(again.order.slice(0, 2)).toEqual(['enter', 'signed out'])
    expect(await again.state()).toMatchObject({
      mode: 'locked',
      deviceName: 'North door',
      event: EVENT,
      token: 'good',
    })
    expect(await again.handlers['kiosk:unlock'](PIN)).toEqual({ ok: true })
    await again.timers.pass(1)
    expect(again.window.loadRoute).not.toHaveBeenCalled() // the window that opens next loads it
  })
  test('without its notes it is still a kiosk, and learns its event from the server', async () => {
    const { begin, on } = kioskApp()
    await begin()
    on.notes = undefined
    const again = kioskApp(on)
    await again.kiosk.restore()
    await again.timers.pass(1)
    expect(await again.state()).toMatchObject({ mode: 'locked', event: EVENT })
    expect(again.window.loadRoute).toHaveBeenCalledWith('/kiosk')
  })
  test('does not give new tries', async () => {
    const { begin, handlers, on } = kioskApp()
    await begin()
    for (let tried = 0; tried < 6; tried++) await handlers['kiosk:end']('000000')
    const again = kioskApp(on)
    await again.kiosk.restore()
    expect(await again.handlers['kiosk:end'](PIN)).toEqual({ ok: false, triesLeft: 0, waitS: 60 })
    await again.timers.pass(60_000)
    expect(await again.handlers['kiosk:end'](PIN)).toEqual({ ok: true })
  })
  test('of a device without kiosk does nothing', async () => {
    const { kiosk, order } = kioskApp()
    await kiosk.restore()
    expect([kiosk.isOn(), order]).toEqual([false, []])
  })
  test('a hanging keychain delays only the start of a kiosk', async () => {
    const hanging = {
      read: () => new Promise<never>(() => undefined),
      write: async () => undefined,
      clear: async () => undefined,
    }
    await kioskApp(machine(), { entries: hanging }).kiosk.restore()
    const { begin, on } = kioskApp()
    await begin()
    const back = kioskApp(on, { entries: hanging }).kiosk.restore()
    expect(await Promise.race([back, settle().then(() => 'waits')])).toBe('waits')
  })
})

describe('end', () => {
  test('with the right PIN: sends the queue, returns the token, removes all kiosk data', async () => {
    const { begin, handlers, kiosk, order, on, timers, state, signStaffOut } = kioskApp()
    await begin()
    order.length = 0
    expect(await handlers['kiosk:end'](PIN)).toEqual({ ok: true })
    await timers.pass(1)
    expect(order.filter((step) => !step.startsWith('entry'))).toEqual([
      'replay',
      `/api/kiosk/end Bearer ${TOKEN}`,
      'cleared',
      'signed out',
      'leave',
      'load /',
    ])
    expect([kiosk.isOn(), on.entry, on.notes, signStaffOut.mock.calls.length]).toEqual([
      false,
      undefined,
      undefined,
      2,
    ])
    expect(await state()).toMatchObject({
      mode: 'off',
      wanted: false,
      token: 'none',
      deviceId: null,
    })
  })
  test('waits briefly for a send under way, then returns the token', async () => {
    const { begin, handlers, kiosk, order, timers, sendAll, listeners } = kioskApp()
    await begin()
    await handlers['kiosk:scan']({ payload: CARD })
    await timers.pass(5_000) // the scan found the server in trouble; the probe finds it well
    const ended = handlers['kiosk:end'](PIN)
    await vi.waitFor(() => expect(listeners.size).toBe(1), { timeout: 20_000 })
    expect(order).not.toContain(`/api/kiosk/end Bearer ${TOKEN}`)
    sendAll()
    expect(await ended).toEqual({ ok: true })
    expect([
      order.includes(`/api/kiosk/end Bearer ${TOKEN}`),
      kiosk.isOn(),
      listeners.size,
    ]).toEqual([true, false, 0])
    await timers.pass(1)
  })
  test('what cannot be sent does not hold it up', async () => {
    const { begin, handlers, kiosk, on, timers, listeners } = kioskApp()
    await begin()
    await handlers['kiosk:scan']({ payload: CARD })
    await timers.pass(5_000) // the scan found the server in trouble; the probe finds it well
    const ended = handlers['kiosk:end'](PIN)
    await vi.waitFor(() => expect(listeners.size).toBe(1), { timeout: 20_000 })
    await timers.pass(5_000)
    expect(await ended).toEqual({ ok: true })
    expect([kiosk.isOn(), on.stored.length, listeners.size]).toEqual([false, 1, 0])
  })
  test('ends offline as well, and keeps the queue', async () => {
    const { begin, handlers, kiosk, server, on, timers } = kioskApp()
    await begin()
    await handlers['kiosk:scan']({ payload: CARD })
    server.online = false
    await timers.pass(60_000)
    expect(await handlers['kiosk:end'](PIN)).toEqual({ ok: true })
    expect([kiosk.isOn(), on.stored.length]).toEqual([false, 1])
  })
  test('a wrong PIN ends nothing', async () => {
    const { begin, handlers, kiosk, window } = kioskApp()
    await begin()
    expect(await handlers['kiosk:end']('000000')).toEqual({ ok: false, triesLeft: 4, waitS: 0 })
    expect(await handlers['kiosk:end']('not a PIN')).toEqual({ ok: false, triesLeft: 4, waitS: 0 })
    expect([kiosk.isOn(), window.leave.mock.calls.length]).toEqual([true, 0])
  })
  test('twice at once ends it once', async () => {
    const { begin, handlers, window } = kioskApp()
    await begin()
    await Promise.all([handlers['kiosk:end'](PIN), handlers['kiosk:end'](PIN)])
    expect(window.leave).toHaveBeenCalledTimes(1)
  })
})
