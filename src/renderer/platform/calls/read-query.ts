import { type QueryKey, queryOptions } from '@tanstack/react-query'
import type { CallArguments, RouteDefinition } from '#shared/contract/base/define-route.ts'
import { ask } from './api.ts'

/** The query that reads one route. A page that is left ends the call. */
export const readQuery = <const K extends QueryKey, R extends RouteDefinition>(
  queryKey: K,
  route: R,
  args: CallArguments<R>,
) => queryOptions({ queryKey, queryFn: ({ signal }) => ask(route, args, { signal }) })
