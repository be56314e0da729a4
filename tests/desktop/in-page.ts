/** What the specs do inside the page: the calls of the interface, independent of its look. */
import type { Page } from '@playwright/test'
import type { InvokeChannel } from '#shared/contract/desktop/ipc.ts'
import { MEMBER } from '#tests/support/electron/scripted-api.ts'

export interface PageReply {
  readonly status: number
  readonly text: string
  readonly headers: Readonly<Record<string, string>>
}
export interface PageRequest {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export const callApi = (page: Page, path: string, request: PageRequest = {}): Promise<PageReply> =>
  page.evaluate(
    async ([address, init]) => {
      const reply = await fetch(address, init)
      return {
        status: reply.status,
        text: await reply.text(),
        headers: Object.fromEntries(reply.headers),
      }
    },
    [path, request] as const,
  )

export const basicAuthorization = (identifier: string, password: string): string =>
  `Basic ${Buffer.from(`${identifier}:${password}`).toString('base64')}`

export const signIn = (page: Page, password: string = MEMBER.password): Promise<PageReply> =>
  callApi(page, '/api/auth/login', {
    headers: {
      authorization: basicAuthorization(MEMBER.identifier, password),
      'connection-method': 'email',
    },
  })

/** Opens the page for unknown addresses, which makes no calls by itself. */
export async function openQuietPage(page: Page): Promise<void> {
  await page.evaluate(() => {
    location.href = '/no-such-page'
  })
  await page.waitForURL(/no-such-page$/)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

/** Loads a page of the interface. */
export async function openPath(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => location.assign(to), path)
  await page.waitForURL((url) => url.pathname === path)
}

/** Returns the reply of a channel, or the message of its refusal. */
export const invoke = (
  page: Page,
  channel: InvokeChannel | 'no:such-channel',
  ...input: unknown[]
): Promise<unknown> =>
  page.evaluate(
    async ([name, given]) => {
      const { wld } = globalThis as unknown as {
        wld: { invoke(...all: unknown[]): Promise<unknown> }
      } // the desktop bridge, without its types
      try {
        return await wld.invoke(name, ...given)
      } catch (error) {
        return `refused: ${(error as Error).message}` // what a bridge rejects with
      }
    },
    [channel, input] as const,
  )

/** For channels after which main loads the page again: returns the reply, or 'gone' if the page was replaced first. */
export const invokeAndLeave = (
  page: Page,
  channel: InvokeChannel,
  ...input: unknown[]
): Promise<unknown> =>
  invoke(page, channel, ...input).catch((error: unknown) => {
    if (String(error).includes('Execution context was destroyed')) return 'gone'
    throw error
  })

/** Starts to record `session:ended` events. */
export const watchSessionEnds = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const { wld } = globalThis as unknown as {
      wld: { on(channel: string, listener: (...given: unknown[]) => void): void }
    } // the desktop bridge, without its types
    const ends: number[] = []
    Object.assign(globalThis, { sessionEnds: ends })
    wld.on('session:ended', (...given) => void ends.push(given.length))
  })
/**
 * Returns how many values each push gave the page. It must be none, because the event would give access to the raw
 * channel.
 */
export const sessionEnds = (page: Page): Promise<number[]> =>
  page.evaluate(() => (globalThis as unknown as { sessionEnds: number[] }).sessionEnds) // the list above

/** Returns everything that scripts of the page can reach and that could hold a secret. */
export const readableInPage = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const seen = new Set<unknown>()
    const texts: string[] = []
    const walk = (value: unknown, depth: number): void => {
      if (typeof value === 'string') texts.push(value)
      if (
        depth === 0 ||
        value === null ||
        (typeof value !== 'object' && typeof value !== 'function') ||
        seen.has(value)
      )
        return
      seen.add(value)
      for (const key of Reflect.ownKeys(value)) {
        texts.push(String(key))
        try {
          walk(Reflect.get(value, key), depth - 1)
        } catch {
          // A getter that throws holds nothing for a script either.
        }
      }
    }
    walk(globalThis, 4)
    const databases = await indexedDB.databases()
    return JSON.stringify([
      Object.entries(localStorage),
      Object.entries(sessionStorage),
      document.cookie,
      document.documentElement.outerHTML,
      databases,
      texts,
    ])
  })
