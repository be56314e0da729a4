import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { textDirection } from '#shared/domain/text/languages.ts'
import { buildEvent, buildNews, inThreeLanguages, newsWords } from '#tests/builders/content.ts'
/** Public pages and what a member does there: home, about, events, news, community, the missing page. */
import { buildMember } from '#tests/builders/member.ts'
import type { ApiServer } from '#tests/support/api-server.ts'
import { expect, signInAs, signInByForm, test } from './fixtures.ts'
import { JOURNEY_LANGUAGES, expectGoodLooks, openIn } from './reading.ts'

const DAY_MS = 86_400_000

interface EventWish {
  readonly id: string
  readonly title: string
  readonly days?: number
  readonly capacity?: number | null
  readonly status?: 'published' | 'cancelled'
}
function addEvent(
  { deps }: ApiServer,
  { id, title, days = 20, capacity = 500, status = 'published' }: EventWish,
): Promise<string> {
  const start = new Date(
    `${new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)}T10:00:00.000Z`,
  )
  return buildEvent(deps, {
    id,
    status,
    capacity,
    organizer: 'Board',
    contact_person: 'Office',
    contact_email: 'events@example.org',
    contact_phone: '+33123456789',
    starts_at: start.toISOString(),
    ends_at: new Date(start.getTime() + 5 * 3_600_000).toISOString(),
    content: inThreeLanguages({
      title,
      description: `${title}, in short`,
      fullContent: 'First paragraph.\n\nSecond paragraph.',
      location: 'Paris, France',
      goals: ['Meet', 'Vote'],
    }),
  })
}
const addArticle = ({ deps }: ApiServer, id: string, date: string, title: string) =>
  buildNews(deps, {
    id,
    date,
    content: inThreeLanguages({ ...newsWords(title), description: `${title}, in short` }),
  })

const description = (page: Page) => page.locator('meta[name="description"]').getAttribute('content')

test('a visitor finds the way from the home page to the registration and to the page about us', async ({
  open,
}) => {
  const page = await open()
  await page.goto('/')
  const hero = page.getByRole('main')
  await expect(hero.getByRole('link', { name: 'Become a member' })).toHaveAttribute(
    'href',
    '/register',
  )
  await expect(hero.getByRole('link', { name: 'Register now' })).toHaveAttribute(
    'href',
    '/register',
  )
  for (const name of ['Community', 'Support', 'Events'])
    await expect(hero.getByRole('heading', { name, exact: true })).toBeVisible()
  await hero.getByRole('link', { name: 'Learn more about us' }).click()
  await expect(page).toHaveURL(/\/about$/)
  await expect(page).toHaveTitle('About us · WLD')
  expect(await description(page)).toMatch(/mission, values/)
  await page.goto('/')
  await expect.poll(() => description(page)).toMatch(/registered in France/)
})

test('the scene of the page about us stops on request, and does not move with reduced motion', async ({
  open,
}) => {
  const moving = (page: Page) =>
    page.evaluate(
      () => document.getAnimations().filter(({ playState }) => playState === 'running').length,
    )
  const page = await open({ reducedMotion: 'no-preference' })
  await page.goto('/about')
  await expect(page.getByText(/Drawing: at sunrise/)).toBeAttached()
  await expect.poll(() => moving(page)).toBeGreaterThan(3)
  await page.getByRole('button', { name: 'Pause the animation' }).click()
  await expect.poll(() => moving(page)).toBe(0)
  await page.getByRole('button', { name: 'Play the animation' }).click()
  await expect.poll(() => moving(page)).toBeGreaterThan(3)
  const calm = await open({ reducedMotion: 'reduce' })
  await calm.goto('/about')
  await expect(calm.getByText(/Drawing: at sunrise/)).toBeAttached()
  await expect.poll(() => moving(calm)).toBe(0)
  await expect(calm.getByRole('button', { name: 'Pause the animation' })).toBeHidden()
})

