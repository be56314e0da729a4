import { EventEmitter } from 'node:events'
import { expect, test, vi } from 'vitest'
import { movedTimers } from '#tests/support/moved-timers.ts'
import {
  ATTEMPT_WINDOW_MS,
  createAttemptCounter,
  decideRecovery,
  recoverWindow,
} from './recover-window.ts'
import { shellTexts } from './texts.ts'

test.each([
  ['clean-exit', 0, 'ignore'],
  ['clean-exit', 9, 'ignore'],
  ['crashed', 0, 'reload'],
  ['crashed', 2, 'reload'],
  ['crashed', 3, 'ask'],
  ['oom', 0, 'reload'],
  ['killed', 0, 'reload'],
  ['abnormal-exit', 3, 'ask'],
  ['memory-eviction', 0, 'reload'],
  ['launch-failed', 0, 'ask'],
  ['integrity-failure', 0, 'ask'],
] as const)('%s after %i reloads: %s', (reason, attemptsInWindow, expected) =>
  expect(decideRecovery({ reason, attemptsInWindow })).toBe(expected),
)

test('an attempt counts for one minute', () => {
  let now = 0
  const attempts = createAttemptCounter(() => now)
  attempts.add()
  now = ATTEMPT_WINDOW_MS - 1
  attempts.add()
  expect(attempts.count()).toBe(2)
  now = ATTEMPT_WINDOW_MS
  expect(attempts.count()).toBe(1)
  attempts.clear()
  expect(attempts.count()).toBe(0)
})

function recovering(response = 0, inKiosk = false) {
  const webContents = Object.assign(new EventEmitter(), {
    reload: vi.fn(),
    forcefullyCrashRenderer: vi.fn(),
  })
  const window = Object.assign(new EventEmitter(), { webContents, isDestroyed: () => false })
  const timers = movedTimers()
  const showMessageBox = vi.fn(async (_owner: unknown, _options?: unknown) => ({
    response,
    checkboxChecked: false,
  }))
  const quit = vi.fn()
  recoverWindow(window as never, {
    dialog: { showMessageBox },
    app: { quit },
    texts: () => shellTexts('fr'),
    inKiosk: () => inKiosk,
    now: () => 0,
    after: timers.after,
    log: () => undefined,
  }) // the members that are used
  const die = async (reason = 'crashed') => {
    webContents.emit('render-process-gone', {}, { reason, exitCode: 5 })
    await Promise.resolve()
    await Promise.resolve()
  }
  const { reload, forcefullyCrashRenderer: end } = webContents
  return { die, window, timers, reload, end, showMessageBox, quit }
}

test('three times automatically, then it asks, in the language of the interface', async () => {
  const { die, reload, showMessageBox } = recovering()
  for (let count = 0; count < 3; count++) await die()
  expect([reload.mock.calls.length, showMessageBox.mock.calls.length]).toEqual([3, 0])
  await die()
  expect(showMessageBox.mock.calls[0]?.[1]).toMatchObject({ title: shellTexts('fr').crash.title })
  expect(reload).toHaveBeenCalledTimes(4) // "load again"
})
test('"quit" quits', async () => {
  const { die, reload, quit } = recovering(1)
  await die('launch-failed')
  expect([quit.mock.calls.length, reload.mock.calls.length]).toEqual([1, 0])
})
test('a kiosk cannot be quit: the page is reloaded', async () => {
  const { die, reload, quit } = recovering(1, true)
  await die('launch-failed')
  expect([quit.mock.calls.length, reload.mock.calls.length]).toEqual([0, 1])
})
test('a page that ended as it should stays ended', async () => {
  const { die, reload, showMessageBox } = recovering()
  await die('clean-exit')
  expect([reload.mock.calls.length, showMessageBox.mock.calls.length]).toEqual([0, 0])
})

test('in the kiosk a page that hangs is ended after ten seconds, and comes back', async () => {
  const { window, timers, end, die, reload } = recovering(0, true)
  window.emit('unresponsive')
  await timers.pass(9_999)
  expect(end).not.toHaveBeenCalled()
  await timers.pass(1)
  expect(end).toHaveBeenCalledTimes(1)
  await die()
  expect(reload).toHaveBeenCalledTimes(1)
})
test('a page that responds again, or has ended, is left alone', async () => {
  const { window, timers, end, die } = recovering(0, true)
  window.emit('unresponsive')
  await timers.pass(5_000)
  window.emit('responsive')
  await timers.pass(60_000)
  window.emit('unresponsive')
  await die()
  await timers.pass(60_000)
  expect(end).not.toHaveBeenCalled()
})
test('outside the kiosk the user decides about a page that hangs', async () => {
  const { window, timers, end } = recovering()
  window.emit('unresponsive')
  await timers.pass(60_000)
  expect(end).not.toHaveBeenCalled()
})
