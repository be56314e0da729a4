import { describe, expect, test } from 'vitest'
import { kioskApp, PIN, EVENT, WISH } from '#tests/support/kiosk-app.ts'
import { noDoors } from '#tests/support/no-doors.ts'
import { isOpenInKiosk } from './kiosk-routes.ts'

const CODE = { code: 'lusab-babad-gutih-tugad', address: '192.168.1.20' }
async function begun() {
  const doors = noDoors()
  const app = kioskApp(undefined, { doors })
  await app.begin()
  return { ...app, doors }
}

describe('the doors of a kiosk', () => {
  test('go on with its event when it begins, and end with it', async () => {
    const { handlers, doors } = await begun()
    expect(doors.enter).toHaveBeenCalledWith({ eventId: EVENT.id, deviceName: WISH.deviceName })
    expect(doors.exit).not.toHaveBeenCalled()
    await handlers['kiosk:end'](PIN)
    expect(doors.exit).toHaveBeenCalledOnce()
  })
  test('are turned on, joined and left with the PIN alone', async () => {
    const { handlers, doors } = await begun()
    expect(await handlers['doors:invite']('000000')).toMatchObject({ ok: false, triesLeft: 4 })
    expect(await handlers['doors:join']({ pin: '000001', ...CODE })).toMatchObject({
      pin: { ok: false, triesLeft: 3 },
      joined: null,
    })
    expect(await handlers['doors:leave']('000002')).toMatchObject({ ok: false, triesLeft: 2 })
    const lost = '0123456789ab'
    expect(await handlers['doors:remove']({ pin: '000003', door: lost })).toMatchObject({
      ok: false,
      triesLeft: 1,
    })
    for (const act of [doors.invite, doors.join, doors.leave, doors.remove])
      expect(act).not.toHaveBeenCalled()
    expect(await handlers['doors:invite'](PIN)).toEqual({ ok: true })
    expect(await handlers['doors:join']({ pin: PIN, ...CODE })).toEqual({
      pin: { ok: true },
      joined: { ok: true },
    })
    expect(await handlers['doors:leave'](PIN)).toEqual({ ok: true })
    expect(await handlers['doors:remove']({ pin: PIN, door: lost })).toEqual({ ok: true })
    expect(doors.remove).toHaveBeenCalledExactlyOnceWith(lost)
    expect(doors.join).toHaveBeenCalledWith(CODE)
    for (const act of [doors.invite, doors.join, doors.leave]) expect(act).toHaveBeenCalledOnce()
  })
  test('let others in with the PIN alone', async () => {
    const { handlers, doors } = await begun()
    const waiting = ['0123456789ab']
    expect(await handlers['doors:let-in']({ pin: '000000', doors: waiting })).toMatchObject({
      ok: false,
    })
    expect(doors.letIn).not.toHaveBeenCalled()
    expect(await handlers['doors:let-in']({ pin: PIN, doors: waiting })).toEqual({ ok: true })
    expect(doors.letIn).toHaveBeenCalledExactlyOnceWith(waiting)
  })
  test('do nothing without a kiosk', async () => {
    const doors = noDoors()
    const { handlers } = kioskApp(undefined, { doors })
    expect(await handlers['doors:invite'](PIN)).toMatchObject({ ok: false })
    expect(doors.invite).not.toHaveBeenCalled()
  })
  test('are closed while the kiosk is locked', () => {
    for (const channel of [
      'doors:state',
      'doors:invite',
      'doors:join',
      'doors:leave',
      'doors:remove',
      'doors:let-in',
      'doors:told',
    ] as const) {
      expect(isOpenInKiosk('locked', channel, [])).toBe(false)
      expect(isOpenInKiosk('scanning', channel, [])).toBe(true)
    }
  })
})
