/** The settings that this computer stores, and those that the association sets for it. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ar from '#locales/ar/desktopMenu.json' with { type: 'json' }
import type { DesktopSettings } from '#shared/contract/desktop/ipc-desktop.ts'
import type { Desktop } from '#tests/support/electron/fixtures.ts'
import { expect, test } from '#tests/support/electron/fixtures.ts'
import { invoke } from './in-page.ts'

const settingsOf = async ({ page }: Desktop): Promise<DesktopSettings> =>
  (await invoke(page, 'settings:get')) as DesktopSettings // the type of its channel
const zoomOf = (desktop: Desktop): Promise<number | undefined> =>
  desktop.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.getZoomFactor(),
  )
const clickMenu = (desktop: Desktop, id: string): Promise<void> =>
  desktop.evaluate(({ Menu }, wanted) => {
    const item = Menu.getApplicationMenu()?.getMenuItemById(wanted)
    if (item?.click === undefined) throw new Error(`The menu has no ${wanted}`)
    ;(item.click as () => void)() // the arguments of Electron are not used
  }, id)

/** Writes a file into the folder of the user's data before the app starts. */
function put(profile: string, name: string, content: string): string {
  const folder = join(profile, 'userData')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}

test('the settings of the user are restored after a restart', async ({ start, profile }) => {
  const first = await start()
  await invoke(first.page, 'settings:change', { zoom: 1.5, kioskScreen: { hand: 'left' } })
  await expect.poll(() => zoomOf(first)).toBe(1.5)
  await first.page
    .getByRole('combobox', { name: /Language|Langue|اللغة/ })
    .first()
    .selectOption('ar')
  await expect.poll(async () => (await settingsOf(first)).language).toBe('ar')
  await first.close()
  expect(JSON.parse(readFileSync(join(profile, 'userData/settings.json'), 'utf8'))).toMatchObject({
    version: 1,
    language: 'ar',
    zoom: 1.5,
    kioskScreen: { hand: 'left' },
  })

  const second = await start()
  expect(await settingsOf(second)).toMatchObject({
    language: 'ar',
    zoom: 1.5,
    kioskScreen: { sound: true, hand: 'left' },
    fault: null,
    faultIn: [],
  })
  await expect.poll(() => zoomOf(second)).toBe(1.5)
  expect(
    await second.evaluate(({ Menu }) =>
      Menu.getApplicationMenu()?.items.map(({ label = '' }) => label),
    ),
  ).toEqual(expect.arrayContaining([ar.menu.edit]))
})

test('the menu changes the size of the interface and opens its pages', async ({ desktop }) => {
  await clickMenu(desktop, 'zoom-in')
  await expect.poll(() => zoomOf(desktop)).toBe(1.1)
  await clickMenu(desktop, 'zoom-reset')
  await clickMenu(desktop, 'zoom-out')
  await expect.poll(() => zoomOf(desktop)).toBe(0.9)
  expect((await settingsOf(desktop)).zoom).toBe(0.9)
  await clickMenu(desktop, 'contact')
  await expect(desktop.page).toHaveURL(/\/contact$/)
  await clickMenu(desktop, 'settings')
  await expect(desktop.page).toHaveURL(/\/desktop-settings$/)
})

test('only declared settings can be changed, and only within their limits', async ({ desktop }) => {
  for (const wrong of [
    { zoom: 9 },
    { zoom: '1' },
    { serverUrl: 'https://evil.example' },
    { updateFeed: 'https://evil.example' },
    { language: 'xx' },
    { statusListMaxAgeH: 9_999 },
    'zoom',
  ])
    expect(await invoke(desktop.page, 'settings:change', wrong)).toMatch(/^refused/)
  expect(await settingsOf(desktop)).toMatchObject({ zoom: 1, updateFeed: null })
})

