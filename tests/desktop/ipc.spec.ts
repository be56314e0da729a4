import { INVOKE_CHANNELS, type InvokeChannel } from '#shared/contract/desktop/ipc.ts'
import { expect, test } from '#tests/support/electron/fixtures.ts'
import { invoke } from './in-page.ts'

const CHANNELS = Object.keys(INVOKE_CHANNELS) as InvokeChannel[] // the keys of the table are its type

test('a call of our page is accepted', async ({ desktop, api }) => {
  expect(await invoke(desktop.page, 'app:info')).toEqual({
    version: expect.any(String),
    apiUrl: api.origin,
    kiosk: false,
    platform: process.platform,
  })
})

test('calls of a foreign page in our window, with our preload, are refused', async ({
  desktop,
}) => {
  // Main is made to load it, because a page cannot get there. The scheme responds to foreign hosts with an empty 404.
  await desktop.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.loadURL('app://evil/'),
  )
  // In the stand-in, `app://evil` is a host of its own.
  await desktop.page.waitForURL(/^(app:\/\/evil|https:\/\/evil\.app\.standin)\//)
  await expect(desktop.page.locator('body')).toHaveText('Not found')
  for (const channel of CHANNELS)
    expect(await invoke(desktop.page, channel, true), channel).toMatch(
      /refused: .*is not open to this page/,
    )
})

test('arguments are checked', async ({ desktop: { page } }) => {
  expect(await invoke(page, 'scanner:set-open', 'true')).toMatch(/does not take these arguments/)
  expect(await invoke(page, 'scanner:set-open')).toMatch(/does not take these arguments/)
  expect(await invoke(page, 'bridge:set-language', 'de')).toMatch(/does not take these arguments/)
  expect(await invoke(page, 'app:info', 'more')).toMatch(/does not take these arguments/)
})

test('only the declared channels exist, and there is no raw access', async ({
  desktop: { page },
}) => {
  expect(await invoke(page, 'no:such-channel')).toBe('refused: There is no such channel')
  const reachable = await page.evaluate(() => {
    const scope = globalThis as unknown as Record<string, unknown> // properties that a script could look for
    const { wld } = scope as unknown as { wld: object } // the desktop bridge
    return {
      names: ['require', 'process', 'module', 'ipcRenderer', 'electron', 'Buffer'].filter(
        (name) => name in scope,
      ),
      frozen: Object.isFrozen(wld),
    }
  })
  expect(reachable).toEqual({ names: [], frozen: true })
})
