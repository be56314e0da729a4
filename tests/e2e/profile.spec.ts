/** What members change on their own account: place, photo, e-mail, phone, password. Real browser, real server. */
import type { TFunction } from 'i18next'
import { buildMember, TEST_PASSWORD } from '#tests/builders/member.ts'
import { lastCode, mailsTo, otherCode } from '#tests/support/mailbox.ts'
import { expect, signInAs, test } from './fixtures.ts'
import { memberWithPhoto, openProfile, portrait, prove, rowOf, speak } from './own-account.ts'
import { JOURNEY_LANGUAGES, expectGoodLooks, wordsOf } from './reading.ts'

const NEW_PASSWORD = 'Another-Horse2'

for (const language of JOURNEY_LANGUAGES) {
  test(`place and photo, ${language}: the new photo waits, the card keeps the old one`, async ({
    open,
    server,
  }) => {
    const t = await wordsOf(language, ['profile', 'memberFields', 'emailUndo', 'ui', 'photo'])
    const member = await memberWithPhoto(server)
    const page = await open()
    await openProfile(page, member, language)
    await page.getByRole('button', { name: t('profile:edit.start'), exact: true }).click()
    await page.getByLabel(t('memberFields:currentCity.label')).fill('Marseille')
    await page.getByLabel(t('memberFields:currentVillage.label')).fill('La Plaine')
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: await portrait() })
    const crop = page.getByRole('dialog')
    await page.setViewportSize({ width: 360, height: 740 })
    await expect(crop.getByRole('button', { name: t('photo:crop.cancel') })).toBeInViewport({
      ratio: 1,
    })
    await crop.getByRole('button', { name: t('photo:crop.use') }).click()
    await expect(crop).toBeHidden()
    await page.getByRole('button', { name: t('profile:edit.save'), exact: true }).click()
    await expect(page.getByText(t('profile:photo.pendingTitle'))).toBeVisible()
    await expect(page.getByText('Marseille')).toBeVisible()
    await expect(
      page.getByRole('img', { name: t('profile:photo.pendingAlt', { name: member.name }) }),
    ).toBeVisible()

    const row = await rowOf(server, member)
    expect(row).toMatchObject({
      current_city: 'Marseille',
      current_village: 'La Plaine',
      current_country: 'FR',
      card_photo_file: member.photo,
    })
    expect(row.pending_photo_file).toEqual(expect.any(String))
    const card = await page.evaluate(async () => {
      const answer = await fetch('/api/card/me', {
        headers: { authorization: `Bearer ${localStorage.getItem('accessToken') ?? ''}` },
      })
      return (await answer.json()) as { photoUrl: string }
    })
    expect(card.photoUrl).toContain(member.photo)

    await page.getByRole('button', { name: t('profile:photo.withdraw') }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('profile:photo.withdraw') })
      .click()
    await expect(page.getByText(t('profile:photo.pendingTitle'))).toBeHidden()
    await expect(
      page.getByRole('button', { name: t('profile:edit.start'), exact: true }),
    ).toBeFocused()
    expect(await rowOf(server, member)).toMatchObject({
      pending_photo_file: null,
      card_photo_file: member.photo,
    })
  })

  test(`e-mail, ${language}: password, new address, code; the old address takes it back`, async ({
    open,
    server,
  }) => {
    const t = await wordsOf(language, ['profile', 'emailUndo', 'ui'])
    const member = await buildMember(server.deps)
    const next = `next.${member.id}@test.example`
    const page = await open()
    await openProfile(page, member, language)
    await page.getByRole('button', { name: t('profile:email.change') }).click()
    const dialog = page.getByRole('dialog')
    await prove(dialog, 'Wrong-Pass1!')
    await expect(dialog.getByText(t('profile:validation.invalidPassword'))).toBeVisible()
    await prove(dialog)
    await dialog.getByLabel(t('profile:email.new')).fill(next)
    await expect(dialog.getByText(t('profile:email.undoNote', { hours: '72' }))).toBeVisible()
    await dialog.getByRole('button', { name: t('profile:code.send') }).click()
    const field = dialog.getByLabel(t('profile:code.label'))
    await expect(field).toBeFocused()
    await expect(dialog.getByRole('button', { name: t('profile:code.resend') })).toBeDisabled()
    const right = await lastCode(server.deps, next)
    await field.fill(otherCode(right))
    await expect(dialog.getByText(t('profile:code.wrong'))).toBeVisible()
    await field.fill(right)
    await expect(page.getByText(t('profile:success.emailChange'))).toBeVisible() // first, because it disappears by itself
    await expect(dialog).toBeHidden()
    await expect(page.getByText(next)).toBeVisible()
    expect((await rowOf(server, member)).email).toBe(next)

    const link =
      (await mailsTo(server.deps, member.email)).find(
        ({ template }) => template === 'email-changed',
      )?.values['link'] ?? ''
    await page.goto(new URL(link).pathname + new URL(link).hash)
    await page.getByRole('button', { name: t('emailUndo:undo') }).click()
    await expect(page.getByText(t('emailUndo:doneText'))).toBeVisible()
    expect((await rowOf(server, member)).email).toBe(member.email)
    // All sessions have ended, this one too.
    await page.goto('/profile')
    await page.waitForURL('**/login')
    await page.goto(new URL(link).pathname + new URL(link).hash)
    await page.getByRole('button', { name: t('emailUndo:undo') }).click()
    await expect(page.getByRole('alert')).toContainText(t('emailUndo:over'))
  })
}

