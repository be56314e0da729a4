/** On a phone: a film is taken, sealed and kept; the page is closed before it has arrived; the next page sends it. */
import type { BrowserContext, Page } from '@playwright/test'
import { jpeg } from '#tests/support/sample-files.ts'
import { film } from '#tests/support/sample-films.ts'
import { beforeFirst, expect, signInAs, test } from './fixtures.ts'
import { openIn } from './reading.ts'
import {
  buildStaff,
  filedTitle,
  fileIt,
  filing,
  fillWords,
  item,
  openForm,
  person,
  sidewaysIn,
  toStep,
} from './report-desk.ts'

beforeFirst(buildStaff)

const PHONE = {
  viewport: { width: 360, height: 740 },
  isMobile: true,
  hasTouch: true,
  permissions: ['camera', 'geolocation'],
  geolocation: { latitude: 15.5006, longitude: 32.5599 },
}
const MARK = 7

/** What lies in the browser's storage of captures, as a search of the device would find it. */
const keptOn = (page: Page) =>
  page.evaluate(async (mark) => {
    const databases = await indexedDB.databases()
    const name = databases.find((one) => one.name?.startsWith('wld-captures'))?.name
    if (name === undefined) return { records: 0, parts: 0, open: 0, exported: 0 }
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error ?? new Error('not read'))
      })
    const database = await settled(indexedDB.open(name))
    const values = await settled<unknown[]>(
      database.transaction('captures').objectStore('captures').getAll(),
    )
    database.close()
    const parts = values.filter((value) => value instanceof ArrayBuffer)
    const records = values.filter(
      (value): value is { contentKey: CryptoKey; sealKeys: CryptoKeyPair } =>
        !(value instanceof ArrayBuffer),
    )
    const isOpen = (part: ArrayBuffer): boolean =>
      new Uint8Array(part).some(
        (_, at, all) => at > 15 && all.subarray(at - 15, at + 1).every((one) => one === mark),
      )
    const exported = await Promise.all(
      records.flatMap(({ contentKey, sealKeys }) =>
        [contentKey, sealKeys.privateKey].flatMap((key) =>
          (['raw', 'jwk', 'pkcs8'] as const).map((format) =>
            crypto.subtle.exportKey(format as 'raw', key).then(
              () => 1,
              () => 0,
            ),
          ),
        ),
      ),
    )
    return {
      records: records.length,
      parts: parts.length,
      open: parts.filter(isOpen).length,
      exported: exported.filter((one) => one === 1).length,
    }
  }, MARK)

/** Makes the capture look as if it had been kept for so many days. */
const age = (page: Page, days: number) =>
  page.evaluate(async (earlierMs) => {
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error ?? new Error('not read'))
      })
    const databases = await indexedDB.databases()
    const name = databases.find((one) => one.name?.startsWith('wld-captures'))?.name ?? ''
    const database = await settled(indexedDB.open(name))
    const store = database.transaction('captures', 'readwrite').objectStore('captures')
    for (const key of await settled(store.getAllKeys())) {
      const value = await settled<{ keptAt?: number }>(store.get(key))
      if (value.keptAt !== undefined)
        await settled(store.put({ ...value, keptAt: Date.now() - earlierMs }, key))
    }
    database.close()
  }, days * 86_400_000)

async function reopen(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.goto('/reports')
  await page.waitForFunction(() => document.getElementById('root')?.dataset['awake'] !== undefined)
  return page
}

