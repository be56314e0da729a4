import { EventEmitter } from 'node:events'
import { expect, test, vi } from 'vitest'
import {
  CRASH_WINDOW_MS,
  decideCrash,
  restartArguments,
  wasJustRestarted,
  watchCrashes,
} from './crashes.ts'
import { shellTexts } from './texts.ts'

const QUESTION = {
  kind: 'exception',
  exceptionsInWindow: 1,
  inKiosk: false,
  alreadyTold: false,
  justRestarted: false,
} as const
test.each([
  [{}, 'tell'],
  [{ alreadyTold: true }, 'log'],
  [{ inKiosk: true }, 'log'],
  [{ kind: 'rejection' }, 'log'],
  [{ kind: 'rejection', exceptionsInWindow: 9 }, 'log'],
  [{ exceptionsInWindow: 3, alreadyTold: true }, 'log'],
  [{ exceptionsInWindow: 4 }, 'restart'],
  [{ exceptionsInWindow: 4, inKiosk: true }, 'restart'],
  [{ exceptionsInWindow: 4, justRestarted: true }, 'stop'],
  [{ exceptionsInWindow: 4, justRestarted: true, inKiosk: true }, 'stop'],
] as const)('a crash with %j leads to the step %s', (change, expected) =>
  expect(decideCrash({ ...QUESTION, ...change })).toBe(expected),
)

test('a new start says when it was; only a young one counts', () => {
  const once = restartArguments(['.', '--kiosk'], 1_000)
  expect(once).toEqual(['.', '--kiosk', '--restarted-after-fault=1000'])
  expect(restartArguments(once, 2_000)).toEqual(['.', '--kiosk', '--restarted-after-fault=2000'])
  expect(wasJustRestarted(once, 1_000 + CRASH_WINDOW_MS)).toBe(true)
  expect(wasJustRestarted(once, 1_000 + 60 * CRASH_WINDOW_MS)).toBe(false)
  expect(wasJustRestarted(once, 0)).toBe(false)
  for (const argv of [
    [],
    ['--kiosk'],
    ['--restarted-after-fault=x'],
    ['--restarted-after-fault=Infinity'],
  ])
    expect(wasJustRestarted(argv, 5)).toBe(false)
})

function watched({
  inKiosk = false,
  response = 1,
  argv = ['/usr/bin/wld', '--kiosk'],
  env = {},
} = {}) {
  const clock = { now: 1_000_000 }
  const app = Object.assign(new EventEmitter(), { exit: vi.fn(), relaunch: vi.fn() })
  const source = Object.assign(new EventEmitter(), { argv, env })
  const dialog = {
    showErrorBox: vi.fn(),
    showMessageBox: vi.fn(async (_options: { title: string }) => ({
      response,
      checkboxChecked: false,
    })),
  }
  const log = vi.fn()
  watchCrashes({
    process: source,
    app: app as never,
    dialog: dialog as never,
    texts: () => shellTexts('ar'),
    inKiosk: () => inKiosk,
    now: () => clock.now,
    log,
  }) // the members that are used
  const fail = async (error: unknown = new Error('boom')): Promise<void> => {
    source.emit('uncaughtException', error)
    await vi.waitFor(() => undefined)
  }
  return { clock, app, source, dialog, log, fail }
}

test('the first fault is shown in the language of the interface, the next ones are logged', async () => {
  const { dialog, log, fail, app } = watched()
  await fail(new TypeError('x is not a function', { cause: new Error('deeper') }))
  await fail()
  expect(dialog.showMessageBox.mock.calls.map(([{ title }]) => title)).toEqual([
    shellTexts('ar').fault.title,
  ])
  expect(log.mock.calls.map(([level, event, fields]) => [level, event, fields.decision])).toEqual([
    ['error', 'main.exception', 'tell'],
    ['error', 'main.exception', 'log'],
  ])
  expect(log.mock.calls[0]?.[2]).toMatchObject({
    error: 'TypeError: x is not a function (Error: deeper)',
    stack: expect.stringContaining('crashes.test.ts'),
  })
  expect(app.exit).not.toHaveBeenCalled()
})
test('"start anew" does so, with the same arguments', async () => {
  const { app, fail } = watched({ response: 0 })
  await fail()
  await vi.waitFor(() => expect(app.exit).toHaveBeenCalledWith(1))
  expect(app.relaunch).toHaveBeenCalledWith({
    args: ['--kiosk', '--restarted-after-fault=1000000'],
  })
})
test('an AppImage is started as such: its program is gone with this run', async () => {
  const { app, fail } = watched({ response: 0, env: { APPIMAGE: '/opt/wld.AppImage' } })
  await fail()
  await vi.waitFor(() =>
    expect(app.relaunch).toHaveBeenCalledWith(
      expect.objectContaining({ execPath: '/opt/wld.AppImage' }),
    ),
  )
})
test('a kiosk shows no dialog; the fourth within a minute restarts', async () => {
  const { app, dialog, fail } = watched({ inKiosk: true })
  for (let count = 0; count < 3; count++) await fail()
  expect(app.relaunch).not.toHaveBeenCalled()
  await fail()
  expect(app.relaunch).toHaveBeenCalledOnce()
  expect(dialog.showMessageBox).not.toHaveBeenCalled()
})
test('four over a longer time do not restart', async () => {
  const { app, clock, fail } = watched()
  for (let count = 0; count < 8; count++) {
    await fail()
    clock.now += CRASH_WINDOW_MS / 2
  }
  expect(app.exit).not.toHaveBeenCalled()
})
test('a restart that fails at once again is the last', async () => {
  const { app, dialog, fail } = watched({
    argv: ['/usr/bin/wld', '--restarted-after-fault=999000'],
  })
  for (let count = 0; count < 4; count++) await fail()
  expect(app.relaunch).not.toHaveBeenCalled()
  expect(app.exit).toHaveBeenCalledWith(1)
  expect(dialog.showErrorBox).toHaveBeenCalledOnce()
})
test('an unhandled rejection is logged', () => {
  const { source, log, dialog } = watched()
  source.emit('unhandledRejection', 'text')
  source.emit('unhandledRejection', new Error('late'))
  expect(log.mock.calls.map(([, event, { error }]) => [event, error])).toEqual([
    ['main.rejection', 'text'],
    ['main.rejection', 'Error: late'],
  ])
  expect(dialog.showMessageBox).not.toHaveBeenCalled()
})
test('a closed terminal is no fault', async () => {
  const { log, fail } = watched()
  await fail(Object.assign(new Error('write EPIPE'), { code: 'EPIPE', syscall: 'write' }))
  expect(log).not.toHaveBeenCalled()
})
test('crashed processes are logged, ended ones are not', () => {
  const { app, log } = watched()
  app.emit('child-process-gone', {}, { type: 'GPU', reason: 'crashed', exitCode: 5 })
  app.emit(
    'child-process-gone',
    {},
    { type: 'Utility', reason: 'clean-exit', exitCode: 0, name: 'Audio Service' },
  )
  app.emit('render-process-gone', {}, {}, { reason: 'oom', exitCode: 9 })
  app.emit('render-process-gone', {}, {}, { reason: 'clean-exit', exitCode: 0 })
  expect(log.mock.calls).toEqual([
    ['error', 'process.gone', { type: 'GPU', reason: 'crashed', exitCode: 5, name: '' }],
    ['error', 'process.page-gone', { reason: 'oom', exitCode: 9 }],
  ])
})
