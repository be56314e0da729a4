import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { bareCardId } from '#shared/domain/people/member-id.ts'
import { buildEvent, eventWords } from '#tests/builders/content.ts'
/** Events as staff plan them, and the check-in on the day. */
import { buildMember, TEST_PASSWORD, type BuiltMember } from '#tests/builders/member.ts'
import type { ApiServer } from '#tests/support/api-server.ts'
import { mailsTo } from '#tests/support/mailbox.ts'
import { expect, signInAs, test } from './fixtures.ts'
import { JOURNEY_LANGUAGES, expectGoodLooks, openIn } from './reading.ts'

test.describe.configure({ timeout: 180_000 })

const WIDE = { viewport: { width: 1280, height: 900 } }
const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString()

function addEvent(
  { deps }: ApiServer,
  more: { capacity?: number | null; status?: 'draft' | 'published'; title?: string } = {},
): Promise<string> {
  const id = `event-${randomUUID().slice(0, 8)}`
  const { title = `Gathering ${id}`, ...columns } = more
  return buildEvent(deps, {
    id,
    starts_at: inDays(0.5),
    ends_at: inDays(1),
    organizer: 'WLD',
    content: {
      en: eventWords(title),
      ar: eventWords(`لقاء ${id}`),
      fr: eventWords(`Rencontre ${id}`),
    },
    ...columns,
  })
}
async function addRegistration(
  { deps }: ApiServer,
  event_id: string,
  { id }: BuiltMember,
  state: 'registered' | 'waiting' = 'registered',
): Promise<void> {
  await deps.database.db
    .insertInto('event_registrations')
    .values({ event_id, member_id: id, state, created_at: inDays(0) })
    .execute()
}
const picture = (): Promise<Buffer> =>
  sharp({ create: { width: 1600, height: 900, channels: 3, background: '#0d5f41' } })
    .jpeg()
    .toBuffer()
const staffPage = async (
  open: (options?: object) => Promise<Page>,
  person: BuiltMember,
): Promise<Page> => {
  const page = await open(WIDE)
  await signInAs(page, person)
  return page
}

async function fillWords(
  page: Page,
  language: string,
  [title, place, description]: readonly [string, string, string],
): Promise<void> {
  await page.getByRole('tab', { name: language }).click()
  await page.getByLabel('Title', { exact: false }).first().fill(title)
  await page.getByRole('textbox', { name: 'Place', exact: true }).fill(place)
  await page.getByRole('textbox', { name: 'Short description' }).fill(description)
}

