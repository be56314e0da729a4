/** A new password: the code of the mail, the countdown, the grant, and what ends with it. */
import type { Page } from '@playwright/test'
import type { Language } from '#shared/domain/text/languages.ts'
import { buildMember } from '#tests/builders/member.ts'
import { signIn } from '#tests/support/api-server.ts'
import { lastCode, mailsTo, otherCode } from '#tests/support/mailbox.ts'
import { expect, test } from './fixtures.ts'
import { JOURNEY_LANGUAGES, faultsOf, openIn, overflowOf, wordsOf } from './reading.ts'

const NEW_PASSWORD = 'Fresh-Water-7'
const words = (language: Language) => wordsOf(language, ['passwordReset', 'auth', 'ui', 'common'])

const secondsShown = async (page: Page): Promise<number> => {
  const [minutes = '0', seconds = '0'] = (
    await page.locator('bdi', { hasText: /^\d+:\d\d$/ }).innerText()
  ).split(':')
  return Number(minutes) * 60 + Number(seconds)
}

for (const language of JOURNEY_LANGUAGES)
  test(`from the forgotten password to the next sign-in, ${language}`, async ({ open, server }) => {
    const t = await words(language)
    const member = await buildMember(server.deps)
    const { accessToken } = await signIn(server, member.email, member.password)
    const page = await open({ viewport: { width: 360, height: 780 } })
    await openIn(page, language, '/login')
    await page.getByRole('link', { name: t('auth:forgot') }).click()
    await page.waitForURL('/reset-password')
    await expect(
      page.getByRole('heading', { level: 1, name: t('passwordReset:title') }),
    ).toBeVisible()

    const send = page.getByRole('button', { name: t('passwordReset:identifier.send') })
    await send.click()
    await expect(page.getByText(t('passwordReset:identifier.errors.required'))).toBeVisible()
    // The phone will do later: a sentence, and nothing that takes the focus on the way to the field.
    await expect(page.getByText(t('ui:phoneLater'))).toBeVisible()
    await expect(page.getByRole('radio')).toHaveCount(0)
    await page.getByLabel(t('auth:identifier')).fill(` ${member.email} `)
    expect(await faultsOf(page)).toEqual([])
    await expect.poll(() => overflowOf(page)).toBe(0)
    await send.click()

    const code = page.getByLabel(t('passwordReset:verification.label'), { exact: true })
    await expect(code).toBeFocused()
    await expect(page.getByText(member.email)).toBeVisible()
    const check = page.getByRole('button', { name: t('passwordReset:verification.check') })
    const resend = page.getByRole('button', { name: t('passwordReset:verification.resend') })
    await expect(resend).toBeDisabled()
    await check.click()
    await expect(page.getByText(t('ui:code.missing'))).toBeVisible()
    const right = await lastCode(server.deps, member.email)
    expect(
      (await mailsTo(server.deps, member.email)).map(({ language: spoken }) => spoken),
    ).toEqual([language])
    await code.fill(otherCode(right))
    await check.click()
    await expect(page.getByText(t('passwordReset:verification.faults.invalid'))).toBeVisible()
    await expect(code).toBeFocused()
    expect(await faultsOf(page)).toEqual([])

    await expect.poll(() => secondsShown(page)).toBeLessThan(299)
    const before = await secondsShown(page)
    await page.reload()
    await expect(code).toBeVisible()
    const after = await secondsShown(page)
    expect(after).toBeLessThanOrEqual(before)
    expect(after).toBeGreaterThan(before - 20)
    await expect(resend).toBeDisabled()
    expect(await mailsTo(server.deps, member.email)).toHaveLength(1)

    await code.fill(right)
    await page.keyboard.press('Enter')
    const password = page
      .getByLabel(t('passwordReset:newPassword.password'), { exact: false })
      .first()
    const confirmation = page.getByLabel(t('passwordReset:newPassword.confirmation'))
    await expect(password).toBeFocused()
    const save = page.getByRole('button', { name: t('passwordReset:newPassword.save') })
    await password.fill('weak')
    await confirmation.fill('weak')
    await expect(save).toBeDisabled()
    await password.fill(NEW_PASSWORD)
    await confirmation.fill('Other')
    await expect(page.getByText(t('passwordReset:errors.mismatch'))).toBeVisible()
    await expect(save).toBeDisabled()
    expect(await faultsOf(page)).toEqual([])
    await confirmation.fill(NEW_PASSWORD)
    await save.click()

    await page.waitForURL('/login')
    await expect(page.getByText(t('auth:passwordChanged'))).toBeVisible()
    expect(await faultsOf(page)).toEqual([])
    expect(await page.evaluate(() => sessionStorage.getItem('wld-reset'))).toBeNull()
    expect(
      (
        await fetch(`${server.url}/api/card/me`, {
          headers: { authorization: `Bearer ${accessToken}` },
        })
      ).status,
    ).toBe(401)
    await page.getByLabel(t('auth:identifier')).fill(member.email)
    await page.getByLabel(t('auth:password')).first().fill(NEW_PASSWORD)
    await page.getByRole('button', { name: t('auth:submit'), exact: true }).click()
    await page.waitForURL('/')
    await expect(page.getByText(t('auth:loginSuccess'))).toBeVisible()
  })

