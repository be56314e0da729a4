/** The main job: a member shows the card, staff hold it to a webcam and read a verdict. */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import QRCode from 'qrcode'
import sharp from 'sharp'
import { bareCardId } from '#shared/domain/people/member-id.ts'
import { buildMember, type BuiltMember } from '#tests/builders/member.ts'
import type { ApiServer } from '#tests/support/api-server.ts'
import { expect, signInAs, test } from './fixtures.ts'

const buildPhoto = async (server: ApiServer): Promise<string> => {
  const bytes = await sharp({
    create: { width: 480, height: 600, channels: 3, background: '#2a6f97' },
  })
    .jpeg()
    .toBuffer()
  return server.deps.library.addPicture({
    purpose: 'card-photo',
    ownerId: null,
    bytes,
    originalName: 'me.jpg',
  })
}

async function downloadBack(page: Page): Promise<Buffer> {
  await page.goto('/id-card')
  await page.getByRole('button', { name: 'Choose what to download' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Back only/ }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^wld-id-WLD_\d+.*\.png$/)
  return readFileSync(await file.path())
}

async function cardOf(open: () => Promise<Page>, member: BuiltMember): Promise<Buffer> {
  const page = await open()
  await signInAs(page, member)
  return downloadBack(page)
}

async function startScanning(page: Page): Promise<void> {
  await page.goto('/moderator/dashboard/verification')
  await page.getByRole('button', { name: 'Start camera' }).click()
}

const codeAsPicture = (payload: string): Promise<Buffer> =>
  QRCode.toBuffer(payload, { errorCorrectionLevel: 'L', margin: 4, scale: 8 })

test('a downloaded card is VALID, with photo, name and birth date as on the card', async ({
  server,
  open,
  holdUp,
}) => {
  const member = await buildMember(server.deps, {
    firstName: 'آمنة',
    lastName: 'إدريس',
    birthDate: '1990-04-12',
    details: { card_photo_file: await buildPhoto(server) },
  })
  const moderator = await buildMember(server.deps, { role: 'moderator' })
  await holdUp(await cardOf(open, member))
  const page = await open()
  await signInAs(page, moderator)
  await startScanning(page)
  const result = page.getByRole('region', { name: 'Result of the check' })
  await expect(result.getByText('VALID', { exact: true })).toBeVisible()
  await expect(result.getByText('آمنة إدريس')).toBeVisible()
  await expect(result.getByText(bareCardId(member.cardId), { exact: true })).toBeVisible()
  await expect(result.getByText(/12 April 1990|12 Apr 1990/)).toBeVisible()
  const photo = result.getByRole('img', { name: /Photo of/ })
  await expect(photo).toBeVisible()
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(480) // the frame appears before the picture is loaded
})

test('a card with one changed letter is FORGED, and no name is shown', async ({
  server,
  open,
  holdUp,
}) => {
  const member = await buildMember(server.deps, { firstName: 'Amna', lastName: 'Idris' })
  const moderator = await buildMember(server.deps, { role: 'moderator' })
  const owner = await open()
  await signInAs(owner, member)
  const payload = await owner.evaluate(async () => {
    const answer = await fetch('/api/card/me', {
      headers: { authorization: `Bearer ${localStorage.getItem('accessToken') ?? ''}` },
    })
    return ((await answer.json()) as { payload: string }).payload
  })
  await holdUp(await codeAsPicture(payload.replace('Amna', 'Amma')))
  const page = await open()
  await signInAs(page, moderator)
  await startScanning(page)
  const result = page.getByRole('region', { name: 'Result of the check' })
  await expect(result.getByText('FORGED', { exact: true })).toBeVisible()
  await expect(result.getByText(/Amna|Amma|Idris/)).toHaveCount(0)
})

test('a suspended member is REVOKED', async ({ server, open, holdUp }) => {
  const member = await buildMember(server.deps)
  const moderator = await buildMember(server.deps, { role: 'moderator' })
  await holdUp(await cardOf(open, member))
  await server.deps.database.db
    .updateTable('members')
    .set({ status: 'blocked' })
    .where('id', '=', member.id)
    .execute()
  const page = await open()
  await signInAs(page, moderator)
  await startScanning(page)
  const result = page.getByRole('region', { name: 'Result of the check' })
  await expect(result.getByText('REVOKED', { exact: true })).toBeVisible()
})

test('without network the page says so, keeps the scanned card, and checks it when the network is back', async ({
  server,
  open,
  holdUp,
}) => {
  const member = await buildMember(server.deps)
  const moderator = await buildMember(server.deps, { role: 'moderator' })
  await holdUp(await cardOf(open, member))
  const page = await open()
  await signInAs(page, moderator)
  // The page and its decoder are loaded before the network goes; `goto` waits for neither.
  const reader = page.waitForResponse(/zxing_reader.*\.wasm$/)
  await page.goto('/moderator/dashboard/verification')
  const startCamera = page.getByRole('button', { name: 'Start camera' })
  await expect(startCamera).toBeVisible()
  await (await reader).finished()
  await page.context().setOffline(true)
  await startCamera.click()
  const result = page.getByRole('region', { name: 'Result of the check' })
  await expect(result.getByText('Offline').first()).toBeVisible()
  await expect(result.getByText('VALID', { exact: true })).toHaveCount(0)
  await page.context().setOffline(false)
  await expect(result.getByText('NO PHOTO', { exact: true })).toBeVisible()
})

test('a code of another system is UNKNOWN', async ({ server, open, holdUp }) => {
  const moderator = await buildMember(server.deps, { role: 'moderator' })
  await holdUp(await codeAsPicture('https://example.org/?a=1|2|3'))
  const page = await open()
  await signInAs(page, moderator)
  await startScanning(page)
  await expect(
    page.getByRole('region', { name: 'Result of the check' }).getByText('UNKNOWN', { exact: true }),
  ).toBeVisible()
})

// `npm run bench` measures how long a verdict takes; this test only checks that the decoder is off the main thread.
test('the page stays responsive while it scans', async ({ server, open, holdUp }, testInfo) => {
  const member = await buildMember(server.deps)
  const moderator = await buildMember(server.deps, { role: 'moderator' })
  await holdUp(await cardOf(open, member))
  const page = await open()
  await signInAs(page, moderator)
  await startScanning(page)
  const result = page.getByRole('region', { name: 'Result of the check' })
  await expect(result.getByText('NO PHOTO', { exact: true })).toBeVisible()
  // Processor time instead of elapsed time, so that other load of the machine does not count.
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const spent = async (name: 'ThreadTime' | 'ProcessTime'): Promise<number> =>
    (await session.send('Performance.getMetrics')).metrics.find((metric) => metric.name === name)
      ?.value ?? Number.NaN
  const before = { thread: await spent('ThreadTime'), process: await spent('ProcessTime') }
  await page.waitForTimeout(4_000) // some forty frames
  const share =
    ((await spent('ThreadTime')) - before.thread) / ((await spent('ProcessTime')) - before.process)
  testInfo.annotations.push({
    type: 'share of the main thread in the work of the page while it scans',
    description: share.toFixed(2),
  })
  expect(share).toBeLessThan(0.6) // a third in the normal case; nearly all with the decoder on the main thread
})
