/** A pledge from the choice of the cause to the reference, and how an administrator sees it. */
import type { BrowserContextOptions, Page } from '@playwright/test'
import { DEMONSTRATION } from '#server/demo/accounts.ts'
import { readSetting, writeSetting } from '#server/records/settings/settings-repository.ts'
import { listPledges, updatePledge } from '#shared/contract/donations.ts'
import { BLANK_ASSOCIATION, type Currency } from '#shared/domain/association.ts'
import { DONATION_CAUSES } from '#shared/domain/donations.ts'
import { buildMember } from '#tests/builders/member.ts'
import { signIn, startApiServer, type ApiServer } from '#tests/support/api-server.ts'
import { mailsTo } from '#tests/support/mailbox.ts'
import { readCode } from '#tests/support/read-code.ts'
import { expect, signInAs, test, webDir } from './fixtures.ts'
import { JOURNEY_LANGUAGES, faultsOf, openIn, overflowOf, wordsOf } from './reading.ts'

test.describe.configure({ timeout: 90_000 })

const CLIPBOARD = { permissions: ['clipboard-read', 'clipboard-write'] }
const REFERENCE = /^WLD-\w{4}-\w{2}$/

async function pledgesOf(server: ApiServer, q: string) {
  const administrator = await buildMember(server.deps, { role: 'admin' })
  const { accessToken } = await signIn(server, administrator.email, administrator.password)
  const answer = await server.client.call(
    listPledges,
    { query: { page: 1, q } },
    { bearer: accessToken },
  )
  if (!answer.ok || Array.isArray(answer.value)) throw new Error('no page')
  const confirm = (id: string) =>
    server.client.call(
      updatePledge,
      { params: { id }, body: { status: 'confirmed' } },
      { bearer: accessToken },
    )
  return { items: answer.value.items, confirm }
}

for (const language of JOURNEY_LANGUAGES)
  test(`a visitor pledges by bank transfer, ${language}`, async ({ open, server }) => {
    const t = await wordsOf(language, ['donations', 'nav', 'ui'])
    const email = `giver.${language}.${Date.now()}@test.example`
    const page = await open({ ...CLIPBOARD, viewport: { width: 360, height: 780 } })
    await openIn(page, language, '/donate')
    await expect(page.getByRole('heading', { level: 1, name: t('donations:title') })).toBeVisible()
    await expect(
      page.getByRole('table', { name: t('donations:treasury.table') }).getByRole('row'),
    ).toHaveCount(1 + DONATION_CAUSES.length)
    await expect(page.getByRole('radio', { name: /PayPal/ })).toHaveCount(0)
    await expect(page.getByText(t('donations:samples.title'))).toBeVisible()
    expect(await faultsOf(page)).toEqual([])
    await expect.poll(() => overflowOf(page)).toBe(0)

    await page.getByRole('button', { name: t('donations:summary.pledge'), exact: true }).click()
    const groups = page.getByRole('group')
    await expect(groups.getByText(t('donations:cause.required'))).toBeVisible()
    await expect(groups.getByText(t('donations:amount.required'))).toBeVisible()
    const list = page.getByRole('region', { name: t('ui:fault.summary', { count: 2 }) })
    await expect(list).toBeFocused()
    await list.getByRole('link', { name: t('donations:cause.required') }).click()
    await expect(
      page.getByRole('radio', { name: t('donations:causes.human-rights.title') }),
    ).toBeFocused()
    await list.getByRole('link', { name: t('donations:amount.required') }).click()
    await expect(page.getByRole('radio').and(page.locator(':focus'))).toHaveCount(1)

    await page
      .getByRole('radio', { name: t('donations:causes.education.title') })
      .check({ force: true })
    await page.getByRole('radio', { name: t('donations:amount.other') }).check({ force: true })
    const amount = page.getByLabel(t('donations:amount.custom.USD'))
    await amount.fill('10.50')
    await page.getByLabel(t('donations:giver.email')).fill(email)
    const button = page.getByRole('button', {
      name: new RegExp(`^${t('donations:summary.pledge')}`),
    })
    await button.click()
    await expect(page.getByText(t('donations:amount.faults.not-whole')).last()).toBeVisible()
    await page.getByRole('link', { name: t('donations:amount.faults.not-whole') }).click()
    await expect(amount).toBeFocused()
    await amount.fill('٧٥')
    expect(await faultsOf(page)).toEqual([])
    // Twice before the page can react: the second press of a mouse may come after the new page, and takes the focus from it.
    await button.evaluate((element: HTMLButtonElement) => {
      element.click()
      element.click()
    })

    await expect(
      page.getByRole('heading', { level: 1, name: t('donations:result.title') }),
    ).toBeFocused()
    const reference = page.getByText(REFERENCE).first()
    const shown = await reference.innerText()
    expect(await faultsOf(page)).toEqual([])
    await expect.poll(() => overflowOf(page)).toBe(0)
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
    for (const [name, text] of [
      [t('donations:result.copyReference'), shown],
      [t('donations:transfer.copyAmount'), '75'],
      [t('donations:transfer.copyIban'), DEMONSTRATION.bankAccounts[0]?.iban],
      [t('donations:transfer.copyBic'), DEMONSTRATION.bankAccounts[0]?.bic],
    ] as const) {
      await page.getByRole('button', { name, exact: true }).first().click()
      await expect.poll(clipboard).toBe(text)
    }
    await page.reload()
    await expect(page.getByText(shown).first()).toBeVisible()

    const { items } = await pledgesOf(server, shown)
    expect(items).toMatchObject([
      {
        reference: shown,
        cause: 'education',
        amountUsd: 75,
        method: 'bank',
        status: 'pledged',
        email,
        userId: null,
      },
    ])
    expect((await pledgesOf(server, email)).items).toHaveLength(1) // two clicks, one pledge
    expect(
      (await mailsTo(server.deps, email)).map(({ template, language: spoken, values }) => [
        template,
        spoken,
        values['reference'],
      ]),
    ).toEqual([['pledge-received', language, shown]])

    await page.getByRole('link', { name: t('donations:result.again') }).click()
    await expect(page.getByText(t('donations:earlier.show'))).toBeVisible()
    await page.getByRole('link', { name: t('donations:earlier.show') }).click()
    await expect(page.getByText(shown).first()).toBeVisible()
  })

