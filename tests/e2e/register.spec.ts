/**
 * A registration up to the request, in a real browser against the real server: what is asked, stored, sent and refused.
 */
import { buildMember } from '#tests/builders/member.ts'
import { lastCode, mailsTo, otherCode } from '#tests/support/mailbox.ts'
import { expect, test } from './fixtures.ts'
import { JOURNEY_LANGUAGES } from './reading.ts'
import { PASSWORD, photo, startRegistering } from './registering.ts'

for (const language of JOURNEY_LANGUAGES) {
  test(`from the e-mail address to the request, ${language}`, async ({ open, server }) => {
    const page = await open({ viewport: { width: 360, height: 740 } })
    const form = await startRegistering(page, server, language)
    const { t, email } = form
    await form.toForm()
    expect((await mailsTo(server.deps, email)).map((mail) => mail.language)).toEqual([language])
    await form.fillForm()
    expect(
      await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      ),
    ).toBe(0)
    await form.toSummary()
    await expect(page.getByText('Zeinab')).toBeVisible()
    await form.button('registration:summary.confirm').click()
    await page.waitForURL('/registration-success')
    await expect(page.getByRole('heading', { name: t('registration:success.title') })).toBeVisible()
    const reference = await page.getByText(/^REQ_\d+$/).innerText()
    const member = await server.deps.database.db
      .selectFrom('members')
      .selectAll()
      .where('email_key', '=', email)
      .executeTakeFirstOrThrow()
    expect(reference).toBe(`REQ_${member.id}`)
    expect(member).toMatchObject({
      first_name: 'آمنة',
      status: 'inactive',
      role: 'ROLE_USER',
      language,
      birth_date: '1990-04-12',
      current_country: 'FR',
      number_of_kids: 2,
      occupation: 'Engineer',
      recommended_by: 'ELDER-7',
    })
    // No input is left in the browser, and the link leads to the sign-in.
    expect(
      await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage })),
    ).not.toMatch(/Zeinab|Test tribe/)
    await page.getByRole('link', { name: t('registration:success.toLogin') }).click()
    await page.waitForURL('/login')
  })
}

test('what was copied with marks of direction is taken as it is seen, in Arabic', async ({
  open,
  server,
}) => {
  const page = await open({ viewport: { width: 390, height: 844 } })
  const form = await startRegistering(page, server, 'ar')
  await form.toForm()
  await form.fillForm()
  await form.input('firstName').fill('محـمد\u200f')
  await form.input('lastName').fill('\u202bعبد الله\u202c')
  await form.input('currentCity').fill('\u200fالخرطوم\u200f')
  const phone = form.place('phone').locator('input[type=tel]')
  await phone.fill('\u202d+249 91 234 5678\u202c')
  await expect(phone).toHaveValue('912345678')
  await form.toSummary()
  await form.button('registration:summary.confirm').click()
  await page.waitForURL('/registration-success')
  expect(
    await server.deps.database.db
      .selectFrom('members')
      .select(['first_name', 'last_name', 'current_city', 'phone'])
      .where('email_key', '=', form.email)
      .executeTakeFirstOrThrow(),
  ).toEqual({
    first_name: 'محمد',
    last_name: 'عبد الله',
    current_city: 'الخرطوم',
    phone: '+249912345678',
  })
})

test('the code has six digits, pasted or typed in Arabic digits; a wrong one is named and can be corrected', async ({
  open,
  server,
}) => {
  const page = await open()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const form = await startRegistering(page, server)
  await form.toCodeStep()
  const code = await lastCode(server.deps, form.email)
  const field = page.getByLabel('Code from the email')
  const submit = form.button('registration:code.submit')
  await field.fill('12345')
  await submit.click()
  await expect(page.getByText('Enter the 6 digits.')).toBeVisible()
  await expect(field).toBeFocused()
  await field.fill(otherCode(code))
  await submit.click()
  await expect(page.getByText('This code is not correct.', { exact: false })).toBeVisible()
  // The next digit starts anew, and the cells show it.
  await expect(field.locator('xpath=..').locator('.bg-brand-soft')).toHaveCount(6)
  await page.keyboard.type(
    [...code].map((digit) => String.fromCodePoint(0x660 + Number(digit))).join(''),
  )
  await expect(field).toHaveValue(code)
  await field.fill('')
  await page.evaluate(
    (text) => navigator.clipboard.writeText(text),
    ` ${code.slice(0, 3)} ${code.slice(3)}\n`,
  )
  await field.press('ControlOrMeta+v')
  await expect(field).toHaveValue(code)
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code')
  await field.press('Enter')
  await expect(page.getByRole('heading', { name: 'Your details' })).toBeFocused()
})

