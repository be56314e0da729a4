import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/electron/fixtures.ts'
import { invoke } from './in-page.ts'

test.use({ camera: true })

const ask = (page: Page, constraints: { video?: boolean; audio?: boolean }): Promise<string> =>
  page.evaluate(async (wanted) => {
    try {
      const stream = await navigator.mediaDevices.getUserMedia(wanted)
      for (const track of stream.getTracks()) track.stop()
      return 'granted'
    } catch (error) {
      return (error as Error).name // a DOMException
    }
  }, constraints)

test('the camera is granted only while the scanner is open', async ({ desktop: { page } }) => {
  expect(await ask(page, { video: true })).toBe('NotAllowedError')
  await invoke(page, 'scanner:set-open', true)
  expect(await ask(page, { video: true })).toBe('granted')
  await invoke(page, 'scanner:set-open', false)
  expect(await ask(page, { video: true })).toBe('NotAllowedError')
})

test('a new page starts with the scanner closed', async ({ desktop: { page } }) => {
  await invoke(page, 'scanner:set-open', true)
  await page.reload()
  expect(await ask(page, { video: true })).toBe('NotAllowedError')
})

test('the microphone, the location and notifications are always denied', async ({
  desktop: { page },
}) => {
  await invoke(page, 'scanner:set-open', true)
  expect(await ask(page, { audio: true })).toBe('NotAllowedError')
  expect(await ask(page, { video: true, audio: true })).toBe('NotAllowedError')
  const place = await page.evaluate(
    () =>
      new Promise((resolve) =>
        navigator.geolocation.getCurrentPosition(
          () => resolve('told'),
          ({ code, PERMISSION_DENIED }) =>
            resolve(code === PERMISSION_DENIED ? 'denied' : 'failed'),
        ),
      ),
  )
  expect(place).toBe('denied')
  expect(await page.evaluate(() => Notification.requestPermission())).toBe('denied')
})
