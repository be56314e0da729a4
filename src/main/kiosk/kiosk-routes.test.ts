import { describe, expect, test, vi } from 'vitest'
import { INVOKE_CHANNELS, type InvokeChannel } from '#shared/contract/desktop/ipc.ts'
import { ROUTES } from '#shared/contract/routes.ts'
import { compileAllowList } from '../api/allow-list.ts'
import type { ChannelHandlers } from '../ipc/handle-channels.ts'
import { createApiHandler } from '../proxy/handle-api.ts'
import type { SessionKeeper } from '../session/keeper.ts'
import { allowedInKiosk, closeInKiosk, isKioskPage, isOpenInKiosk } from './kiosk-routes.ts'

const CHANNELS = Object.keys(INVOKE_CHANNELS) as InvokeChannel[] // the keys of the table are its type

describe('calls', () => {
  test('two routes of all are open', () => {
    expect(
      compileAllowList(ROUTES)
        .filter((route) => allowedInKiosk(route))
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(['file.read', 'site.about'])
  })
  test('closed routes are not sent, sign-in included, and no bearer is requested', async () => {
    const call = vi.fn()
    const keeper = {
      state: vi.fn(),
      begin: vi.fn(),
      end: vi.fn(),
      bearer: vi.fn(),
      renewed: vi.fn(),
    } satisfies SessionKeeper
    const handle = createApiHandler({
      routes: compileAllowList(ROUTES),
      call,
      keeper,
      renew: vi.fn(),
      log: () => undefined,
      isAllowed: allowedInKiosk,
    })
    const calls = [
      ['GET', '/api/auth/login'],
      ['POST', '/api/auth/logout'],
      ['GET', '/api/user/get/all'],
      ['POST', '/api/user/search'],
      ['POST', '/api/card/verify'],
      ['GET', '/api/card/me'],
      ['GET', '/api/card/status-list'],
      ['GET', '/api/kiosk/me'],
      ['POST', '/api/kiosk/end'],
      ['POST', '/api/kiosk/enrol'],
      ['POST', '/api/event/check-in/general-assembly'],
      ['GET', '/api/event/attendance/general-assembly'],
      ['GET', '/api/event/get/all'],
    ] as const
    for (const [method, path] of calls) {
      const reply = await handle(
        new Request(`app://wld${path}`, { method, headers: { authorization: 'Basic YTpi' } }),
      )
      expect([path, reply.status]).toEqual([path, 404])
    }
    for (const used of [call, keeper.bearer, keeper.begin, keeper.end])
      expect(used).not.toHaveBeenCalled()
  })
})

test.each(['app://wld/kiosk', 'app://wld/kiosk/queue', 'app://wld/kiosk?x=1#y'])(
  '%s is a page of the kiosk',
  (url) => expect(isKioskPage(url)).toBe(true),
)
test.each([
  'app://wld/',
  'app://wld/kiosks',
  'app://wld/admin/dashboard',
  'app://wld/admin#/kiosk',
  'app://wld/KIOSK',
  'app://evil/kiosk',
  'https://wld/kiosk',
  'app://wld/kiosk/../admin',
  'app://wld/kiosk/%2e%2e/admin',
  'x',
])('%s is no page of the kiosk', (url) => expect(isKioskPage(url)).toBe(false))

describe('channels', () => {
  const openIn = (mode: 'off' | 'scanning' | 'locked'): string[] =>
    CHANNELS.filter((channel) => isOpenInKiosk(mode, channel, [{}])).toSorted()
  test('without a kiosk all are open', () => expect(openIn('off')).toEqual(CHANNELS.toSorted()))
  test('scanning: what the door needs', () =>
    expect(openIn('scanning')).toEqual([
      'app:info',
      'bridge:set-language',
      'doors:hide-code',
      'doors:invite',
      'doors:join',
      'doors:leave',
      'doors:let-in',
      'doors:remove',
      'doors:state',
      'doors:told',
      'kiosk:end',
      'kiosk:lock',
      'kiosk:scan',
      'kiosk:state',
      'kiosk:touched',
      'kiosk:unlock',
      'offline:refresh',
      'offline:state',
      'queue:items',
      'queue:send',
      'queue:state',
      'scanner:set-open',
      'session:state',
      'settings:change',
      'settings:get',
    ]))
  test('locked: no scan, no queue, no camera', () => {
    expect(openIn('locked')).toEqual([
      'app:info',
      'bridge:set-language',
      'kiosk:end',
      'kiosk:lock',
      'kiosk:state',
      'kiosk:touched',
      'kiosk:unlock',
      'session:state',
      'settings:get',
    ])
    expect(isOpenInKiosk('locked', 'scanner:set-open', [true])).toBe(false)
    expect(isOpenInKiosk('locked', 'scanner:set-open', [false])).toBe(true)
  })
  test.each([
    [{ kioskScreen: { sound: false } }, true],
    [{ language: 'ar' }, true],
    [{}, true],
    [{ printer: 'x' }, false],
    [{ checkForUpdates: false }, false],
    [{ kioskScreen: {}, printer: null }, false],
    [undefined, false],
    [null, false],
  ])('settings %j: %s', (change, open) =>
    expect(isOpenInKiosk('scanning', 'settings:change', [change])).toBe(open),
  )

  test('a closed channel does not run, an open one runs with its arguments', () => {
    const handlers = Object.fromEntries(
      CHANNELS.map((channel) => [channel, vi.fn()]),
    ) as unknown as ChannelHandlers & Readonly<Record<InvokeChannel, ReturnType<typeof vi.fn>>> // one spy a channel
    let mode: 'off' | 'scanning' | 'locked' = 'scanning'
    const log = vi.fn()
    const closed = closeInKiosk(handlers, () => mode, log)
    expect(() => closed['server:choose']('https://evil.example')).toThrow(
      'server:choose is closed in the kiosk',
    )
    expect(handlers['server:choose']).not.toHaveBeenCalled()
    expect(log).toHaveBeenCalledWith('warn', 'kiosk.channel-refused', { channel: 'server:choose' })
    void closed['kiosk:unlock']('482916')
    expect(handlers['kiosk:unlock']).toHaveBeenCalledWith('482916')
    mode = 'off'
    void closed['server:choose']('https://members.example.org')
    expect(handlers['server:choose']).toHaveBeenCalledTimes(1)
  })
})
