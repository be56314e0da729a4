import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ar from '#locales/ar/desktopMenu.json' with { type: 'json' }
import en from '#locales/en/desktopMenu.json' with { type: 'json' }
import fr from '#locales/fr/desktopMenu.json' with { type: 'json' }
import type { Desktop } from '#tests/support/electron/fixtures.ts'
import { expect, test } from '#tests/support/electron/fixtures.ts'
import { signIn } from './in-page.ts'

const menuLabels = (desktop: Desktop): Promise<string[]> =>
  desktop.evaluate(
    ({ Menu }) => Menu.getApplicationMenu()?.items.map(({ label = '' }) => label) ?? [],
  )

test('the menu follows the language of the interface', async ({ desktop }) => {
  for (const [language, { menu }] of [
    ['ar', ar],
    ['fr', fr],
    ['en', en],
  ] as const) {
    await desktop.page
      .getByRole('combobox', { name: /Language|Langue|اللغة/ })
      .first()
      .selectOption(language)
    await expect
      .poll(() => menuLabels(desktop))
      .toEqual(expect.arrayContaining([menu.file, menu.edit, menu.view]))
  }
})

test('a second start brings the first window to the front and ends', async ({ desktop }) => {
  await desktop.evaluate(({ BrowserWindow }) => {
    Object.assign(globalThis, { focuses: 0 })
    const [window] = BrowserWindow.getAllWindows()
    const focus = window?.focus.bind(window)
    if (window !== undefined)
      window.focus = () => {
        ;(globalThis as unknown as { focuses: number }).focuses += 1 // the counter above
        focus?.()
      }
  })
  expect(await desktop.startSecond()).toBe(0)
  await expect
    .poll(() => desktop.evaluate(() => (globalThis as unknown as { focuses: number }).focuses))
    .toBe(1) // the counter above
  expect(desktop.windows()).toHaveLength(1)
})

/** Crashes the page. */
const crash = (desktop: Desktop): Promise<unknown> =>
  desktop.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer(),
  )
const isAlive = (desktop: Desktop): Promise<unknown> =>
  desktop.evaluate(({ BrowserWindow }) =>
    Promise.race([
      BrowserWindow.getAllWindows()[0]
        ?.webContents.executeJavaScript(
          "document.querySelector('h1') !== null && 'wld' in window && !window.marked",
        )
        .catch(() => false),
      new Promise((resolve) => setTimeout(() => resolve(false), 500)),
    ]),
  )
const mark = (desktop: Desktop): Promise<unknown> =>
  desktop.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript('window.marked = true'),
  )

test('a crashed interface is loaded again three times in a minute, then the user decides', async ({
  desktop,
  profile,
}) => {
  await signIn(desktop.page)
  await desktop.evaluate(({ dialog }) => {
    const asked: unknown[] = []
    Object.assign(globalThis, { asked })
    Object.assign(dialog, {
      showMessageBox: async (_window: unknown, options: { title: string }) => {
        asked.push(options.title)
        return { response: 0, checkboxChecked: false }
      },
    })
  })
  const asked = () => desktop.evaluate(() => (globalThis as unknown as { asked: string[] }).asked) // the list above
  for (const expected of [[], [], [], [en.crash.title]]) {
    await mark(desktop)
    await crash(desktop)
    await expect.poll(() => isAlive(desktop)).toBe(true)
    expect(await asked()).toEqual(expected)
  }
  const state = await desktop.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(
      "window.wld.invoke('session:state')",
    ),
  )
  expect(state).toMatchObject({ signedIn: true })
  const log = readFileSync(join(profile, 'userData/logs/main.log'), 'utf8')
  expect(log.match(/"event":"renderer.gone"/g)).toHaveLength(4)
})

test('the last window closes the app', async ({ desktop }) => {
  test.skip(process.platform === 'darwin', 'on macOS an app stays open without windows')
  await desktop.evaluate(
    ({ BrowserWindow }) => void setImmediate(() => BrowserWindow.getAllWindows()[0]?.close()),
  )
  expect(await desktop.exited()).toBe(0)
})
