/**
 * The interface of the desktop app without the app: the built renderer behind a small server, and a desktop bridge with
 * replies of the test. For what the pages show and send; tests/desktop tests the real main.
 */
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import type { Page } from '@playwright/test'
import type { KioskState, ScanResult } from '#shared/contract/desktop/ipc-desktop.ts'
import {
  INVOKE_CHANNELS,
  type InvokeChannel,
  type InvokeOutput,
  type PushChannel,
} from '#shared/contract/desktop/ipc.ts'
import { contentSecurityPolicy } from '#shared/domain/access/content-security.ts'
import { isOpenInKiosk } from '../../src/main/kiosk/kiosk-routes.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
}

export interface RendererServer {
  readonly url: string
  readonly stop: () => Promise<void>
}

/** Serves a built renderer as main does: with its policy, and with index.html for every path without a file. */
export async function serveRenderer(dir: string): Promise<RendererServer> {
  const index = await readFile(join(dir, 'index.html'))
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname)
    void readFile(join(dir, path))
      .then(
        (body) => ({ body, type: TYPES[extname(path)] ?? 'application/octet-stream' }),
        () => ({ body: index, type: 'text/html; charset=utf-8' }),
      )
      .then(({ body, type }) =>
        response
          .writeHead(200, {
            'content-type': type,
            'content-security-policy': contentSecurityPolicy(),
          })
          .end(body),
      )
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // a TCP server's address has a port
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

export type Replies = {
  readonly [C in InvokeChannel]?: InvokeOutput<C> | { readonly error: string }
}

export interface FakeBridge {
  /** Sets the replies of channels from now on; the push makes the page ask again. */
  readonly set: (replies: Replies, push?: PushChannel) => Promise<void>
  /** What the page sent to a channel, in order. */
  readonly calls: (channel: InvokeChannel) => Promise<readonly (readonly unknown[])[]>
}

const isChannel = (name: string): name is InvokeChannel => Object.hasOwn(INVOKE_CHANNELS, name)

/** Why main refuses this call; undefined where it takes it. The scripted bridge refuses the same. */
export function refusalOf(
  mode: KioskState['mode'],
  channel: string,
  input: readonly unknown[],
): string | undefined {
  if (!isChannel(channel)) return 'There is no such channel'
  if (!INVOKE_CHANNELS[channel].input.safeParse(input).success)
    return `${channel} does not take these arguments`
  return isOpenInKiosk(mode, channel, input) ? undefined : `${channel} is closed in the kiosk`
}

/** A test must not script a reply that main never sends. */
export function checkReplies(replies: Replies): void {
  for (const [channel, reply] of Object.entries(replies)) {
    if (!isChannel(channel)) throw new Error(`Main has no channel ${channel}`)
    if (typeof reply === 'object' && reply !== null && 'error' in reply) continue
    const { success, error } = INVOKE_CHANNELS[channel].output.safeParse(reply)
    if (!success) throw new Error(`Main never replies so to ${channel}: ${String(error)}`)
  }
}

interface Scripted {
  replies: Record<string, unknown>
  readonly calls: [string, unknown[]][]
  readonly listeners: Map<string, Set<() => void>>
}
declare global {
  interface Window {
    scripted: Scripted
    refusalOf: (...call: Parameters<typeof refusalOf>) => Promise<string | undefined>
  }
}

/** Must be called before the first page is opened. */
export async function installShell(page: Page, replies: Replies): Promise<FakeBridge> {
  checkReplies(replies)
  await page.exposeFunction('refusalOf', refusalOf)
  await page.addInitScript(
    (first) => {
      const kept = sessionStorage.getItem('scripted') // kept over a reload
      const scripted: Scripted = {
        replies: kept === null ? first : JSON.parse(kept),
        calls: [],
        listeners: new Map(),
      }
      window.scripted = scripted
      const shell = {
        async invoke(channel: string, ...input: unknown[]) {
          scripted.calls.push([channel, input])
          if (scripted.calls.length > 500) scripted.calls.shift()
          const reply = scripted.replies[channel]
          const kiosk = scripted.replies['kiosk:state'] as { readonly mode?: 'off' } | undefined // main's own type
          // A test scripts the state after the start of the kiosk before it presses the button.
          const mode = channel === 'kiosk:begin' ? 'off' : (kiosk?.mode ?? 'off')
          const refusal = await window.refusalOf(mode, channel, input)
          if (typeof refusal === 'string') throw new Error(refusal)
          if (channel === 'settings:change')
            Object.assign(
              (scripted.replies['settings:get'] as { kioskScreen: object }).kioskScreen,
              (input[0] as { kioskScreen: object }).kioskScreen,
            )
          if (channel === 'settings:change')
            return structuredClone(scripted.replies['settings:get'])
          if (typeof reply === 'object' && reply !== null && 'error' in reply)
            throw new Error(String(reply.error))
          return structuredClone(reply)
        },
        on(channel: string, listener: () => void) {
          const heard = scripted.listeners.get(channel) ?? new Set()
          scripted.listeners.set(channel, heard.add(listener))
          return () => void heard.delete(listener)
        },
      }
      Object.defineProperty(window, 'wld', { value: shell })
    },
    replies as Record<string, unknown>,
  )
  return {
    set: async (next, push) => {
      checkReplies(next)
      await page.evaluate(
        ([more, channel]) => {
          Object.assign(window.scripted.replies, more)
          sessionStorage.setItem('scripted', JSON.stringify(window.scripted.replies))
          if (channel !== undefined)
            for (const listener of window.scripted.listeners.get(channel) ?? []) listener()
        },
        [next, push] as const,
      )
    },
    calls: (channel) =>
      page.evaluate(
        (name) =>
          window.scripted.calls.filter(([called]) => called === name).map(([, input]) => input),
        channel,
      ),
  }
}

