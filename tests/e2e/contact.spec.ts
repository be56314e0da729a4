/** The contact form, and the newsletter from subscription to unsubscription. */
import type { Page } from '@playwright/test'
import { mailboxOf } from '#server/features/claims/mailbox.ts'
import { type Language } from '#shared/domain/text/languages.ts'
import { buildMember } from '#tests/builders/member.ts'
import type { ApiServer } from '#tests/support/api-server.ts'
import { mailsTo } from '#tests/support/mailbox.ts'
import { expect, signInAs, test } from './fixtures.ts'
import { JOURNEY_LANGUAGES } from './reading.ts'

const WORDS = {
  en: {
    firstName: 'First name',
    lastName: 'Last name',
    email: 'Email address',
    phone: 'Phone number',
    subject: 'Subject',
    message: 'Message',
    send: 'Send the message',
    sent: 'Your message was sent.',
    missing: [
      'Enter your first name.',
      'Enter your last name.',
      'Enter your email address.',
      'Enter your phone number.',
      'Write your message.',
    ],
  },
  ar: {
    firstName: 'الاسم الأول',
    lastName: 'اسم العائلة',
    email: 'البريد الإلكتروني',
    phone: 'رقم الهاتف',
    subject: 'الموضوع',
    message: 'الرسالة',
    send: 'إرسال الرسالة',
    sent: 'أُرسلت رسالتك.',
    missing: [
      'أدخل اسمك الأول.',
      'أدخل اسم عائلتك.',
      'أدخل عنوان بريدك الإلكتروني.',
      'أدخل رقم هاتفك.',
      'اكتب رسالتك.',
    ],
  },
  fr: {
    firstName: 'Prénom',
    lastName: 'Nom',
    email: 'Adresse email',
    phone: 'Numéro de téléphone',
    subject: 'Objet',
    message: 'Message',
    send: 'Envoyer le message',
    sent: 'Votre message a été envoyé.',
    missing: [
      'Saisissez votre prénom.',
      'Saisissez votre nom.',
      'Saisissez votre adresse email.',
      'Saisissez votre numéro de téléphone.',
      'Écrivez votre message.',
    ],
  },
} as const satisfies Record<Language, Record<string, string | readonly string[]>>

test.describe.configure({ timeout: 60_000 })

async function openIn(page: Page, language: Language, path: string): Promise<void> {
  await page.goto('/login')
  await page.evaluate((chosen) => localStorage.setItem('language', chosen), language)
  await page.goto(path)
}
/** The name of a required field ends with a mark that screen readers skip. */
const field = (page: Page, name: string) =>
  page.locator('main form').getByLabel(new RegExp(`^${name}`))
const claimOf = (server: ApiServer, email: string) =>
  server.deps.database.db.selectFrom('claims').selectAll().where('email', '=', email).execute()

for (const language of JOURNEY_LANGUAGES) {
  test(`a message reaches the association, ${language}`, async ({ open, server }) => {
    const words = WORDS[language]
    const email = `visitor.${language}@test.example`
    const page = await open()
    await openIn(page, language, '/contact')
    await page.getByRole('button', { name: words.send }).click()
    const faults = page.locator('main form').getByRole('region')
    await expect(faults).toBeFocused()
    await expect(faults).toHaveCSS('outline-style', 'solid')
    for (const missing of words.missing)
      await expect(faults.getByRole('link', { name: missing })).toBeVisible()
    await faults.getByRole('link', { name: words.missing[0] }).click()
    await expect(field(page, words.firstName)).toBeFocused()
    await field(page, words.firstName).fill('آمنة')
    await field(page, words.lastName).fill('N’Diaye')
    await field(page, words.email).fill(email)
    await field(page, words.phone).fill('٠٦ ٣٩ ٩٨ ١٢ ٣٤')
    await field(page, words.subject).selectOption('help')
    await field(page, words.message).fill('متى تجتمعون؟\nMerci.')
    await page.getByRole('button', { name: words.send }).click()
    await expect(page.getByRole('heading', { name: words.sent })).toBeFocused()
    const [claim, ...more] = await claimOf(server, email)
    expect(more).toEqual([])
    expect(claim).toMatchObject({
      first_name: 'آمنة',
      last_name: "N'Diaye", // the keyboard's apostrophe is made one sign
      phone: '0639981234',
      subject: 'help',
      message: 'متى تجتمعون؟\nMerci.',
      status: 'open',
    })
    await expect(page.getByText(claim?.id ?? '', { exact: true })).toBeVisible()
    const mail = (await mailsTo(server.deps, mailboxOf(server.deps.config.mailFrom))).find(
      ({ values }) => values['reference'] === claim?.id,
    )
    expect(mail).toMatchObject({ template: 'contact-message', values: { email, subject: 'help' } })
  })
}

test('a line of the list leads to its field, with the fault below it in view', async ({ open }) => {
  const page = await open({ viewport: { width: 1280, height: 800 } })
  await openIn(page, 'en', '/contact')
  await page.getByRole('button', { name: 'Send the message' }).click()
  const form = page.locator('main form')
  for (const [name, fault] of [
    ['Subject', 'Choose a subject.'],
    ['Phone number', 'Enter your phone number.'],
  ] as const) {
    await form.getByRole('region').getByRole('link', { name: fault }).click()
    await expect(field(page, name)).toBeFocused()
    await expect(form.locator('p').filter({ hasText: fault })).toBeInViewport({ ratio: 1 })
    await form.getByRole('region').scrollIntoViewIfNeeded()
  }
})