for (const language of JOURNEY_LANGUAGES)
  test(`axe finds nothing, ${language}`, async ({ open, server }) => {
    const t = await wordsOf(language, ['profile', 'emailUndo', 'ui'])
    const member = await memberWithPhoto(server, {
      role: 'reviewer',
      firstName: 'آمنة',
      lastName: 'إدريس',
    })
    await server.deps.database.db
      .updateTable('members')
      .set({ pending_photo_file: member.photo })
      .where('id', '=', member.id)
      .execute()
    const page = await open()
    await signInAs(page, member)
    await speak(page, language)
    for (const path of ['/profile', '/my-role', `/email-undo#${'a'.repeat(43)}`, '/email-undo']) {
      await page.goto('/no-such-page') // another hash alone would not load the page again
      await page.goto(path)
      await page.locator('main :is(h2, button, [role=alert])').first().waitFor()
      await expectGoodLooks(page, path)
    }
    await page.goto('/profile')
    const openers = [
      t('profile:edit.start'),
      t('profile:email.change'),
      t('profile:phone.change'),
      t('profile:password.change'),
      t('profile:export.button'),
      t('profile:erase.open'),
    ]
    const folds = page.locator('main details')
    await folds.first().waitFor()
    for (const name of openers) {
      // The looks end on a phone, where the seldom parts are folded.
      await folds.evaluateAll((all) => {
        for (const fold of all) fold.setAttribute('open', '')
      })
      await page.getByRole('button', { name, exact: true }).click()
      if (name !== t('profile:edit.start')) await page.getByRole('dialog').waitFor()
      await expectGoodLooks(page, name)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toBeHidden()
    }
  })

let en: TFunction
test.beforeAll(async () => {
  en = await wordsOf('en', ['profile'])
})

