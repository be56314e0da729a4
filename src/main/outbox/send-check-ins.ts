/** Sends one batch to the server, with the bearer of the device or of the signed-in user. */
import type * as z from 'zod'
import { checkIn, STAFF_CHECK_INS_MAX } from '#shared/contract/events.ts'
import type { ApiReply, CallApi } from '../api/call-api.ts'
import type { Bearer } from '../session/keeper.ts'

export type SentCheckIn = z.input<(typeof checkIn)['request']['body']>['checkIns'][number]
export type Sender = 'device' | 'staff'
export type SendReply = (ApiReply | { readonly kind: 'signed-out' }) & { readonly sender: Sender }
/** Never rejects. `signal` aborts the call. */
export type SendCheckIns = (
  eventId: string,
  checkIns: readonly SentCheckIn[],
  signal: AbortSignal,
) => Promise<SendReply>

/** The session keeper is one; a device's token, which cannot be renewed, returns `signed-out` from `renewed`. */
export interface Bearers {
  readonly sender: Sender
  bearer(): Promise<Bearer>
  renewed(rejected: string): Promise<Bearer>
}
export interface SendOptions {
  readonly call: CallApi
  /** Called for each batch: a device may send only for its own event, staff for any. */
  readonly bearersFor: (eventId: string) => Bearers
}

export function createSendCheckIns({ call, bearersFor }: SendOptions): SendCheckIns {
  return async (eventId, checkIns, signal) => {
    const bearers = bearersFor(eventId)
    const { sender } = bearers
    const path = checkIn.path.replace(':id', encodeURIComponent(eventId))
    // Staff send a queue in small portions. The rest of the batch stays in the queue and is sent next.
    const sent = sender === 'staff' ? checkIns.slice(0, STAFF_CHECK_INS_MAX) : checkIns
    const body = new TextEncoder().encode(JSON.stringify({ checkIns: sent }))
    const post = async (bearer: Bearer): Promise<SendReply> => {
      if (bearer.kind === 'signed-out') return { kind: 'signed-out', sender }
      if (bearer.kind === 'unavailable')
        return { kind: 'unreachable', cause: 'No bearer could be had', sender }
      const headers = new Headers({
        accept: 'application/json',
        'content-type': 'application/json',
        authorization: `Bearer ${bearer.token}`,
      })
      return { ...(await call({ method: checkIn.method, path, headers, body, signal })), sender }
    }
    const first = await bearers.bearer()
    const reply = await post(first)
    if (first.kind !== 'token' || reply.kind !== 'answered' || reply.response.status !== 401)
      return reply
    const second = await bearers.renewed(first.token)
    if (second.kind === 'signed-out') return reply
    await reply.response.body?.cancel().catch(() => undefined) // a body that is not read holds its connection
    return post(second)
  }
}
