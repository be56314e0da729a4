import { expect, test } from '#tests/support/electron/fixtures.ts'
import { PICTURE_PATH } from '#tests/support/electron/scripted-api.ts'
import { invoke } from './in-page.ts'

test('the window does not leave the interface', async ({ desktop }) => {
  await expect(desktop.page).toHaveURL(/\/login$/) // signed out, the app opens there
  const before = desktop.page.url()
  await desktop.page.evaluate(() => Object.assign(globalThis, { stillHere: true }))
  for (const target of [
    'https://evil.example/',
    'http://127.0.0.1:1/',
    'file:///etc/passwd',
    'data:text/html,x',
    'app://evil/',
    PICTURE_PATH,
  ])
    await test.step(`no way to ${target.slice(0, 24)}`, async () => {
      await desktop.page.evaluate((address) => {
        const link = Object.assign(document.createElement('a'), { href: address })
        document.body.append(link)
        link.click()
      }, target)
      await desktop.page.waitForTimeout(300)
      expect(desktop.page.url()).toBe(before)
      expect(await desktop.page.evaluate(() => 'stillHere' in globalThis)).toBe(true)
    })
})

test('new windows never open; https goes to the operating system', async ({ desktop }) => {
  await desktop.page.evaluate(() => {
    for (const address of [
      'https://example.org/help',
      'http://example.org/',
      'file:///etc/passwd',
      '/reports',
      'about:blank',
    ])
      window.open(address)
  })
  await expect.poll(() => desktop.openedOutside()).toEqual(['https://example.org/help'])
  expect(desktop.windows()).toHaveLength(1)
})

test('a link with a target is handled like a new window', async ({ desktop }) => {
  await desktop.page.evaluate(() => {
    const link = Object.assign(document.createElement('a'), {
      href: 'https://example.org/',
      target: '_blank',
      rel: 'noreferrer',
      textContent: 'out',
    })
    document.body.append(link)
    link.click()
  })
  await expect.poll(() => desktop.openedOutside()).toEqual(['https://example.org/'])
  await expect.poll(() => desktop.windows().length).toBe(1)
})

test('"open outside" accepts https only', async ({ desktop }) => {
  expect(
    await invoke(desktop.page, 'bridge:open-external', 'https://example.org/a'),
  ).toBeUndefined()
  for (const address of [
    'http://example.org/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'smb://host/share',
    'https://bank.example@evil.example/',
  ])
    expect(await invoke(desktop.page, 'bridge:open-external', address), address).toMatch(
      /^refused: .*bridge:open-external failed$/,
    )
  expect(await desktop.openedOutside()).toEqual(['https://example.org/a'])
})

test('the webview element does not exist', async ({ desktop }) => {
  expect(
    await desktop.page.evaluate(() => document.createElement('webview').constructor.name),
  ).not.toMatch(/WebView/i)
})
