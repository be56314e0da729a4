import { platform } from '@platform'
import { type CallOptions, createApiClient } from '#shared/contract/base/client.ts'
import type { CallArguments, Reply, RouteDefinition } from '#shared/contract/base/define-route.ts'
import { CallFailure } from './call-failure.ts'

export { CallFailure } from './call-failure.ts'

/**
 * Any route of the contract, with the session of this platform. Expected failures are returned, not
 * thrown.
 */
export const api = createApiClient({ fetch: platform.fetch })

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
