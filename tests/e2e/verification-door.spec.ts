/** The verification page at the door of an event: check-in, and what the page remembers between two visits. */
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { buildMember, type BuiltMember } from '#tests/builders/member.ts'
import { freshEvent } from '#tests/security/fresh-rows.ts'
import { expect, signInAs, signInByForm, test } from './fixtures.ts'
import { memberWithPhoto, speak } from './own-account.ts'
import { overflowOf } from './reading.ts'

async function check(page: Page, { cardId }: Pick<BuiltMember, 'cardId'>): Promise<void> {
  await page.getByRole('textbox', { name: 'Card number' }).first().fill(cardId)
  await page.getByRole('button', { name: 'Check', exact: true }).click()
}
const result = (page: Page) => page.getByRole('region', { name: 'Result of the check' })
const recent = (page: Page) => page.getByRole('region', { name: 'Recent checks' })

test('a link selects the event; a member is checked in once, and the second check shows the first', async ({
  server,
  open,
}) => {
  const event = await freshEvent(server.deps)
  const member = await buildMember(server.deps, { firstName: 'آمنة', lastName: 'إدريس' })
  const page = await open()
  await signInAs(page, await buildMember(server.deps, { role: 'moderator' }))
  await page.goto(`/moderator/dashboard/verification?event=${event}`)
  await expect(page.getByRole('combobox', { name: 'Check in for' })).toHaveValue(event)
  await page.getByRole('textbox', { name: 'Gate' }).fill('North')
  await check(page, member)
  await result(page).getByRole('button', { name: 'Check in', exact: true }).click()
  await expect(result(page).getByText(/Checked in at/)).toBeVisible()
  await expect(result(page).locator(':focus')).toContainText(/Checked in at/) // the button is gone, its place has the focus
  expect(
    await server.deps.database.db
      .selectFrom('check_ins')
      .select(['event_id', 'member_id', 'gate'])
      .where('member_id', '=', member.id)
      .execute(),
  ).toEqual([{ event_id: event, member_id: member.id, gate: 'North' }])
  // At once: a number is typed a second time by somebody who asks again, while a card may just be held up too long.
  await check(page, member)
  await expect(result(page).getByText(/^Already checked in at \d\d:\d\d, here/)).toBeVisible()
  await page.reload() // as another phone at the door, which knows nothing of it
  await check(page, member)
  // The whole head of the result says so, without a green VALID above it.
  await expect(result(page).getByText('ALREADY IN', { exact: true })).toBeVisible()
  await expect(result(page).getByText(/^Already checked in at \d\d:\d\d, .North.$/)).toBeVisible()
  await expect(result(page).getByText('VALID', { exact: true })).toHaveCount(0)
  await expect(result(page).locator('[data-tone=unsure]')).toHaveCount(1)
  await expect(recent(page).getByRole('listitem').first()).toContainText('ALREADY IN')
  await expect(result(page).getByRole('button', { name: 'Check in once more' })).toBeVisible()
})