const HOUR_MS = 3_600_000
const at = (offsetMs: number): string => new Date(Date.now() + offsetMs).toISOString()
const EVENT_TITLE = {
  en: 'General assembly',
  ar: 'الجمعية العمومية',
  fr: 'Assemblée générale',
} as const

export const kioskState = (wish: Partial<KioskState> = {}): KioskState => ({
  mode: 'scanning',
  wanted: false,
  deviceId: '0b7f5a0e-9a3d-4b53-8f0c-1d2c3b4a5f60',
  deviceName: 'North door',
  event: {
    id: 'general-assembly',
    title: EVENT_TITLE,
    startsAt: at(-HOUR_MS),
    endsAt: at(6 * HOUR_MS),
  },
  expiresAt: at(5 * HOUR_MS),
  token: 'good',
  connection: 'online',
  counts: { scans: 128, admitted: 117, again: 4, refused: 7 },
  checkedIn: 342,
  capacity: 600,
  ...wish,
})

export const scanAnswer = (wish: Partial<ScanResult> = {}): ScanResult => ({
  verdict: 'VALID',
  reason: 'signed',
  source: 'online',
  cardId: 'WLD_10004217',
  name: 'Amna Idris',
  dob: '1990-01-01',
  role: { id: 'ROLE_USER' },
  status: 'active',
  photoUrl: '/api/face',
  memberSince: null,
  expiresAt: null,
  listAgeS: null,
  checkIn: { kind: 'recorded', id: '6d2f0a52-0a51-4d77-9d4d-5f3f3f0f2f10', at: at(0) },
  checkedAt: at(0),
  ...wish,
})

/** An app that is in the kiosk, online, with nothing wrong. */
export const calmReplies = (wish: Replies = {}): Replies => ({
  'app:info': { version: '1.0.0', apiUrl: 'http://localhost', kiosk: true, platform: 'linux' },
  'session:state': { signedIn: false, keptIn: 'keychain' },
  'settings:get': {
    serverUrl: 'http://localhost',
    serverFrom: 'settings',
    language: null,
    zoom: 1,
    kioskScreen: { sound: true, highContrast: false, hand: 'right' },
    startAtLogin: false,
    checkForUpdates: true,
    updateFeed: null,
    printer: null,
    statusListMaxAgeH: 24,
    managed: [],
    fault: null,
    faultIn: [],
  },
  'offline:state': {
    listIssuedAt: at(-HOUR_MS),
    listAgeS: 3_600,
    maxAgeS: 86_400,
    cards: 12_000,
    hasKeys: true,
    tooOld: false,
    lastTryAt: at(-60_000),
    clockOffS: 1,
    clockWrong: false,
  },
  'offline:refresh': {
    listIssuedAt: at(0),
    listAgeS: 5,
    maxAgeS: 86_400,
    cards: 12_000,
    hasKeys: true,
    tooOld: false,
    lastTryAt: at(0),
    clockOffS: 1,
    clockWrong: false,
  },
  'doors:state': {
    on: false,
    fault: 'none',
    doors: [],
    atTheDoor: [],
    code: null,
    doubles: [],
    entries: 0,
    waiting: 0,
  },
  'doors:invite': { ok: true },
  'doors:hide-code': undefined,
  'doors:join': { pin: { ok: true }, joined: { ok: true } },
  'doors:leave': { ok: true },
  'doors:remove': { ok: true },
  'doors:let-in': { ok: true },
  'doors:told': undefined,
  'queue:state': {
    waiting: 0,
    sent: 117,
    conflicts: 0,
    refused: 0,
    keptIn: 'keychain',
    lastSentAt: at(-60_000),
    voices: [],
    problem: 'none',
  },
  'queue:items': { items: [], total: 0 },
  'queue:send': {
    waiting: 0,
    sent: 117,
    conflicts: 0,
    refused: 0,
    keptIn: 'keychain',
    lastSentAt: at(0),
    voices: [],
    problem: 'none',
  },
  'queue:export': 'saved',
  'kiosk:state': kioskState(),
  'kiosk:scan': scanAnswer(),
  'kiosk:unlock': { ok: false, triesLeft: 4, waitS: 0 },
  'kiosk:end': { ok: false, triesLeft: 4, waitS: 0 },
  'kiosk:system': { camera: 'unknown', windowing: 'x11', displays: 1 },
  'kiosk:begin': { ok: true },
  ...wish,
})

/** Types like a hand scanner: faster than a user, into the focused element, with Enter at the end. */
export const scanByHand = (page: Page, text: string, modifierCapsLock = false): Promise<void> =>
  page.evaluate(
    ([characters, capsLock]) => {
      const target = document.activeElement ?? document.body
      const beganMs = performance.now()
      for (const [index, key] of [...characters, 'Enter'].entries()) {
        const event = new KeyboardEvent('keydown', {
          key,
          code: '',
          modifierCapsLock: capsLock,
          bubbles: true,
          cancelable: true,
        })
        // The time of the key press, not of its handling, as with a real key.
        Object.defineProperty(event, 'timeStamp', { value: beganMs + index })
        target.dispatchEvent(event)
      }
    },
    [text, modifierCapsLock] as const,
  )
