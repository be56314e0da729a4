/** The second factor in the browser: enrolment and proof with a passkey and with a code app, and a session that begins to wait. */
import type { Page } from '@playwright/test'
import { base32, stepAt, totpCode } from '#server/parts/security/totp.ts'
import { roleId } from '#shared/domain/people/roles.ts'
import { buildTotp } from '#tests/builders/factor.ts'
import { buildMember, TEST_PASSWORD, type BuiltMember } from '#tests/builders/member.ts'
import { startApiServer } from '#tests/support/api-server.ts'
import { freePort } from '#tests/support/free-port.ts'
import { mailsTo } from '#tests/support/mailbox.ts'
import { expect, provePassword, signInAs, test as base, webDir } from './fixtures.ts'
import { JOURNEY_LANGUAGES, faultsOf, overflowOf, wordsOf } from './reading.ts'

/** Passkeys belong to a host name: the server is called by it, and knows its address before it starts. */
const test = base.extend({
  startServer: async ({}, use) => {
    await use(async () => {
      const port = await freePort()
      const url = `http://localhost:${port}`
      const server = await startApiServer({
        engine: 'sqlite',
        webDir,
        port,
        env: { LIMITS_SCALE: '1000', PUBLIC_URL: url, STAFF_SECOND_FACTOR: 'required' },
      })
      return { ...server, url }
    })
  },
})

