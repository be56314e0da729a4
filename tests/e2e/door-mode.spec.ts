/** The door that fills the window: a card is read once while it is held up, and checked in by a key or by itself. */
import type { Page } from '@playwright/test'
import QRCode from 'qrcode'
import { cardOf, cardPayload } from '#server/records/cards/issue-card.ts'
import { findByNumber } from '#server/records/members/member-repository.ts'
import { buildMember, type BuiltMember } from '#tests/builders/member.ts'
import { freshAssembly, freshEvent, freshProxy } from '#tests/security/fresh-rows.ts'
import type { ApiServer } from '#tests/support/api-server.ts'
import { writeScenes } from '#tests/support/film.ts'
import { expect, signInAs, test } from './fixtures.ts'
import { memberWithPhoto, speak } from './own-account.ts'
import { JOURNEY_LANGUAGES, overflowOf, wordsOf } from './reading.ts'

async function codeOf({ deps }: ApiServer, { id }: BuiltMember): Promise<Buffer> {
  const { db } = deps.database
  const row = await findByNumber(db, id)
  if (row === undefined) throw new Error('no member')
  const payload = cardPayload(deps, row, await cardOf(deps, db, id))
  return QRCode.toBuffer(payload, { errorCorrectionLevel: 'L', margin: 4, scale: 8 })
}

const result = (page: Page) => page.getByRole('region', { name: 'Result of the check' })
const door = (page: Page) => page.getByRole('region', { name: 'Door', exact: true })
const openMenu = (page: Page) => page.getByRole('button', { name: 'Menu', exact: true }).click()
const checkInsOf = ({ deps }: ApiServer, { id }: BuiltMember) =>
  deps.database.db
    .selectFrom('check_ins')
    .select(['event_id', 'gate'])
    .where('member_id', '=', id)
    .execute()

/** Opens the door as staff do: choose the event and the gate, then open it. */
async function openDoor(page: Page, server: ApiServer, event: string): Promise<void> {
  await signInAs(page, await buildMember(server.deps, { role: 'moderator' }))
  await page.goto('/moderator/dashboard/verification')
  await page.getByRole('combobox', { name: 'Check in for' }).selectOption(event)
  await page.getByRole('textbox', { name: 'Gate' }).fill('North')
  await page.getByRole('button', { name: 'Start door mode' }).click()
  await expect(door(page)).toBeVisible()
}

test('one key checks a card in; while it is held up, it is to be taken away and is not read again', async ({
  server,
  open,
  holdUp,
}) => {
  const event = await freshEvent(server.deps)
  const member = await memberWithPhoto(server, { firstName: 'آمنة', lastName: 'إدريس' })
  await holdUp(await codeOf(server, member))
  const page = await open()
  let verified = 0
  page.on('request', (request) => (verified += request.url().endsWith('/card/verify') ? 1 : 0))
  await openDoor(page, server, event)
  await page.getByRole('button', { name: 'Start camera' }).click()
  await expect(result(page).getByText('VALID', { exact: true })).toBeVisible()
  await expect(page.getByText('Remove the card')).toBeVisible()
  // A hand scanner that is slower than a typist: neither its space nor its closing key is a press.
  await page.keyboard.type('41|Amna Idris', { delay: 90 })
  await page.keyboard.press('Enter')
  expect(await checkInsOf(server, member)).toEqual([])
  await expect(async () => {
    await page.keyboard.press('Enter')
    await expect(door(page).getByText(/Checked in at/)).toBeVisible({ timeout: 500 })
  }).toPass()
  await page.keyboard.press('Enter')
  expect(await checkInsOf(server, member)).toEqual([{ event_id: event, gate: 'North' }])
  // Done, and still held up: the result stays, and no other look is taken at the same card.
  await expect(page.getByText('Remove the card')).toBeVisible()
  expect(verified).toBe(1)
  await openMenu(page)
  await page.getByRole('button', { name: 'Stop camera' }).click()
  await expect(page.getByText('Remove the card')).toHaveCount(0)
  await expect(result(page).getByText('VALID', { exact: true })).toHaveCount(0) // by itself, a moment later
  await page.getByRole('button', { name: 'Start camera' }).click()
  // The person stands before staff: not a second one on the same card.
  await expect(result(page).getByText('JUST ADMITTED', { exact: true })).toBeVisible()
  await expect(result(page).locator('[data-tone=look]')).toHaveCount(1)
  await page.keyboard.press('Enter') // a key never lets a person in a second time
  expect(await checkInsOf(server, member)).toHaveLength(1)
  await page.reload() // another phone at the door knows nothing of it
  const again = result(page)
  await expect(again.getByText('ALREADY IN', { exact: true })).toBeVisible()
  await expect(again.locator('[data-tone=unsure]')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(again.getByRole('button', { name: 'Check in once more' })).toBeVisible()
  expect(await checkInsOf(server, member)).toHaveLength(1)
  const kept = await page.evaluate(() => localStorage.getItem('wld.door'))
  expect(JSON.parse(kept ?? '')).toEqual({ eventId: event, gate: 'North', byItself: false })
})

test('by itself: a card that comes back at once was just admitted, and only good cards come in', async ({
  server,
  open,
  cameraBrowser,
}) => {
  const event = await freshEvent(server.deps)
  const member = await memberWithPhoto(server)
  const banned = await buildMember(server.deps, { status: 'banned' })
  const [good, bad] = [await codeOf(server, member), await codeOf(server, banned)]
  const scene = (picture: Buffer | undefined, frames: number) =>
    Array.from({ length: frames }, () => picture)
  await writeScenes(
    cameraBrowser.film,
    [...scene(good, 6), ...scene(undefined, 6), ...scene(bad, 6), ...scene(undefined, 6)],
    620,
    2,
  )
  const page = await open()
  await openDoor(page, server, event)
  await openMenu(page)
  await page.getByRole('switch', { name: 'Check in automatically' }).click()
  await page.getByRole('button', { name: 'Start camera' }).click()
  await expect(door(page).getByText(/Checked in at/)).toBeVisible()
  await expect(result(page).getByText('REVOKED', { exact: true })).toBeVisible()
  await expect(result(page).getByText('JUST ADMITTED', { exact: true })).toBeVisible()
  expect(await checkInsOf(server, member)).toEqual([{ event_id: event, gate: 'North' }])
  expect(await checkInsOf(server, banned)).toEqual([])
  // The device remembers its door, and a reload comes back to it. Nobody stands there: the next card would close the menu.
  await writeScenes(cameraBrowser.film, scene(undefined, 6), 620, 2)
  await page.reload()
  await expect(door(page).getByText('North')).toBeVisible()
  await openMenu(page)
  await expect(page.getByRole('switch', { name: 'Check in automatically' })).toBeChecked()
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage }))
  expect(stored).not.toContain(member.cardId)
  await page.getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Verification' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Check in for' })).toHaveValue(event)
})