test('an event goes from a draft in three languages to a full hall and is cancelled', async ({
  server,
  open,
}) => {
  const [admin, first, second] = [
    await buildMember(server.deps, { role: 'admin' }),
    await buildMember(server.deps, { firstName: 'Amna' }),
    await buildMember(server.deps, { firstName: 'Bakri', details: { language: 'ar' } }),
  ]
  const page = await staffPage(open, admin)
  await page.goto('/admin/dashboard/events')
  await page.getByRole('link', { name: 'New event' }).click()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const faults = page.getByRole('region', { name: '6 fields need your attention' })
  await expect(faults).toBeFocused()
  await faults.getByRole('link', { name: 'English: Enter the title.' }).click()
  await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused()
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByText('Date and time to be announced')).toBeVisible()
  await expect(page.getByText('Place to be announced')).toBeVisible()
  await page.getByRole('button', { name: 'Back to editing' }).click()

  await fillWords(page, 'English', ['Spring assembly', 'Paris, Salle A', 'We meet and vote.'])
  await fillWords(page, 'العربية', ['جمعية الربيع', 'باريس', 'نلتقي ونصوّت.'])
  await fillWords(page, 'Français', ['Assemblée de printemps', 'Paris, salle A', 'Nous votons.'])
  await page.getByRole('textbox', { name: 'Goals' }).fill('Voter\nManger ensemble')
  await page.getByRole('tab', { name: 'English' }).click()
  await page
    .getByRole('textbox', { name: 'What the picture shows' })
    .fill('A hall with green chairs')
  for (const language of ['English', 'العربية', 'Français'])
    await expect(page.getByRole('tab', { name: `${language} complete` })).toBeVisible()
  const day = inDays(30).slice(0, 10)
  await page.getByLabel('Day', { exact: false }).first().fill(day)
  await page.getByLabel('Start time').fill('14:00')
  await page.getByLabel('End time').fill('18:00')
  await page.getByRole('textbox', { name: 'Number of places', exact: true }).fill('1')
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'hall.jpg', mimeType: 'image/jpeg', buffer: await picture() })
  await expect(page.getByRole('button', { name: 'Remove', exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('button', { name: 'العربية' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'جمعية الربيع' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Spring assembly' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Back to editing' }).click()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const address = `/events/spring-assembly-${day}`
  await page.waitForURL(`/admin/dashboard${address}/edit`)
  await expect(
    page.getByText('Everybody sees it on the site, and members can register.'),
  ).toBeVisible()

  const one = await staffPage(open, first)
  await one.goto(address)
  const cover = one.getByRole('img', { name: 'A hall with green chairs' })
  await expect
    .poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(600)
  await expect(one.getByText('14:00')).toBeVisible()
  await one.getByRole('button', { name: 'Register' }).click()
  await expect(one.getByText('You have a place').first()).toBeVisible()
  const two = await staffPage(open, second)
  await two.goto(address)
  await two.getByRole('button', { name: 'Join the waiting list' }).click()
  await expect(two.getByText('You are on the waiting list').first()).toBeVisible()

  await page.goto(`/admin/dashboard${address}`)
  await expect(page.getByRole('row', { name: /Bakri/ })).toContainText(
    'On the waiting list, number 1',
  )
  // The first member cancels: the second gets the place, and the numbers change on the open page.
  await one.getByRole('button', { name: 'Cancel my registration' }).click()
  await one.getByRole('dialog').getByRole('button', { name: 'Cancel my registration' }).click()
  await expect(
    page
      .getByRole('region', { name: 'Live count' })
      .locator('dl > div')
      .filter({ hasText: 'On the waiting list' })
      .locator('dd'),
  ).toHaveText('0')
  await expect(page.getByRole('row', { name: /Bakri/ })).toContainText('Registered', {
    timeout: 25_000,
  })

  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('link', { name: 'Edit event' }).click()
  await page.getByRole('button', { name: 'Cancel the event' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel this event?' })
  await expect(dialog.getByText('1 person is registered or waiting')).toBeVisible()
  await dialog.getByRole('textbox', { name: /Reason/ }).fill('The hall is closed.')
  await dialog.getByRole('button', { name: 'Cancel the event' }).click()
  await expect(page.getByText('The site shows it as cancelled. Nobody can register.')).toBeVisible()
  expect(
    (await mailsTo(server.deps, second.email)).filter(
      ({ template }) => template === 'event-cancelled',
    ),
  ).toMatchObject([
    { language: 'ar', values: { event: 'جمعية الربيع', reason: 'The hall is closed.' } },
  ])
  expect(
    (await mailsTo(server.deps, first.email)).filter(
      ({ template }) => template === 'event-cancelled',
    ),
  ).toEqual([])
  await two.reload()
  await expect(two.getByText('Cancelled', { exact: true }).first()).toBeVisible()
})

test('at the door, members are checked in by hand and by number, undone, and counted in another browser', async ({
  server,
  open,
}) => {
  const id = await addEvent(server, { capacity: 10 })
  const [guest, walkIn, other] = [
    await buildMember(server.deps, { firstName: 'Halima', lastName: 'Adam' }),
    await buildMember(server.deps, { firstName: 'Yusuf', lastName: 'Nur' }),
    await buildMember(server.deps),
  ]
  for (const one of [guest, other]) await addRegistration(server, id, one)
  const [moderator, reviewer] = [
    await buildMember(server.deps, { role: 'moderator' }),
    await buildMember(server.deps, { role: 'reviewer' }),
  ]
  const page = await staffPage(open, moderator)
  const watch = await staffPage(open, reviewer)
  await page.goto(`/moderator/dashboard/events/${id}`)
  await watch.goto(`/reviewer/dashboard/events/${id}`)
  const here = (at: Page) =>
    at
      .getByRole('region', { name: 'Live count' })
      .locator('dl > div')
      .filter({ hasText: 'Checked in' })
      .locator('dd')
  await expect(here(watch)).toHaveText('0')
  await page.getByRole('searchbox', { name: 'Name or card number' }).fill('halima')
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByRole('button', { name: 'Check in Halima Adam', exact: true }).click()
  await expect(page.getByText('Halima Adam is checked in.').first()).toBeVisible()
  await expect(page.getByRole('row', { name: /Halima/ })).toContainText('by hand')
  await expect(here(page)).toHaveText('1')
  await expect(here(watch)).toHaveText('1')

  await page.getByRole('button', { name: 'Undo', exact: true }).first().click()
  await expect(here(page)).toHaveText('0')
  await expect(page.getByRole('row', { name: /Halima/ })).toContainText('Not yet')
  const byNumber = page.getByRole('form', { name: 'Check in by card number' })
  await byNumber.getByRole('textbox').fill('nonsense')
  await byNumber.getByRole('button').click()
  await expect(byNumber.getByText('Enter a card number such as 10004217.')).toBeVisible()
  await byNumber.getByRole('textbox').fill(walkIn.cardId)
  await byNumber.getByRole('button').click()
  await expect(here(page)).toHaveText('1')
  await page.getByRole('searchbox', { name: 'Name or card number' }).fill('')
  await page.getByLabel('Show', { exact: true }).selectOption('Here without a place')
  await expect(page.getByRole('row', { name: /Yusuf Nur/ })).toContainText('Not registered')
  expect(page.url(), 'names that were looked for stay out of the history').not.toContain('halima')
  await expect(page.getByRole('link', { name: 'Scan at the door' })).toHaveAttribute(
    'href',
    `/moderator/dashboard/verification?event=${id}`,
  )
  await expect(page.getByRole('button', { name: 'Save as CSV' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Edit event' })).toHaveCount(0)
  await page.goto(`/moderator/dashboard/events/${id}/edit`)
  await expect(
    page
      .getByRole('heading', { level: 1, name: 'Page not found' })
      .or(page.getByText(/not found/i))
      .first(),
  ).toBeVisible()
  await page.goto('/moderator/dashboard/events')
  await expect(page.getByRole('link', { name: 'New event' })).toHaveCount(0)
})

test('attendance is printed and saved as a file after a warning', async ({ server, open }) => {
  const id = await addEvent(server)
  const [guest, waiting] = [
    await buildMember(server.deps, { firstName: 'Halima', lastName: 'Adam' }),
    await buildMember(server.deps, { firstName: 'آمنة', lastName: 'إدريس' }),
  ]
  await addRegistration(server, id, guest)
  await addRegistration(server, id, waiting, 'waiting')
  const page = await staffPage(open, await buildMember(server.deps, { role: 'content' }))
  await page.goto(`/content/dashboard/events/${id}`)
  await page.getByRole('row', { name: /Halima/ }).waitFor()
  await page.evaluate(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', 'yes')
  })
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('button', { name: 'Print the list' }).click()
  const warning = page.getByRole('dialog', { name: 'These names can put people in danger' })
  await warning.getByRole('button', { name: 'Print the list' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-printed', 'yes')
  await page.emulateMedia({ media: 'print' })
  const paper = page.locator('.attendance-print')
  await expect(paper).toBeVisible()
  await expect(paper.locator('tbody tr').first()).toContainText(
    `Halima Adam${bareCardId(guest.cardId)}`,
  )
  await expect(paper.locator('tbody tr').nth(1)).toContainText('آمنة إدريس')
  await expect(paper.getByText('Signature')).toBeVisible()
  await expect(page.locator('#root')).toBeHidden()
  await page.emulateMedia({ media: 'screen' })

  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('button', { name: 'Save as CSV' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('dialog').getByRole('button', { name: 'Save as CSV' }).click()
  const proof = page.getByRole('dialog', { name: 'Save as CSV' })
  await proof.getByLabel('Your password').fill(TEST_PASSWORD)
  await proof.getByRole('button', { name: 'Confirm' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe(`attendance-${id}.csv`)
  expect(readFileSync(await file.path(), 'utf8')).toContain(
    `"${guest.cardId}","Halima Adam","registered"`,
  )
})

test('after an event the list comes first, and check-in stays only as long as the server takes it', async ({
  server,
  open,
}) => {
  const id = await addEvent(server)
  const endsBefore = (hours: number) =>
    server.deps.database.db
      .updateTable('events')
      .set({ starts_at: inDays(-2), ends_at: inDays(-hours / 24) })
      .where('id', '=', id)
      .execute()
  await endsBefore(1)
  const late = await buildMember(server.deps, { firstName: 'Halima', lastName: 'Adam' })
  const page = await staffPage(open, await buildMember(server.deps, { role: 'content' }))
  const at = `/content/dashboard/events/${id}`
  const main = page.getByRole('main')
  const more = main.getByRole('button', { name: 'More', exact: true })
  const byNumber = page.getByRole('form', { name: 'Check in by card number' })
  await page.goto(at)
  await expect(page.getByText('Nobody registered or came')).toBeVisible()
  await expect(main.getByRole('button', { name: 'Save as CSV' })).toBeVisible()
  await expect(page.getByText('every five seconds')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Scan at the door' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'General assembly' })).toHaveCount(0)
  await expect(byNumber).toHaveCount(0)
  await more.click()
  await expect(page.getByRole('link', { name: 'Scan at the door' })).toBeVisible()
  await page.getByRole('button', { name: 'Check in by card number' }).click()
  await expect(byNumber.getByRole('textbox')).toBeFocused()
  await page.keyboard.type(late.cardId)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row', { name: /Halima Adam/ })).toContainText('by hand')

  await endsBefore(7)
  await addRegistration(server, id, await buildMember(server.deps, { firstName: 'Yusuf' }))
  await page.reload()
  const absent = page.getByRole('row', { name: /Yusuf/ })
  await expect(absent).toContainText('Not checked in')
  await expect(absent.getByRole('button')).toHaveCount(0)
  await more.click()
  await expect(page.getByRole('button', { name: 'Print the list' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Scan at the door' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Check in by card number' })).toHaveCount(0)

  // Who stands at the door has no file to save.
  const door = await staffPage(open, await buildMember(server.deps, { role: 'moderator' }))
  await door.goto(`/moderator/dashboard/events/${id}`)
  await expect(door.getByRole('button', { name: 'Print the list' })).toBeVisible()
  await expect(door.getByRole('link', { name: 'Scan at the door' })).toHaveCount(0)
})

test('unsaved changes are asked about, kept, and never overwrite the changes of others', async ({
  server,
  open,
}) => {
  const id = await addEvent(server, { status: 'draft', title: 'Quiet talk' })
  const manager = await buildMember(server.deps, { role: 'content' })
  const page = await staffPage(open, manager)
  const edit = `/content/dashboard/events/${id}/edit`
  await page.goto(edit)
  const title = page.getByRole('textbox', { name: 'Title' })
  await expect(title).toHaveValue('Quiet talk')
  await title.fill('Loud talk')
  await page.getByRole('link', { name: 'All events' }).click()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(title).toHaveValue('Loud talk')
  await page.getByRole('link', { name: 'All events' }).click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await page.waitForURL('/content/dashboard/events')
  await server.deps.database.db
    .updateTable('events')
    .set({ version: 2, organizer: 'Somebody else' })
    .where('id', '=', id)
    .execute()
  await page.goto(edit)
  await expect(page.getByText('Your unsaved changes are back')).toBeVisible()
  await expect(title).toHaveValue('Loud talk')
  await page.getByRole('button', { name: 'Save draft' }).click()
  const conflict = page.getByText('Somebody else saved changes in the meantime')
  await expect(conflict).toBeVisible()
  await expect(title).toHaveValue('Loud talk')
  await expect(page.getByRole('listitem').filter({ hasText: 'Organiser' })).toBeVisible()
  await page.getByRole('button', { name: 'Keep mine; saving replaces theirs' }).click()
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('Saved.', { exact: true }).first()).toBeVisible()
  const row = await server.deps.database.db
    .selectFrom('events')
    .select(['content', 'version'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect([row.version, JSON.parse(row.content).en.title]).toEqual([3, 'Loud talk'])
  await page.reload()
  await expect(page.getByText('Your unsaved changes are back')).toHaveCount(0)

  await page.getByRole('button', { name: 'Delete draft' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete draft' }).click()
  await page.waitForURL('/content/dashboard/events')
  await page.getByRole('searchbox', { name: 'Title or place' }).fill('Loud talk')
  await expect(page.getByText('No event matches')).toBeVisible()
})

for (const language of JOURNEY_LANGUAGES) {
  test(`axe finds nothing and nothing scrolls sideways, ${language}`, async ({ server, open }) => {
    const id = await addEvent(server, { capacity: 2 })
    await addRegistration(
      server,
      id,
      await buildMember(server.deps, { firstName: 'آمنة', lastName: 'إدريس' }),
    )
    const page = await staffPage(open, await buildMember(server.deps, { role: 'content' }))
    for (const path of ['events', 'events/new', `events/${id}`, `events/${id}/edit`]) {
      await openIn(page, language, `/content/dashboard/${path}`)
      await page
        .locator('main [role=tablist], main table, main ul[aria-label] > li > dl')
        .first()
        .waitFor()
      await expectGoodLooks(page)
    }
  })
}