test('only confirmed donations count in the treasury', async ({ open }) => {
  const own = await startApiServer({ engine: 'sqlite', webDir })
  try {
    const page = await open({ baseURL: own.url })
    await openIn(page, 'en', '/donate')
    const treasury = page.getByRole('region', { name: 'Treasury' })
    await expect(treasury).toContainText('$0')
    await expect(treasury).toContainText('No donation has been confirmed yet')
    await page.getByRole('radio', { name: /Technology/ }).check({ force: true })
    await page.getByRole('radio', { name: '$500', exact: true }).check({ force: true })
    await page.getByRole('button', { name: 'Pledge $500' }).click()
    const reference = await page.getByText(REFERENCE).first().innerText()
    await page.goto('/') // page.goto reloads the page, which keeps the result
    await page.goto('/donate')
    await expect(treasury).toContainText('$0')
    const { items, confirm } = await pledgesOf(own, reference)
    expect((await confirm(items[0]?.id ?? '')).ok).toBe(true)
    await page.goto('/donate')
    await expect(treasury.getByRole('paragraph').filter({ hasText: /^\$500$/ })).toBeVisible()
    await expect(page.getByRole('row', { name: /Technology/ })).toContainText('$500')
    await expect(page.getByText('$500 of $10,000')).toBeVisible()
  } finally {
    await own.stop()
  }
})

test('PayPal and card are offered where they are configured, and their links contain the reference', async ({
  open,
}) => {
  const own = await startApiServer({
    engine: 'sqlite',
    webDir,
    env: {
      PAYPAL_URL: 'https://pay.example.org/?for={reference}&usd={amount}',
      CARD_PAYMENT_URL: 'https://card.example.org/wld',
    },
  })
  try {
    const page = await open({ baseURL: own.url })
    for (const [method, host, link] of [
      ['PayPal', 'pay.example.org', 'Continue to PayPal'],
      ['Card', 'card.example.org', 'Continue to card payment'],
    ] as const) {
      await openIn(page, 'en', '/')
      await page.goto('/donate')
      await page.getByRole('radio', { name: /Humanitarian/ }).check({ force: true })
      await page.getByRole('radio', { name: '$25', exact: true }).check({ force: true })
      await page.getByRole('radio', { name: new RegExp(`^${method}`) }).check({ force: true })
      await page.getByRole('button', { name: 'Pledge $25' }).click()
      // The link comes with the response; until then the page may still show an earlier pledge.
      const anchor = page.getByRole('link', { name: link })
      await anchor.waitFor()
      const reference = await page.getByText(REFERENCE).first().innerText()
      expect(new URL((await anchor.getAttribute('href')) ?? '').host).toBe(host)
      await expect(anchor).toHaveAttribute('href', new RegExp(reference))
      await expect(anchor).toHaveAttribute('rel', /noopener/)
      await expect(page.getByText('confirmed only when the money has arrived')).toBeVisible()
      expect(await faultsOf(page)).toEqual([])
    }
  } finally {
    await own.stop()
  }
})

test('the name of a member is prefilled; an anonymous pledge stores no name', async ({
  open,
  server,
}) => {
  const member = await buildMember(server.deps)
  const page = await open()
  await signInAs(page, member)
  await page.goto('/donate')
  await expect(page.getByLabel('Name (optional)')).toHaveValue(member.name)
  await page.getByRole('radio', { name: /Human rights/ }).check({ force: true })
  await page.getByRole('radio', { name: '$10', exact: true }).check({ force: true })
  await page.getByRole('checkbox', { name: 'Give anonymously' }).check()
  await expect(page.getByLabel('Name (optional)')).toHaveCount(0)
  await page.getByRole('button', { name: 'Pledge $10' }).click()
  const reference = await page.getByText(REFERENCE).first().innerText()
  expect((await pledgesOf(server, reference)).items).toMatchObject([
    { name: '', email: '', userId: null },
  ])
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL('**/login**')
  expect(await page.evaluate(() => sessionStorage.getItem('wld-pledge'))).toBeNull()
})

