/**
 * Fetches keys and list from the server, and accepts only what can be verified.
 *
 * - Keys first, then the list under the tag of the held one. The headers of a 304 sign the held
 *   list again.
 * - For a list with an unknown key the keys are fetched once more: they may have changed in
 *   between.
 * - A list older than the held one is rejected: an attacker may want a revoked card to be valid
 *   again. The exception is a held list with a future date by the clocks of server and computer,
 *   from a server whose clock was wrong for a while.
 */
import * as z from 'zod'
import { IsoInstant } from '#shared/contract/base/schemas.ts'
import {
  cardKeys,
  statusList,
  STATUS_LIST_ISSUED_HEADER,
  STATUS_LIST_SIGNATURE_HEADER,
} from '#shared/contract/card.ts'
import { CLOCK_TOLERANCE_S } from '#shared/domain/card/kiosk-rules.ts'
import { readBounded } from '../api/bounded-body.ts'
import type { ApiReply, ApiRequest } from '../api/call-api.ts'
import { readCardKeys, sameKeys, type CardKeys } from './card-keys.ts'
import {
  isSignedBy,
  MAX_LIST_BYTES,
  openList,
  SignedList,
  vouchedAnew,
  type HeldList,
} from './held-list.ts'
import { MAX_ETAG_CHARS, type Knowledge } from './knowledge-files.ts'

export interface FetchPorts {
  /** Calls with the bearer of staff or of the device. */
  readonly ask: (request: ApiRequest) => Promise<ApiReply>
  readonly onServerTime: (serverMs: number) => void
  readonly localNowMs: () => number
}
export type FetchOutcome =
  | { readonly kind: 'fresh' }
  /** No user is signed in, or the user may not read the list. */
  | { readonly kind: 'refused'; readonly status: number }
  | { readonly kind: 'failed'; readonly cause: string; readonly retryAfterS?: number }
export interface Fetched extends Knowledge {
  readonly outcome: FetchOutcome
}

/** For one call, its body included: a very slow server must not delay the next try for ever. */
const CALL_LIMIT_MS = 60_000
const MAX_KEYS_BYTES = 64 * 1024
const TOLERANCE_MS = CLOCK_TOLERANCE_S * 1_000

const failed = (cause: string, retryAfterS?: number): FetchOutcome => ({
  kind: 'failed',
  cause,
  ...(retryAfterS === undefined ? {} : { retryAfterS }),
})

/** Rejects only where `ask` does. Returns the knowledge afterwards, changed or not. */
export async function fetchKnowledge(held: Knowledge, ports: FetchPorts): Promise<Fetched> {
  const answered = await fetchKeys(ports)
  // Without a response a second wait is useless; a server that fails on keys may still send the
  // list.
  if (answered.kind === 'failed' && (answered.unreachable || held.keys === undefined))
    return { ...held, outcome: failed(answered.cause, answered.retryAfterS) }
  const keys = answered.kind === 'keys' ? answered.keys : held.keys
  if (keys === undefined) return { ...held, outcome: failed('no keys') }
  const list = stillProven(held, keys)
  return fetchList({ keys, list }, ports)
}

/** A withdrawn key proves nothing any more, and neither does a list that it signed. */
const stillProven = ({ list, keys: before }: Knowledge, keys: CardKeys): HeldList | undefined =>
  list === undefined || sameKeys(before, keys) || isSignedBy(keys, list) === 'good'
    ? list
    : undefined

type KeysReply =
  | { readonly kind: 'keys'; readonly keys: CardKeys }
  | {
      readonly kind: 'failed'
      readonly cause: string
      readonly unreachable: boolean
      readonly retryAfterS?: number
    }

async function fetchKeys({ ask }: FetchPorts): Promise<KeysReply> {
  const result = await ask(get(cardKeys.path))
  if (result.kind === 'unreachable')
    return { kind: 'failed', cause: result.cause, unreachable: true }
  const { response } = result
  const refusal = (cause: string): KeysReply => ({
    kind: 'failed',
    cause: `keys: ${cause}`,
    unreachable: false,
    ...retryAfter(response),
  })
  if (response.status !== 200) {
    discard(response)
    return refusal(`status ${response.status}`)
  }
  const body = cardKeys.reply.safeParse(await readJson(response, MAX_KEYS_BYTES))
  const keys = body.success ? readCardKeys(body.data.keys) : undefined
  return keys === undefined ? refusal('not in their form') : { kind: 'keys', keys }
}

