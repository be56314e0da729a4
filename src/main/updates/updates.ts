/**
 * Reports a newer version, and where to get it. Nothing is downloaded or started by the app: an
 * installer runs with the rights of the person, so the user downloads it and can compare its
 * checksum. The feed is used only with the signature of the association; an attacker with only the
 * web server can withhold an update, but not forge one.
 */
import type { KeyObject } from 'node:crypto'
import type { UpdateState } from '#shared/contract/desktop/ipc-desktop.ts'
import { describeError, type Log } from '../log/log-file.ts'
import type { NewestFeed } from './newest-feed.ts'
import {
  chooseDownload,
  FEED_FILE,
  MAX_FEED_BYTES,
  MAX_SIGNATURE_BYTES,
  readFeed,
  SIGNATURE_FILE,
  type FeedResult,
  type System,
  type UpdateFeed,
} from './update-feed.ts'
import { compareVersions, parseVersion } from './version.ts'

const LOCAL_NAMES = ['localhost', '127.0.0.1', '[::1]']

/**
 * Address of a file of the feed, or undefined where the feed's own address is not one to ask: https only, and http to
 * this computer where the app was not installed (tests).
 * @param feed a folder; a slash at the end makes no difference.
 */
export function feedAddress(
  feed: string,
  file: string,
  allowLocalHttp: boolean,
): string | undefined {
  if (!URL.canParse(feed)) return undefined
  const url = new URL(feed)
  const secure =
    url.protocol === 'https:' ||
    (allowLocalHttp && url.protocol === 'http:' && LOCAL_NAMES.includes(url.hostname))
  if (!secure || url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    return undefined
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${file}`
  return url.href
}

/** Fetches a small file from one address: no redirect, no cookie, no cache, and never more than was agreed. */
type FetchFile = (url: string, init: RequestInit) => Promise<Response>
type BoundedFile =
  | { readonly ok: true; readonly bytes: Uint8Array }
  /** `offline`: no response, or one that does not come from the place itself. `format`: what came is not the file. */
  | { readonly ok: false; readonly fault: 'offline' | 'format'; readonly detail: string }

const TIME_LIMIT_MS = 30_000

async function fetchBounded(
  fetch: FetchFile,
  url: string,
  maxBytes: number,
  timeLimitMs = TIME_LIMIT_MS,
): Promise<BoundedFile> {
  try {
    const signal = AbortSignal.timeout(timeLimitMs)
    // A redirect is from a captive portal, or would load a feed from a host that was not chosen.
    const response = await fetch(url, {
      redirect: 'error',
      credentials: 'omit',
      cache: 'no-store',
      signal,
    })
    if (response.status !== 200 || response.body === null) {
      await response.body?.cancel()
      return {
        ok: false,
        fault: response.status >= 500 || response.status === 429 ? 'offline' : 'format',
        detail: `status ${response.status}`,
      }
    }
    const chunks: Uint8Array[] = []
    let length = 0
    for await (const chunk of response.body) {
      length += chunk.byteLength
      if (length > maxBytes)
        return { ok: false, fault: 'format', detail: `more than ${maxBytes} bytes` } // leaving the loop cancels the rest
      chunks.push(chunk)
    }
    return { ok: true, bytes: Buffer.concat(chunks) }
  } catch (error) {
    return { ok: false, fault: 'offline', detail: describeError(error) }
  }
}

export interface UpdatesOptions {
  /** Folder that holds the feed; null: none is set. */
  readonly feedUrl: () => string | null
  readonly fetch: FetchFile
  /** undefined: this build has no key, so no feed can be verified and none is fetched. */
  readonly publicKey: KeyObject | undefined
  readonly newest: NewestFeed
  /** The version of the running app. */
  readonly version: string
  readonly system: System
  /** A kiosk neither checks nor shows updates: nothing may be installed at the door. */
  readonly inKiosk: () => boolean
  /** Whether it may check automatically; a user may check at any time. */
  readonly enabled: () => boolean
  /** http to this computer is a feed as well: in tests. */
  readonly allowLocalHttp?: boolean
  readonly now: () => Date
  readonly log: Log
  readonly onChange: () => void
}

export interface Updates {
  state(): UpdateState
  /** Checks now; never rejects. Two simultaneous checks are one. */
  check(): Promise<UpdateState>
  /** Checks a while after the start and then once a day, until the returned function is called. */
  start(): () => void
}

export const FIRST_CHECK_AFTER_MS = 3 * 60_000
export const CHECK_EVERY_MS = 24 * 3_600_000
/**
 * A timer of a day does not run while the computer sleeps; a short one that reads the clock works
 * after sleep.
 */
const LOOK_EVERY_MS = 15 * 60_000

const UPDATES_OFF: UpdateState = {
  state: 'off',
  version: null,
  notes: null,
  url: null,
  sha256: null,
  required: false,
  checkedAt: null,
  fault: 'none',
}

type FeedReply =
  | Extract<FeedResult, { ok: true }>
  | { readonly ok: false; readonly fault: UpdateState['fault']; readonly detail: string }

async function askFeed(
  { feedUrl, fetch, allowLocalHttp = false }: UpdatesOptions,
  key: KeyObject,
): Promise<FeedReply> {
  const [feed, signature] = [FEED_FILE, SIGNATURE_FILE].map((file) =>
    feedAddress(feedUrl() ?? '', file, allowLocalHttp),
  )
  if (feed === undefined || signature === undefined)
    return { ok: false, fault: 'format', detail: 'the address of the feed is not https' }
  const file = await fetchBounded(fetch, feed, MAX_FEED_BYTES)
  if (!file.ok) return file
  const seal = await fetchBounded(fetch, signature, MAX_SIGNATURE_BYTES)
  if (!seal.ok)
    return seal.fault === 'offline' ? seal : { ok: false, fault: 'signature', detail: seal.detail }
  return readFeed(file.bytes, new TextDecoder().decode(seal.bytes), key)
}

export function createUpdates(options: UpdatesOptions): Updates {
  const {
    feedUrl,
    publicKey,
    newest: kept,
    version,
    system,
    inKiosk,
    enabled,
    now,
    log,
    onChange,
  } = options
  const running = parseVersion(version)
  let known: { readonly feed: string | null; readonly state: UpdateState } | undefined
  let lastTry: number | undefined
  let underWay: Promise<void> | undefined

  const canAsk = (): boolean =>
    running !== undefined && publicKey !== undefined && feedUrl() !== null && !inKiosk()
  const state = (): UpdateState => {
    if (!canAsk()) return UPDATES_OFF
    if (known !== undefined && known.feed === feedUrl()) return known.state
    return { ...UPDATES_OFF, state: enabled() ? 'unknown' : 'off' }
  }

  function conclude(reply: FeedReply): UpdateState {
    const checkedAt = now().toISOString()
    if (!reply.ok) {
      log('warn', 'updates.failed', { fault: reply.fault, detail: reply.detail })
      // An earlier feed with a valid signature is still valid.
      if (reply.fault === 'offline' && state().state === 'available')
        return { ...state(), checkedAt }
      return { ...UPDATES_OFF, state: 'failed', checkedAt, fault: reply.fault }
    }
    // An old feed, signed in its day, put back later: it must not hide the newer one.
    const seen = kept.get()
    const isOld = seen !== undefined && isOlder(reply.feed, seen)
    if (isOld) log('warn', 'updates.older-feed', { version: reply.feed.version })
    else kept.keep(reply.feed, reply.signed)
    const newest = isOld ? seen : reply.feed
    if (!isBefore(version, newest.version)) return { ...UPDATES_OFF, state: 'current', checkedAt }
    const download = chooseDownload(newest.downloads, system)
    return {
      state: 'available',
      version: newest.version,
      notes: newest.notes,
      checkedAt,
      fault: 'none',
      url: download?.url ?? null,
      sha256: download?.sha256 ?? null,
      required: newest.minimumVersion !== undefined && isBefore(version, newest.minimumVersion),
    }
  }

  async function askAndTell(key: KeyObject): Promise<void> {
    const feed = feedUrl()
    lastTry = now().getTime()
    const reply = await askFeed(options, key)
    // A kiosk began meanwhile, or another feed was set: the result is dropped.
    if (!canAsk() || feedUrl() !== feed) return
    known = { feed, state: conclude(reply) }
    onChange()
  }

  async function check(): Promise<UpdateState> {
    if (publicKey === undefined || !canAsk()) return state()
    underWay ??= askAndTell(publicKey).finally(() => {
      underWay = undefined
    })
    await underWay
    return state()
  }

  return {
    state,
    check,
    start() {
      const startedAt = now().getTime()
      const look = (): void => {
        const since = now().getTime() - (lastTry ?? startedAt)
        const isDue = since >= (lastTry === undefined ? FIRST_CHECK_AFTER_MS : CHECK_EVERY_MS)
        const wasSetBack = since < 0 // the clock: the time since then is unknown
        if (enabled() && (isDue || wasSetBack)) void check()
      }
      const first = setTimeout(look, FIRST_CHECK_AFTER_MS)
      const regular = setInterval(look, LOOK_EVERY_MS)
      return () => {
        clearTimeout(first)
        clearInterval(regular)
      }
    },
  }
}

/** By the time of issue, so that the association can withdraw a version: its signature is over the time as well. */
function isOlder(a: UpdateFeed, b: UpdateFeed): boolean {
  const differenceMs = Date.parse(a.publishedAt) - Date.parse(b.publishedAt)
  return differenceMs === 0 ? isBefore(a.version, b.version) : differenceMs < 0
}

function isBefore(a: string, b: string): boolean {
  const [left, right] = [parseVersion(a), parseVersion(b)]
  return left !== undefined && right !== undefined && compareVersions(left, right) < 0
}