async function fillSignIn(page: Page, { email }: Pick<BuiltMember, 'email'>): Promise<void> {
  await page.goto('/login')
  await page.getByRole('textbox', { name: 'Email address' }).fill(email)
  await page.getByLabel(/^Password/).fill(TEST_PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('/second-factor')
}

/** Chromium's own authenticator, as a phone that is unlocked with a finger. */
async function withPasskeys(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

async function keepCodes(page: Page): Promise<string[]> {
  await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor()
  const codes = await page
    .getByRole('list', { name: 'Your recovery codes' })
    .locator('li')
    .allTextContents()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Save the codes first, then tick this box.')).toBeVisible()
  await page.getByRole('checkbox', { name: 'I have saved the codes' }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  return codes
}

test('staff set up a passkey at the first sign-in and use it at the next one', async ({
  open,
  server,
}) => {
  const page = await open()
  const member = await buildMember(server.deps, { role: 'admin' })
  await withPasskeys(page)
  await fillSignIn(page, member)
  await page.getByRole('heading', { name: 'Set up a second factor' }).waitFor()
  // No page of staff opens before.
  await page.goto('/admin/dashboard/overview')
  await page.waitForURL('/second-factor')
  await page.getByRole('button', { name: 'Set up a passkey' }).click()
  const codes = await keepCodes(page)
  expect(codes).toHaveLength(10)
  await page.waitForURL('/admin/dashboard/overview')

  await page.evaluate(() => localStorage.clear())
  await fillSignIn(page, member)
  await page.getByRole('button', { name: 'Use your passkey' }).click()
  await page.waitForURL('/admin/dashboard/overview')

  // A recovery code instead, and each once.
  await page.evaluate(() => localStorage.clear())
  await fillSignIn(page, member)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByRole('textbox', { name: 'Recovery code' }).fill('0-AAAA-BBBB-CCCC')
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page.getByText('This recovery code is wrong or was used before.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Recovery code' })).toHaveValue('0-AAAA-BBBB-CCCC')
  await page.getByRole('textbox', { name: 'Recovery code' }).fill(codes[0] ?? '')
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await page.waitForURL('/admin/dashboard/overview')

  await page.goto('/profile')
  const section = page.getByRole('region', { name: 'Second factor' })
  await expect(section.getByText('9 recovery codes left')).toBeVisible()
  await expect(
    section.getByText('Staff must keep a second factor.', { exact: false }),
  ).toBeVisible()
})

for (const language of JOURNEY_LANGUAGES)
  test(`a code app on a small phone, ${language}`, async ({ open, server }) => {
    const t = await wordsOf(language, ['factors'])
    const page = await open({
      viewport: { width: 360, height: 740 },
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    const member = await buildMember(server.deps, { role: 'reviewer' })
    await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language)
    await signInAs(page, member)
    await page.goto('/reviewer/dashboard/verification')
    await page.waitForURL('/second-factor')
    await page.getByRole('heading', { name: t('page.enrolTitle') }).waitFor()
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('button', { name: t('enrol.app') }).click()
    const field = page.getByRole('textbox', { name: t('prove.code') })
    // The picture is seen first: it, and not the field below it, is in the window.
    await expect(page.getByRole('heading', { name: t('enrol.app') })).toBeFocused()
    await expect(page.getByRole('figure', { name: t('enrol.qr') })).toBeInViewport({ ratio: 1 })
    await expect(field).toHaveAttribute('inputmode', 'numeric')
    await expect(field).toHaveAttribute('autocomplete', 'one-time-code')
    const secret =
      (await page.getByText(/^(?:[A-Z2-7]{4} ?){8}$/).textContent())?.replaceAll(' ', '') ?? ''
    const codeNow = (): string => totpCode(bytesOf(secret), stepAt(server.clock.now()))
    const wrong = String((Number(codeNow()) + 500_000) % 1_000_000).padStart(6, '0')
    await field.pressSequentially(wrong)
    await expect(page.getByText(t('enrol.wrongCode'))).toBeVisible()
    await expect(field).toHaveValue(wrong)
    expect(await faultsOf(page)).toEqual([])
    expect(await overflowOf(page)).toBe(0)
    const code = codeNow()
    await page.evaluate(
      (text) => navigator.clipboard.writeText(text),
      `${code.slice(0, 3)} ${code.slice(3)}`,
    )
    await field.focus()
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.press('ControlOrMeta+V')
    // A page of its own, read from its top.
    await expect(page.getByRole('heading', { level: 1, name: t('codes.title') })).toBeFocused()
    await expect(page.getByRole('list', { name: t('codes.title') })).toBeInViewport({ ratio: 1 })
    await expect(page.getByText(t('page.enrolTitle'))).toHaveCount(0)
    expect(await faultsOf(page)).toEqual([])
    expect(await overflowOf(page)).toBe(0)
    await page.getByRole('checkbox', { name: t('codes.kept') }).check()
    await page.getByRole('button', { name: t('codes.next') }).click()
    // Back to the page that was asked for.
    await page.waitForURL('/reviewer/dashboard/verification')
  })

test('an open session that has to wait leads there and comes back, in every tab', async ({
  open,
  server,
}) => {
  const page = await open()
  const member = await buildMember(server.deps)
  await signInAs(page, member)
  await page.goto('/profile')
  await page.getByRole('heading', { level: 1 }).waitFor()
  const tab = await page.context().newPage()
  await tab.goto('/my-role')
  await tab.getByRole('heading', { level: 1 }).waitFor()
  const totp = await buildTotp(server.deps, member.id)
  await page.reload()
  await page.waitForURL('/second-factor')
  await tab.waitForURL('/second-factor')
  await expect(page.getByRole('textbox', { name: 'Code from the app' })).toBeFocused()
  await page.getByRole('textbox', { name: 'Code from the app' }).pressSequentially(totp.code())
  await page.waitForURL('/profile')
  await tab.waitForURL('/my-role')
})

test('a member who becomes staff gives the password and sets one up', async ({ open, server }) => {
  const page = await open()
  const member = await buildMember(server.deps)
  await signInAs(page, member)
  await server.deps.database.db
    .updateTable('members')
    .set({ role: roleId('moderator') })
    .where('id', '=', member.id)
    .execute()
  await withPasskeys(page)
  await page.goto('/profile')
  await page.waitForURL('/second-factor')
  await page.getByRole('button', { name: 'Set up a passkey' }).click()
  await provePassword(page)
  await keepCodes(page)
  await page.waitForURL('/profile')
})

test('a sensitive call asks for password and code in one dialog', async ({ open, server }) => {
  const page = await open()
  const member = await buildMember(server.deps)
  await signInAs(page, member)
  const totp = await buildTotp(server.deps, member.id)
  // From here on the factor counts as proven a while ago.
  await server.deps.database.db
    .updateTable('sessions')
    .set({ factor_at: new Date().toISOString() })
    .where('member_id', '=', member.id)
    .execute()
  await page.goto('/profile')
  const section = page.getByRole('region', { name: 'Second factor' })
  await section.getByRole('button', { name: 'New recovery codes' }).click()
  await provePassword(page)
  const dialog = page.getByRole('dialog').last()
  await dialog.getByRole('textbox', { name: 'Code from the app' }).pressSequentially(totp.code())
  const codes = await keepCodes(page)
  expect(codes).toHaveLength(10)
  await expect(section.getByText('10 recovery codes left')).toBeVisible()
  await section.getByRole('button', { name: 'Delete Code app' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(section.getByText('You have no second factor yet.')).toBeVisible()
})

test('"this was not me": nothing happens before the button, then every session is over', async ({
  open,
  server,
}) => {
  const page = await open()
  const member = await buildMember(server.deps)
  await signInAs(page, member)
  const other = await open({
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  })
  await signInAs(other, member)
  const mail = (await mailsTo(server.deps, member.email)).find(
    ({ template }) => template === 'new-sign-in',
  )
  await page.goto(mail?.values['link'] ?? '')
  await page.getByRole('heading', { name: 'Report a sign-in you do not recognise' }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  const live = () =>
    server.deps.database.db
      .selectFrom('sessions')
      .select('id')
      .where('member_id', '=', member.id)
      .where('ended_at', 'is', null)
      .execute()
  expect(await live()).toHaveLength(2)
  await page.getByRole('button', { name: 'Sign everybody out' }).click()
  await page.getByText('Everybody was signed out').waitFor()
  expect(await live()).toHaveLength(0)
  await expect(page.getByRole('link', { name: 'Choose a new password' })).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Sign everybody out' }).click()
  await expect(page.getByText('This link was used before', { exact: false })).toBeVisible()
})

function bytesOf(secret: string): Buffer {
  const bits = [...secret]
    .map((letter) =>
      'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
    )
    .join('')
  const bytes = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  if (base32(bytes) !== secret) throw new Error(`not base32: ${secret}`)
  return bytes
}
