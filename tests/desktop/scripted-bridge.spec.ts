/** The scripted bridge of the page tests takes and sends what main does. */
import { INVOKE_CHANNELS, type InvokeChannel } from '#shared/contract/desktop/ipc.ts'
import { expect } from '#tests/support/electron/fixtures.ts'
import { calmReplies, checkReplies, refusalOf } from '#tests/support/fake-bridge.ts'
import { PIN, test } from './at-the-door.ts'
import { invoke } from './in-page.ts'

const CHANNELS = Object.keys(INVOKE_CHANNELS) as InvokeChannel[] // the keys of the table are its type
/** Arguments that the channels take; those without any take none. */
const TAKEN: { readonly [C in InvokeChannel]?: readonly unknown[] } = {
  'scanner:set-open': [true],
  'bridge:set-language': ['en'],
  'bridge:open-external': ['https://example.org/'],
  'settings:change': [{ zoom: 2 }],
  'server:check': ['https://example.org'],
  'server:choose': ['https://example.org'],
  'kiosk:begin': [{ eventId: 'x', deviceName: 'x', hours: 1, pin: PIN, lockAfterMin: 5 }],
  'kiosk:unlock': ['000000'],
  'kiosk:end': ['000000'],
  'kiosk:scan': [{ payload: 'x' }],
  'card:judge-offline': [{ payload: 'x' }],
  'queue:items': [{ page: 1, only: 'all' }],
  'card:print': [null],
}
const closed = (mode: 'scanning' | 'locked') =>
  CHANNELS.filter(
    (channel) =>
      refusalOf(mode, channel, TAKEN[channel] ?? []) === `${channel} is closed in the kiosk`,
  )

test('its replies are replies of main', () => {
  checkReplies(calmReplies())
  expect(() => checkReplies({ 'queue:export': 'lost' as never })).toThrow('Main never replies so')
  expect(() => checkReplies({ 'kiosk:no-such': true } as never)).toThrow('no channel')
})

test('what it refuses in the kiosk, main refuses, and what it takes, main takes', async ({
  openDoor,
}) => {
  const { page } = await openDoor('en')
  for (const mode of ['scanning', 'locked'] as const) {
    if (mode === 'locked') await invoke(page, 'kiosk:lock')
    expect(closed(mode).length).toBeGreaterThan(10)
    for (const channel of closed(mode))
      expect(await invoke(page, channel, ...(TAKEN[channel] ?? [])), channel).toMatch(
        new RegExp(`^refused: .*${channel}`),
      )
    // Those without an effect; the journey of a day uses the others.
    for (const channel of ['app:info', 'session:state', 'settings:get', 'kiosk:state'] as const) {
      expect(refusalOf(mode, channel, [])).toBeUndefined()
      expect(await invoke(page, channel), channel).toEqual(expect.any(Object))
    }
  }
  expect(refusalOf('off', 'scanner:set-open', ['true'])).toContain('does not take')
  expect(await invoke(page, 'scanner:set-open', 'true')).toMatch(/does not take these arguments/)
})
