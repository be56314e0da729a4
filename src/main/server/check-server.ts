/**
 * Checks whether an address is a WLD server, in the same way as later calls: no redirect, no
 * cookie, and only certificates that the system trusts.
 */
import type * as z from 'zod'
import { cardKeys } from '#shared/contract/card.ts'
import { healthz } from '#shared/contract/health.ts'
import type { ServerCheck } from '#shared/contract/ipc-desktop.ts'
import { readBounded, type Body } from '../proxy/bounded-body.ts'
import { connectFault, type ServerFault } from './connect-fault.ts'
import { readAddress } from './read-address.ts'

export interface CheckServerOptions {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Time limit for all requests together. */
  readonly timeLimitMs?: number
}

const TIME_LIMIT_MS = 15_000
const MAX_REPLY_BYTES = 64 * 1024

/** @param typed what the person typed or pasted. Never rejects. */
export async function checkServer(
  typed: string,
  { fetch, timeLimitMs = TIME_LIMIT_MS }: CheckServerOptions,
): Promise<ServerCheck> {
  const address = readAddress(typed)
  if (!address.ok) return { ok: false, fault: address.fault, detail: '' }
  const { origin } = address
  const { host } = new URL(origin)
  const signal = AbortSignal.timeout(timeLimitMs)
  // "ok" is what many programs say of their health; only a WLD server has signing keys for cards.
  for (const { path, reply } of [healthz, cardKeys]) {
    const fault = await ask(fetch, `${origin}${path}`, reply, signal)
    if (fault !== undefined)
      return { ok: false, fault: fault.fault, detail: `${host}: ${fault.cause}` }
  }
  return { ok: true, origin }
}

interface Fault {
  readonly fault: ServerFault
  readonly cause: string
}

async function ask(
  fetch: CheckServerOptions['fetch'],
  url: string,
  shape: z.ZodType,
  signal: AbortSignal,
): Promise<Fault | undefined> {
  try {
    const response = await fetch(url, {
      method: 'GET',
      headers: { accept: 'application/json' },
      redirect: 'error',
      credentials: 'omit',
      cache: 'no-store',
      signal,
    })
    const { status } = response
    if (status !== 200) {
      await response.body?.cancel()
      return { fault: faultOfStatus(status), cause: `status ${status}` }
    }
    const bytes = await readBounded(response.body as Body | null, MAX_REPLY_BYTES) // its chunks are bytes, whatever the type says
    return shape.safeParse(parseJson(bytes)).success
      ? undefined
      : { fault: 'not-ours', cause: 'another reply than ours' }
  } catch (error) {
    // Electron's net rejects with an error of its own when a signal ends it.
    return signal.aborted ? { fault: 'timeout', cause: 'no answer in time' } : connectFault(error)
  }
}

function faultOfStatus(status: number): ServerFault {
  if (status === 407) return 'proxy'
  if (status >= 300 && status < 400) return 'redirect'
  // A proxy in front of the server responds in its place: the server itself is away.
  if (status === 502 || status === 503 || status === 504) return 'refused'
  return 'not-ours'
}

function parseJson(bytes: Uint8Array | undefined): unknown {
  try {
    return bytes === undefined ? undefined : JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}