test('a refused change keeps the input, cancel restores the values, and leaving asks first', async ({
  open,
  server,
}) => {
  const member = await memberWithPhoto(server)
  const page = await open()
  await openProfile(page, member)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const city = page.getByLabel('City')
  await city.fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Enter the city where you live.')).toBeVisible()
  await city.fill('Nantes')
  await page.route('**/api/user/update/*', (route) => route.fulfill({ status: 503, body: '' }), {
    times: 1,
  })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toContainText(en('profile:updateError'))
  await expect(city).toHaveValue('Nantes')

  await page.getByRole('link', { name: 'My role' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/\/profile$/)
  await expect(city).toHaveValue('Nantes')
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(page.getByText('Lyon')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeFocused()
  await page.getByRole('link', { name: 'My role' }).first().click()
  await page.waitForURL('**/my-role')
})

test('phone: the code goes to the own e-mail address; an expired proof loses no input', async ({
  open,
  server,
}) => {
  const member = await buildMember(server.deps)
  const page = await open()
  await openProfile(page, member)
  await page.getByRole('button', { name: 'Change phone number' }).click()
  const dialog = page.getByRole('dialog')
  await prove(dialog)
  const number = dialog.getByLabel('New phone number')
  await number.fill('+33 6 39 98 77 66')
  await expect(number).toHaveValue('639987766')
  await dialog.getByRole('button', { name: 'Send code' }).click()
  // The password proof has expired when the code is typed; the code itself is new and valid.
  const field = dialog.getByLabel('Code from the email')
  await field.waitFor()
  await server.deps.database.db.deleteFrom('step_ups').execute()
  await field.fill(await lastCode(server.deps, member.email))
  await expect(dialog.getByText(en('profile:security.again'))).toBeVisible()
  await prove(dialog)
  await expect(page.getByText('Your phone number was changed')).toBeVisible()
  await expect(page.getByText('+33639987766')).toBeVisible()
  expect((await rowOf(server, member)).phone).toBe('+33639987766')
})

test('password: changed with the keyboard alone; all other sessions end, this one stays', async ({
  open,
  server,
}) => {
  const member = await buildMember(server.deps)
  const [page, elsewhere] = [await open(), await open()]
  await signInAs(elsewhere, member)
  await openProfile(page, member)
  await expect(page.getByRole('button', { name: 'End session' })).toHaveCount(1)
  await page.getByRole('button', { name: 'Change password' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Current password')).toBeFocused()
  await page.keyboard.type(TEST_PASSWORD)
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('New password', { exact: false }).first()).toBeFocused()
  await page.keyboard.type('weak')
  await page.keyboard.press('Enter')
  const wanted = dialog.getByLabel('New password', { exact: false }).first()
  await expect(dialog.getByText(en('profile:validation.weakPassword'))).toBeVisible()
  await expect(wanted).toBeFocused() // the form moves the focus to the field after it shows the fault
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(NEW_PASSWORD)
  await expect(wanted).toHaveValue(NEW_PASSWORD)
  await page.keyboard.press('Enter')
  await expect(dialog.getByText(en('profile:validation.passwordMismatch'))).toBeVisible()
  await expect(dialog.getByLabel('Repeat the new password')).toBeFocused()
  await page.keyboard.type(NEW_PASSWORD)
  await expect(dialog.getByLabel('Repeat the new password')).toHaveValue(NEW_PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Your password was changed')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Change password' })).toBeFocused()
  await expect(page.getByRole('button', { name: 'End session' })).toHaveCount(0)
  await elsewhere.goto('/profile')
  await elsewhere.waitForURL('**/login')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: member.name })).toBeVisible()
})

test('on a phone the seldom parts are one line each, which says the value and opens', async ({
  open,
  server,
}) => {
  const page = await open({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true })
  await openProfile(page, await buildMember(server.deps, { details: { tribe: 'Test' } }))
  const sessions = page.locator('details').filter({ hasText: 'Where you are signed in' })
  await expect(sessions.locator('summary')).toContainText('1 device')
  await expect(sessions.getByText('This device, now')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Change email address' })).toBeVisible()
  // A question that waits for the member is never folded away.
  await expect(page.getByRole('button', { name: 'I agree' }).first()).toBeVisible()
  await sessions.locator('summary').click()
  await expect(sessions.getByText('This device, now')).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(page.getByRole('button', { name: 'Download my data' })).toBeVisible()
})
