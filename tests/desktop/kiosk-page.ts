/** The renderer of the desktop app in a browser with a camera, with a scripted desktop bridge in place of main. */
import { join } from 'node:path'
import { test as base, expect, type Page } from '@playwright/test'
import type { Language } from '#shared/domain/text/languages.ts'
import { fakeCameraArgs, headlessShellPath, QUIET_ARGS } from '#tests/support/chromium.ts'
import {
  calmReplies,
  type FakeBridge,
  installShell,
  type RendererServer,
  type Replies,
  serveRenderer,
} from '#tests/support/fake-bridge.ts'

const executablePath = headlessShellPath()
const RENDERER = join(
  process.env['DESKTOP_APP_DIR'] ?? join(import.meta.dirname, '../..'),
  'out/renderer',
)

export interface KioskPage {
  readonly page: Page
  readonly shell: FakeBridge
}
interface Wish {
  readonly replies?: Replies
  readonly language?: Language
  readonly theme?: 'light' | 'dark'
  readonly path?: string
}
export interface ApiReply {
  readonly status?: number
  readonly contentType?: string
  readonly body: string
}

export const test = base.extend<
  {
    readonly apiReply: (path: string) => ApiReply
    readonly open: (wish?: Wish) => Promise<KioskPage>
  },
  { readonly renderer: RendererServer }
>({
  renderer: [
    async ({}, use) => {
      const server = await serveRenderer(RENDERER)
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
  apiReply: async ({}, use) => use(() => ({ status: 404, body: '{}' })),
  open: async ({ page, renderer, apiReply }, use) => {
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(String(error)))
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        problems.push(message.text())
    })
    await page.route('**/api/**', (route) =>
      route.fulfill(apiReply(new URL(route.request().url()).pathname)),
    )
    await use(async ({ replies = {}, language = 'en', theme = 'light', path = '/' } = {}) => {
      await page.addInitScript(
        ([chosen, look]) => {
          localStorage.setItem('language', chosen)
          localStorage.setItem('theme', look)
          // A result disappears after some seconds (scans.test.ts); here it stays until the test has checked it.
          const later = window.setTimeout
          const patient = (run: TimerHandler, delayMs = 0, ...rest: unknown[]) =>
            later(run, delayMs < 5_000 ? delayMs : delayMs + 600_000, ...rest)
          Object.assign(window, { setTimeout: patient })
        },
        [language, theme] as const,
      )
      const shell = await installShell(page, calmReplies(replies))
      await page.goto(`${renderer.url}${path}`)
      await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' })
      return { page, shell }
    })
    expect(problems).toEqual([])
  },
})

/** What each file of this kind uses. */
export const BROWSER = {
  launchOptions: {
    args: [...QUIET_ARGS, ...fakeCameraArgs(), '--use-fake-ui-for-media-stream'],
    ...(executablePath === undefined ? {} : { executablePath }),
  },
  contextOptions: { reducedMotion: 'reduce' as const },
  viewport: { width: 1280, height: 800 },
}
