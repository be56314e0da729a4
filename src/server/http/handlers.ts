import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import type {
  ParsedRequest,
  ReplyInput,
  RouteDefinition,
} from '#shared/contract/base/define-route.ts'
import type { ROUTES, RouteId } from '#shared/contract/routes.ts'
import type { Outcome } from '../base/outcome.ts'
import type { Deps } from '../deps/deps.ts'
import type { Schema } from '../parts/database/schema.ts'
import type { CountedNetwork } from '../parts/security/throttle.ts'
import type { PrincipalOf } from './principal/principal.ts'

export interface RequestFacts {
  readonly requestId: string
  /** The narrowest network of the caller, for shares of memory and of bytes. Of a traceless route, a hash. */
  readonly network: string
  /** All networks that quotas count, narrowest first. */
  readonly networks: readonly CountedNetwork[]
  /** The user agent, cut to 200 characters; blank for a traceless route. */
  readonly device: string
  /** Replies that are bytes use it. */
  readonly reply: FastifyReply
  /** Requests that are streams (uploads) use it. */
  readonly request: FastifyRequest
  /** Fills in the audit row that the route's declaration asks for; call it before the command returns. */
  trace(detail: Trace): void
  /**
   * Runs the command that changes something, in a transaction that ends with the route's audit row: both are kept when
   * it returns a value, both are undone when it refuses or throws. On the embedded database there is one connection:
   * inside, use the given transaction and nothing else, and wait for no hash, file or mail.
   */
  transact<T>(
    command: (transaction: Transaction<Schema>) => Promise<Outcome<T>>,
  ): Promise<Outcome<T>>
}

export interface Trace {
  /** Sets the actor, where only the handler learns the caller (sign-in). */
  readonly actor?: string
  readonly target?: string
  /** Replaces the action of the route, where the call did something else: it proposed the act. */
  readonly action?: string
  readonly detail?: Readonly<Record<string, string | number | boolean | null>>
}

export type Handler<R extends RouteDefinition> = (
  input: ParsedRequest<R> & {
    readonly caller: PrincipalOf<R['access']>
    readonly facts: RequestFacts
  },
  deps: Deps,
) => Promise<Outcome<ReplyInput<R>>>

/** One handler for each route of a contract file: leaving one out does not compile. */
export type HandlersOf<Routes extends readonly RouteDefinition[]> = {
  readonly [Route in Routes[number] as Route['id']]: Handler<Route>
}
export type Handlers = { readonly [Id in RouteId]: Handler<(typeof ROUTES)[Id]> }