async function fetchList(
  held: Knowledge & { readonly keys: CardKeys },
  ports: FetchPorts,
): Promise<Fetched> {
  const tag = held.list?.etag ?? ''
  const result = await ports.ask(get(statusList.path, tag === '' ? {} : { 'if-none-match': tag }))
  const end = (outcome: FetchOutcome): Fetched => ({ ...held, outcome })
  if (result.kind === 'unreachable') return end(failed(result.cause))
  const { response } = result
  const serverMs = Date.parse(response.headers.get('date') ?? '')
  switch (response.status) {
    case 200:
      return takeList(held, response, serverMs, ports)
    case 304:
      discard(response)
      return takeVouched(held, response, serverMs, ports)
    case 401:
    case 403:
      discard(response)
      ports.onServerTime(serverMs)
      return end({ kind: 'refused', status: response.status })
    default:
      discard(response)
      return end(failed(`list: status ${response.status}`, retryAfter(response).retryAfterS))
  }
}

async function takeList(
  held: Knowledge & { readonly keys: CardKeys },
  response: Response,
  serverMs: number,
  ports: FetchPorts,
): Promise<Fetched> {
  const body = SignedList.safeParse(await readJson(response, MAX_LIST_BYTES))
  if (!body.success) return { ...held, outcome: failed('list: not in its form, or too long') }
  const tag = response.headers.get('etag') ?? ''
  const etag = tag.length <= MAX_ETAG_CHARS ? tag : ''
  let { keys } = held
  let opened = await openList(body.data, etag, keys)
  if (!opened.ok && opened.fault === 'unknown-key') {
    const again = await fetchKeys(ports)
    if (again.kind === 'keys') {
      ;({ keys } = again)
      opened = await openList(body.data, etag, keys)
    }
  }
  const before = { keys, list: stillProven(held, keys) }
  return opened.ok
    ? take(before, opened.list, serverMs, ports)
    : { ...before, outcome: failed(`list: ${opened.fault}`) }
}

const Vouching = z.object({ issuedAt: IsoInstant, signature: z.string().max(128) })

async function takeVouched(
  held: Knowledge & { readonly keys: CardKeys },
  { headers }: Response,
  serverMs: number,
  ports: FetchPorts,
): Promise<Fetched> {
  const { keys, list } = held
  const vouching = Vouching.safeParse({
    issuedAt: headers.get(STATUS_LIST_ISSUED_HEADER),
    signature: headers.get(STATUS_LIST_SIGNATURE_HEADER),
  })
  if (list === undefined || !vouching.success)
    return { ...held, outcome: failed('list: 304 without what vouches for it') }
  const renewed = vouchedAnew(list, vouching.data, keys)
  // With the tag the server would reply 304 again; without it the next try fetches the whole list.
  if (renewed === undefined)
    return { keys, list: { ...list, etag: '' }, outcome: failed('list: 304 with a bad signature') }
  return take(held, renewed, serverMs, ports)
}

/** A proven list in place of the held one, unless it is older. */
function take(
  { keys, list: before }: Knowledge,
  list: HeldList,
  serverMs: number,
  ports: FetchPorts,
): Fetched {
  // The list proves that the server has reached its date of issue. Only then is its clock trusted:
  // the response is signed with a known key.
  const nowMs = Number.isFinite(serverMs) ? Math.max(serverMs, list.issuedAtMs) : list.issuedAtMs
  ports.onServerTime(nowMs)
  const older = before !== undefined && list.issuedAtMs < before.issuedAtMs
  const beforeIsFromTheFuture =
    before !== undefined && before.issuedAtMs > Math.max(nowMs, ports.localNowMs()) + TOLERANCE_MS
  // Replicas date the same content minutes apart; the later date is kept, and this is not a
  // failure.
  return { keys, list: older && !beforeIsFromTheFuture ? before : list, outcome: { kind: 'fresh' } }
}

const get = (path: string, headers: Readonly<Record<string, string>> = {}): ApiRequest => ({
  method: 'GET',
  path,
  headers: new Headers({ accept: 'application/json', ...headers }),
  signal: AbortSignal.timeout(CALL_LIMIT_MS),
})

const MAX_RETRY_AFTER_S = 3_600
function retryAfter({ headers }: Response): { readonly retryAfterS?: number } {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return seconds > 0 && seconds <= MAX_RETRY_AFTER_S ? { retryAfterS: seconds } : {}
}

/** undefined: too long, broken off, or no JSON. */
async function readJson(response: Response, maxBytes: number): Promise<unknown> {
  try {
    const bytes = await readBounded(response.body, maxBytes)
    return bytes === undefined
      ? undefined
      : (JSON.parse(Buffer.from(bytes).toString('utf8')) as unknown)
  } catch {
    return undefined
  }
}

function discard(response: Response): void {
  response.body?.cancel().catch(() => undefined)
}
