/** Messages of the contact form, from the list to the mail with the reply. */
import type { Page } from '@playwright/test'
import { openMailValues } from '#server/parts/mail/outbox.ts'
import {
  listClaims,
  replyToClaim,
  sendContactMessage,
  updateClaim,
} from '#shared/contract/claims.ts'
import { bareCardId } from '#shared/domain/people/member-id.ts'
import { buildMember, TEST_PASSWORD, type BuiltMember } from '#tests/builders/member.ts'
import { signIn, type ApiServer } from '#tests/support/api-server.ts'
import { expect, signInAs, signInByForm, test } from './fixtures.ts'
import { JOURNEY_LANGUAGES, WIDTH_LANGUAGES, expectGoodLooks, openIn } from './reading.ts'

const bearerOf = async (server: ApiServer, { email }: BuiltMember): Promise<string> =>
  (await signIn(server, email, TEST_PASSWORD)).accessToken

async function written(
  server: ApiServer,
  more: {
    readonly lastName?: string
    readonly message?: string
    readonly subject?: 'urgent' | 'query'
    readonly language?: string
    readonly by?: BuiltMember
  } = {},
) {
  const { lastName = 'Awad', subject = 'query', language = 'en', by } = more
  const { message = 'When is the next assembly?' } = more
  const email = by?.email ?? `sender-${crypto.randomUUID()}@test.example`
  const answer = await server.client.call(
    sendContactMessage,
    {
      headers: { 'accept-language': language },
      body: {
        firstName: 'Jérôme',
        lastName,
        email,
        phoneNumber: '+33 6 12 34 56 78',
        subject,
        message,
      },
    },
    by === undefined ? {} : { bearer: await bearerOf(server, by) },
  )
  if (!answer.ok) throw new Error(JSON.stringify(answer.problem))
  return { id: answer.value.reference, email }
}

async function staffPage(
  server: ApiServer,
  open: () => Promise<Page>,
  role: 'admin' | 'content' | 'moderator' | 'reviewer' = 'moderator',
) {
  const member = await buildMember(server.deps, { role, firstName: 'Huda', lastName: 'Osman' })
  const page = await open()
  await signInAs(page, member)
  return {
    page,
    member,
    base:
      { admin: '/admin', content: '/content', moderator: '/moderator', reviewer: '/reviewer' }[
        role
      ] + '/dashboard/claims',
  }
}

const mailsTo = async (server: ApiServer, email: string) => {
  const rows = await server.deps.database.db
    .selectFrom('mails')
    .selectAll()
    .where('to_address', '=', email)
    .execute()
  return rows.map((row) => ({
    template: row.template,
    language: row.language,
    values: openMailValues(server.deps, row),
  }))
}

test('the list shows open claims; text, status and subject filter it, and the address keeps the filters', async ({
  server,
  open,
}) => {
  const urgent = await written(server, {
    subject: 'urgent',
    message: 'Please call me about the papers',
  })
  const closed = await written(server, { message: 'Buy followers' })
  const { page, member, base } = await staffPage(server, open)
  await server.client.call(
    updateClaim,
    { params: { id: closed.id }, body: { status: 'rejected', note: 'Advertising', mailed: false } },
    { bearer: await bearerOf(server, member) },
  )
  await page.goto(base)
  const table = page.getByRole('table', { name: 'Messages' })
  await expect(table.getByRole('row').filter({ hasText: urgent.id })).toContainText(
    'Please call me about the papers',
  )
  await expect(table.getByText(closed.id)).toHaveCount(0)
  await page.getByRole('button', { name: 'Closed', exact: true }).click()
  await expect(table.getByText(closed.id)).toBeVisible()
  await expect(table.getByText(urgent.id)).toHaveCount(0)
  await page.getByRole('combobox', { name: 'Status' }).selectOption({ label: 'Rejected' })
  await expect(page.getByRole('button', { name: 'Closed', pressed: true })).toBeVisible()
  await expect(table.getByText(closed.id)).toBeVisible()
  await expect(page).toHaveURL(/status=rejected/)
  await page.getByRole('button', { name: 'All', exact: true }).click()
  await expect(page.getByRole('combobox', { name: 'Status' })).toHaveCount(0)
  await page.getByRole('searchbox', { name: /Name, email/ }).fill(urgent.email)
  await expect(page).toHaveURL(/q=sender-/) // the search waits until typing pauses
  await expect(table.getByRole('row')).toHaveCount(2)
  await page.reload()
  await expect(page.getByRole('searchbox', { name: /Name, email/ })).toHaveValue(urgent.email)
  await expect(table.getByRole('row')).toHaveCount(2)
  await page.getByRole('combobox', { name: 'Subject' }).selectOption({ label: 'Question' })
  await expect(page.getByText('No message matches')).toBeVisible()
  await page.getByRole('combobox', { name: 'Subject' }).selectOption({ label: 'Urgent matter' })
  await page.getByRole('button', { name: new RegExp(`Open ${urgent.id}`) }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Message ${urgent.id}` })).toBeVisible()
  await page.getByRole('link', { name: 'Back to the messages' }).click()
  await expect(page).toHaveURL(/subject=urgent/)
})

test('the address in the mail to the office opens the message in the dashboard of who reads it', async ({
  server,
  open,
}) => {
  const { id } = await written(server)
  const moderator = await staffPage(server, open)
  await moderator.page.goto(`/messages/${id}`)
  await expect(moderator.page).toHaveURL(new RegExp(`${moderator.base}/${id}`))
  const page = await open()
  await page.goto(`/messages/${id}`)
  const reviewer = await buildMember(server.deps, { role: 'reviewer' })
  await page.getByRole('textbox', { name: 'Email address' }).fill(reviewer.email)
  await page.getByLabel(/^Password/).fill(reviewer.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/reviewer/dashboard/claims/${id}`))
  await expect(page.getByRole('heading', { level: 1, name: `Message ${id}` })).toBeVisible()
})

