import { expect, test, vi } from 'vitest'
import { INVOKE_CHANNELS } from '#shared/contract/desktop/ipc.ts'
import { isTrustedFrame, handleChannels, type ChannelHandlers } from './handle-channels.ts'

type Frame = Parameters<typeof isTrustedFrame>[0]
const frame = (url: string, parent: object | null = null): Frame => ({
  url,
  parent: parent as never,
}) // only its absence is read

test('accepts our main frame', () => {
  expect(isTrustedFrame(frame('app://wld/'))).toBe(true)
  expect(isTrustedFrame(frame('app://wld/verify?x=1'))).toBe(true)
})
test.each([
  ['a frame inside our page', frame('app://wld/', {})],
  ['a foreign page', frame('https://evil.example/')],
  ['a foreign host of our scheme', frame('app://evil/')],
  ['a host that starts alike', frame('app://wld.evil/')],
  ['a user name that looks like us', frame('app://wld@evil/')],
  ['a blank page', frame('about:blank')],
  ['a page without address', frame('')],
  ['a frame that is gone', null],
])('%s is not accepted', (_, sender) => expect(isTrustedFrame(sender)).toBe(false))

const ours = { senderFrame: { url: 'app://wld/', parent: null } }
const foreign = { senderFrame: { url: 'https://evil.example/', parent: null } }

/** Each channel has a handler that says it was reached. */
const all = Object.fromEntries(
  Object.keys(INVOKE_CHANNELS).map((name) => [name, vi.fn()]),
) as unknown as ChannelHandlers // the keys of the table are its type

function channels(change: Partial<ChannelHandlers> = {}) {
  const handlers = {
    ...all,
    'app:info': () => ({
      version: '1',
      apiUrl: 'https://a.example',
      kiosk: false,
      platform: 'linux',
    }),
    'session:state': async () => ({ signedIn: false, keptIn: 'memory' as const }),
    'scanner:set-open': vi.fn(),
    'bridge:set-language': vi.fn(),
    'bridge:open-external': vi.fn(),
    ...change,
  } satisfies ChannelHandlers
  const registered = new Map<string, (event: object, ...args: unknown[]) => unknown>()
  handleChannels(
    { handle: (name, handler) => void registered.set(name, handler as never) },
    handlers,
    () => undefined,
  ) // events are narrowed to what is read
  return {
    handlers,
    registered,
    ask: async (name: string, event: object, ...args: unknown[]) =>
      registered.get(name)?.(event, ...args),
  }
}

test('every declared channel has a handler', () => {
  expect([...channels().registered.keys()].toSorted()).toEqual(
    Object.keys(INVOKE_CHANNELS).toSorted(),
  )
})
test('accepts the main frame of our page', async () => {
  const { ask, handlers } = channels()
  expect(await ask('app:info', ours)).toMatchObject({ version: '1' })
  await ask('scanner:set-open', ours, true)
  expect(handlers['scanner:set-open']).toHaveBeenCalledWith(true)
})
test.each(Object.keys(INVOKE_CHANNELS))('%s rejects a foreign page', async (name) => {
  const { ask, handlers } = channels()
  await expect(ask(name, foreign, true)).rejects.toThrow(`${name} is not open to this page`)
  expect(handlers['scanner:set-open']).not.toHaveBeenCalled()
})
test.each([
  ['scanner:set-open', []],
  ['scanner:set-open', ['true']],
  ['scanner:set-open', [true, 'more']],
  ['bridge:set-language', ['de']],
  ['bridge:open-external', [{ href: 'https://example.org' }]],
  ['bridge:open-external', ['x'.repeat(3_000)]],
  ['app:info', ['more']],
  ['kiosk:begin', [{ eventId: 'assembly', deviceName: 'Door', hours: 17, pin: '123456' }]],
  ['kiosk:begin', [{ eventId: 'assembly', deviceName: 'Door', hours: 8, pin: '1234' }]],
  ['kiosk:scan', [{ payload: 'x'.repeat(5_000) }]],
  ['kiosk:scan', [{ payload: 'x', cardId: '1' }]],
  ['settings:change', [{ serverUrl: 'https://evil.example' }]],
  ['queue:items', [{ page: 0, only: 'all' }]],
])('the channel %s refuses %j', async (name, args) => {
  const { ask } = channels()
  await expect(ask(name, ours, ...args)).rejects.toThrow('does not take these arguments')
})
test('rejects a reply of another shape', async () => {
  const { ask } = channels({
    'session:state': (() => ({ signedIn: 'yes', refreshToken: 'r' })) as never,
  }) // what a mistake would return
  await expect(ask('session:state', ours)).rejects.toThrow('session:state failed')
})
test('leaves out fields that the shape does not name', async () => {
  const { ask } = channels({
    'session:state': (() => ({ signedIn: true, keptIn: 'memory', refreshToken: 'r' })) as never,
  }) // what a mistake would return
  expect(await ask('session:state', ours)).toEqual({ signedIn: true, keptIn: 'memory' })
})
test('the page does not learn why it failed', async () => {
  const { ask } = channels({
    'bridge:open-external': () => {
      throw new Error('at /home/amna/secret')
    },
  })
  await expect(ask('bridge:open-external', ours, 'https://example.org')).rejects.toThrow(
    /^bridge:open-external failed$/,
  )
})