test('a pledge is made with the keyboard alone', async ({ open, server }) => {
  const page = await open()
  await openIn(page, 'en', '/donate')
  const until = async (name: RegExp, role: 'radio' | 'button' | 'textbox') => {
    const wanted = page.getByRole(role, { name }).first()
    for (
      let presses = 0;
      presses < 60 && !(await wanted.evaluate((element) => element === document.activeElement));
      presses += 1
    )
      await page.keyboard.press('Tab')
    await expect(wanted).toBeFocused()
  }
  await until(/Human rights/, 'radio')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: /Education/ })).toBeChecked()
  await until(/^\$10$/, 'radio')
  await page.keyboard.press('ArrowUp') // wraps to the last one
  await until(/Your amount/, 'textbox')
  await page.keyboard.type('1,250')
  await until(/^Pledge/, 'button')
  await page.keyboard.press('Enter')
  const reference = await page.getByText(REFERENCE).first().innerText()
  expect((await pledgesOf(server, reference)).items).toMatchObject([
    { amountUsd: 1_250, cause: 'education' },
  ])
})

test('a pledge with a lost response is sent again and counts once', async ({ open, server }) => {
  const email = `lost.${Date.now()}@test.example`
  const page = await open()
  await openIn(page, 'en', '/donate')
  await page.getByRole('radio', { name: /Education/ }).check({ force: true })
  await page.getByRole('radio', { name: '$50', exact: true }).check({ force: true })
  await page.getByLabel('Email address (optional)').fill(email)
  await page.route(
    '**/api/donation/pledge',
    async (route) => {
      await route.fetch() // the server handles the request
      await route.abort() // and the response is lost
    },
    { times: 1 },
  )
  await page.getByRole('button', { name: 'Pledge $50' }).click()
  await expect(page.getByRole('alert')).toContainText('The server has not confirmed the pledge')
  await expect(page.getByLabel('Email address (optional)')).toHaveValue(email)
  await page.getByRole('button', { name: 'Pledge $50' }).click()
  await expect(
    page.getByRole('heading', { level: 1, name: 'Your pledge has been recorded' }),
  ).toBeVisible()
  expect((await pledgesOf(server, email)).items).toHaveLength(1)
})

const IBAN = 'FR7630006000011234567890189'

async function pledgeIn(
  currency: Currency,
  check: (page: Page, reference: string) => Promise<void>,
  open: (options: BrowserContextOptions) => Promise<Page>,
) {
  const own = await startApiServer({
    engine: 'sqlite',
    webDir,
    env: { BANK_TRANSFER_1: `WLD|${IBAN}|AGRIFRPP|Bank, Lyon` },
  })
  try {
    const { db } = own.deps.database
    const { revision } = await readSetting(db, 'association')
    const value = { ...BLANK_ASSOCIATION, email: 'money@wld-test.org', currency }
    await writeSetting(db, 'association', {
      value,
      revision,
      by: null,
      at: own.deps.clock.now().toISOString(),
    })
    const page = await open({ baseURL: own.url, deviceScaleFactor: 2 })
    await openIn(page, 'en', '/donate')
    await page.getByRole('radio', { name: /Technology/ }).check({ force: true })
    await page
      .getByRole('radio', { name: currency === 'EUR' ? '€50' : '$50', exact: true })
      .check({ force: true })
    await page.getByRole('button', { name: /^Pledge .50$/ }).click()
    await expect(page.getByText('AGRIFRPP')).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: /^money@/ })).toHaveAttribute(
      'href',
      'mailto:money@wld-test.org',
    )
    await check(page, await page.getByText(REFERENCE).first().innerText())
  } finally {
    await own.stop()
  }
}

test('a bank’s app reads the whole transfer in euros from the code', async ({ open }) => {
  await pledgeIn(
    'EUR',
    async (page, reference) => {
      const code = page.getByRole('figure', { name: 'QR code for this transfer' }).locator('svg')
      expect((await readCode(await code.screenshot()))?.split('\n')).toEqual([
        'BCD',
        '002',
        '1',
        'SCT',
        'AGRIFRPP',
        'WLD',
        IBAN,
        'EUR50.00',
        '',
        '',
        reference,
      ])
      await expect(page.getByText('write within 14 days to')).toContainText('money@wld-test.org')
      await page.emulateMedia({ colorScheme: 'dark' })
      expect(await readCode(await code.screenshot())).toContain(reference)
      expect(await faultsOf(page)).toEqual([])
    },
    open,
  )
})

test('there is no code for a transfer in dollars', async ({ open }) => {
  await pledgeIn(
    'USD',
    (page) =>
      expect(page.getByRole('figure', { name: 'QR code for this transfer' })).toHaveCount(0),
    open,
  )
})