test('no name or subject of the list runs into the column beside it', async ({ server, open }) => {
  const { id, email } = await written(server, {
    lastName: 'Elmanara Hassabelrasoul',
    subject: 'urgent',
  })
  const page = await open({ viewport: { width: 1280, height: 800 } })
  await signInAs(page, await buildMember(server.deps, { role: 'admin' }))
  for (const language of WIDTH_LANGUAGES) {
    await openIn(page, language, `/admin/dashboard/claims?q=${email}`)
    const row = page.getByRole('row').filter({ hasText: id })
    await expect(row.getByTitle('Jérôme Elmanara Hassabelrasoul')).toBeVisible()
    const wider = await row.locator('td, th').evaluateAll(
      (cells) =>
        cells.filter((cell) => {
          const { left, right } = cell.getBoundingClientRect()
          return [...cell.querySelectorAll('*')].some((part) => {
            const box = part.getBoundingClientRect()
            return part.checkVisibility() && (box.left < left - 1 || box.right > right + 1)
          })
        }).length,
    )
    expect(wider, language).toBe(0)
  }
  // On a phone the two halves of a line of its card do not touch.
  await page.setViewportSize({ width: 360, height: 740 })
  const halves = await page
    .getByRole('listitem')
    .filter({ hasText: id })
    .locator('dl > div')
    .evaluateAll((parts) => parts.slice(0, 2).map((part) => part.getBoundingClientRect().toJSON()))
  const [one, other] = halves.toSorted((a, b) => a.left - b.left)
  expect(other.left - one.right).toBeGreaterThanOrEqual(16)
})

test('the key of the next message opens the oldest that has no reply, which is the first row', async ({
  server,
  open,
}) => {
  const db = server.deps.database.db
  await db.updateTable('claims').set({ status: 'resolved' }).execute() // of the tests before
  const { page, base } = await staffPage(server, open)
  await page.goto(base)
  await page.getByRole('button', { name: 'Answer next' }).click()
  await expect(page.getByText('No open messages').last()).toBeVisible()
  const answered = await written(server)
  const first = await written(server)
  await written(server)
  const at = (day: number) => `2020-01-0${day}T08:00:00.000Z`
  await db
    .updateTable('claims')
    .set({ created_at: at(1), replied_at: at(2) })
    .where('id', '=', answered.id)
    .execute()
  await db
    .updateTable('claims')
    .set({ created_at: at(3) })
    .where('id', '=', first.id)
    .execute()
  await page.reload()
  await expect(page.getByRole('row').nth(1)).toContainText(first.id)
  await page.keyboard.press('n')
  await expect(page.getByRole('heading', { level: 1, name: `Message ${first.id}` })).toBeVisible()
})

