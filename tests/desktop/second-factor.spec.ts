/** The second factor in the desktop app: codes only, because a passkey belongs to a web address. */
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { insertFactor } from '#server/records/factors/factor-repository.ts'
import { buildTotp } from '#tests/builders/factor.ts'
import { buildMember, type BuiltMember } from '#tests/builders/member.ts'
import { startApiServer, type ApiServer } from '#tests/support/api-server.ts'
import { expect, test } from '#tests/support/electron/fixtures.ts'
import { callApi } from './in-page.ts'

let server: ApiServer
test.beforeEach(async () => {
  server = await startApiServer({ engine: 'sqlite', env: { STAFF_SECOND_FACTOR: 'required' } })
})
test.afterEach(() => server.stop())

async function signIn(page: Page, { email, password }: BuiltMember): Promise<void> {
  await page.getByRole('link', { name: 'Sign in' }).first().click()
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel(/^Password/).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

test('staff sign in with a code of the app; before it nothing is open', async ({ start }) => {
  const member = await buildMember(server.deps, { role: 'moderator' })
  const totp = await buildTotp(server.deps, member.id)
  await insertFactor(server.deps.database.db, {
    id: randomUUID(),
    member_id: member.id,
    kind: 'passkey',
    name: 'Phone',
    secret_sealed: null,
    last_step: null,
    credential_id: randomUUID(),
    public_key: '',
    counter: 0,
    transports: '[]',
    created_at: server.clock.now().toISOString(),
    last_used_at: null,
  })
  const { page } = await start({ env: { API_URL: server.url } })
  await signIn(page, member)
  await expect(page.getByRole('heading', { level: 1, name: 'One more step' })).toBeVisible()
  await expect(
    page.getByText('Your passkey works in the browser only.', { exact: false }),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Use a passkey' })).toBeHidden()
  expect((await callApi(page, '/api/card/me')).status).toBe(403)
  await page.getByRole('textbox', { name: 'Code from the app' }).pressSequentially(totp.code())
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  // The same session: main kept the tokens of the sign-in, and they are good now.
  expect((await callApi(page, '/api/card/me')).status).not.toBe(403)
})

test('the first sign-in offers a code app and says that passkeys are for the browser', async ({
  start,
}) => {
  const member = await buildMember(server.deps, { role: 'reviewer' })
  const { page } = await start({ env: { API_URL: server.url } })
  await signIn(page, member)
  await expect(
    page.getByRole('heading', { level: 1, name: 'Set up a second factor' }),
  ).toBeVisible()
  await expect(page.getByText('Passkeys work in the browser only.', { exact: false })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Set up a passkey' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Use a code app' })).toBeVisible()
})