test('after a typed number, Enter checks the member in, and the Enter that submitted the number never does', async ({
  server,
  open,
}) => {
  const event = await freshEvent(server.deps)
  const member = await memberWithPhoto(server)
  const page = await open({ viewport: { width: 1280, height: 800 } })
  await signInAs(page, await buildMember(server.deps, { role: 'moderator' }))
  await page.goto(`/moderator/dashboard/verification?event=${event}`)
  let sent = 0
  page.on('request', (request) => (sent += request.url().includes('/event/check-in/') ? 1 : 0))
  await page.getByRole('textbox', { name: 'Card number' }).first().fill(member.cardId)
  // Bounces in the moment in which the button appears: a press from here could come after the time of a bounce.
  const bounce = page.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        document.addEventListener('focusin', ({ target }) => {
          if (!(target instanceof HTMLButtonElement) || target.textContent !== 'Check in') return
          const press = { key: 'Enter', code: 'Enter', bubbles: true, cancelable: true }
          resolve(target.dispatchEvent(new KeyboardEvent('keydown', press)))
        })
      }),
  )
  await page.keyboard.down('Enter')
  const act = result(page).getByRole('button', { name: 'Check in', exact: true })
  await expect(act).toBeFocused()
  expect(await bounce, 'whether the button takes it').toBe(false)
  await page.keyboard.down('Enter') // held: it repeats
  await page.keyboard.up('Enter')
  await page.waitForTimeout(700) // longer than a key bounces
  expect(sent).toBe(0)
  await page.keyboard.press('Tab')
  await expect(result(page).getByRole('button', { name: 'Next card' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  const scrolled = await page.evaluate(() => scrollY)
  await page.keyboard.press('Enter')
  await expect(result(page).getByText(/Checked in at/)).toBeVisible()
  expect(sent).toBe(1)
  expect(await page.evaluate(() => scrollY)).toBe(scrolled)
  // As the door does: what to compare is done.
  await expect(result(page).getByText('May go in', { exact: true })).toBeVisible()
  await expect(result(page).getByText('Compare the photo with the person')).toHaveCount(0)
  await expect(result(page).getByText('No card was scanned.')).toHaveCount(0)
})

test('the only open event is chosen, a choice of the user wins, and nothing is checked in without a press', async ({
  server,
  open,
}) => {
  const [event, other] = [await freshEvent(server.deps), await freshEvent(server.deps)]
  const member = await memberWithPhoto(server)
  const page = await open()
  await page.route('**/api/event/get/all', async (route) => {
    const response = await route.fetch()
    const list = (await response.json()) as readonly { readonly id: string }[] // what the server sends
    await route.fulfill({ response, json: list.filter(({ id }) => id === event) })
  })
  await signInAs(page, await buildMember(server.deps, { role: 'moderator' }))
  // The door of this device checked cards in by itself, at an event that is over.
  await page.evaluate((kept) => localStorage.setItem('wld.door', JSON.stringify(kept)), {
    eventId: other,
    gate: 'North',
    byItself: true,
  })
  await page.goto('/moderator/dashboard/verification?door=on')
  const choice = page.getByRole('combobox', { name: 'Check in for' })
  await expect(choice).toHaveValue(event)
  await expect(page.getByRole('textbox', { name: 'Gate' })).toHaveValue('')
  await expect(page.getByRole('region', { name: 'Door', exact: true })).toHaveCount(0)
  await check(page, member)
  await expect(result(page).getByRole('button', { name: 'Check in', exact: true })).toBeFocused()
  await choice.selectOption('No event')
  await expect(result(page).getByText('VALID', { exact: true })).toHaveCount(0) // it was checked for the event
  for (const leave of [
    () => page.reload(),
    async () => {
      await page.getByRole('link', { name: 'Messages', exact: true }).click()
      await page.getByRole('heading', { level: 1, name: 'Messages' }).waitFor()
      await page.getByRole('link', { name: 'Verification', exact: true }).click()
    },
  ]) {
    await leave()
    await expect(page.locator(`option[value="${event}"]`)).toHaveCount(1)
    await expect(choice).toHaveValue('')
  }
  await choice.selectOption(event)
  await page.getByRole('button', { name: 'Start door mode' }).click()
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await expect(page.getByRole('switch', { name: 'Check in automatically' })).not.toBeChecked()
  expect(
    await server.deps.database.db
      .selectFrom('check_ins')
      .select('id')
      .where('member_id', '=', member.id)
      .execute(),
  ).toEqual([])
})

test('keys alone check a member in, and the list that ? opens names them', async ({
  server,
  open,
}) => {
  const event = await freshEvent(server.deps)
  const member = await memberWithPhoto(server)
  const page = await open({ viewport: { width: 1280, height: 800 } })
  await signInAs(page, await buildMember(server.deps, { role: 'moderator' }))
  await page.goto(`/moderator/dashboard/verification?event=${event}`)
  await expect(page.getByRole('combobox', { name: 'Check in for' })).toHaveValue(event)
  await page.keyboard.press('/')
  await page.keyboard.type(member.cardId, { delay: 90 })
  await page.keyboard.press('Enter')
  const act = result(page).getByRole('button', { name: 'Check in', exact: true })
  await expect(act).toBeFocused()
  await page.keyboard.press('?')
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  for (const label of ['Type a card number', 'Start camera', 'Check in', 'Next card'])
    await expect(list.getByText(label, { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(list).toHaveCount(0)
  await expect(act).toBeFocused()
  await expect(async () => {
    await page.keyboard.press('Enter') // one that comes too early does not count
    await expect(result(page).getByText(/Checked in at/)).toBeVisible({ timeout: 500 })
  }).toPass()
  await page.keyboard.press('Escape')
  await expect(result(page)).toBeFocused() // not the top of the page, where the keys would begin again
  await page.keyboard.press('c')
  await expect(page.locator('video')).toBeVisible()
})

test('a key that was not meant for the check-in checks nobody in', async ({ server, open }) => {
  const event = await freshEvent(server.deps)
  const [member, other] = [await memberWithPhoto(server), await memberWithPhoto(server)]
  const page = await open({ viewport: { width: 1280, height: 800 } })
  await signInAs(page, await buildMember(server.deps, { role: 'moderator' }))
  await page.goto(`/moderator/dashboard/verification?event=${event}`)
  let sent = 0
  page.on('request', (request) => (sent += request.url().includes('/event/check-in/') ? 1 : 0))
  const act = result(page).getByRole('button', { name: 'Check in', exact: true })
  const longerThanBounces = () => page.waitForTimeout(700)

  await check(page, member)
  await expect(act).toBeFocused()
  await longerThanBounces()
  for (const [code, delay] of [
    ['10004217|Amna Idris ', 90], // a hand scanner that is slower than a typist
    ['41 7', 5], // a short code of another shop, and a fast one
  ] as const) {
    await page.keyboard.type(code, { delay })
    await page.keyboard.press('Enter')
  }
  await expect(act).toBeFocused()
  expect(sent, 'a scan that is not known as one').toBe(0)

  // A dialog covers the page while the next card is read.
  await page.keyboard.press('?')
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(list).toBeVisible()
  await longerThanBounces() // so that the key is no part of the scan
  const verified = page.waitForResponse('**/api/card/verify')
  await page.keyboard.type(other.cardId)
  await page.keyboard.press('Enter')
  expect(await (await verified).json()).toMatchObject({ verdict: 'VALID' })
  await longerThanBounces()
  await expect(list.locator(':focus')).toHaveCount(1)
  expect(sent, 'behind a dialog').toBe(0)
  await page.keyboard.press('Escape')
  await expect(list).toHaveCount(0)

  // On a narrow window the other way hides the result.
  await page.setViewportSize({ width: 800, height: 1000 })
  await page.getByRole('tab').last().click()
  await expect(act).toBeHidden()
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('Enter')
  await page.getByRole('tab').first().click()
  await expect(act).toBeVisible()
  expect(sent, 'out of sight').toBe(0)
  await page.keyboard.press('Shift+Tab') // away from the tab, whose own key Enter is
  await act.focus()

  // A tap for the person before, that comes when the next card has just taken the place of theirs.
  await act.evaluate((before) => {
    const watch = new MutationObserver(() => {
      const after = document.activeElement
      if (!(after instanceof HTMLButtonElement) || after === before || after.form !== null) return
      watch.disconnect()
      after.click()
      document.title = `tapped, off: ${after.ariaDisabled}`
    })
    watch.observe(document.body, { childList: true, subtree: true })
  })
  await check(page, member)
  await expect(page).toHaveTitle('tapped, off: true')
  await expect(act).toBeFocused()
  expect(sent, 'a tap for the person before').toBe(0)
  await act.click() // as soon as it shows that it takes presses
  await expect(result(page).getByText(/Checked in at/)).toBeVisible()
})

test('the field of the number is whole in the window while the banner of the terms is shown', async ({
  server,
  open,
}) => {
  const page = await open()
  await signInAs(page, await buildMember(server.deps, { role: 'moderator' }))
  await page.route('**/api/account/agreements', async (route) => {
    const response = await route.fetch()
    const own = (await response.json()) as { readonly termsVersion: string } // what the server sends
    const announcement = {
      version: own.termsVersion,
      appliesFrom: '2026-12-01',
      changes: { en: '', ar: '', fr: '' },
    }
    await route.fulfill({ response, json: { ...own, asked: ['terms'], announcement } })
  })
  for (const [width, height] of [
    [769, 1024],
    [1024, 768],
    [1280, 800],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto('/moderator/dashboard/verification')
    await expect(page.getByRole('link', { name: 'Read and answer' })).toBeVisible()
    const field = page.getByRole('textbox', { name: 'Card number to check' })
    await expect(field, `${width}x${height}`).toBeInViewport({ ratio: 1 })
  }
})

test('without an event, or for a revoked card, there is no button to check in', async ({
  server,
  open,
}) => {
  const event = await freshEvent(server.deps)
  const [member, banned] = [
    await memberWithPhoto(server),
    await buildMember(server.deps, { status: 'banned' }),
  ]
  const page = await open()
  await signInAs(page, await buildMember(server.deps, { role: 'moderator' }))
  await page.goto('/moderator/dashboard/verification?event=')
  await check(page, member)
  await expect(result(page).getByText('VALID', { exact: true })).toBeVisible()
  await expect(result(page).getByRole('button', { name: /^Check in/ })).toHaveCount(0)
  await page.goto(`/moderator/dashboard/verification?event=${event}`)
  await check(page, banned)
  await expect(result(page).getByText('REVOKED', { exact: true })).toBeVisible()
  await expect(result(page).getByRole('button', { name: /^Check in/ })).toHaveCount(0)
  await page.goto('/moderator/dashboard/verification?event=no-such-event')
  await expect(page.getByText('This event no longer exists.')).toBeVisible()
})

test('a check-in without a response is sent again and counts once', async ({ server, open }) => {
  const event = await freshEvent(server.deps)
  const member = await buildMember(server.deps)
  const page = await open()
  await signInAs(page, await buildMember(server.deps, { role: 'moderator' }))
  await page.goto(`/moderator/dashboard/verification?event=${event}`)
  await check(page, member)
  await page.route('**/api/event/check-in/*', async (route) => {
    await route.fetch() // the request reaches the server, the response is lost
    await route.abort()
  })
  await result(page).getByRole('button', { name: 'Check in', exact: true }).click()
  await expect(result(page).getByText('The check-in was not recorded')).toBeVisible()
  await page.unroute('**/api/event/check-in/*')
  await result(page).getByRole('button', { name: 'Check in', exact: true }).click()
  await expect(result(page).getByText(/Checked in at/)).toBeVisible()
  expect(
    await server.deps.database.db
      .selectFrom('check_ins')
      .select('id')
      .where('member_id', '=', member.id)
      .execute(),
  ).toHaveLength(1)
})

test('recent checks and the event survive a change of tab, are in no storage, and are deleted at sign-out', async ({
  server,
  open,
}) => {
  const event = await freshEvent(server.deps)
  const member = await buildMember(server.deps, { firstName: 'Zubaida', lastName: 'Alnigoumi' })
  const moderator = await buildMember(server.deps, { role: 'moderator' })
  const page = await open()
  await signInAs(page, moderator)
  await page.goto(`/moderator/dashboard/verification?event=${event}`)
  await check(page, member)
  await expect(recent(page).getByText('Zubaida Alnigoumi')).toBeVisible()
  await page.getByRole('link', { name: 'Messages', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Messages' }).waitFor()
  await page.getByRole('link', { name: 'Verification', exact: true }).click()
  await expect(recent(page).getByText('Zubaida Alnigoumi')).toBeVisible()
  await expect(result(page).getByText('Zubaida')).toHaveCount(0) // the verdict itself must be requested again
  await expect(page.getByRole('combobox', { name: 'Check in for' })).toHaveValue(event)
  const stored = await page.evaluate(async () =>
    JSON.stringify([
      { ...localStorage },
      { ...sessionStorage },
      (await indexedDB.databases()).map(({ name }) => name),
    ]),
  )
  expect(stored).not.toContain('Alnigoumi')
  await page.getByRole('button', { name: /Account of/ }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await signInByForm(page, moderator)
  await page.getByRole('link', { name: 'Verification', exact: true }).click() // no reload, which would delete it by itself
  await expect(recent(page).getByText('Cards you check appear here.')).toBeVisible()
})

test('names disappear from the screen after about 15 minutes without input', async ({
  server,
  open,
}) => {
  const member = await buildMember(server.deps, { firstName: 'Zubaida', lastName: 'Alnigoumi' })
  const page = await open()
  await signInAs(page, await buildMember(server.deps, { role: 'moderator' }))
  await page.clock.install()
  await page.goto('/moderator/dashboard/verification')
  await check(page, member)
  await expect(result(page).getByText('Zubaida Alnigoumi')).toBeVisible()
  await page.clock.fastForward('14:00')
  await expect(recent(page).getByText('Zubaida Alnigoumi')).toBeVisible()
  await page.clock.fastForward('02:00')
  await expect(page.getByText('Zubaida Alnigoumi')).toHaveCount(0)
})

test('a member is found by card number, e-mail or phone, with the photo; an empty search is disabled, and an unknown address finds no member', async ({
  server,
  open,
}) => {
  const bytes = await sharp({
    create: { width: 480, height: 600, channels: 3, background: '#2a6f97' },
  })
    .jpeg()
    .toBuffer()
  const photo = await server.deps.library.addPicture({
    purpose: 'card-photo',
    ownerId: null,
    bytes,
    originalName: 'me.jpg',
  })
  const member = await buildMember(server.deps, {
    firstName: 'Amna',
    lastName: 'Idris',
    phone: '+249912345678',
    details: { card_photo_file: photo },
  })
  const page = await open()
  await signInAs(page, await buildMember(server.deps, { role: 'reviewer' }))
  await page.goto('/reviewer/dashboard/verification')
  const form = page.getByRole('region', { name: 'Look up a person' })
  const search = form.getByRole('button', { name: 'Search' })
  await expect(search).toBeDisabled()
  for (const [field, text] of [
    ['Card number', member.cardId],
    ['Email', member.email],
    ['Phone', '+249912345678'],
  ] as const) {
    await form.getByRole('textbox', { name: field }).fill(text)
    await search.click()
    const dialog = page.getByRole('dialog', { name: 'Member details' })
    await expect(dialog.getByRole('heading', { name: 'Amna Idris' })).toBeVisible()
    await expect(dialog.getByRole('img', { name: 'Photo of Amna Idris' })).toBeVisible()
    await expect(dialog.getByText('Member since')).toBeVisible()
    await page.keyboard.press('Escape')
    await form.getByRole('button', { name: 'Clear fields' }).click()
    await expect(search).toBeDisabled()
  }
  const applicant = await buildMember(server.deps, { status: 'inactive' })
  await form.getByRole('textbox', { name: 'Email' }).fill(applicant.email)
  await search.click()
  const notIn = page.getByRole('dialog', { name: 'Member details' })
  await expect(notIn.getByText(applicant.email)).toBeVisible()
  await expect(notIn.getByText('Member since')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await form.getByRole('textbox', { name: 'Email' }).fill('nobody@members.example')
  await search.click()
  await expect(form.getByText('Nobody was found with these details.')).toBeVisible()
  await page.route('**/api/user/search', (route) => route.abort())
  await search.click()
  await expect(form.getByText('The search did not work.')).toBeVisible()
  await expect(form.getByRole('textbox', { name: 'Email' })).toHaveValue('nobody@members.example')
})

test('a long name wraps in the recent checks, and a Latin title does not reorder the numbers of an Arabic date', async ({
  server,
  open,
}) => {
  const event = await freshEvent(server.deps)
  const member = await buildMember(server.deps, {
    firstName: 'Idris Abdelrahman',
    lastName: 'Hassabelrasoul Wad Elreeh',
  })
  const page = await open({ viewport: { width: 1280, height: 800 } })
  await signInAs(page, await buildMember(server.deps, { role: 'moderator' }))
  await page.goto('/moderator/dashboard/verification')
  await check(page, member)
  const name = recent(page).getByText(member.name)
  await expect(name).toBeVisible()
  expect(await name.evaluate((element) => element.getClientRects().length)).toBeGreaterThan(1) // the whole name is visible
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(() => overflowOf(page), { message: `at ${width}` }).toBe(0)
  }
  await speak(page, 'ar')
  await page.goto(`/moderator/dashboard/verification?event=${event}`)
  await expect(page.locator(`option[value="${event}"]`)).toHaveText(/، \u2068[A-Z].*\u2069$/)
})