test('a reply is mailed in the language of the sender, from a prepared text, and the claim stays open', async ({
  server,
  open,
}) => {
  const { id, email } = await written(server, {
    language: 'fr-FR',
    message: 'Bonjour,\nêtes-vous ouverts ?',
  })
  const { page, base } = await staffPage(server, open)
  await page.goto(`${base}/${id}`)
  const text = page.getByRole('textbox', { name: 'Your reply' })
  await page
    .getByRole('combobox', { name: 'Start from a prepared text' })
    .selectOption({ label: 'We have your message' })
  await expect(text).toHaveValue(/^Merci de nous avoir écrit/)
  await text.fill('Oui, le samedi.')
  await page.getByRole('checkbox', { name: 'Resolve the message with this reply' }).uncheck()
  await page.getByRole('button', { name: 'Send the reply' }).click()
  const thread = page.getByRole('region', { name: 'Message and answers' })
  await expect(thread.getByText('Oui, le samedi.')).toBeVisible()
  await expect(thread.getByText('Sent to the sender by email.')).toBeVisible()
  await expect(thread.getByText('Huda Osman')).toBeVisible()
  await expect(page.getByText('Open, answered')).toBeVisible()
  await expect(text).toHaveValue('')
  expect(await mailsTo(server, email)).toEqual([
    {
      template: 'claim-replied',
      language: 'fr',
      values: { name: 'Jérôme', reference: id, note: 'Oui, le samedi.' },
    },
  ])
})

