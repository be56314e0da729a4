/**
 * What each role finds on its dashboard, where the addresses of other roles lead, and that the page makes no call that
 * the role may not make.
 */
import type { Page } from '@playwright/test'
import {
  dashboardPath,
  STAFF_ROLES,
  type Role,
  type StaffRole,
} from '#shared/domain/people/roles.ts'
import { buildMember, type BuiltMember } from '#tests/builders/member.ts'
import { expect, signInAs, signInByForm, test } from './fixtures.ts'

const TABS: Readonly<Record<StaffRole, readonly string[]>> = {
  admin: [
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
    'consents',
    'audit',
    'settings',
  ],
  content: [
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
  moderator: ['overview', 'requests', 'claims', 'reports', 'events', 'verification', 'devices'],
  reviewer: ['overview', 'requests', 'claims', 'reports', 'events', 'verification', 'devices'],
}
/** Calls with data of members, of the log and of givers, and the roles that may make them. */
const GUARDED: readonly { readonly path: RegExp; readonly roles: readonly Role[] }[] = [
  { path: /^\/api\/user\/get\//, roles: ['admin', 'content'] },
  { path: /^\/api\/audit\//, roles: ['admin'] },
  { path: /^\/api\/consent\//, roles: ['admin'] },
  { path: /^\/api\/donation\/get\/all/, roles: ['admin'] },
]
const NAME = 'Zubaida'
const FAMILY = 'Alnigoumi'

interface Heard {
  /** Calls of the page that the role may not make. */
  readonly forbidden: string[]
  /** Replies that contain data of the hidden member. */
  readonly telling: string[]
  readonly settle: () => Promise<void>
}

/** Records all requests and replies of the page. */
function listen(page: Page, role: Role | 'visitor', marks: readonly string[]): Heard {
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
    // The body of a reply is lost when its page is closed; an unread reply was not shown.
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
const tabsOf = (page: Page, role: StaffRole): Promise<string[]> =>
  tabLinks(page).evaluateAll(
    (links, base) =>
      links.map((link) =>
        new URL((link as HTMLAnchorElement).href).pathname.replace(`${base}/`, ''),
      ),
    dashboardPath(role),
  ) // links of a navigation are anchors

/** Opens the page and waits until it has sent its requests. */
async function arrive(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
}

for (const role of STAFF_ROLES) {
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
    for (const [index, tab] of TABS[role].entries()) {
      await tabLinks(page).nth(index).click()
      await page.waitForURL(new RegExp(`${dashboardPath(role)}/${tab}`))
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.waitForLoadState('networkidle')
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
    for (const other of STAFF_ROLES.filter((code) => code !== role))
      for (const address of [
        dashboardPath(other),
        `${dashboardPath(other)}/users`,
        `${dashboardPath(other)}/audit`,
        `${dashboardPath(other)}/verification?event=x`,
      ]) {
        await page.goto(address)
        await expect(page, address).toHaveURL('/')
      }
    for (const tab of TABS.admin.filter((name) => !TABS[role].includes(name))) {
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

test('the recorder of these tests records the calls and replies of an administrator', async ({
  server,
  open,
}) => {
  await buildMember(server.deps, { firstName: NAME, lastName: FAMILY })
  const page = await open()
  const heard = listen(page, 'moderator', [FAMILY])
  await signInAs(page, await buildMember(server.deps, { role: 'admin' }))
  await arrive(page, `/admin/dashboard/users?q=${FAMILY}`)
  await expect(page.locator('main').getByText(FAMILY).first()).toBeVisible()
  await heard.settle()
  expect(heard.forbidden).toContainEqual(expect.stringContaining('/api/user/get/all'))
  expect(heard.telling).toContainEqual(expect.stringContaining('/api/user/get/all'))
})

test('a moderator who opens the address of the users finds no page and receives no member data, not even in a reply', async ({
  server,
  open,
}) => {
  const hidden = await buildMember(server.deps, {
    firstName: NAME,
    lastName: FAMILY,
    email: 'zubaida2@members.example',
  })
  const moderator = await buildMember(server.deps, { role: 'moderator' })
  const page = await open()
  const heard = listen(page, 'moderator', [FAMILY, 'zubaida2@members.example', hidden.cardId])
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

test('a member has no dashboard: no link to one, and each address leads to the home page', async ({
  server,
  open,
}) => {
  const member = await buildMember(server.deps, { role: 'member' })
  const page = await open()
  const heard = listen(page, 'member', [])
  await signInByForm(page, member)
  await expect(page.getByRole('link', { name: 'Dashboard' })).toHaveCount(0)
  for (const role of STAFF_ROLES)
    for (const tab of ['', '/verification', '/users', '/claims/MSG-0000-00']) {
      await page.goto(`${dashboardPath(role)}${tab}`)
      await expect(page).toHaveURL('/')
      await expect(page.getByText('This page is for staff')).toBeVisible()
    }
  expect(heard.forbidden).toEqual([])
})

async function signInHere(page: Page, { email, password }: BuiltMember): Promise<void> {
  await page.getByRole('textbox', { name: 'Email address' }).fill(email)
  await page.getByLabel(/^Password/).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

for (const role of STAFF_ROLES)
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

test('signing in on the way to another role’s dashboard leads to the home page', async ({
  server,
  open,
}) => {
  const page = await open()
  await page.goto('/admin/dashboard/users')
  await expect(page).toHaveURL('/login')
  await signInHere(page, await buildMember(server.deps, { role: 'content' }))
  await expect(page).toHaveURL('/')
  // The page says why, and another account comes to the page that was asked for.
  await expect(page.getByText('This page is for another role')).toBeVisible()
  await page.getByRole('button', { name: 'Sign in with another account' }).click()
  await expect(page).toHaveURL('/login')
  await signInHere(page, await buildMember(server.deps, { role: 'admin' }))
  await expect(page).toHaveURL('/admin/dashboard/users')
})