test('a code lasts 300 seconds, also after a reload; a new one can be requested only after that', async ({
  open,
  server,
}) => {
  const page = await open()
  await page.clock.install()
  const form = await startRegistering(page, server)
  await form.toCodeStep()
  const first = await lastCode(server.deps, form.email)
  const timer = page.getByRole('timer')
  const resend = form.button('registration:code.resend')
  await expect(timer).toContainText(/5:00|4:5\d/)
  await page.clock.fastForward(100_000)
  await expect(timer).toContainText(/3:[0-2]\d/)
  await page.reload()
  await expect(timer).toContainText(/3:[0-2]\d/)
  await expect(resend).toBeDisabled()
  await page.clock.fastForward(201_000)
  await expect(timer).toHaveText('The code has expired')
  await resend.click()
  await expect(timer).toContainText(/5:00|4:5\d/)
  await expect(resend).toBeDisabled()
  expect(await lastCode(server.deps, form.email)).not.toBe(first)
  await form.enterCode()
  await expect(page.getByRole('heading', { name: 'Your details' })).toBeVisible()
})

test('going back loses neither the address nor the form nor the photos, and no second mail is sent', async ({
  open,
  server,
}) => {
  const page = await open()
  const form = await startRegistering(page, server)
  await form.toCodeStep()
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'Email address' })).toHaveValue(form.email)
  await form.button('registration:email.submit').click()
  // Each step moves the focus to its heading when it appears, so input typed before would be lost.
  await expect(page.getByRole('heading', { name: 'Enter the code' })).toBeFocused()
  await form.enterCode()
  await expect(page.getByRole('heading', { name: 'Your details' })).toBeFocused()
  expect(await mailsTo(server.deps, form.email)).toHaveLength(1)
  await form.fillForm()
  await page.getByRole('link', { name: 'terms and conditions' }).click()
  await expect(page.getByRole('heading', { name: 'Terms and conditions' })).toBeFocused()
  await page.getByRole('button', { name: 'Back to the registration' }).first().click()
  await expect(page.getByRole('link', { name: 'terms and conditions' })).toBeFocused()
  await expect(form.input('password')).toHaveValue(PASSWORD)
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Your address is confirmed' })).toBeVisible()
  await page.getByRole('link', { name: 'Continue with the form' }).click()
  await form.toSummary()
  await page.getByRole('link', { name: 'Edit: Where you live now' }).click()
  await expect(form.input('currentCountry')).toBeFocused()
  await expect(form.input('comments')).toHaveValue('Two lines\nof text')
  for (const name of ['idFront', 'idBack', 'portrait'])
    await expect(form.place(name).getByRole('img')).toBeVisible()
  await form.toSummary()
  await page.goBack()
  await expect(form.input('mothersLastName')).toHaveValue('Musa')
})

