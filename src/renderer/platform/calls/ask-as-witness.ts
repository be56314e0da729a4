/** Calls that carry no session, no cookie and no earlier page: those of witnesses. */
import { createApiClient, type CallOptions } from '#shared/contract/base/client.ts'
import type { CallArguments, Reply, RouteDefinition } from '#shared/contract/base/define-route.ts'
import { CallFailure } from './call-failure.ts'

const client = createApiClient({
  fetch: (input, init) =>
    fetch(input, { ...init, credentials: 'omit', referrerPolicy: 'no-referrer' }),
})

/** Calls like `ask`, with the receipt as bearer. */
export async function askAsWitness<R extends RouteDefinition>(
  route: R,
  args: CallArguments<R>,
  options?: CallOptions,
): Promise<Reply<R>> {
  const result = await client.call(route, args, options)
  if (!result.ok) throw new CallFailure(result)
  return result.value
}
