import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { buildMember } from '#tests/builders/member.ts'
/** The page of a demonstration that says what to try, and where its links lead. */
import { TOUR } from '../../src/renderer/features/tour/tour-steps.ts'
import { beforeFirst, expect, signInAs, test } from './fixtures.ts'
import { expectGoodLooks, JOURNEY_LANGUAGES, openIn, wordsOf } from './reading.ts'

beforeFirst(async (server) => {
  for (const { role, email } of DEMO_ACCOUNTS) await buildMember(server.deps, { role, email })
})

for (const language of JOURNEY_LANGUAGES)
  test(`a demonstration leads to what can be tried (${language})`, async ({ open }) => {
    const t = await wordsOf(language, ['tour', 'nav'])
    const page = await open()
    await openIn(page, language, '/')
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await page.getByRole('link', { name: t('nav:tour') }).click()
    await expect(page).toHaveURL('/tour')
    await expect(page.getByText(DEMO_PASSWORD)).toBeVisible()
    for (const { kind, account } of TOUR) {
      const section = page.getByRole('region', { name: t(`kinds.${kind}.title`) })
      await expect(section.getByText(`${account}@demo.example`)).toBeVisible()
    }
    await expectGoodLooks(page)
  })

for (const { kind, account, steps } of TOUR)
  test(`each link of "${kind}" opens a page for its account`, async ({ open, server }) => {
    const page = await open()
    await signInAs(page, await buildMember(server.deps, { role: account }))
    for (const [, path] of steps) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      await expect(page.getByText('Page not found'), path).toHaveCount(0)
      await expect(page).toHaveURL(new RegExp(`${path}(?:/.*)?$`))
    }
  })
