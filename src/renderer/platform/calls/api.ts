import { type ApiClient, type CallOptions, createApiClient } from '#shared/contract/base/client.ts'
import type { CallArguments, Reply, RouteDefinition } from '#shared/contract/base/define-route.ts'
import { platform } from '@platform'
import { setWaiting } from '../session/session.ts'
import { CallFailure } from './call-failure.ts'

export { CallFailure } from './call-failure.ts'

const client = createApiClient({ fetch: platform.fetch })

/**
 * Any route of the contract, with the session of this platform. Expected failures are returned, not
 * thrown.
 */
export const api: ApiClient = {
  async call(route, args, options) {
    const result = await client.call(route, args, options)
    // The account got a factor or a staff role meanwhile: the guard leads to the page of the second factor.
    if (!result.ok && result.problem?.code === 'second-factor-needed') setWaiting(true)
    return result
  },
}

/** For `queryFn` and `mutationFn`: the value, or a `CallFailure`. */
export async function ask<R extends RouteDefinition>(
  route: R,
  args: CallArguments<R>,
  options?: CallOptions,
): Promise<Reply<R>> {
  const result = await api.call(route, args, options)
  if (!result.ok) throw new CallFailure(result)
  return result.value
}
