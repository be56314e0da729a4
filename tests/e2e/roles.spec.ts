/** What each role finds on its dashboard, where the addresses of the others lead, and that no call is made which the role may not make. */
import type { Page } from '@playwright/test'
import { dashboardPath, STAFF_CODES, type RoleCode, type StaffCode } from '#shared/domain/roles.ts'
import { buildMember, type BuiltMember } from '#tests/builders/member.ts'
import { expect, signInAs, test } from './fixtures.ts'

const TABS: Readonly<Record<StaffCode, readonly string[]>> = {
  A: [
    'overview',
    'requests',
    'users',
    'claims',
    'reports',
    'events',
    'news',
    'verification',
    'devices',
    'donations',
    'audit',
    'settings',
  ],
  X: [
    'overview',
    'requests',
    'users',
    'claims',
    'reports',
    'events',
    'news',
    'verification',
    'devices',
  ],
  Y: ['overview', 'requests', 'claims', 'reports', 'events', 'verification', 'devices'],
  Z: ['overview', 'requests', 'claims', 'reports', 'events', 'verification', 'devices'],
}
/** Calls with data of members, of the log and of donors, and who may make them. */
const GUARDED: readonly { readonly path: RegExp; readonly roles: readonly RoleCode[] }[] = [
  { path: /^\/api\/user\/get\//, roles: ['A', 'X'] },
  { path: /^\/api\/audit\//, roles: ['A'] },
  { path: /^\/api\/donation\/get\/all/, roles: ['A'] },
]
const NAME = 'Zubaida'
const FAMILY = 'Alnigoumi'

interface Heard {
  /** Calls of the interface that the role may not make. */
  readonly forbidden: string[]
  /** Replies that tell of the member who is looked for. */
  readonly telling: string[]
  readonly settle: () => Promise<void>
}

/** Listens to everything that the page asks and gets. */
function listen(page: Page, role: RoleCode | 'visitor', marks: readonly string[]): Heard {
  const forbidden: string[] = []
  const telling: string[] = []
  const reading: Promise<void>[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    for (const { path, roles } of GUARDED)
      if (path.test(pathname) && !(role !== 'visitor' && roles.includes(role)))
        forbidden.push(`${request.method()} ${pathname}`)
  })
  page.on('response', (response) => {
    if (!new URL(response.url()).pathname.startsWith('/api/')) return
    // A reply whose page has gone has no body any more; what was never read was never shown.
    reading.push(
      response.text().then(
        (text) => void (marks.some((mark) => text.includes(mark)) && telling.push(response.url())),
        () => undefined,
      ),
    )
  })
  return { forbidden, telling, settle: async () => void (await Promise.all(reading)) }
}

const tabLinks = (page: Page) =>
  page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link')
const tabsOf = (page: Page, role: StaffCode): Promise<string[]> =>
  tabLinks(page).evaluateAll(
    (links, base) =>
      links.map((link) =>
        new URL((link as HTMLAnchorElement).href).pathname.replace(`${base}/`, ''),
      ),
    dashboardPath(role),
  ) // links of a navigation are anchors

/** The page stands, and has asked what it asks. */
async function arrive(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
}

for (const role of STAFF_CODES) {
  test(`${role} finds exactly its tabs, and opening each asks nothing that ${role} may not ask`, async ({
    server,
    open,
  }) => {
    const member = await buildMember(server.deps, { role })
    const page = await open()
    const heard = listen(page, role, [])
    await signInAs(page, member)
    await page.goto(dashboardPath(role))
    await page.waitForURL(new RegExp(`${dashboardPath(role)}/\\w+`))
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await tabsOf(page, role)).toEqual(TABS[role])
    expect(new URL(page.url()).pathname).toBe(`${dashboardPath(role)}/${TABS[role][0]}`)
    for (const tab of TABS[role]) {
      await arrive(page, `${dashboardPath(role)}/${tab}`)
      await expect(tabLinks(page).and(page.locator('[aria-current="page"]')), tab).toHaveCount(1)
      await expect(page.getByText('This page stopped working'), tab).toHaveCount(0)
    }
    expect(heard.forbidden).toEqual([])
  })

  test(`${role} is led home from the dashboards of the others, and to a missing page from tabs that ${role} has not`, async ({
    server,
    open,
  }) => {
    const { email } = await buildMember(server.deps, { firstName: NAME, lastName: FAMILY })
    const member = await buildMember(server.deps, { role })
    const page = await open()
    const heard = listen(page, role, [FAMILY, email])
    await signInAs(page, member)
    for (const other of STAFF_CODES.filter((code) => code !== role))
      for (const address of [
        dashboardPath(other),
        `${dashboardPath(other)}/users`,
        `${dashboardPath(other)}/audit`,
        `${dashboardPath(other)}/verification?event=x`,
      ]) {
        await page.goto(address)
        await expect(page, address).toHaveURL('/')
      }
    for (const tab of TABS.A.filter((name) => !TABS[role].includes(name))) {
      await arrive(page, `${dashboardPath(role)}/${tab}`)
      await expect(
        page.getByRole('heading', { level: 1, name: 'Page not found' }),
        tab,
      ).toBeVisible()
    }
    await heard.settle()
    expect(heard.forbidden).toEqual([])
    expect(heard.telling).toEqual([])
  })
}

