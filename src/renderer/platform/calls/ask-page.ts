import type { CallOptions } from '#shared/contract/base/client.ts'
import type { CallArguments, Reply, RouteDefinition } from '#shared/contract/base/define-route.ts'
import { ask } from './api.ts'

/** Without a page in its query, a route that lists replies with a plain list. */
export type PageOf<R extends RouteDefinition> = Exclude<Reply<R>, readonly unknown[]>

/** As `ask`, for one page of a list. */
export async function askPage<R extends RouteDefinition>(
  route: R,
  args: CallArguments<R>,
  options?: CallOptions,
): Promise<PageOf<R>> {
  const reply: unknown = await ask(route, args, options)
  if (Array.isArray(reply)) throw new Error('The server sent a list where a page was asked for')
  return reply as PageOf<R> // anything but a list is the page
}