test('a member is greeted by first name and sees three articles, newest first', async ({
  open,
  server,
}) => {
  for (const [id, date, title] of [
    ['oldest', '2024-01-01', 'Oldest'],
    ['newest', '2026-03-01', 'Newest'],
    ['middle', '2025-03-01', 'Middle'],
    ['second', '2026-02-01', 'Second'],
  ] as const)
    await addArticle(server, id, date, title)
  const member = await buildMember(server.deps, { firstName: 'Fatima Zahra', lastName: 'Idris' })
  const page = await open()
  await signInByForm(page, member)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Fatima Zahra')
  const news = page.getByRole('region', { name: 'Latest news' })
  await expect(news.getByRole('article').getByRole('heading')).toHaveText([
    'Newest',
    'Second',
    'Middle',
  ])
  for (const [name, path] of [
    ['View ID card', '/id-card?code=show'],
    ['Upcoming events', '/events'],
    ['Community support', '/community'],
  ] as const)
    await expect(
      page.getByRole('region', { name: 'Shortcuts' }).getByRole('link', { name }),
    ).toHaveAttribute('href', path)
  await news.getByRole('link', { name: 'Second' }).click()
  await expect(page).toHaveURL(/\/news\/second$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Second')
  await expect(page.getByText('Two.')).toBeVisible()
  await expect(
    page.getByRole('region', { name: 'More news' }).getByRole('article').getByRole('heading'),
  ).toHaveText(['Newest', 'Middle', 'Oldest'])
  await page.getByRole('link', { name: 'All news' }).click()
  await expect(page.getByRole('article')).toHaveCount(4)
})

test('news that cannot be loaded show a message and a retry on the home page', async ({
  open,
  server,
}) => {
  const page = await open()
  let broken = true
  await page.route('**/api/news/get/all', (route) =>
    broken ? route.fulfill({ status: 500, json: {} }) : route.fallback(),
  )
  await signInByForm(page, await buildMember(server.deps))
  const news = page.getByRole('region', { name: 'Latest news' })
  await expect(news.getByRole('alert')).toContainText('The news could not be loaded', {
    timeout: 15_000,
  })
  broken = false
  await news.getByRole('button', { name: 'Try again' }).click()
  await expect(news.getByRole('alert')).toHaveCount(0)
})

test('events: upcoming first, past below, cancelled ones marked, each with its own page', async ({
  open,
  server,
}) => {
  await addEvent(server, { id: 'list-later', title: 'Later meeting', days: 40 })
  await addEvent(server, { id: 'list-next', title: 'Next meeting', days: 10, capacity: null })
  await addEvent(server, { id: 'list-off', title: 'Called off', days: 15, status: 'cancelled' })
  await addEvent(server, { id: 'list-past', title: 'Long ago', days: -30 })
  const page = await open({ timezoneId: 'America/New_York' })
  await page.goto('/events')
  const coming = page.getByRole('region', { name: 'Coming up' })
  await expect(coming.getByRole('link', { name: 'Next meeting' })).toBeVisible()
  const titles = await coming.getByRole('heading', { level: 3 }).allTextContents()
  expect(titles.filter((title) => /meeting|off/.test(title))).toEqual([
    'Next meeting',
    'Called off',
    'Later meeting',
  ])
  await expect(coming.getByRole('article').filter({ hasText: 'Called off' })).toContainText(
    'Cancelled',
  )
  await expect(page.getByRole('region', { name: 'Past events' })).toContainText('Long ago')
  await coming.getByRole('link', { name: 'Later meeting' }).click()
  await expect(page).toHaveURL(/\/events\/list-later$/)
  const facts = page.getByRole('complementary', { name: 'When and where' })
  await expect(facts).toContainText('(Paris time)')
  await expect(facts).toContainText('Your time')
  await expect(
    facts.getByRole('link', { name: 'Find it on OpenStreetMap (opens in a new tab)', exact: true }),
  ).toHaveAttribute('href', 'https://www.openstreetmap.org/search?query=Paris%2C%20France')
  await expect(page.getByText('Second paragraph.')).toBeVisible()
  await expect(page.getByText('Free', { exact: true })).toBeVisible()
  await expect(facts).toContainText(/\d+ of \d+ taken/)
  await expect(page.getByText('Capacity', { exact: true })).toHaveCount(0) // the panel has said it
  await expect(page.getByRole('link', { name: '+33123456789' })).toHaveAttribute(
    'href',
    'tel:+33123456789',
  )
})

test('the page of a past event still shows the number of registrations and places', async ({
  open,
  server,
}) => {
  await addEvent(server, { id: 'over-limited', title: 'Over, limited', days: -30, capacity: 1500 })
  await addEvent(server, {
    id: 'over-unlimited',
    title: 'Over, unlimited',
    days: -31,
    capacity: null,
  })
  const page = await open()
  for (const [id, capacity] of [
    ['over-limited', '1,500'],
    ['over-unlimited', 'Unlimited'],
  ] as const) {
    await page.goto(`/events/${id}`)
    const about = page.getByRole('region', { name: 'Organiser and contact' })
    await expect(about).toContainText(/Registered\s*0/)
    await expect(about).toContainText(new RegExp(`Capacity\\s*${capacity}`))
  }
})

test('an event is saved as a calendar file', async ({ open, server }) => {
  await addEvent(server, { id: 'calendar', title: 'Bread, tea; talk' })
  const page = await open()
  await page.goto('/events/calendar')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Add to calendar' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('wld-calendar.ics')
  const text = readFileSync(await file.path(), 'utf8')
  expect(text).toContain('SUMMARY:Bread\\, tea\\; talk\r\n')
  expect(text.replaceAll('\r\n ', '')).toContain(`URL:${server.url}/events/calendar`)
})

test('a visitor signs in from an event, registers, cancels and registers again', async ({
  open,
  server,
}) => {
  await addEvent(server, { id: 'join', title: 'Open day', capacity: 3 })
  const member = await buildMember(server.deps)
  const page = await open()
  await page.goto('/events/join')
  await page.getByRole('link', { name: 'Sign in to register' }).click()
  await page.getByRole('textbox', { name: 'Email address' }).fill(member.email)
  await page.getByLabel(/^Password/).fill(member.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(/\/events\/join$/)
  const panel = page.getByRole('complementary', { name: 'When and where' })
  await expect(panel).toContainText('3 places left')
  await panel.getByRole('button', { name: 'Register', exact: true }).click()
  await expect(panel).toContainText('You are registered.')
  await expect(panel).toContainText('2 places left')
  await panel.getByRole('button', { name: 'Undo' }).click()
  await expect(panel).toContainText('Your registration is cancelled.')
  await expect(panel).toContainText('3 places left')
  await panel.getByRole('button', { name: 'Register', exact: true }).click()
  await expect(panel).toContainText('2 places left')
  await panel.getByRole('button', { name: 'Cancel my registration' }).click()
  await panel.getByRole('button', { name: 'Undo' }).click()
  await expect(panel).toContainText('You have a place')
  await page.goto('/events')
  await expect(page.getByRole('article').filter({ hasText: 'Open day' })).toContainText(
    'You have a place',
  )
})

test('a full event offers the waiting list, and asks before a place is given back', async ({
  open,
  server,
}) => {
  await addEvent(server, { id: 'full', title: 'Small room', capacity: 1 })
  const [first, second] = [await buildMember(server.deps), await buildMember(server.deps)]
  const one = await open()
  await signInAs(one, first)
  await one.goto('/events/full')
  await one.getByRole('button', { name: 'Register', exact: true }).click()
  await expect(one.getByText('All places are taken')).toBeVisible()
  const other = await open()
  await signInAs(other, second)
  await other.goto('/events/full')
  await other.getByRole('button', { name: 'Join the waiting list' }).click()
  await expect(
    other.getByRole('status').filter({ hasText: 'You are on the waiting list' }),
  ).toBeVisible()
  await one.getByRole('button', { name: 'Cancel my registration' }).click()
  const dialog = one.getByRole('dialog', { name: 'Give up your place?' })
  await dialog.getByRole('button', { name: 'Cancel my registration' }).click()
  await expect(dialog).toBeHidden()
  await expect(one.getByRole('button', { name: 'Join the waiting list' })).toBeVisible()
  await expect(one.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await other.reload()
  await expect(other.getByText('You have a place').first()).toBeVisible()
})

test('a cancelled, past or unknown event accepts no registrations', async ({ open, server }) => {
  await addEvent(server, { id: 'off', title: 'Off', status: 'cancelled' })
  await addEvent(server, { id: 'over', title: 'Over', days: -9 })
  const page = await open()
  await signInAs(page, await buildMember(server.deps))
  for (const [path, text] of [
    ['/events/off', 'This event is cancelled'],
    ['/events/over', 'This event is over.'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByText(text)).toBeVisible()
    await expect(page.getByRole('button', { name: /Register|waiting/ })).toHaveCount(0)
  }
  for (const path of ['/events/no-such-event', '/events/Not%20an%20id']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Event not found')
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
  }
  await page.goto('/news/no-such-article')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('News article not found')
  await page.getByRole('link', { name: 'Back to home' }).click()
  await expect(page).toHaveURL('/')
})

test('an article is shared by the device, or its address is copied', async ({ open, server }) => {
  await addArticle(server, 'to-share', '2026-03-01', 'To share')
  const page = await open({ permissions: ['clipboard-read', 'clipboard-write'] })
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'share', { value: undefined, configurable: true }),
  )
  await page.goto('/news/to-share')
  await page.getByRole('button', { name: 'Share' }).click()
  await expect(page.getByText('Link copied to clipboard!')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())
  await page.evaluate(() =>
    Object.defineProperty(navigator, 'share', {
      value: async (data: ShareData) => void Object.assign(window, { shared: data }),
    }),
  )
  await page.getByRole('button', { name: 'Share' }).click()
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { shared?: ShareData }).shared))
    .toMatchObject({ title: 'To share', url: page.url() }) // set by the line above
})