test('a tap that was meant for the card before does not check in the next one', async ({
  server,
  open,
  cameraBrowser,
}) => {
  const event = await freshEvent(server.deps)
  const before = await memberWithPhoto(server, { firstName: 'Before', lastName: 'Trial' })
  const after = await memberWithPhoto(server, { firstName: 'After', lastName: 'Trial' })
  const film = [await codeOf(server, before), await codeOf(server, after)]
  await writeScenes(
    cameraBrowser.film,
    film.flatMap((scene) => Array<Buffer>(6).fill(scene)),
    620,
    2,
  )
  const page = await open({ viewport: { width: 360, height: 740 } })
  await openDoor(page, server, event)
  await page.getByRole('button', { name: 'Start camera' }).click()
  await expect(result(page).getByText('Before Trial')).toBeVisible()
  await page.evaluate(() => {
    const watch = new MutationObserver(() => {
      if (!(document.body.textContent ?? '').includes('After Trial')) return
      const acts = [...document.querySelectorAll<HTMLElement>('[data-bar] button')]
      const act = acts.find(({ textContent }) => textContent === 'Check in')
      if (act === undefined) return
      watch.disconnect()
      act.click()
      document.title = `tapped, off: ${act.ariaDisabled}`
    })
    watch.observe(document.body, { childList: true, subtree: true })
  })
  await expect(page).toHaveTitle('tapped, off: true')
  expect(await checkInsOf(server, after)).toEqual([])
  // A later press counts, whichever of the two cards the film shows by then.
  const act = page.getByRole('button', { name: 'Check in', exact: true })
  await expect(async () => {
    if (await act.isVisible()) await act.click({ timeout: 500 })
    expect(await checkInsOf(server, after)).toHaveLength(1)
  }).toPass()
})

test('on a phone a number is typed in the menu, which closes before the verdict', async ({
  server,
  open,
}, info) => {
  const event = await freshEvent(server.deps)
  const member = await memberWithPhoto(server, { firstName: 'Amna', lastName: 'Trial' })
  const page = await open({ viewport: { width: 360, height: 740 }, hasTouch: true })
  await openDoor(page, server, event)
  await openMenu(page)
  const field = page.getByRole('textbox', { name: 'Card number' })
  await field.fill(member.cardId)
  await page.screenshot({ path: info.outputPath('menu.png') })
  await field.press('Enter')
  await expect(result(page).getByText('Amna Trial')).toBeVisible()
  await expect(field).toBeHidden()
  await page.screenshot({ path: info.outputPath('verdict.png') })
  await page.getByRole('button', { name: 'Check in', exact: true }).click()
  await expect(door(page).getByText(/Checked in at/)).toBeVisible()
  expect(await checkInsOf(server, member)).toEqual([{ event_id: event, gate: 'North' }])
})

