/** The calls of a device to the server, with its own token. */
import type * as z from 'zod'
import type { CallResult } from '#shared/contract/base/client.ts'
import { verifyCard, type VerifyReply } from '#shared/contract/card.ts'
import { endKiosk, kioskSelf } from '#shared/contract/kiosk.ts'
import { clientOver } from '../api/api-client.ts'
import type { CallApi } from '../api/call-api.ts'

export type DeviceReply<T> =
  | { readonly kind: 'answer'; readonly value: T }
  /** Our server rejects the token. */
  | { readonly kind: 'token-refused' }
  /** Our server has another reason, such as too many calls. */
  | { readonly kind: 'refused'; readonly code: string }
  /** No response, or not from our server: no network, a captive portal, a failing server. */
  | { readonly kind: 'none' }

type DeviceSelf = z.output<(typeof kioskSelf)['reply']>

export interface DeviceApi {
  self(signal: AbortSignal): Promise<DeviceReply<DeviceSelf>>
  verify(
    body: z.input<(typeof verifyCard)['request']['body']>,
    signal: AbortSignal,
  ): Promise<DeviceReply<VerifyReply>>
  end(signal: AbortSignal): Promise<DeviceReply<unknown>>
}
export interface DeviceApiOptions {
  readonly call: CallApi
  readonly token: string
  readonly appVersion: string
}

export function createDeviceApi({ call, token, appVersion }: DeviceApiOptions): DeviceApi {
  const client = clientOver(call)
  return {
    self: async (signal) =>
      read(
        await client.call(
          kioskSelf,
          { headers: { 'x-app-version': appVersion } },
          { bearer: token, signal },
        ),
      ),
    verify: async (body, signal) =>
      read(await client.call(verifyCard, { body }, { bearer: token, signal })),
    end: async (signal) => read(await client.call(endKiosk, {}, { bearer: token, signal })),
  }
}

function read<T>(result: CallResult<T>): DeviceReply<T> {
  if (result.ok) return { kind: 'answer', value: result.value }
  const { problem } = result
  // A problem without a request id was made up from the status alone: a portal's 401 must not end a kiosk.
  if (problem === undefined || problem.requestId === '' || problem.status >= 500)
    return { kind: 'none' }
  return problem.status === 401
    ? { kind: 'token-refused' }
    : { kind: 'refused', code: problem.code }
}