test('community and coming soon: the back button works, and the form accepts an address for a notification', async ({
  open,
}) => {
  const page = await open()
  await page.goto('/about')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Community' }).click()
  for (const name of ['Connect', 'Discuss', 'Share'])
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveURL(/\/about$/)
  await page.goto('/community')
  await page.getByRole('textbox', { name: /Email/ }).fill('amna@example.org')
  await page.getByRole('button', { name: 'Notify me' }).click()
  await expect(page.getByRole('main').getByRole('status')).toBeVisible()
  await page.goto('/coming-soon')
  await expect(page.getByRole('button', { name: 'Notify me' })).toBeVisible()
})

// The pages that need content of their own; accessibility.spec.ts tests all others.
const PATHS = ['/events', '/events/axe', '/news', '/news/axe'] as const
for (const language of JOURNEY_LANGUAGES)
  test(`nothing that axe finds, nothing wider than a phone, ${language}`, async ({
    open,
    server,
  }) => {
    test.setTimeout(120_000)
    if (language === JOURNEY_LANGUAGES[0]) {
      await addEvent(server, { id: 'axe', title: 'Axe event' })
      await addArticle(server, 'axe', '2026-05-05', 'Axe article')
    }
    const page = await open({ viewport: { width: 360, height: 740 }, reducedMotion: 'reduce' })
    for (const path of PATHS) {
      await openIn(page, language, path)
      await expect(page.locator('html')).toHaveAttribute('dir', textDirection(language))
      await expectGoodLooks(page)
    }
  })
