/** Sessions of staff end without use; the dialog before it, and what is kept. Sessions that a stranger opened end by a link. */
import type { Page } from '@playwright/test'
import { login } from '#shared/contract/auth.ts'
import { buildMember } from '#tests/builders/member.ts'
import { basic } from '#tests/support/api-server.ts'
import { mailsTo } from '#tests/support/mailbox.ts'
import { expect, signInAs, test } from './fixtures.ts'
import { JOURNEY_LANGUAGES, expectGoodLooks, faultsOf, openIn, wordsOf } from './reading.ts'

const minutes = (count: number): number => count * 60_000
const EDITOR = '/content/dashboard/news/new'

/** The page runs on a clock that the test moves; the server keeps its own. */
async function openEditor(page: Page): Promise<void> {
  await page.clock.install()
  await page.goto(EDITOR)
  await page.getByRole('textbox', { name: 'Title' }).fill('Half an article')
}

test('staff are told two minutes before, and stay signed in when they say so', async ({
  open,
  server,
}) => {
  const manager = await buildMember(server.deps, { role: 'content' })
  const page = await open()
  await signInAs(page, manager)
  await openEditor(page)
  await page.clock.fastForward(minutes(27))
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.clock.fastForward(minutes(1.5))
  const warning = page.getByRole('dialog', { name: 'Are you still there?' })
  await expect(warning).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await warning.getByRole('button', { name: 'Stay signed in' }).click()
  await page.clock.runFor(2_000)
  await expect(warning).toHaveCount(0)
  await page.clock.fastForward(minutes(20))
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Half an article')
})

test('a session that nobody uses ends, and the same person finds the unsaved work', async ({
  open,
  server,
}) => {
  const manager = await buildMember(server.deps, { role: 'content' })
  const page = await open()
  await signInAs(page, manager)
  await openEditor(page)
  await page.clock.fastForward(minutes(31))
  await page.waitForURL('**/login')
  await expect(page.getByText('You were inactive for 30 minutes')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('refreshToken'))).toBeNull()
  await page.getByRole('textbox', { name: 'Email address' }).fill(manager.email)
  await page.getByLabel(/^Password/).fill(manager.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(`**${EDITOR}`)
  await expect(page.getByText('Your unsaved changes are back')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Half an article')
})

test('a member is not asked', async ({ open, server }) => {
  const page = await open()
  await signInAs(page, await buildMember(server.deps))
  await page.clock.install()
  await page.goto('/id-card')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.clock.fastForward(minutes(45))
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Show code in full screen' })).toBeVisible()
})

for (const language of JOURNEY_LANGUAGES)
  test(`the link in the mail about a new sign-in signs everybody out, ${language}`, async ({
    open,
    server,
  }) => {
    const t = await wordsOf(language, ['notMe'])
    const member = await buildMember(server.deps)
    for (const network of ['203.0.113.7', '198.51.100.7'])
      await fetch(server.url + login.path, {
        headers: {
          authorization: basic(member.email, member.password),
          'x-forwarded-for': network,
        },
      })
    const mail = (await mailsTo(server.deps, member.email)).find(
      ({ template }) => template === 'new-sign-in',
    )
    const { pathname, hash } = new URL(mail?.values['link'] ?? '')
    const page = await open()
    await openIn(page, language, pathname) // cut off: without the token
    await expect(page.getByText(t('notMe:broken'))).toBeVisible()
    await expectGoodLooks(page)
    await page.goto('/')
    await page.goto(pathname + hash)
    await expect(page.getByText(t('notMe:lead'))).toBeVisible()
    await expectGoodLooks(page)
    const sessions = () =>
      server.deps.database.db
        .selectFrom('sessions')
        .select('id')
        .where('member_id', '=', member.id)
        .where('ended_at', 'is', null)
        .execute()
    expect(await sessions()).toHaveLength(2) // opening the page ended none
    await page.getByRole('button', { name: t('notMe:end') }).click()
    await expect(page.getByText(t('notMe:doneText'))).toBeVisible()
    expect(await sessions()).toEqual([])
    await expectGoodLooks(page)
    await page.goto('/')
    await page.goto(pathname + hash)
    await page.getByRole('button', { name: t('notMe:end') }).click()
    await expect(page.getByText(t('notMe:over'))).toBeVisible()
    await expect(page.getByRole('link', { name: t('notMe:reset') })).toBeVisible() // a way on, also where the link was used
  })