for (const language of JOURNEY_LANGUAGES)
  test(`a check-in that fails after the next card was shown is not lost in silence, in ${language}`, async ({
    server,
    open,
    cameraBrowser,
  }, info) => {
    const event = await freshEvent(server.deps)
    const member = await memberWithPhoto(server, { firstName: 'آمنة', lastName: 'إدريس' })
    const banned = await buildMember(server.deps, { status: 'banned' })
    const [good, bad] = [await codeOf(server, member), await codeOf(server, banned)]
    await writeScenes(
      cameraBrowser.film,
      [good, undefined, bad, undefined].flatMap((scene) => Array<typeof scene>(6).fill(scene)),
      620,
      2,
    )
    const page = await open({ viewport: { width: 360, height: 740 }, colorScheme: 'dark' })
    await signInAs(page, await buildMember(server.deps, { role: 'moderator' }))
    await speak(page, language)
    await page.evaluate((kept) => localStorage.setItem('wld.door', JSON.stringify(kept)), {
      eventId: event,
      gate: 'North',
      byItself: true,
    })
    await page.goto(`/moderator/dashboard/verification?event=${event}&door=on`)
    const screen = page.locator('section.fixed')
    await page.route(
      '**/api/event/check-in/*',
      async (route) => {
        await expect(screen.locator('[data-tone=stop]')).toBeVisible() // the banned card
        await route.abort()
      },
      { times: 1 },
    )
    const t = await wordsOf(language, ['scanner'])
    await screen.getByRole('button', { name: t('scanner:camera.start') }).click()
    const lost = screen.getByRole('alert').filter({ hasText: 'آمنة إدريس' })
    await expect(lost).toBeVisible()
    expect(await overflowOf(page)).toBe(0)
    await page.screenshot({ path: info.outputPath('lost.png') })
    await lost.getByRole('button').click()
    await expect(lost).toHaveCount(0)
  })

test('at an assembly the voting cards to hand out stand beside the card that is to be taken away', async ({
  server,
  open,
  holdUp,
}, info) => {
  const event = await freshAssembly(server.deps)
  const [giver, holder] = [await buildMember(server.deps), await memberWithPhoto(server)]
  await freshProxy(server.deps, event, { giver: giver.id, holder: holder.id })
  await holdUp(await codeOf(server, holder))
  const page = await open({ viewport: { width: 360, height: 740 } })
  await openDoor(page, server, event)
  await page.getByRole('button', { name: 'Start camera' }).click()
  await expect(result(page).getByText('VALID', { exact: true })).toBeVisible()
  const cards = door(page).getByText('2 votes: hand out 2 voting cards', { exact: true })
  await expect(cards).toHaveCount(0) // the server has not taken the check-in yet
  await expect(page.getByRole('button', { name: 'Check in', exact: true })).toBeEnabled()
  await page.keyboard.press('Enter')
  await expect(cards).toBeInViewport()
  await expect(page.getByText('Remove the card')).toBeVisible()
  await expect(door(page).locator('[aria-live=polite]')).toHaveText(
    'Checked in. 2 votes: hand out 2 voting cards',
  )
  expect(await overflowOf(page)).toBe(0)
  await page.screenshot({ path: info.outputPath('voices.png') })
})

test('another door was faster: already in, with its gate and time', async ({
  server,
  open,
  holdUp,
}) => {
  const event = await freshEvent(server.deps)
  const member = await memberWithPhoto(server)
  await holdUp(await codeOf(server, member))
  const page = await open()
  await openDoor(page, server, event)
  await page.getByRole('button', { name: 'Start camera' }).click()
  await expect(result(page).getByText('VALID', { exact: true })).toBeVisible()
  await server.deps.database.db
    .insertInto('check_ins')
    .values({
      id: crypto.randomUUID(),
      event_id: event,
      member_id: member.id,
      gate: 'South',
      device_id: null,
      at: new Date(Date.now() - 60_000).toISOString(),
      recorded_at: new Date(Date.now() - 60_000).toISOString(),
    })
    .execute()
  await page.keyboard.press(' ')
  await expect(result(page).getByText('ALREADY IN', { exact: true })).toBeVisible()
  await expect(result(page).getByText(/^Already checked in at \d\d:\d\d, .South.$/)).toBeVisible()
})

test('without a network the door says so, and lets no card in', async ({
  server,
  open,
  holdUp,
}) => {
  const event = await freshEvent(server.deps)
  const member = await memberWithPhoto(server)
  await holdUp()
  const page = await open()
  await openDoor(page, server, event)
  await page.getByRole('button', { name: 'Start camera' }).click() // with the network, which the decoder comes by
  await expect(page.getByText('Hold the QR code inside the frame')).toBeVisible()
  await openMenu(page)
  await page.getByRole('button', { name: 'Stop camera' }).click()
  await holdUp(await codeOf(server, member))
  await page.context().setOffline(true)
  await expect(page.getByText(/No card can be checked here until it is back/)).toBeVisible()
  await page.getByRole('button', { name: 'Start camera' }).click()
  await expect(result(page).getByText('Offline', { exact: true })).toBeVisible()
  await expect(result(page).getByText('VALID', { exact: true })).toHaveCount(0)
  await page.keyboard.press('Enter')
  await page.context().setOffline(false)
  await expect(page.getByText(/No card can be checked here/)).toHaveCount(0)
  await expect(result(page).getByText('VALID', { exact: true })).toBeVisible()
  expect(await checkInsOf(server, member)).toEqual([])
})
