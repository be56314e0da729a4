/**
 * The page's side of the service worker: registers it when the page is idle, tells it what to keep,
 * and reports when a newer version waits. A version is never replaced under an open page: only the
 * user loads the new one.
 */
import { createListeners } from '#shared/listeners.ts'
import type { CopyScope } from '../platform.ts'
import { PAGES_CACHE, type ToWorker, WORKER_ADDRESS } from './offline-protocol.ts'

const CHECK_INTERVAL_MS = 60 * 60_000
/** Time limit of the check: without a response the copy is used. */
const CHECK_LIMIT_MS = 5_000
const IDLE_LIMIT_MS = 10_000

type Load = () => void
const listeners = createListeners<[Load]>()
let waiting: Load | undefined
let registering: Promise<ServiceWorkerRegistration | undefined> | undefined
let wanted: CopyScope | undefined
let dropping: Promise<void> = Promise.resolve()

export function onNewVersion(listener: (load: Load) => void): () => void {
  const remove = listeners.add(listener)
  if (waiting !== undefined) listener(waiting)
  window.addEventListener('vite:preloadError', offerReplaced)
  return () => {
    remove()
    window.removeEventListener('vite:preloadError', offerReplaced)
  }
}

/** A part did not come. Where the server names another program by now, it is gone for good, and no later try helps. */
function offerReplaced(): void {
  void isReplaced().then(
    (replaced) => replaced && listeners.call(() => location.reload()),
    () => undefined, // no network: what asked for the part says so
  )
}
async function isReplaced(): Promise<boolean> {
  const reply = await fetch('/', { cache: 'no-cache' })
  const page = await reply.text()
  const isSame = [...document.scripts].some(
    ({ type, src }) => type === 'module' && page.includes(new URL(src).pathname),
  )
  return reply.ok && !isSame
}

export async function keepCopy(scope: CopyScope): Promise<void> {
  wanted = scope
  registering ??= atRest().then(register)
  const worker = (await registering)?.active
  await dropping // what is put into a cache that is on its way out is lost
  // The user signed in or out meanwhile, so the request for the earlier state is dropped.
  if (wanted === scope) worker?.postMessage({ type: 'keep', ...scope } satisfies ToWorker)
}

/** Chunks and texts of the opened pages: the next user must not learn which ones they were. */
export function dropVisitedPages(): Promise<void> {
  dropping = deleteVisitedPages()
  return dropping
}

async function deleteVisitedPages(): Promise<void> {
  if (!('caches' in window)) return
  try {
    const names = await caches.keys()
    await Promise.all(
      names.filter((name) => name.startsWith(PAGES_CACHE)).map((name) => caches.delete(name)),
    )
  } catch {
    // No access to the storage: then nothing was stored either.
  }
}

/**
 * The copy starts after the page has fetched its own files, so that it does not slow down the first
 * visit.
 */
async function atRest(): Promise<void> {
  if (document.readyState !== 'complete')
    await new Promise((resolve) => window.addEventListener('load', resolve, { once: true }))
  await new Promise<void>((resolve) => {
    if ('requestIdleCallback' in window)
      requestIdleCallback(() => resolve(), { timeout: IDLE_LIMIT_MS })
    else setTimeout(resolve, 2_000) // Safari
  })
}

async function register(): Promise<ServiceWorkerRegistration | undefined> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return undefined
  try {
    const registration = await navigator.serviceWorker.register(WORKER_ADDRESS, {
      updateViaCache: 'none',
    })
    // A withdrawn worker gets no requests: it would fill the caches that are being removed.
    if (await follow(registration)) return await navigator.serviceWorker.ready
  } catch {
    await obeyRemoval() // not allowed here, no network, or withdrawn
  }
  return undefined
}

/** Checks the server once, and returns whether the worker is still valid. */
function follow(registration: ServiceWorkerRegistration): Promise<boolean> {
  const look = (worker: ServiceWorker | null): void => {
    if (worker === null || registration.active === null) return // the first one replaces nothing
    if (worker.state === 'installed') void offer(worker)
    else
      worker.addEventListener(
        'statechange',
        () => worker.state === 'installed' && void offer(worker),
      )
  }
  look(registration.waiting)
  registration.addEventListener('updatefound', () => look(registration.installing))

  const check = async (): Promise<boolean> => {
    if (document.visibilityState !== 'visible' || !navigator.onLine) return true
    return registration.update().then(
      () => true,
      async () => !(await obeyRemoval()),
    )
  }
  setInterval(() => void check(), CHECK_INTERVAL_MS)
  document.addEventListener('visibilitychange', () => void check())
  return Promise.race([
    check(),
    new Promise<boolean>((resolve) => setTimeout(() => resolve(true), CHECK_LIMIT_MS)),
  ])
}

/** Pages come from the network where there is one: this page may be of the new version already, with nothing to offer. */
async function offer(worker: ServiceWorker): Promise<void> {
  const entry = await entryOf(worker)
  const started = [...document.scripts].map(({ src }) => src)
  const named = document.querySelector<HTMLMetaElement>('meta[name="entry"]')?.content // a page that was written ahead
  if (named === entry || started.includes(new URL(entry, location.href).href)) return
  waiting = () => {
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), {
      once: true,
    })
    worker.postMessage({ type: 'activate' } satisfies ToWorker)
  }
  listeners.call(waiting)
}

function entryOf(worker: ServiceWorker): Promise<string> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<string>) => resolve(data)
    worker.postMessage({ type: 'entry' } satisfies ToWorker, [port2])
  })
}

/**
 * The server withdraws the worker by replying 404 for it; without a response nothing changes.
 * @returns whether it was withdrawn
 */
async function obeyRemoval(): Promise<boolean> {
  const reply = await fetch(WORKER_ADDRESS, { method: 'HEAD', cache: 'no-store' }).catch(
    () => undefined,
  )
  if (reply?.status !== 404 && reply?.status !== 410) return false
  const registrations = await navigator.serviceWorker.getRegistrations()
  await Promise.all(registrations.map((registration) => registration.unregister()))
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)))
  registering = Promise.resolve(undefined) // until the next visit
  return true
}