test('going back, on the page and in the browser, loses no input; a code is sent only once', async ({
  open,
  server,
}) => {
  const t = await words('en')
  const member = await buildMember(server.deps)
  const page = await open()
  await openIn(page, 'en', '/reset-password')
  const address = page.getByLabel(t('auth:identifier'))
  await address.fill(member.email)
  await page.keyboard.press('Enter')
  const code = page.getByLabel('Code', { exact: true })
  await code.fill('12')
  await page.goBack()
  await expect(address).toHaveValue(member.email)
  await page.getByRole('button', { name: 'Send the code' }).click() // the sent code is still valid
  await expect(code).toHaveValue('12')
  expect(await mailsTo(server.deps, member.email)).toHaveLength(1)
  await code.fill(await lastCode(server.deps, member.email))
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'New password', exact: true }).fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('textbox', { name: 'New password', exact: true })).toHaveValue(
    NEW_PASSWORD,
  )
  await expect(page.getByRole('textbox', { name: 'New password', exact: true })).toBeFocused() // the step moves the focus there
  await page.getByLabel('Repeat the new password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Set the new password' }).click()
  await page.waitForURL('/login')
})

test('leaving the page deletes code and grant', async ({ open, server }) => {
  const member = await buildMember(server.deps)
  const page = await open()
  await openIn(page, 'en', '/reset-password')
  await page.getByLabel('Email address').fill(member.email)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Code', { exact: true })).toBeVisible()
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).toContain(member.email)
  await page.getByRole('link', { name: 'WLD, home' }).click()
  await page.waitForURL('/')
  // The address changes first, the page a moment later.
  await expect
    .poll(() => page.evaluate(() => JSON.stringify({ ...sessionStorage })))
    .not.toContain(member.email)
  await page.goBack()
  await expect(page.getByLabel('Email address')).toHaveValue('')
})

test('an unknown address gets the same response as a member; an address with other letters is refused in the page', async ({
  open,
  server,
}) => {
  const page = await open()
  await openIn(page, 'en', '/reset-password')
  const address = page.getByLabel('Email address')
  await expect(address).toHaveAttribute('type', 'email')
  await address.fill('آمنة@example.org')
  await page.keyboard.press('Enter')
  await expect(
    page.getByText('We cannot send email to an address with these letters.'),
  ).toBeVisible()
  await address.fill('amna')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Enter a valid email address')).toBeVisible()
  await address.fill('nobody٢٠٢٦@test.example')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Code', { exact: true })).toBeVisible()
  await expect(page.getByText('nobody2026@test.example')).toBeVisible()
  expect(await mailsTo(server.deps, 'nobody2026@test.example')).toEqual([])
})

test('the message of the server is shown when it refuses to send or to accept a code', async ({
  open,
  server,
}) => {
  const member = await buildMember(server.deps)
  const page = await open()
  await openIn(page, 'en', '/reset-password')
  await page.getByLabel('Email address').fill(member.email)
  for (const [message, shown] of [
    ['Server says no', 'Server says no'],
    ['', 'Failed to send verification code'],
  ] as const) {
    await page.route(
      '**/api/user/password/reset',
      (route) => route.fulfill({ json: { send: false, message } }),
      { times: 1 },
    )
    const replied = page.waitForResponse('**/api/user/password/reset')
    await page.getByLabel('Email address').press('Enter')
    await replied
    await expect(
      page.getByRole('alert').filter({ hasText: 'Failed to send verification code' }),
    ).toContainText(shown)
    await expect(page.getByRole('button', { name: 'Send the code' })).toBeEnabled() // not busy any more
  }
  await page.getByLabel('Email address').press('Enter')
  const code = page.getByLabel('Code', { exact: true })
  await code.fill(await lastCodeOnceSent(server.deps, member.email))
  for (const [message, shown] of [
    ['Custom server text', 'Custom server text'],
    ['', 'Code verification failed'],
  ] as const) {
    await page.route(
      '**/api/user/password/validate',
      (route) => route.fulfill({ json: { verified: false, message } }),
      { times: 1 },
    )
    await page.getByRole('button', { name: 'Check the code' }).click()
    await expect(page.getByText(shown)).toBeVisible()
  }
  await page.getByRole('button', { name: 'Check the code' }).click()
  await page.getByRole('textbox', { name: 'New password', exact: true }).fill('short')
  await page.getByLabel('Repeat the new password').focus()
  await expect(page.getByText('Password is not strong enough')).toBeVisible()
})

