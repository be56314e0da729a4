/**
 * The review: ten requests with the keyboard, two reviewers at one request, documents that cannot be saved, new
 * portraits.
 */
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { bareCardId } from '#shared/domain/people/member-id.ts'
import { buildMember, type BuiltMember } from '#tests/builders/member.ts'
import { expect, signInAs, test } from './fixtures.ts'
import { speak } from './own-account.ts'
import { JOURNEY_LANGUAGES, expectGoodLooks, faultsOf, wordsOf } from './reading.ts'
import {
  addPicture,
  applicant,
  db,
  dialog,
  documented,
  emptyQueue,
  enterAs,
  heading,
} from './request-desk.ts'

test.describe.configure({ timeout: 120_000, mode: 'serial' })

async function tabTo(page: Page, name: string): Promise<void> {
  const button = dialog(page).getByRole('button', { name, exact: true })
  for (let presses = 0; presses < 8; presses += 1) {
    if (await button.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`The keyboard does not reach ${name}`)
}

test('ten requests are decided in turn with the keyboard alone', async ({ server, open }) => {
  await emptyQueue(server)
  const people = []
  for (let index = 0; index < 10; index += 1)
    people.push(
      await applicant(server, {
        firstName: 'Amna',
        lastName: `Number ${'ABCDEFGHIJ'[index] ?? ''}`,
        details: { language: index === 1 ? 'ar' : 'en' },
      }),
    )
  const page = await open()
  const reviewer = await enterAs(page, server, 'reviewer')
  await page.goto('/reviewer/dashboard/requests')
  // The first row is what the key opens.
  await expect(page.getByRole('row').nth(1)).toContainText(people[0]?.requestId ?? '')
  const tab = page
    .getByRole('navigation', { name: 'Dashboard' })
    .getByRole('listitem')
    .filter({ hasText: 'Requests' })
  await expect(tab).toContainText('10')
  await page.keyboard.press('n')
  for (const [index, person] of people.entries()) {
    await expect(heading(page, person.name)).toBeVisible()
    await expect(page.getByText(/^Yours until/)).toBeVisible()
    const rejects = index % 3 === 1
    if (index === 6) {
      // What was ticked and looked at is approved by Enter alone.
      const front = page.getByRole('img', { name: /front/i })
      await expect
        .poll(() => front.evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(0)
      await page.keyboard.press('c')
    }
    await page.keyboard.press(rejects ? 'r' : 'a')
    await expect(dialog(page)).toBeVisible()
    if (rejects) {
      // The prepared texts begin with the applicant's language.
      await expect(dialog(page).getByRole('option').nth(1)).toHaveText(
        index === 1 ? 'Document not readable (العربية)' : 'Document not readable (English)',
      )
      await expect(dialog(page).getByRole('textbox', { name: 'Reason' })).toBeFocused() // this field announces Ctrl+Enter
      await page.keyboard.press('Shift+Tab')
      await expect(dialog(page).getByRole('combobox')).toBeFocused()
      await page.keyboard.press('ArrowDown')
      await expect(dialog(page).getByRole('textbox', { name: 'Reason' })).toHaveValue(
        index === 1 ? /صورة وثيقة هويتك/ : /identity document is not readable/,
      )
    }
    if (index === 6) {
      await expect(dialog(page).getByRole('button', { name: 'Approve' })).toBeFocused()
      await page.keyboard.press('Enter') // alone: nothing has to be written
    } else if (index === 9) {
      await page.keyboard.press('Enter') // nothing was ticked: alone it decides nothing
      await dialog(page).getByRole('textbox').focus()
      await page.keyboard.press('Control+Enter') // from the text field, as the list of keys says
    } else if (index === 7) {
      await page.keyboard.press('Control+Enter') // and from the choice of a prepared text
    } else {
      await tabTo(page, rejects ? 'Reject' : 'Approve')
      await page.keyboard.press('Enter')
    }
    await expect(dialog(page)).toBeHidden()
  }
  await expect(page.getByText('Nothing is left to review.')).toBeVisible()
  await expect(tab).toHaveText('Requests') // at once, without waiting for the next poll
  const rows = await db(server)
    .selectFrom('registration_requests')
    .select(['id', 'status', 'decided_by', 'claimed_by'])
    .orderBy('created_at')
    .execute()
  expect(rows).toEqual(
    people.map(({ requestId }, index) => ({
      id: requestId,
      status: index % 3 === 1 ? 'rejected' : 'approved',
      decided_by: reviewer.id,
      claimed_by: null,
    })),
  )
})

test('two reviewers at one request: the second sees who has the lock; the one who loses it sees the new state', async ({
  server,
  open,
}) => {
  await emptyQueue(server)
  const person = await applicant(server, { firstName: 'Zeinab', lastName: 'Musa' })
  const [first, second] = [await open(), await open()]
  await enterAs(first, server, 'reviewer')
  await enterAs(second, server, 'admin')
  await first.goto(`/reviewer/dashboard/requests/${person.requestId}`)
  await expect(first.getByText(/^Yours until/)).toBeVisible()

  await second.goto('/admin/dashboard/requests')
  await expect(second.getByRole('row', { name: /Zeinab Musa/ })).toContainText(
    'Hawa Reviewer reviewer',
  )
  await second.getByRole('button', { name: 'Zeinab Musa' }).click()
  await expect(second.getByText('A colleague is reviewing this request')).toBeVisible()
  await expect(second.getByRole('button', { name: 'Approve' })).toHaveCount(0)

  await first.getByRole('button', { name: 'Approve' }).click()
  await second.getByRole('button', { name: 'Take it over' }).click()
  await second.getByRole('button', { name: 'Reject' }).click()
  await dialog(second).getByRole('textbox', { name: 'Reason' }).fill('Sent twice')
  await dialog(second).getByRole('button', { name: 'Reject' }).click()
  await expect(second.getByRole('main').getByText('Rejected', { exact: true })).toBeVisible()

  await dialog(first).getByRole('button', { name: 'Approve' }).click()
  await expect(first.getByText('A colleague decided this request in the meantime')).toBeVisible()
  await expect(first.getByRole('main').getByText('Rejected', { exact: true })).toBeVisible()
  await expect(first.getByText('Sent twice')).toBeVisible() // in the history
  // After the decision, only roles that manage members still see the applicant's address.
  await expect(first.getByText(/^The request has been decided\./)).toBeVisible()
  await expect(first.getByRole('heading', { name: 'Document and portrait' })).toHaveCount(0)
  await expect(first.getByText(person.email)).toHaveCount(0)
  await expect(second.getByText(person.email)).toBeVisible()
  await first.getByRole('link', { name: 'All requests' }).click()
  await expect(first.getByText('Nothing is left to review.')).toBeVisible() // the list shows undecided requests only
  await first.getByRole('button', { name: 'Show the decided requests as well' }).click()
  await expect(first.getByRole('row', { name: /Zeinab Musa/ })).toContainText('Rejected')
  await expect(first.getByRole('row', { name: /Zeinab Musa/ })).not.toContainText('France')
  await second.getByRole('link', { name: 'All requests' }).click()
  await second.getByRole('button', { name: 'Show the decided requests as well' }).click()
  await expect(second.getByRole('row', { name: /Zeinab Musa/ })).toContainText('France')
  await expect(first.getByRole('button', { name: 'Approve' })).toHaveCount(0)
})

test('leaving a request releases its lock, and the list shows it as free', async ({
  server,
  open,
}) => {
  await emptyQueue(server)
  const person = await applicant(server)
  const page = await open()
  await enterAs(page, server, 'moderator')
  await page.goto('/moderator/dashboard/requests?status=pending')
  await page.getByRole('button', { name: person.name }).click()
  await expect(page.getByText(/^Yours until/)).toBeVisible()
  await page.getByRole('link', { name: 'All requests' }).click()
  await expect(page).toHaveURL(/requests\?status=pending$/)
  await expect
    .poll(
      async () =>
        (
          await db(server)
            .selectFrom('registration_requests')
            .select('claimed_by')
            .executeTakeFirstOrThrow()
        ).claimed_by,
    )
    .toBeNull()
})

test('a document is enlarged and stamped, cannot be saved, dragged or printed, and its owner sees the look', async ({
  server,
  open,
}) => {
  await emptyQueue(server)
  const member = await documented(server, { firstName: 'Amna', lastName: 'Idris' })
  const page = await open()
  const admin = await enterAs(page, server, 'admin')
  await page.goto(`/admin/dashboard/requests/documents/${member.cardId}`)
  await expect(page.getByText('Nobody has viewed them so far.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to the user' })).toHaveAttribute(
    'href',
    `/admin/dashboard/users/${member.cardId}`,
  )
  const looked = () =>
    db(server)
      .selectFrom('audit')
      .select('actor')
      .where('action', '=', 'document.viewed')
      .where('target', '=', `member:${member.id}`)
      .execute()
  expect(await looked()).toEqual([])
  const picture = page.waitForResponse((reply) =>
    reply.url().includes(`/api/files/${member.front}`),
  )
  await page.getByRole('button', { name: 'Show the documents' }).click()
  const { channels } = await sharp(await (await picture).body()).stats()
  expect(channels[0]?.stdev ?? 0).toBeGreaterThan(5) // a white sheet when it was uploaded
  expect(await looked()).toEqual([{ actor: `member:${admin.id}` }])

  const image = page.getByRole('img', { name: 'Front of the identity document' })
  await expect(image).toBeVisible()
  await expect(
    page.getByText(`Shown to Hawa Reviewer admin ${bareCardId(admin.cardId)}`),
  ).toBeVisible()
  await page.keyboard.press('+')
  await expect(page.getByText('140%')).toBeVisible()
  await page.keyboard.press('t')
  await expect(image).toHaveCSS('transform', /matrix\(0, 1\.4, -1\.4, 0/)
  await page.keyboard.press('z')
  await expect(page.getByText('100%')).toBeVisible()
  const stage = page.getByRole('region', { name: /^Front of the identity document/ })
  const kept = await stage.evaluate((element) => {
    const menu = new MouseEvent('contextmenu', { bubbles: true, cancelable: true })
    element.dispatchEvent(menu)
    return { menu: menu.defaultPrevented, drag: element.querySelector('img')?.draggable }
  })
  expect(kept).toEqual({ menu: true, drag: false })
  await page.keyboard.press('2')
  await expect(page.getByRole('img', { name: 'Back of the identity document' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('img', { name: 'Back of the identity document' })).toBeHidden()
  await expect(page.getByText('Identity documents are not printed.')).toBeVisible()

  const own = await open()
  await signInAs(own, member)
  await own.goto('/profile')
  const section = own.getByRole('region', { name: 'Who viewed your identity documents' })
  await expect(section.getByText('Administrator')).toBeVisible()
  await expect(section).toContainText('front and back')
  await expect(section).not.toContainText('Hawa')
})

test('page, queue and tab say one number, also after a colleague decided', async ({
  server,
  open,
}) => {
  await emptyQueue(server)
  const [mine, theirs] = [await applicant(server), await applicant(server)]
  const member = await documented(server)
  // A new portrait has a count of its own.
  await db(server)
    .updateTable('members')
    .set({ pending_photo_file: await addPicture(server, member.id, 'card-photo', '#2a6f97') })
    .where('id', '=', member.id)
    .execute()
  const page = await open({ viewport: { width: 1280, height: 800 } })
  await enterAs(page, server, 'reviewer')
  await page.goto(`/reviewer/dashboard/requests/${mine.requestId}`)
  const tab = page.getByRole('navigation').getByRole('link', { name: 'Requests', exact: true })
  const said = async (count: number): Promise<void> => {
    await expect(tab).toHaveAccessibleDescription(`${count} waiting`, { timeout: 20_000 })
    await expect(
      page.getByRole('main').getByText(`${count} waiting`, { exact: true }),
    ).toBeVisible()
    await expect(
      page.getByRole('button', { name: `Waiting ${count}`, pressed: true }),
    ).toBeVisible()
  }
  await said(2)
  await db(server)
    .updateTable('registration_requests')
    .set({ status: 'rejected' })
    .where('id', '=', theirs.requestId)
    .execute()
  await said(1)
})

test('an approved portrait is on the card; with a rejected one the old portrait stays', async ({
  server,
  open,
}) => {
  await db(server).updateTable('members').set({ pending_photo_file: null }).execute() // other test files use this server too
  const [lucky, other] = [
    await documented(server, { firstName: 'Lucky', lastName: 'Member' }),
    await documented(server, { firstName: 'Other', lastName: 'Member' }),
  ]
  const send = async (member: BuiltMember): Promise<string> => {
    const id = await addPicture(server, member.id, 'card-photo', '#2a6f97')
    await db(server)
      .updateTable('members')
      .set({ pending_photo_file: id })
      .where('id', '=', member.id)
      .execute()
    return id
  }
  const [fresh] = [await send(lucky), await send(other)]
  const page = await open()
  await enterAs(page, server, 'reviewer')
  await page.goto('/reviewer/dashboard/requests')
  await page.getByRole('link', { name: /New portraits.*2 waiting/ }).click()
  const item = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
  await expect(item('Lucky Member').getByRole('img', { name: 'On the card now' })).toBeVisible()
  await item('Lucky Member').getByRole('button', { name: 'Approve' }).click()
  await page
    .getByRole('alertdialog')
    .or(dialog(page))
    .getByRole('button', { name: 'Approve' })
    .click()
  await expect(item('Lucky Member')).toHaveCount(0)
  await item('Other Member').getByRole('button', { name: 'Reject' }).click()
  await dialog(page).getByRole('button', { name: 'Reject' }).click()
  await expect(dialog(page).getByRole('textbox', { name: 'Reason' })).toHaveAttribute(
    'aria-invalid',
    'true',
  ) // a reason is required
  await dialog(page).getByRole('combobox').selectOption({ index: 1 })
  await dialog(page).getByRole('button', { name: 'Reject' }).click()
  await expect(page.getByText('No new portraits')).toBeVisible()
  expect(
    (
      await db(server)
        .selectFrom('members')
        .select('card_photo_file')
        .where('id', '=', other.id)
        .executeTakeFirstOrThrow()
    ).card_photo_file,
  ).toBe(other.photo)

  const own = await open()
  await signInAs(own, lucky)
  const shown = own.waitForResponse((reply) => reply.url().includes(`/api/files/${fresh}`))
  await own.goto('/id-card')
  expect((await shown).status()).toBe(200)
})

test('each role sees requests in its own dashboard; members see none, documents are for administrators and content managers', async ({
  server,
  open,
}) => {
  await emptyQueue(server)
  await applicant(server, { firstName: 'Seen', lastName: 'Byall' })
  for (const [role, base] of [
    ['admin', 'admin'],
    ['content', 'content'],
    ['moderator', 'moderator'],
    ['reviewer', 'reviewer'],
  ] as const) {
    const page = await open()
    const person = await enterAs(page, server, role)
    await page.goto(`/${base}/dashboard/requests`)
    await expect(page.getByRole('button', { name: 'Seen Byall' })).toBeVisible()
    await page.goto(`/${base}/dashboard/requests/documents/${person.cardId}`)
    await expect(
      heading(
        page,
        role === 'admin' || role === 'content' ? 'Identity documents' : 'Page not found',
      ),
    ).toBeVisible()
  }
  const page = await open()
  await signInAs(page, await buildMember(server.deps))
  await page.goto('/reviewer/dashboard/requests')
  await expect(page).toHaveURL('/')
})

for (const language of JOURNEY_LANGUAGES)
  test(`reads well for everyone, ${language}`, async ({ server, open }) => {
    await emptyQueue(server)
    await buildMember(server.deps, {
      firstName: 'آمنة',
      lastName: 'إدريس',
      birthDate: '1990-04-12',
    })
    const person = await applicant(server, {
      firstName: 'آمنة',
      lastName: 'إدريس',
      birthDate: '1990-04-12',
    })
    const waiting = await documented(server)
    await db(server)
      .updateTable('members')
      .set({ pending_photo_file: await addPicture(server, waiting.id, 'card-photo', '#2a6f97') })
      .where('id', '=', waiting.id)
      .execute()
    const t = await wordsOf(language, ['registrationRequests'])
    const page = await open({ reducedMotion: 'reduce' })
    await enterAs(page, server, 'admin')
    await speak(page, language)
    for (const path of ['', `/${person.requestId}`, '/portraits', `/documents/${waiting.cardId}`]) {
      await page.goto(`/admin/dashboard/requests${path}`)
      await (
        path === ''
          ? page.getByRole('button', { name: 'آمنة إدريس' })
          : page.locator('main img').first()
      ).waitFor()
      await expectGoodLooks(page)
    }
    await page.goto(`/admin/dashboard/requests/${person.requestId}`)
    // It is there once the reviewer holds the request; before that the key does nothing.
    await page.getByRole('button', { name: t('decide.reject.confirm'), exact: true }).waitFor()
    await page.keyboard.press('r')
    await dialog(page).waitFor()
    await expectGoodLooks(page, 'dialog')
    await db(server)
      .updateTable('members')
      .set({ pending_photo_file: null })
      .where('id', '=', waiting.id)
      .execute()
  })

test('a request is deleted with a reason and the password, undone at once, and restored from the bin', async ({
  server,
  open,
}) => {
  await emptyQueue(server)
  const person = await applicant(server, { firstName: 'Amna', lastName: 'Sent Twice' })
  const page = await open({ viewport: { width: 1280, height: 900 } })
  await enterAs(page, server, 'admin')
  await page.goto(`/admin/dashboard/requests/${person.requestId}`)
  const unknown: string[] = []
  page.on('response', (response) => response.status() === 404 && unknown.push(response.url()))
  const remove = async (reason: string) => {
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await dialog(page).getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(dialog(page).getByText('Write the reason.')).toBeVisible()
    const field = dialog(page).getByRole('textbox', { name: 'Reason' })
    await field.fill(reason)
    await field.press('Control+Enter')
  }
  await remove('Made as a test')
  await expect(page).toHaveURL(/\/requests$/)
  await expect(page.getByText(`Request ${person.requestId} was deleted`)).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  expect(unknown).toEqual([]) // the lock went with the request
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('table').getByText(person.requestId)).toBeVisible()
  await expect(page.getByText(`Request ${person.requestId} was deleted`)).toHaveCount(0)

  await page.getByRole('table').getByText(person.requestId).click()
  await remove('Once more')
  await page.getByRole('button', { name: 'Deleted requests' }).click()
  const line = dialog(page).getByRole('listitem').filter({ hasText: person.requestId })
  await expect(line).toContainText('Amna Sent Twice')
  await expect(line).toContainText('Once more')
  await expect(line).toContainText(/Restorable until .* · 30 days left/)
  expect(await faultsOf(page)).toEqual([])
  const other = await buildMember(server.deps, { email: person.email })
  await line.getByRole('button', { name: `Restore request ${person.requestId}` }).click()
  await expect(
    line.getByText('Somebody registered with the same email address in the meantime.'),
  ).toBeVisible()
  await db(server).deleteFrom('members').where('id', '=', other.id).execute()
  await line.getByRole('button', { name: `Restore request ${person.requestId}` }).click()
  await expect(line).toHaveCount(0)
  await expect(page.getByRole('table').getByText(person.requestId)).toHaveCount(1)

  const reviewer = await open()
  await enterAs(reviewer, server, 'reviewer')
  await reviewer.goto('/reviewer/dashboard/requests')
  await expect(reviewer.getByRole('table').getByText(person.requestId)).toBeVisible()
  await expect(reviewer.getByRole('button', { name: 'Deleted requests' })).toHaveCount(0)
})
