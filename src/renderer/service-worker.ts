/**
 * Built as /sw.js, for the web site only. Keeps the files of the interface for a time without
 * network: the shell when it is installed, the language and the card's page when the page asks for
 * it, the rest when it is fetched. It never handles calls of the API (service-worker-rule.ts), and
 * the page itself stores the member's card.
 */
import type { Language } from '#shared/domain/text/languages.ts'
import {
  type CopyList,
  PAGES_CACHE,
  PAGE_CACHE,
  type ToWorker,
} from './platform/offline/offline-protocol.ts'
import { leavesNoTrace, responderOf } from './service-worker-rule.ts'

declare const COPY_LIST: CopyList

/** The part of ServiceWorkerGlobalScope in use; its own types would collide with the DOM's in one TypeScript project. */
interface WorkerScope {
  readonly location: Location
  readonly registration: ServiceWorkerRegistration
  readonly clients: {
    claim(): Promise<void>
    matchAll(options: object): Promise<readonly unknown[]>
    get(id: string): Promise<{ readonly url: string } | undefined>
  }
  skipWaiting(): Promise<void>
  addEventListener<K extends keyof WorkerEvents>(
    type: K,
    listener: (event: WorkerEvents[K]) => void,
  ): void
}
interface Lasting extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface WorkerEvents {
  install: Lasting
  activate: Lasting
  message: Lasting & MessageEvent<ToWorker>
  fetch: Lasting & {
    readonly request: Request
    readonly clientId: string
    readonly preloadResponse: Promise<Response | undefined>
    respondWith(response: Promise<Response>): void
  }
}
const scope = globalThis as unknown as WorkerScope // see above

const list = COPY_LIST
const shellCache = PAGE_CACHE + list.version
const pagesCache = PAGES_CACHE + list.version
const shellFiles = new Set(list.shell)
/** As the build left it: what the server sends for an address is written for that page, and shown before any script. */
const PAGE = '/index.html'
/** Notes in the caches: which language the shell was completed with, and that a card was. */
const LANGUAGE_NOTE = '/.language'
const CARD_NOTE = '/.card'
/**
 * Longer than a slow network needs for two kilobytes; then the copy is shown, so that no user waits
 * before a white screen.
 */
const PAGE_LIMIT_MS = 4_000

const isHashed = (address: string): boolean => address.startsWith('/assets/')
/** Compressed or not: the server says `Vary`, the file is the same. */
const find = (address: string): Promise<Response | undefined> =>
  caches.match(address, { ignoreVary: true })

async function add(cacheName: string, addresses: readonly string[]): Promise<void> {
  const cache = await caches.open(cacheName)
  for (const address of addresses) {
    if ((await cache.match(address, { ignoreVary: true })) !== undefined) continue
    // A hashed file of an earlier version is the same file; others are asked for again.
    const known = isHashed(address) ? await find(address) : undefined
    const response =
      known ?? (await fetch(address, { cache: isHashed(address) ? 'default' : 'no-cache' }))
    if (!response.ok) throw new Error(`${address}: ${response.status}`)
    await cache.put(address, response)
  }
}

async function keep(language: Language, withCard: boolean): Promise<void> {
  await add(shellCache, list.languages[language])
  await (await caches.open(shellCache)).put(LANGUAGE_NOTE, new Response(language))
  if (!withCard) {
    // The user signed out while a copy was made: the page has dropped the earlier part, and this
    // drops the rest.
    if ((await caches.match(CARD_NOTE, { cacheName: pagesCache })) !== undefined)
      await caches.delete(pagesCache)
    return
  }
  await add(pagesCache, list.card)
  await (await caches.open(pagesCache)).put(CARD_NOTE, new Response(''))
}

/** One after the other, in the order of the requests: the last request decides. */
let keeping: Promise<void> = Promise.resolve()
function keepInTurn(language: Language, withCard: boolean): Promise<void> {
  keeping = keeping
    .then(() => keep(language, withCard))
    .then(dropOtherVersions)
    .catch(() => undefined) // requested again at the next visit
  return keeping
}

/** A new version starts with what the one before was told to keep: the next visit may be without network. */
async function install(): Promise<void> {
  await add(shellCache, list.shell)
  const language = await (await find(LANGUAGE_NOTE))?.text()
  if (language !== undefined && language in list.languages)
    await keep(language as Language, (await find(CARD_NOTE)) !== undefined) // as: `in` has looked
}

/** Earlier versions stay while another window may still run one of them, and so does the next one, which fills its own. */
async function dropOtherVersions(): Promise<void> {
  if (scope.registration.installing !== null || scope.registration.waiting !== null) return
  const windows = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (windows.length > 1) return
  for (const name of await caches.keys())
    if (name !== shellCache && name !== pagesCache) await caches.delete(name)
}

const later = (delayMs: number): Promise<undefined> =>
  new Promise((resolve) => setTimeout(() => resolve(undefined), delayMs))

/** From the network, so that a new version is there with the next visit; the copy where that fails or takes too long. */
async function page(request: Request, preloaded: Promise<Response | undefined>): Promise<Response> {
  const fresh = preloaded
    .then((response) => response ?? fetch(request))
    .then(
      (response) => (response.status < 500 ? response : undefined),
      () => undefined,
    )
  const copy = await caches.match(PAGE, { cacheName: shellCache, ignoreVary: true })
  if (copy === undefined) return (await fresh) ?? Response.error()
  return (await Promise.race([fresh, later(PAGE_LIMIT_MS)])) ?? copy
}

async function isTraceless(clientId: string): Promise<boolean> {
  const client = await scope.clients.get(clientId)
  return client !== undefined && leavesNoTrace(client.url)
}

async function file(request: Request, clientId: string): Promise<Response> {
  const { pathname } = new URL(request.url)
  const kept = shellFiles.has(pathname)
    ? await caches.match(pathname, { cacheName: shellCache, ignoreVary: true })
    : await find(pathname)
  if (kept !== undefined) return kept
  const response = await fetch(request)
  if (response.status === 200 && isHashed(pathname) && !(await isTraceless(clientId))) {
    const copy = response.clone()
    void caches
      .open(pagesCache)
      .then((cache) => cache.put(pathname, copy))
      .catch(() => undefined) // a full disk is no error of the page
  }
  return response
}

scope.addEventListener('install', (event) => event.waitUntil(install()))

scope.addEventListener('activate', (event) => {
  event.waitUntil(
    Promise.all([scope.clients.claim(), scope.registration.navigationPreload?.enable()]),
  )
})

scope.addEventListener('message', (event) => {
  const { data, ports } = event
  if (data.type === 'activate') event.waitUntil(scope.skipWaiting())
  else if (data.type === 'entry') ports[0]?.postMessage(list.entry)
  else event.waitUntil(keepInTurn(data.language, data.withCard))
})

scope.addEventListener('fetch', (event) => {
  const { request } = event
  const asked = {
    method: request.method,
    mode: request.mode,
    address: request.url,
    isRange: request.headers.has('range'),
  }
  const answerer = responderOf(asked, scope.location.origin, shellFiles)
  if (answerer === 'page') event.respondWith(page(request, event.preloadResponse))
  else if (answerer === 'file') event.respondWith(file(request, event.clientId))
})
