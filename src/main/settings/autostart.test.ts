import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { autostartFile, followAutostart, setAutostart } from './autostart.ts'

let configFolder = ''
beforeEach(() => {
  configFolder = mkdtempSync(join(tmpdir(), 'wld-autostart-'))
})
afterEach(() => rmSync(configFolder, { recursive: true, force: true }))

const options = (platform: NodeJS.Platform) => {
  const setLoginItemSettings = vi.fn()
  return { platform, app: { setLoginItemSettings }, program: '/opt/WLD/wld', configFolder }
}

test.each(['win32', 'darwin'] as const)('on %s the system keeps the list', (platform) => {
  const given = options(platform)
  setAutostart(true, given)
  setAutostart(false, given)
  expect(given.app.setLoginItemSettings.mock.calls).toEqual([
    [{ openAtLogin: true }],
    [{ openAtLogin: false }],
  ])
})
test('on Linux it is a file, which goes away again', () => {
  const path = join(configFolder, 'autostart/wld.desktop')
  setAutostart(true, options('linux'))
  expect(readFileSync(path, 'utf8')).toContain('\nExec="/opt/WLD/wld"\n')
  setAutostart(false, options('linux'))
  setAutostart(false, options('linux'))
  expect(existsSync(path)).toBe(false)
})
test.each([
  ['/home/x y/WLD.AppImage', 'Exec="/home/x y/WLD.AppImage"'],
  ['/home/a"b', String.raw`Exec="/home/a\\"b"`],
  ['/home/$x`y', 'Exec="/home/\\\\$x\\\\`y"'],
  ['/home/100%', 'Exec="/home/100%%"'],
])('the program %s', (program, line) => expect(autostartFile(program).split('\n')).toContain(line))

function following(first: boolean) {
  const state = { startAtLogin: first }
  const listeners: (() => void)[] = []
  const set = vi.fn<(on: boolean) => void>()
  const log = vi.fn()
  const begin = () =>
    followAutostart(
      {
        get: () => state as never, // the field that is read
        onChange: (listener) => (listeners.push(listener), () => undefined),
      },
      set,
      log,
    )
  const change = (startAtLogin: boolean) => {
    Object.assign(state, { startAtLogin })
    for (const listener of listeners) listener()
  }
  return { begin, change, set, log }
}
test('it is applied at the start and after a change, once', () => {
  const { begin, change, set } = following(true)
  begin()
  change(true)
  change(false)
  expect(set.mock.calls).toEqual([[true], [false]])
})
test('a list of the system that has the app already is left alone', () => {
  const { begin, set } = following(false)
  begin()
  expect(set).not.toHaveBeenCalled()
})
test('a disk that refuses does not stop the start', () => {
  const { begin, set, log } = following(true)
  set.mockImplementation(() => {
    throw new Error('EACCES')
  })
  begin()
  expect(log).toHaveBeenCalledWith('warn', 'autostart.not-set', expect.anything())
})