test('the form is prefilled for a member; a failure keeps the input', async ({ open, server }) => {
  const member = await buildMember(server.deps, {
    firstName: 'Amna',
    lastName: 'Idris',
    phone: '+33639981234',
  })
  const page = await open()
  await signInAs(page, member)
  await page.goto('/contact')
  await expect(field(page, 'First name')).toHaveValue('Amna')
  await expect(field(page, 'Email address')).toHaveValue(member.email)
  await expect(field(page, 'Phone number')).toHaveValue('+33639981234')
  await field(page, 'Subject').selectOption('query')
  await field(page, 'Message').fill('When do you meet?')
  await page.route('**/api/verification/email/contact/wld', (route) => route.abort())
  await page.getByRole('button', { name: 'Send the message' }).click()
  await expect(page.getByRole('alert')).toContainText('Your message was not sent.')
  await expect(field(page, 'Message')).toHaveValue('When do you meet?')
  await page.unroute('**/api/verification/email/contact/wld')
  await page.getByRole('button', { name: 'Send the message' }).click()
  await expect(page.getByRole('heading', { name: 'Your message was sent.' })).toBeVisible()
  expect(await claimOf(server, member.email)).toMatchObject([{ member_id: member.id }])
})

test('a newsletter subscription starts with the link of the mail, and ends with the link of the mail', async ({
  open,
  server,
}) => {
  const email = 'reader@test.example'
  const subscriptions = () =>
    server.deps.database.db
      .selectFrom('subscriptions')
      .select(['state', 'topic', 'language'])
      .where('email', '=', email)
      .execute()
  const page = await open()
  await openIn(page, 'fr', '/newsletter')
  await page.getByRole('button', { name: 'S’abonner' }).click()
  await expect(page.getByText('Saisissez votre adresse email.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Adresse email' }).fill(email)
  await page.getByRole('button', { name: 'S’abonner' }).click()
  await expect(page.getByText('Consultez votre boîte de réception')).toBeVisible()
  expect(await subscriptions()).toEqual([{ state: 'pending', topic: 'newsletter', language: 'fr' }])
  const [mail] = await mailsTo(server.deps, email)
  const path = (link = ''): string => link.slice(new URL(link).origin.length)
  await page.goto(path(mail?.values['link']))
  await page.getByRole('button', { name: 'Confirmer' }).click()
  await expect(page.getByText(/^C’est confirmé/)).toBeVisible()
  expect(await subscriptions()).toMatchObject([{ state: 'confirmed' }])
  await page.reload()
  await page.getByRole('button', { name: 'Confirmer' }).click()
  await expect(page.getByText(/^C’était déjà confirmé/)).toBeVisible()
  await page.goto('/')
  await page.goto(path(mail?.values['unsubscribeLink']))
  await page.getByRole('button', { name: 'Me désabonner' }).click()
  await expect(page.getByText(/^C’est fait/)).toBeVisible()
  expect(await subscriptions()).toEqual([])
  await page.goto('/')
  await page.goto(path(mail?.values['link']))
  await page.getByRole('button', { name: 'Confirmer' }).click()
  await expect(page.getByText('Ce lien n’est plus valable')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Adresse email' })).toBeVisible()
})

test('a hint stands between the label and the field, and the fields of a line at one height', async ({
  open,
}) => {
  const page = await open({ viewport: { width: 1280, height: 800 } })
  await page.goto('/contact')
  const [email, phone] = [page.getByLabel(WORDS.en.email), page.getByLabel(WORDS.en.phone)]
  await expect(phone).toBeVisible()
  const hint = page.locator(`[id="${(await phone.getAttribute('aria-describedby')) ?? ''}"]`)
  const label = page.locator('label').filter({ hasText: WORDS.en.phone })
  const [atLabel, atHint, atPhone, atEmail] = await Promise.all(
    [label, hint, phone, email].map(async (one) => (await one.boundingBox())?.y ?? NaN),
  )
  expect(atHint).toBeGreaterThan(atLabel ?? NaN)
  expect(atPhone).toBeGreaterThan(atHint ?? NaN)
  expect(atEmail).toBe(atPhone)
})

test('a link of a newsletter that was cut off says so, and does not offer a subscription instead', async ({
  open,
}) => {
  const page = await open()
  await page.goto('/newsletter#end=cut')
  await expect(page.getByRole('heading', { level: 1, name: 'Unsubscribe' })).toBeVisible()
  await expect(page.getByText('This link is not recognised')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Subscribe' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Open the contact form' })).toBeVisible()
})

test('an error under one field moves the field beside it nowhere', async ({ open }) => {
  const page = await open({ viewport: { width: 1280, height: 800 } })
  await page.goto('/contact')
  const topOf = async (name: string): Promise<number | undefined> => {
    const box = await page.getByRole('textbox', { name }).boundingBox()
    return box === null ? undefined : Math.round(box.y)
  }
  await page.getByRole('textbox', { name: WORDS.en.firstName }).fill('Amna')
  await page.getByRole('button', { name: WORDS.en.send }).click()
  await expect(page.getByRole('link', { name: 'Enter your last name.' })).toBeVisible()
  expect(await topOf(WORDS.en.lastName)).toBe(await topOf(WORDS.en.firstName))
})
