/** Maps the server's response to a batch to a result for the queue. */
import type { CheckInVoices } from '#shared/contract/desktop/ipc-desktop.ts'
import { checkIn } from '#shared/contract/events.ts'
import { MAX_JSON_BYTES, readBounded, type Body } from '../api/bounded-body.ts'
import type { Settlement, StoredCheckIn } from './outbox.ts'
import type { SendReply } from './send-check-ins.ts'

export type BatchReply =
  | {
      readonly kind: 'settled'
      readonly settlements: readonly Settlement[]
      readonly voices: CheckInVoices[]
    }
  /** No response, or not from our server: the batch may or may not have arrived. */
  | { readonly kind: 'offline'; readonly cause: string }
  | { readonly kind: 'server'; readonly cause: string }
  | { readonly kind: 'wait'; readonly waitMs: number }
  | { readonly kind: 'not-signed-in' | 'revoked' }
  /** This bearer may not send for this event. */
  | { readonly kind: 'not-allowed' }
  | { readonly kind: 'event-gone' }
  /** The server rejects something in the batch. */
  | { readonly kind: 'not-taken' }

const WAIT_MIN_MS = 1_000
/** Limit of a longer Retry-After: the queue retries after this time all the same. */
const WAIT_MAX_MS = 10 * 60_000
const WAIT_UNSAID_MS = 30_000

/** Seconds, or a date; anything else is half a minute. */
export function retryAfterMs(header: string | null, now: Date): number {
  const text = header?.trim() ?? ''
  const asked = /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now.getTime()
  return Number.isNaN(asked) ? WAIT_UNSAID_MS : Math.min(WAIT_MAX_MS, Math.max(WAIT_MIN_MS, asked))
}

export async function readReply(
  replied: SendReply,
  sent: readonly StoredCheckIn[],
  now: Date,
): Promise<BatchReply> {
  if (replied.kind === 'signed-out') return { kind: 'not-signed-in' }
  if (replied.kind === 'unreachable') return { kind: 'offline', cause: replied.cause }
  const { response } = replied
  const body = await readJson(response)
  if (body === undefined)
    return { kind: 'offline', cause: `status ${response.status} without a body of ours` }
  switch (response.status) {
    case 200:
      return readResults(body, sent)
    case 400:
    case 413:
    case 422:
      return { kind: 'not-taken' }
    case 401:
      return { kind: replied.sender === 'device' ? 'revoked' : 'not-signed-in' }
    case 403:
      return { kind: 'not-allowed' }
    case 404:
      return { kind: 'event-gone' }
    case 429:
      return { kind: 'wait', waitMs: retryAfterMs(response.headers.get('retry-after'), now) }
    default:
      return { kind: 'server', cause: `status ${response.status}` }
  }
}

/**
 * undefined: not JSON, too long or broken off. A captive portal replies with pages, with any
 * status.
 */
async function readJson(response: Response): Promise<object | undefined> {
  try {
    const bytes = await readBounded(response.body as Body | null, MAX_JSON_BYTES) // the reply's own type is the wider one
    const value: unknown =
      bytes === undefined ? undefined : JSON.parse(new TextDecoder().decode(bytes))
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

function readResults(body: object, sent: readonly StoredCheckIn[]): BatchReply {
  const parsed = checkIn.reply.safeParse(body)
  if (!parsed.success) return { kind: 'server', cause: 'a reply of another shape' }
  const ids = new Set(sent.map(({ id }) => id))
  const ours = parsed.data.results.filter(({ id }) => ids.has(id))
  const settlements = ours.map(({ id, result, first }): Settlement => {
    // The response to the first request was lost. The server repeats that another check-in came
    // before, which is the important part.
    return { id, result: result === 'known' && first !== null ? 'second' : result, first }
  })
  // Where another check-in came before, the voting cards were handed out there.
  const voices = ours.flatMap(({ id, first, voices: own }) =>
    own === undefined || first !== null ? [] : [{ checkInId: id, ...own }],
  )
  return settlements.length === 0
    ? { kind: 'server', cause: 'a reply about other check-ins' }
    : { kind: 'settled', settlements, voices }
}