test("a reply after a colleague's reply shows the new state and keeps the text; only one mail is sent", async ({
  server,
  open,
}) => {
  const { id, email } = await written(server)
  const { page, base } = await staffPage(server, open)
  const faster = await bearerOf(
    server,
    await buildMember(server.deps, { role: 'reviewer', firstName: 'Salma', lastName: 'Idris' }),
  )
  await page.goto(`${base}/${id}`)
  await page.getByRole('textbox', { name: 'Your reply' }).fill('My careful answer')
  await server.client.call(
    replyToClaim,
    { params: { id }, body: { text: 'On 3 May', version: 0 } },
    { bearer: faster },
  )
  await page.getByRole('button', { name: 'Send and resolve' }).click()
  await expect(page.getByText('Salma Idris replied in the meantime')).toBeVisible()
  await expect(
    page.getByRole('region', { name: 'Message and answers' }).getByText('On 3 May'),
  ).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Your reply' })).toHaveValue('My careful answer')
  expect(await mailsTo(server, email)).toHaveLength(1)
  await server.client.call(
    updateClaim,
    { params: { id }, body: { status: 'resolved', note: 'By phone', mailed: false } },
    { bearer: faster },
  )
  await page.getByRole('button', { name: 'I have read it' }).click()
  await page.getByRole('button', { name: 'Send and resolve' }).click()
  await expect(page.getByText('Salma Idris resolved this message in the meantime')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Your reply' })).toHaveValue('My careful answer')
  await expect(page.getByRole('button', { name: /^Send/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Discard my reply' }).click()
  await expect(page.getByRole('textbox', { name: 'Your reply' })).toHaveCount(0)
  expect(await mailsTo(server, email)).toHaveLength(1)
})

test('a draft survives a change of page, is in no storage, and is deleted at sign-out', async ({
  server,
  open,
}) => {
  const { id } = await written(server)
  const { page, member, base } = await staffPage(server, open)
  await page.goto(`${base}/${id}`)
  await page.getByRole('textbox', { name: 'Your reply' }).fill('Half a thought')
  await page.getByRole('link', { name: 'Back to the messages' }).click()
  await page.getByRole('button', { name: new RegExp(`Open ${id}`) }).click()
  await expect(page.getByRole('textbox', { name: 'Your reply' })).toHaveValue('Half a thought')
  expect(
    await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])),
  ).not.toContain('Half a thought')
  await page.getByRole('button', { name: /Account of/ }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await signInByForm(page, member)
  await page.getByRole('link', { name: 'Messages', exact: true }).click()
  await page.getByRole('button', { name: new RegExp(`Open ${id}`) }).click()
  await expect(page.getByRole('textbox', { name: 'Your reply' })).toHaveValue('')
})

test('advertising is rejected without a mail to its sender; only an administrator can reopen it', async ({
  server,
  open,
}) => {
  const { id, email } = await written(server, { message: 'Buy followers' })
  const { page, base } = await staffPage(server, open)
  await page.goto(`${base}/${id}`)
  await page.getByRole('button', { name: 'Reject the message' }).click()
  const dialog = page.getByRole('dialog', { name: `Reject ${id}` })
  await dialog.getByRole('button', { name: 'Reject the message' }).click()
  await expect(dialog.getByText('Write the reason')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Advertising')
  await dialog.getByRole('button', { name: 'Reject the message' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('Not sent to the sender.')).toBeVisible()
  await expect(page.getByText('Only an administrator can reopen it.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reopen the message' })).toHaveCount(0)
  expect(await mailsTo(server, email)).toEqual([])

  const chief = await staffPage(server, open, 'admin')
  await chief.page.goto(`${chief.base}/${id}`)
  await chief.page.getByRole('button', { name: 'Reopen the message' }).click()
  const again = chief.page.getByRole('dialog', { name: `Reopen ${id}` })
  await again.getByRole('textbox').fill('It was a real question')
  await again.getByRole('button', { name: 'Reopen the message' }).click()
  await expect(again).toHaveCount(0)
  await expect(
    chief.page
      .getByRole('region', { name: 'Message and answers' })
      .getByText('It was a real question'),
  ).toBeVisible()
  await expect(chief.page.getByRole('textbox', { name: 'Your reply' })).toBeVisible()
  const listed = await server.client.call(
    listClaims,
    { query: { q: id, status: 'open' } },
    { bearer: await bearerOf(server, chief.member) },
  )
  expect(listed.ok && Array.isArray(listed.value) && listed.value.length).toBe(1)
})

test('a second decision shows the first one, and the note stays', async ({ server, open }) => {
  const { id } = await written(server)
  const { page, base } = await staffPage(server, open)
  const faster = await bearerOf(
    server,
    await buildMember(server.deps, { role: 'reviewer', firstName: 'Salma', lastName: 'Idris' }),
  )
  await page.goto(`${base}/${id}`)
  await page.getByRole('button', { name: 'Resolve the message' }).click()
  const dialog = page.getByRole('dialog', { name: `Resolve ${id}` })
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Called back on Monday')
  await server.client.call(
    updateClaim,
    { params: { id }, body: { status: 'rejected', note: 'Sent twice', mailed: false } },
    { bearer: faster },
  )
  await dialog.getByRole('button', { name: 'Resolve the message' }).click()
  await expect(dialog.getByText('Salma Idris rejected this message in the meantime')).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Note' })).toHaveValue('Called back on Monday')
})

test('the account behind a message is a link for roles that may open it, and a number for others', async ({
  server,
  open,
}) => {
  const sender = await buildMember(server.deps, { role: 'member' })
  const { id } = await written(server, { by: sender })
  for (const [role, links] of [
    ['moderator', 0],
    ['content', 1],
  ] as const) {
    const { page, base } = await staffPage(server, open, role)
    await page.goto(`${base}/${id}`)
    await expect(
      page
        .getByRole('region', { name: 'Sender' })
        .getByText(bareCardId(sender.cardId), { exact: true }),
    ).toBeVisible()
    await expect(
      page.getByRole('link', { name: `Open member ${bareCardId(sender.cardId)}` }),
    ).toHaveCount(links)
  }
})

test('an unknown reference shows a message; a failed load offers a retry', async ({
  server,
  open,
}) => {
  const { id } = await written(server)
  const { page, base } = await staffPage(server, open)
  await page.goto(`${base}/MSG-0000-00`)
  await expect(page.getByText('There is no message with this reference')).toBeVisible()
  await page.route('**/api/claim/get/MSG-*', (route) => route.abort())
  await page.goto(`${base}/${id}`)
  await expect(page.getByText('The message could not be loaded.')).toBeVisible({ timeout: 20_000 })
  await page.unroute('**/api/claim/get/MSG-*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('textbox', { name: 'Your reply' })).toBeVisible()
})

for (const language of JOURNEY_LANGUAGES)
  test(`list and claim have no faults and fit, ${language}`, async ({ server, open }) => {
    const { id } = await written(server, {
      message: 'وصلتني رسائل تهديد. أحتاج إلى التحدث مع أحد في أقرب وقت.',
      language: 'ar',
    })
    const { page, base, member } = await staffPage(server, open, 'admin')
    await server.client.call(
      replyToClaim,
      { params: { id }, body: { text: 'سنتصل بك.', version: 0 } },
      { bearer: await bearerOf(server, member) },
    )
    for (const path of [base, `${base}?status=&q=nobody-wrote-this`, `${base}/${id}`]) {
      await openIn(page, language, path)
      await expect(page.locator('[aria-busy="true"], .animate-pulse')).toHaveCount(0)
      await expectGoodLooks(page, path)
    }
  })
