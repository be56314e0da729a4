/** What the specs do inside the page: the same calls that the interface makes, without depending on how it looks. */
import type { Page } from '@playwright/test'
import type { InvokeChannel } from '#shared/contract/ipc.ts'
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

/** A page of the interface that calls nothing by itself: the one for addresses that do not exist. */
export async function openQuietPage(page: Page): Promise<void> {
  await page.evaluate(() => {
    location.href = '/no-such-page'
  })
  await page.waitForURL(/no-such-page$/)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

/** A page of the interface, loaded anew. */
export async function openPath(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => location.assign(to), path)
  await page.waitForURL((url) => url.pathname === path)
}

/** The answer of a channel, or the message of its refusal. */
export const invoke = (
  page: Page,
  channel: InvokeChannel | 'no:such-channel',
  ...input: unknown[]
): Promise<unknown> =>
  page.evaluate(
    async ([name, given]) => {
      const { wld } = globalThis as unknown as {
        wld: { invoke(...all: unknown[]): Promise<unknown> }
      } // the bridge, free of its types
      try {
        return await wld.invoke(name, ...given)
      } catch (error) {
        return `refused: ${(error as Error).message}` // what a bridge rejects with
      }
    },
    [channel, input] as const,
  )

/** For channels after which main loads the page anew: what it answered, unless the page was gone before it heard. */
export const invokeAndLeave = (
  page: Page,
  channel: InvokeChannel,
  ...input: unknown[]
): Promise<unknown> =>
  invoke(page, channel, ...input).catch((error: unknown) => {
    if (String(error).includes('Execution context was destroyed')) return 'gone'
    throw error
  })

/** Listens to "your session is over" from here on. */
export const watchSessionEnds = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const { wld } = globalThis as unknown as {
      wld: { on(channel: string, listener: (...given: unknown[]) => void): void }
    } // the bridge, free of its types
    const ends: number[] = []
    Object.assign(globalThis, { sessionEnds: ends })
    wld.on('session:ended', (...given) => void ends.push(given.length))
  })
/** For each push, how many values the page was handed: none, or the event would give it the raw channel. */
export const sessionEnds = (page: Page): Promise<number[]> =>
  page.evaluate(() => (globalThis as unknown as { sessionEnds: number[] }).sessionEnds) // the list above

/** Everything that scripts of the page can reach and that could hold a secret. */
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
          // A getter that refuses holds nothing for a script either.
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
