/** A long word, address or name never makes a page wider than a phone. */
import { LANGUAGES } from '#shared/domain/text/languages.ts'
import { buildEvent, buildNews, inThreeLanguages } from '#tests/builders/content.ts'
import { buildMember } from '#tests/builders/member.ts'
import { buildReport } from '#tests/builders/report.ts'
import { expect, signInAs, test } from './fixtures.ts'
import { speak } from './own-account.ts'
import { overflowOf } from './reading.ts'

const WORD = 'W'.repeat(200)
const NAME = 'Abdelrahmanabdelrahmanabdelrahma' // even a name part of the maximum length takes two lines
const AT = '2026-01-01T10:00:00.000Z'

test('no page is wider than a phone, whatever text users have entered', async ({
  open,
  server,
}) => {
  const id = await buildReport(
    server.deps,
    {
      city: WORD.slice(0, 80),
      actorName: WORD.slice(0, 80),
      description: WORD,
      actorDesc: WORD,
      victim: WORD,
      actor: WORD,
      actorAccount: `https://social.example/${WORD}`,
    },
    { at: AT },
  )
  const content = inThreeLanguages({
    title: WORD,
    description: WORD,
    fullContent: `${WORD}\n\n${WORD}`,
    location: WORD,
    goals: [WORD],
  })
  const startsAt = new Date(Date.now() + 20 * 86_400_000).toISOString()
  await buildEvent(server.deps, {
    id: 'long',
    capacity: 5,
    organizer: WORD,
    contact_person: WORD,
    contact_email: 'events@example.org',
    contact_phone: '+33123456789',
    starts_at: startsAt,
    ends_at: startsAt,
    content,
  })
  await buildNews(server.deps, { id: 'long', content })
  const member = await buildMember(server.deps, {
    role: 'reviewer',
    firstName: NAME,
    lastName: NAME,
  })
  const page = await open({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true })
  await signInAs(page, member)
  for (const path of [
    '/',
    '/reports',
    `/reports/${id}/evidence`,
    '/reports/statistics',
    '/events',
    '/events/long',
    '/news',
    '/news/long',
    '/profile',
    '/my-role',
    '/id-card',
    '/settings',
    '/admin/dashboard/overview',
  ]) {
    await page.goto(path)
    await expect(page.locator('main h1').first()).toBeVisible()
    await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
    // A phone makes the page wider and scrollable sideways when an element extends beyond the screen.
    const layout = async () => ({
      over: await overflowOf(page),
      width: await page.evaluate(() => window.innerWidth),
    })
    await expect.poll(layout, { message: path }).toEqual({ over: 0, width: 360 })
  }
})

test('a table of members fits its frame from 1024 px, whatever the names are', async ({
  open,
  server,
}) => {
  const long = {
    lastName: NAME,
    firstName: NAME,
    email: `${'w'.repeat(60)}@test.example`,
    details: { current_country: 'GS' }, // one of the longest country names
  } as const
  await buildMember(server.deps, { ...long, role: 'moderator', status: 'banned' })
  const page = await open({ viewport: { width: 1024, height: 800 } })
  await signInAs(page, await buildMember(server.deps, { role: 'admin' }))
  for (const language of LANGUAGES) {
    await speak(page, language)
    await page.goto('/admin/dashboard/users')
    await page.getByRole('table').waitFor()
    for (const width of [1024, 1100, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      const over = () =>
        page.getByRole('table').evaluate((table) => {
          const frame = table.parentElement?.clientWidth ?? 0
          const cut = [...table.querySelectorAll('td')].filter(
            (cell) => cell.scrollWidth > cell.clientWidth,
          )
          return {
            table: Math.max(0, table.clientWidth - frame),
            cells: cut.map((cell) => cell.innerText),
          }
        })
      await expect.poll(over, { message: `${language} ${width}` }).toEqual({ table: 0, cells: [] })
    }
    // Where text is cut at its end, there is room for the dots below its letters: ي without them is ى (base.css).
    const room = await page.locator('td *, th *').evaluateAll((all) =>
      all
        .filter((one) => !one.matches('select, button'))
        .map((one) => [one, getComputedStyle(one)] as const)
        .filter(
          ([, { overflowY, textOverflow }]) =>
            overflowY === 'hidden' && textOverflow === 'ellipsis',
        )
        .map(
          ([, { paddingBottom, lineHeight, fontSize }]) =>
            (parseFloat(paddingBottom) + parseFloat(lineHeight) / 2) / parseFloat(fontSize),
        ),
    )
    expect(room.length).toBeGreaterThan(1)
    expect(Math.min(...room)).toBeGreaterThan(0.83)
  }
})