test('a reload keeps the answers in the tab only, without password and photos', async ({
  open,
  server,
}) => {
  const page = await open()
  const form = await startRegistering(page, server)
  await form.toForm()
  await form.fillForm()
  await page.reload()
  await expect(form.input('firstName')).toHaveValue('آمنة')
  await expect(form.input('tribe')).toHaveValue('Test tribe')
  await expect(page.getByText('What you typed is back.', { exact: false })).toBeVisible()
  await expect(form.input('password')).toHaveValue('')
  await expect(form.place('idFront').getByRole('img')).toHaveCount(0)
  const kept = () =>
    page.evaluate(() => ({
      tab: JSON.stringify({ ...sessionStorage }),
      device: JSON.stringify({ ...localStorage }),
    }))
  expect((await kept()).tab).not.toContain(PASSWORD)
  expect((await kept()).device).not.toContain('Zeinab')
  await page.getByRole('switch', { name: 'Keep my answers on this device for 7 days' }).click()
  await expect.poll(async () => (await kept()).device).toContain('Zeinab')
  expect((await kept()).device).not.toMatch(/Test tribe|ELDER-7|Long-Enough1/)
  await page.getByRole('button', { name: 'Delete what I typed' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete what I typed' }).click()
  await expect(page.getByRole('textbox', { name: 'Email address' })).toHaveValue('')
  expect(`${(await kept()).tab}${(await kept()).device}`).not.toMatch(/Zeinab|applicant\./)
})

test('faults are listed, named beside the field, and each entry of the list leads to its field', async ({
  open,
  server,
}) => {
  const page = await open()
  const form = await startRegistering(page, server)
  await form.toForm()
  await form.fillForm()
  await form.input('password').fill('weakling')
  await page.getByRole('textbox', { name: 'Year' }).fill(String(new Date().getUTCFullYear() - 17))
  await form.input('firstName').fill('Amna 2')
  await form.place('idBack').getByRole('button', { name: 'Remove' }).click()
  await form.input('sum').fill('1')
  await form.button('registration:saveAndGoOn').click()
  const list = page.getByRole('region', { name: /fields need your attention/ })
  await expect(list).toBeFocused()
  await expect(list.getByRole('link')).toHaveText([
    /First name: Use only letters/,
    /too weak/,
    /do not match/,
    /at least 18 years old/,
    /back: This photo is missing/,
    /sum is not correct/,
  ])
  await list.getByRole('link', { name: /too weak/ }).click()
  await expect(form.input('password')).toBeFocused()
  await expect(form.input('password')).toHaveAccessibleDescription(/too weak/)
  await form.input('password').fill(PASSWORD)
  await expect(list.getByRole('link')).toHaveCount(4)
  await page.getByRole('button', { name: 'Next error' }).click()
  await expect(form.input('firstName')).toBeFocused()
  const file = form.place('idBack').locator('input[type=file]').first()
  await file.setInputFiles({
    name: 'large.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.alloc(6 * 1024 * 1024, 1),
  })
  await expect(
    form.place('idBack').getByText('This photo is larger than 5 MB.', { exact: false }),
  ).toBeVisible()
  await file.setInputFiles({
    name: 'text.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4'),
  })
  await expect(
    form.place('idBack').getByText('This is not a picture.', { exact: false }),
  ).toBeVisible()
  await file.setInputFiles(await photo('back.jpg'))
  await expect(form.place('idBack').getByRole('img')).toBeVisible()
})

test('a form that was hardly filled in lists six faults, and folds the rest', async ({
  open,
  server,
}) => {
  const page = await open({ viewport: { width: 360, height: 740 } })
  const form = await startRegistering(page, server)
  await form.toForm()
  await form.button('registration:saveAndGoOn').click()
  const list = page.getByRole('region', { name: /fields need your attention/ })
  await expect(list).toBeFocused()
  await expect(list.getByRole('link')).toHaveCount(6)
  await list.getByText(/^and \d+ more$/).click()
  expect(await list.getByRole('link').count()).toBeGreaterThan(12)
})

test('only a failed upload is sent again', async ({ open, server }) => {
  const page = await open()
  const form = await startRegistering(page, server)
  await form.toForm()
  await form.fillForm()
  await form.toSummary()
  const sent: string[] = []
  let broken = true
  await page.route('**/api/upload/files', (route, request) => {
    const field = /name="(\w+)"/.exec(request.postDataBuffer()?.toString('latin1') ?? '')?.[1] ?? ''
    sent.push(field)
    return broken && field === 'reqIdProofBack' ? route.abort() : route.continue()
  })
  await form.button('registration:summary.confirm').click()
  await expect(
    page.getByRole('alert').filter({ hasText: 'Not all photos could be sent.' }),
  ).toBeVisible()
  expect(sent).toEqual(['reqIdProofFront', 'reqIdProofBack', 'reqProfile'])
  broken = false
  await form.button('registration:summary.again').click()
  await page.waitForURL('/registration-success')
  expect(sent.slice(3)).toEqual(['reqIdProofBack'])
})

test('refusals of the server are shown: a known address, a fault of a field, a message without translation', async ({
  open,
  server,
}) => {
  const known = await buildMember(server.deps, { phone: '+33639989001' })
  const page = await open()
  const refuse = (status: number, body: object) =>
    page.route(
      '**/api/user/register/create',
      (route) =>
        route.fulfill({
          status,
          contentType: 'application/problem+json',
          body: JSON.stringify({
            type: 'x',
            title: 'x',
            status,
            requestId: 'r-1',
            fields: [],
            ...body,
          }),
        }),
      { times: 1 },
    )
  const form = await startRegistering(page, server)
  await form.toForm()
  await form.fillForm()
  await form.toSummary()
  await refuse(409, { code: 'user-exists', message: 'User already exists' })
  await form.button('registration:summary.confirm').click()
  const notice = page.getByRole('main').getByRole('alert')
  await expect(notice).toContainText('This person is already registered')
  await expect(page.getByText('This person is already registered', { exact: false })).toHaveCount(2) // beside the button and as a toast
  await refuse(409, { code: 'conflict', message: 'The register is closed until Monday' })
  await form.button('registration:summary.again').click()
  await expect(notice).toContainText('The register is closed until Monday')
  await refuse(422, {
    code: 'invalid',
    message: 'Invalid phone number',
    fields: [{ path: 'body.phone', code: 'impossible_phone', message: 'Invalid phone number' }],
  })
  await form.button('registration:summary.again').click()
  await expect(form.place('phone').locator('input[type=tel]')).toHaveAttribute(
    'aria-invalid',
    'true',
  )
  await expect(page.getByRole('region', { name: /field needs your attention/ })).toBeFocused()
  // The number of a member is accepted like any other, so that membership cannot be tested by phone number.
  await form.place('phone').locator('input[type=tel]').fill(known.phone)
  await form.toSummary()
  await form.button('registration:summary.confirm').click()
  await page.waitForURL('/registration-success')
})

test('after two hours the address is confirmed again, and the input of the form is kept', async ({
  open,
  server,
}) => {
  const page = await open()
  await page.clock.install()
  const form = await startRegistering(page, server)
  await form.toForm()
  await form.fillAnswers()
  await page.clock.fastForward(2 * 60 * 60 * 1_000 + 1_000)
  await expect(page.getByText('Confirm your address once more')).toBeVisible()
  await form.button('registration:email.submit').click()
  // Wait until the page says that the new mail was sent; before that, the latest code is the old one.
  await expect(
    page.getByRole('heading', { name: form.t('registration:code.title'), exact: true }),
  ).toBeFocused()
  await form.enterCode()
  await expect(form.input('mothersFirstName')).toHaveValue('Zeinab')
  await expect(form.input('password')).toHaveValue(PASSWORD)
})