test('a user cannot change a server address that comes from the environment', async ({
  desktop,
  api,
}) => {
  expect(await settingsOf(desktop)).toMatchObject({
    serverUrl: api.origin,
    serverFrom: 'environment',
  })
  expect(
    await invoke(desktop.page, 'server:choose', api.origin.replace('127.0.0.1', 'localhost')),
  ).toMatch(/^refused/)
  expect(await settingsOf(desktop)).toMatchObject({ serverUrl: api.origin })
})

test('the file of the association has priority; its faults are named and affect nothing else', async ({
  start,
  api,
  profile,
}) => {
  const file = put(
    profile,
    'managed.json',
    JSON.stringify({
      serverUrl: api.origin,
      language: 'fr',
      checkForUpdates: false,
      statusListMaxAgeH: -1,
      colour: 'red',
    }),
  )
  const desktop = await start({
    env: { API_URL: 'http://localhost:1', WLD_MANAGED_SETTINGS: file },
  })
  await expect(desktop.page.locator('html')).toHaveAttribute('lang', 'fr')
  const settings = await settingsOf(desktop)
  expect(settings).toMatchObject({
    serverUrl: api.origin,
    serverFrom: 'managed',
    language: 'fr',
    checkForUpdates: false,
    statusListMaxAgeH: 24,
  })
  expect(settings.managed.toSorted()).toEqual(['checkForUpdates', 'language', 'serverUrl'])
  expect(settings.fault).toMatch(/statusListMaxAgeH must be.*\n.*"colour" is not a setting/)
  expect(
    await invoke(desktop.page, 'settings:change', { checkForUpdates: true, zoom: 2 }),
  ).toMatchObject({ checkForUpdates: false, zoom: 2 })
  expect(await invoke(desktop.page, 'server:choose', api.origin)).toMatch(/^refused/)
})

test('a damaged file is kept under another name and reported, and the app works', async ({
  start,
  profile,
}) => {
  put(profile, 'settings.json', '{"version":1,"zoo')
  const desktop = await start()
  expect((await settingsOf(desktop)).fault).toContain('settings.damaged.json')
  expect(readFileSync(join(profile, 'userData/settings.damaged.json'), 'utf8')).toBe(
    '{"version":1,"zoo',
  )
  expect(await invoke(desktop.page, 'settings:change', { zoom: 2 })).toMatchObject({ zoom: 2 })
})

test.describe('the window', () => {
  const bounds = (desktop: Desktop) =>
    desktop.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getNormalBounds())
  const moveTo = (desktop: Desktop, to: Electron.Rectangle) =>
    desktop.evaluate(
      ({ BrowserWindow }, where) => BrowserWindow.getAllWindows()[0]?.setBounds(where),
      to,
    )

  test('has the same place and size after a restart', async ({ start, engine }) => {
    const first = await start()
    await moveTo(first, { x: 60, y: 80, width: 700, height: 600 })
    const where = await bounds(first) // a window manager may choose another place
    await first.close()
    const second = await start()
    const { width, height, x, y } = (await bounds(second)) ?? {}
    expect({ width, height }).toEqual({ width: where?.width, height: where?.height })
    if (engine === 'standin') expect({ x, y }).toEqual({ x: 60, y: 80 })
  })
  test('moves to a display that exists', async ({ start, engine, profile }) => {
    test.skip(engine === 'electron', 'this machine’s displays cannot be taken away')
    const two =
      '[{"x":0,"y":0,"width":1920,"height":1040},{"x":1920,"y":0,"width":1920,"height":1040}]'
    const first = await start({ env: { STANDIN_DISPLAYS: two } })
    await moveTo(first, { x: 2_000, y: 80, width: 3_000, height: 700 })
    await first.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.maximize())
    await first.close()
    expect(existsSync(join(profile, 'userData/window.json'))).toBe(true)
    const second = await start({
      env: { STANDIN_DISPLAYS: '[{"x":0,"y":0,"width":1366,"height":728}]' },
    })
    expect(await bounds(second)).toEqual({ x: 0, y: 0, width: 1366, height: 700 })
    await expect
      .poll(() =>
        second.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isMaximized()),
      )
      .toBe(true)
  })
})
