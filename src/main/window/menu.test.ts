import type { MenuItemConstructorOptions } from 'electron'
import { describe, expect, test, vi } from 'vitest'
import { LANGUAGES } from '#shared/domain/text/languages.ts'
import { type MenuActions, menuTemplate } from './menu.ts'
import { shellTexts } from './texts.ts'

const texts = shellTexts('en').menu
const all = (items: readonly MenuItemConstructorOptions[]): MenuItemConstructorOptions[] =>
  items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? all(item.submenu) : [])])
const actions = {
  openRoute: vi.fn(),
  zoomIn: vi.fn(),
  zoomOut: vi.fn(),
  zoomReset: vi.fn(),
  checkForUpdates: vi.fn(),
  copyDiagnostics: vi.fn(),
} satisfies MenuActions
const template = (change: Partial<Parameters<typeof menuTemplate>[0]> = {}) =>
  all(
    menuTemplate({
      texts,
      appName: 'WLD',
      platform: 'linux',
      developerTools: false,
      actions,
      ...change,
    }),
  )
const PLATFORMS = ['linux', 'win32', 'darwin'] as const
const shown = (items: readonly MenuItemConstructorOptions[]) =>
  items.filter(({ type, visible }) => type !== 'separator' && visible !== false)

test('developer tools only where the app was not installed', () => {
  expect(template().map(({ role }) => role)).not.toContain('toggleDevTools')
  expect(template({ developerTools: true }).map(({ role }) => role)).toContain('toggleDevTools')
})
test('there is one way to quit', () => {
  for (const platform of PLATFORMS)
    expect(template({ platform }).filter(({ role }) => role === 'quit')).toHaveLength(1)
})

describe.each(PLATFORMS)('on %s', (platform) => {
  test.each([
    ['settings', () => expect(actions.openRoute).toHaveBeenLastCalledWith('/desktop-settings')],
    ['kiosk', () => expect(actions.openRoute).toHaveBeenLastCalledWith('/kiosk/start')],
    ['queue', () => expect(actions.openRoute).toHaveBeenLastCalledWith('/kiosk/queue')],
    ['contact', () => expect(actions.openRoute).toHaveBeenLastCalledWith('/contact')],
    ['zoom-in', () => expect(actions.zoomIn).toHaveBeenLastCalledWith()],
    ['zoom-out', () => expect(actions.zoomOut).toHaveBeenLastCalledWith()],
    ['zoom-reset', () => expect(actions.zoomReset).toHaveBeenLastCalledWith()],
    ['updates', () => expect(actions.checkForUpdates).toHaveBeenLastCalledWith()],
    ['diagnostics', () => expect(actions.copyDiagnostics).toHaveBeenLastCalledWith()],
  ] as const)('%s does one thing, and stands there once', (id, happened) => {
    for (const action of Object.values(actions)) action.mockClear()
    const found = template({ platform }).filter((item) => item.id === id)
    expect(found).toHaveLength(1)
    found[0]?.click?.({} as never, undefined, {} as never) // what Electron hands over is not used
    expect(Object.values(actions).reduce((count, { mock }) => count + mock.calls.length, 0)).toBe(1)
    happened()
  })
  test('each key stands for one entry', () => {
    const keys = template({ platform, developerTools: true }).flatMap(
      ({ accelerator = [] }) => accelerator,
    )
    expect(keys).toEqual(
      expect.arrayContaining([
        'CommandOrControl+,',
        'CommandOrControl+Plus',
        'CommandOrControl+=',
        'CommandOrControl+-',
        'CommandOrControl+0',
      ]),
    )
    expect(new Set(keys).size).toBe(keys.length)
  })
  test('the zoom is ours alone: one by role would not be kept', () =>
    expect(template({ platform }).map(({ role }) => role)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/zoom/i)]),
    ))
})

describe.each(LANGUAGES)('in %s', (language) => {
  test.each(PLATFORMS)('every entry on %s has a text of its own language', (platform) => {
    const items = template({
      texts: shellTexts(language).menu,
      platform,
      developerTools: true,
    }).filter(({ type }) => type !== 'separator')
    expect(new Set(shown(items).map(({ label }) => label)).size).toBe(shown(items).length)
    for (const { label } of items) expect(label).toBeTruthy()
    if (language !== 'en') {
      const english = new Set(Object.values(texts))
      expect(items.map(({ label = '' }) => label).filter((label) => english.has(label))).toEqual([])
    }
  })
})