test('a film that is taken on a phone survives a closed page, is sent, and is shown as sealed', async ({
  open,
  server,
}) => {
  const first = await open(PHONE)
  const context = first.context()
  await signInAs(first, person('member'))
  await openForm(first)
  await toStep(first, 'Evidence')
  const form = filing(first)
  await form.getByLabel('Add the place').selectOption('Within about 10 km')
  await context.route('**/api/upload/evidence/*?offset=1048576', (route) =>
    route.abort('connectionreset'),
  )
  const camera = form.getByLabel('Record a video', { exact: true })
  await expect(camera).toHaveAttribute('capture', 'environment')
  await camera.setInputFiles({
    name: 'film.mp4',
    mimeType: 'video/mp4',
    buffer: film({ picture: Buffer.alloc(2_500_000, MARK) }),
  })
  const taken = item(first, 'film.mp4')
  await expect(
    taken.getByText(/^Sealed on this device on .* With the place, within about 10 km\.$/),
  ).toBeVisible()
  await expect(taken.getByText('Kept encrypted on this device')).toBeVisible()
  await expect(taken.getByText('No connection. It continues automatically.')).toBeVisible()
  expect(await sidewaysIn(first, first.getByRole('main'))).toEqual([])
  expect(await keptOn(first)).toEqual({ records: 1, parts: 3, open: 0, exported: 0 })
  await age(first, 8)
  // Chromium sends a request that a route holds when its page closes, and cancels it when the page is left.
  first.on('dialog', (question) => void question.accept())
  await first.goto('about:blank')
  await first.close()

  await context.unrouteAll({ behavior: 'ignoreErrors' })
  const sent: string[] = []
  context.on(
    'request',
    (request) => request.url().includes('offset=') && sent.push(new URL(request.url()).search),
  )
  const second = await reopen(context)
  await second.getByRole('link', { name: 'Continue your report' }).click()
  await toStep(second, 'Evidence')
  await expect(item(second, 'film.mp4').getByText('Uploaded')).toBeVisible()
  expect(sent).toEqual(['?offset=1048576', '?offset=2097152'])
  await item(second, 'film.mp4').getByLabel('What this file shows').fill('The market')
  // Until the report is filed, the server may forget the file: the device keeps it.
  expect(await keptOn(second)).toMatchObject({ records: 1 })
  await fillWords(second, 'Seen at the market')
  await fileIt(second)
  await expect(filedTitle(second)).toBeVisible()
  await expect.poll(() => keptOn(second)).toEqual({ records: 0, parts: 0, open: 0, exported: 0 })

  const evidence = await server.deps.database.db
    .selectFrom('report_evidence')
    .select('report_id')
    .executeTakeFirstOrThrow()
  const staff = await open({ viewport: { width: 360, height: 740 } })
  await signInAs(staff, person('moderator'))
  await staff.goto(`/reports/${evidence.report_id}/evidence`)
  await staff.getByRole('button', { name: 'Custody of evidence 1' }).click()
  const custody = staff.getByRole('dialog')
  await expect(custody.getByText('Sealed by a device; time as the device states')).toBeVisible()
  await expect(custody.getByText(/15\.55000, 32\.60/)).toBeVisible()
  expect(await sidewaysIn(staff)).toEqual([])
})

test('a photo is removed from the device on request, after 30 days, and with the sign-out', async ({
  open,
}) => {
  const page = await open(PHONE)
  await signInAs(page, person('member'))
  await openIn(page, 'en', '/reports')
  await openForm(page)
  await toStep(page, 'Evidence')
  await page.route('**/api/upload/evidence', (route) => route.abort('connectionreset'))
  const photo = { mimeType: 'image/jpeg', buffer: await jpeg() }
  const take = async (name: string): Promise<void> => {
    await filing(page)
      .getByLabel('Take a photo', { exact: true })
      .setInputFiles({ ...photo, name })
    await expect(item(page, name).getByText('Kept encrypted on this device')).toBeVisible()
  }
  await take('old.jpg')
  await age(page, 31)
  page.on('dialog', (question) => void question.accept()) // the browser asks before it leaves a page that still sends
  await page.goto('/reports')
  await expect.poll(() => keptOn(page)).toMatchObject({ records: 0, parts: 0 })
  await page.getByRole('link', { name: 'Continue your report' }).click()
  await toStep(page, 'Evidence')
  await item(page, 'old.jpg').getByRole('button', { name: 'Remove old.jpg' }).click()
  await take('one.jpg')
  await take('two.jpg')
  expect(await keptOn(page)).toMatchObject({ records: 2 })
  await item(page, 'one.jpg').getByRole('button', { name: 'Remove one.jpg' }).click()
  await page.getByRole('button', { name: 'Delete the file' }).click()
  await expect(item(page, 'one.jpg')).toHaveCount(0)
  await expect.poll(() => keptOn(page)).toMatchObject({ records: 1, parts: 1 })
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('button', { name: /Sign out|Log out/ }).click()
  await expect.poll(() => keptOn(page)).toMatchObject({ records: 0, parts: 0 })
})