test('the ear of these tests is not deaf: it hears what an administrator asks and is told', async ({
  server,
  open,
}) => {
  await buildMember(server.deps, { firstName: NAME, lastName: FAMILY })
  const page = await open()
  const heard = listen(page, 'Y', [FAMILY])
  await signInAs(page, await buildMember(server.deps, { role: 'A' }))
  await arrive(page, `/admin/dashboard/users?q=${FAMILY}`)
  await expect(page.locator('main').getByText(FAMILY).first()).toBeVisible()
  await heard.settle()
  expect(heard.forbidden).toContainEqual(expect.stringContaining('/api/user/get/all'))
  expect(heard.telling).toContainEqual(expect.stringContaining('/api/user/get/all'))
})

test('Y who types the address of the users finds no page and gets no member, not even in an answer', async ({
  server,
  open,
}) => {
  const hidden = await buildMember(server.deps, {
    firstName: NAME,
    lastName: FAMILY,
    email: 'zubaida2@members.example',
  })
  const moderator = await buildMember(server.deps, { role: 'Y' })
  const page = await open()
  const heard = listen(page, 'Y', [FAMILY, 'zubaida2@members.example', hidden.cardId])
  await signInAs(page, moderator)
  for (const address of [
    '/moderator/dashboard/users',
    `/moderator/dashboard/users/${hidden.cardId}`,
    '/moderator/dashboard/users?q=Alnigoumi',
    `/moderator/dashboard/requests/documents/${hidden.cardId}`,
  ]) {
    await arrive(page, address)
    await expect(page.locator('main').getByText(FAMILY), address).toHaveCount(0)
  }
  await heard.settle()
  expect(heard.forbidden).toEqual([])
  expect(heard.telling).toEqual([])
})

test('F has no dashboard: no link to one, and each address leads home', async ({
  server,
  open,
}) => {
  const member = await buildMember(server.deps, { role: 'F' })
  const page = await open()
  const heard = listen(page, 'F', [])
  await signInAs(page, member)
  await expect(page.getByRole('link', { name: 'Dashboard' })).toHaveCount(0)
  for (const role of STAFF_CODES)
    for (const tab of ['', '/verification', '/users', '/claims/MSG-0000-00']) {
      await page.goto(`${dashboardPath(role)}${tab}`)
      await expect(page).toHaveURL('/')
    }
  expect(heard.forbidden).toEqual([])
})

async function signInHere(page: Page, { email, password }: BuiltMember): Promise<void> {
  await page.getByRole('textbox', { name: 'Email address' }).fill(email)
  await page.getByLabel(/^Password/).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

for (const role of STAFF_CODES)
  test(`nobody is led to sign in, and ${role} comes back to the page that was asked for`, async ({
    server,
    open,
  }) => {
    const member = await buildMember(server.deps, { role })
    const page = await open()
    const heard = listen(page, 'visitor', [])
    const address = `${dashboardPath(role)}/claims?status=resolved`
    for (const asked of [dashboardPath(role), `${dashboardPath(role)}/users`, address]) {
      await page.goto(asked)
      await expect(page).toHaveURL('/login')
    }
    expect(heard.forbidden).toEqual([])
    await signInHere(page, member)
    await expect(page).toHaveURL(address)
    await expect(page.getByRole('heading', { level: 1, name: 'Messages' })).toBeVisible()
  })

test('whoever signs in on the way to another role’s dashboard ends at home', async ({
  server,
  open,
}) => {
  const page = await open()
  await page.goto('/admin/dashboard/users')
  await expect(page).toHaveURL('/login')
  await signInHere(page, await buildMember(server.deps, { role: 'X' }))
  await expect(page).toHaveURL('/')
})