test('after too many tries a new code can be requested', async ({ open, server }) => {
  const member = await buildMember(server.deps)
  const page = await open()
  await openIn(page, 'en', '/reset-password')
  await page.getByLabel('Email address').fill(member.email)
  await page.keyboard.press('Enter')
  const wrong = otherCode(await lastCodeOnceSent(server.deps, member.email))
  const code = page.getByLabel('Code', { exact: true })
  const resend = page.getByRole('button', { name: 'Send a new code' })
  const dead = page.getByText('Too many attempts. This code no longer works')
  for (let tries = 0; tries < 7 && !(await dead.isVisible()); tries += 1) {
    await code.fill('')
    await code.fill(wrong)
    await page.getByRole('button', { name: 'Check the code' }).click()
    await expect(page.getByText('Invalid verification code.').or(dead)).toBeVisible()
  }
  await expect(dead).toBeVisible()
  await resend.click()
  await expect(resend).toBeDisabled()
  await expect(code).toHaveValue('')
  await code.fill(await lastCode(server.deps, member.email))
  await page.getByRole('button', { name: 'Check the code' }).click()
  await expect(page.getByRole('textbox', { name: 'New password', exact: true })).toBeVisible()
})

test('an expired grant is named and leads back to the start', async ({ open, server }) => {
  const member = await buildMember(server.deps)
  const page = await open()
  await openIn(page, 'en', '/reset-password')
  await page.getByLabel('Email address').fill(member.email)
  await page.keyboard.press('Enter')
  await page
    .getByLabel('Code', { exact: true })
    .fill(await lastCodeOnceSent(server.deps, member.email))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'New password', exact: true })).toBeFocused()
  await page.getByRole('textbox', { name: 'New password', exact: true }).fill(NEW_PASSWORD)
  await page.getByLabel('Repeat the new password').fill(NEW_PASSWORD)
  await server.deps.database.db
    .updateTable('reset_grants')
    .set({ expires_at: '2026-01-01T00:00:00.000Z' })
    .where('member_id', '=', member.id)
    .execute()
  await page.getByRole('button', { name: 'Set the new password' }).click()
  await expect(page.getByText('The time for this step has run out')).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Start again' }).click()
  await expect(page.getByLabel('Email address')).toHaveValue(member.email)
})

async function lastCodeOnceSent(
  deps: Parameters<typeof lastCode>[0],
  address: string,
): Promise<string> {
  await expect.poll(async () => (await mailsTo(deps, address)).length).toBeGreaterThan(0)
  return lastCode(deps, address)
}

test('staff choose a new password with the link of the mail', async ({ open, server }) => {
  const t = await words('ar')
  const reviewer = await buildMember(server.deps, { role: 'reviewer' })
  const page = await open({ viewport: { width: 360, height: 780 } })
  await openIn(page, 'ar', '/reset-password')
  await page.getByLabel(t('auth:identifier')).fill(reviewer.email)
  await page.getByRole('button', { name: t('passwordReset:identifier.send') }).click()
  await expect(page.getByText(t('passwordReset:verification.help'))).toBeVisible()
  const link = (await mailsTo(server.deps, reviewer.email)).at(-1)?.values['link'] ?? ''
  const { pathname, hash } = new URL(link)

  // The address bar of a page that is open already changes without a new load.
  await page.goto('/login')
  await page.goto(`${pathname}${hash}`)
  await expect(page.getByText(reviewer.email)).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  expect(await overflowOf(page)).toBe(0)
  const next = page.getByRole('button', { name: t('passwordReset:verification.continue') })
  await next.click()
  const password = page
    .getByLabel(t('passwordReset:newPassword.password'), { exact: false })
    .first()
  await password.fill(NEW_PASSWORD)
  await page.getByLabel(t('passwordReset:newPassword.confirmation')).fill(NEW_PASSWORD)
  await page.getByRole('button', { name: t('passwordReset:newPassword.save') }).click()
  await page.waitForURL('/login')
  expect((await signIn(server, reviewer.email, NEW_PASSWORD)).user.id).toBe(reviewer.cardId)

  await page.goto(`${pathname}${hash}`)
  await next.click()
  await expect(page.getByText(t('passwordReset:link.over'))).toBeVisible()
  await page.getByRole('button', { name: t('passwordReset:newPassword.restart') }).click()
  await expect(page.getByLabel(t('auth:identifier'))).toBeVisible()

  await page.goto(`${pathname}${hash.slice(0, -2)}`)
  await expect(page.getByText(t('passwordReset:link.broken'))).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
})
