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
import { basic, startApiServer, type ApiServer } from '#tests/support/api-server.ts'
import { chromiumPath, fakeCameraArgs, QUIET_ARGS } from '#tests/support/chromium.ts'
import { writeFilm } from '#tests/support/film.ts'
import { toSessionUser, webLogin } from '../../src/renderer/platform/session/sign-in-call.ts'
import {
  createSessionStorage,
  type Store,
} from '../../src/renderer/platform/session/web-storage.ts'

export interface WorkerFixtures {
  readonly servers: ServerOfFile
  readonly cameraBrowser: { readonly browser: Browser; readonly film: string }
}
export interface Fixtures {
  /** Starts the server of a file. A file that needs other settings replaces it. */
  readonly startServer: () => Promise<ApiServer>
  /** All tests of a file share one server, and no other file sees its rows or its clock. */
  readonly server: ApiServer
  /** Opens a page in its own context; errors in the page fail the test. */
  readonly open: (options?: BrowserContextOptions) => Promise<Page>
  /** Puts a picture in front of the camera; it is seen at the next start of the camera. */
  readonly holdUp: (picture?: Buffer) => Promise<void>
}

export const webDir = process.env['WEB_DIR'] ?? join(import.meta.dirname, '../../out/web')

/**
 * Which files share a worker depends on the time that each takes, so a server that passed from file to file made tests fail
 * by chance: one found the rows of another. The browser and the modules stay with the worker; a new server costs a tenth of
 * a second.
 */
class ServerOfFile {
  #file = ''
  #server: ApiServer | undefined

  async of(file: string, start: () => Promise<ApiServer>): Promise<ApiServer> {
    if (this.#server !== undefined && this.#file === file) return this.#server
    await this.stop()
    this.#file = file
    this.#server = await start()
    return this.#server
  }
  async stop(): Promise<void> {
    await this.#server?.stop()
    this.#server = undefined
  }
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  servers: [
    async ({}, use) => {
      const servers = new ServerOfFile()
      await use(servers)
      await servers.stop()
    },
    { scope: 'worker' },
  ],
  startServer: async ({}, use) => {
    await use(() => startApiServer({ engine: 'sqlite', webDir, env: { LIMITS_SCALE: '1000' } }))
  },
  server: async ({ servers, startServer }, use, { file }) => {
    await use(await servers.of(file, startServer))
  },
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
    let closing = false // a chunk that is on its way then fails, which is no fault of the page
    await use(async (options = {}) => {
      const context = await cameraBrowser.browser.newContext({
        baseURL: server.url,
        locale: 'en-GB',
        acceptDownloads: true,
        permissions: ['camera'],
        serviceWorkers: 'block',
        reducedMotion: 'reduce', // animations cost most of the drawing time; the tests of animations enable them
        ...options,
      })
      const page = await context.newPage()
      page.on('pageerror', (error) => !closing && problems.push(String(error)))
      page.on('console', (message) => {
        // The browser also logs a failed request as an error; the tests check what the page shows for it.
        if (
          !closing &&
          message.type() === 'error' &&
          !message.text().startsWith('Failed to load resource')
        )
          problems.push(message.text())
      })
      pages.push(page)
      await page.addInitScript(reportBlankPages)
      if (options.javaScriptEnabled !== false) waitUntilAwake(page)
      return page
    })
    closing = true
    for (const page of pages) await page.context().close()
    if (problems.length > 0) throw new Error(`The page reported:\n${problems.join('\n')}`)
  },
  holdUp: async ({ cameraBrowser }, use) => {
    await use((picture) => writeFilm(cameraBrowser.film, picture))
  },
})
export { expect } from '@playwright/test'

/** Fills the server of this file once, before its first test. `beforeAll` runs before the file has its server. */
export function beforeFirst(prepare: (server: ApiServer) => Promise<void>): void {
  let prepared: ApiServer | undefined
  test.beforeEach(async ({ server }) => {
    if (prepared === server) return
    prepared = server
    await prepare(server)
  })
}

/** Fills in the password dialog; the proof counts for five minutes. */
export async function provePassword(page: Page): Promise<void> {
  const proof = page
    .getByRole('dialog')
    .filter({ has: page.getByLabel('Your password') })
    .last()
  await proof.getByLabel('Your password').fill(TEST_PASSWORD)
  await proof.getByRole('button', { name: 'Confirm', exact: true }).click()
}

/**
 * A prerendered page handles no input before its script has started. Users are slower than that or press again;
 * Playwright is not, so it waits.
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

/**
 * React hides a page or a form as a whole when a part that appears later waits for its texts and has
 * no boundary of its own. It lasts for a moment only, so tests see it by chance; here it is an error
 * of the page when what was hidden comes back. Runs in the page.
 */
function reportBlankPages(): void {
  const kept = 'h1, form, input'
  const hidden = new Set<HTMLElement>()
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      if (!(target instanceof HTMLElement)) continue
      if (target.style.getPropertyPriority('display') === 'important') {
        if (target.matches(kept) || target.querySelector(kept) !== null) hidden.add(target)
      } else if (hidden.delete(target) && target.isConnected)
        reportError(new Error(`A page or form was hidden for a moment: ${location.pathname}`))
    }
  }).observe(document, { subtree: true, attributeFilter: ['style'] })
}

interface Person {
  readonly email: string
  readonly password: string
}

/** Puts a session into the storage of the browser, as the form does. The caller opens the page that it tests. */
export async function signInAs(page: Page, { email, password }: Person): Promise<void> {
  await page.goto('/healthz') // the cheapest document of this origin
  const reply = await page.evaluate(
    async (authorization) => {
      const response = await fetch('/api/auth/login', {
        headers: { authorization, 'connection-method': 'email' },
      })
      return response.text()
    },
    basic(email, password),
  )
  const opened = webLogin.reply.parse(JSON.parse(reply))
  const entries: Record<string, string> = {}
  const store: Store = {
    getItem: (key) => entries[key] ?? null,
    setItem: (key, value) => void (entries[key] = value),
    removeItem: () => undefined,
  }
  createSessionStorage({ lasting: store, tab: store }).begin(
    { ...opened, user: toSessionUser(opened) },
    { remember: true },
  )
  await page.evaluate((items) => Object.assign(localStorage, items), entries)
}

/** Signs in through the form and waits for the first page. */
export async function signInByForm(page: Page, person: Person): Promise<void> {
  await page.goto('/login')
  await page.getByRole('textbox', { name: 'Email address' }).fill(person.email)
  await page.getByLabel(/^Password/).fill(person.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(
    (url) => url.pathname === '/' || url.pathname.endsWith('/dashboard/overview'),
  )
  // The first page closes open menus when it appears: the home page of a member, or the overview of staff.
  const arrived = page.url().endsWith('/overview')
    ? page.getByRole('heading', { level: 1 })
    : page
        .locator('main')
        .getByText(/^\d{8,}$/)
        .first()
  await arrived.waitFor()
}
