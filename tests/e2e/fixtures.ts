/** The real server with the built web site, and a browser whose camera plays a film that the test writes. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  chromium,
  test as base,
  type Browser,
  type BrowserContextOptions,
  type Page,
  type Response,
} from '@playwright/test'
import { TEST_PASSWORD } from '#tests/builders/member.ts'
import { chromiumPath, fakeCameraArgs, QUIET_ARGS } from '#tests/support/chromium.ts'
import { startApiServer, type ApiServer } from '#tests/support/api-server.ts'
import { writeFilm } from '#tests/support/film.ts'

export interface WorkerFixtures {
  /** The file moves the clock of its server, so it shares that server with no file that does not. */
  readonly movesClock: boolean
  readonly server: ApiServer
  readonly cameraBrowser: { readonly browser: Browser; readonly film: string }
}
export interface Fixtures {
  /** A page in a context of its own; problems that the page reports fail the test. */
  readonly open: (options?: BrowserContextOptions) => Promise<Page>
  /** Puts a picture under the camera; it is seen when the camera is started the next time. */
  readonly holdUp: (picture?: Buffer) => Promise<void>
}

export const webDir = process.env['WEB_DIR'] ?? join(import.meta.dirname, '../../out/web')

/** The clock of the browser stays where it is: a file that comes later would read "just now" of an hour ago. */
function refuseToMove(): never {
  throw new Error(
    'This server is shared: say test.use({ movesClock: true }) at the top of the file.',
  )
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  movesClock: [false, { scope: 'worker', option: true }],
  server: [
    async ({ movesClock }, use) => {
      const server = await startApiServer({
        engine: 'sqlite',
        webDir,
        env: { LIMITS_SCALE: '1000' },
      })
      await use(
        movesClock ? server : { ...server, clock: { ...server.clock, advance: refuseToMove } },
      )
      await server.stop()
    },
    { scope: 'worker' },
  ],
  cameraBrowser: [
    async ({}, use) => {
      const dir = mkdtempSync(join(tmpdir(), 'wld-film-'))
      const film = join(dir, 'film.y4m')
      await writeFilm(film)
      const executablePath = chromiumPath()
      const browser = await chromium.launch({
        args: [...QUIET_ARGS, ...fakeCameraArgs(film), '--use-fake-ui-for-media-stream'],
        ...(executablePath === undefined ? {} : { executablePath }),
      })
      await use({ browser, film })
      await browser.close()
      rmSync(dir, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
  open: async ({ cameraBrowser, server }, use) => {
    const problems: string[] = []
    const pages: Page[] = []
    await use(async (options = {}) => {
      const context = await cameraBrowser.browser.newContext({
        baseURL: server.url,
        locale: 'en-GB',
        acceptDownloads: true,
        permissions: ['camera'],
        serviceWorkers: 'block',
        ...options,
      })
      const page = await context.newPage()
      page.on('pageerror', (error) => problems.push(String(error)))
      page.on('console', (message) => {
        // A refused call is shown by the browser as an error of its own; the tests look at what the page makes of it.
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
          problems.push(message.text())
      })
      pages.push(page)
      if (options.javaScriptEnabled !== false) waitUntilAwake(page)
      return page
    })
    for (const page of pages) await page.context().close()
    if (problems.length > 0) throw new Error(`The page reported:\n${problems.join('\n')}`)
  },
  holdUp: async ({ cameraBrowser }, use) => {
    await use((picture) => writeFilm(cameraBrowser.film, picture))
  },
})
export { expect } from '@playwright/test'

/** Answers the question for the password; from then on it counts for five minutes. */
export async function provePassword(page: Page): Promise<void> {
  const proof = page
    .getByRole('dialog')
    .filter({ has: page.getByLabel('Your password') })
    .last()
  await proof.getByLabel('Your password').fill(TEST_PASSWORD)
  await proof.getByRole('button', { name: 'Confirm', exact: true }).click()
}

/**
 * A page that was written ahead hears nothing until its script has taken it over. People are slower than that, or press
 * again; Playwright is not, so it waits.
 */
function waitUntilAwake(page: Page): void {
  const awake = async (response: Response | null): Promise<Response | null> => {
    if (response?.headers()['content-type']?.startsWith('text/html') === true)
      await page.waitForFunction(() => {
        const root = document.getElementById('root')
        return root === null || root.dataset['awake'] !== undefined
      })
    return response
  }
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
  page.goto = async (address, options) => {
    const response = await goto(address, options)
    return options?.waitUntil === 'commit' ? response : awake(response)
  }
  page.reload = async (options) => awake(await reload(options))
}

/** Signs in through the form, as a person does. */
export async function signInAs(
  page: Page,
  person: { readonly email: string; readonly password: string },
): Promise<void> {
  await page.goto('/login')
  await page.getByRole('textbox', { name: 'Email address' }).fill(person.email)
  await page.getByLabel(/^Password/).fill(person.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(
    (url) => url.pathname === '/' || url.pathname.endsWith('/dashboard/overview'),
  )
  // The first page has come, which closes open menus: the member's home, or the overview of staff.
  const arrived = page.url().endsWith('/overview')
    ? page.getByRole('heading', { level: 1 })
    : page
        .locator('main')
        .getByText(/^\d{8,}$/)
        .first()
  await arrived.waitFor()
}
