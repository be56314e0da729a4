import type * as z from 'zod'
import type { WaitingState } from '../../domain/access/factor-rules.ts'
import type { Access, PolicyName } from './access.ts'
import type { ProblemCode } from './problem.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * A quota: `max` calls in `windowS` seconds, counted per network (a wider network shares a multiple of it), per caller,
 * per value that the handler names, or over the whole route. The total of a route (`route`) counts what was worth a
 * mail or a row, and refuses no call: the more of it is used, the harder is the proof of work (ADR 0064).
 */
export interface Limit {
  readonly per: 'network' | 'caller' | 'identifier' | 'route'
  readonly max: number
  readonly windowS: number
}

/**
 * Total over all networks, for each route that mails to an address from the request. It counts the
 * mails that were written; above half of it every call needs a proof of work, which gets harder with
 * each further total. An evening with hundreds of registrations stays below it.
 */
export const MAILS_OF_ROUTE = { per: 'route', max: 1_000, windowS: 3_600 } as const satisfies Limit

interface RequestShape {
  readonly headers?: z.ZodObject
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
}

/**
 * A route, declared once. Server, typed client, desktop proxy, OpenAPI page and the permission matrix are computed
 * from it; what is not here does not exist.
 */
export interface RouteDefinition {
  /** Unique, `feature.verb`; the name of its handler and its OpenAPI operation. */
  readonly id: string
  readonly method: Method
  /** Fastify form: `/api/auth/sessions/:id`. */
  readonly path: `/${string}`
  readonly summary: string
  readonly access: Access
  readonly policy?: PolicyName
  /**
   * States of a session that waits for its second factor in which the route is open all the same.
   * Every other route refuses such a session (ADR 0030).
   */
  readonly beforeFactor?: readonly WaitingState[]
  readonly request: RequestShape
  /** Media type of a request that is not JSON; the handler reads it as a stream. */
  readonly requestType?: string
  /** Fields of the body that may hold any character, because they are only read and never stored. */
  readonly rawText?: readonly string[]
  readonly reply: z.ZodType
  /** Media type of a reply that is not JSON. */
  readonly replyType?: string
  readonly limits: readonly Limit[]
  /**
   * The reply tells whether a card number, e-mail address or phone number is of a person who is registered here (ADR 0063).
   * `member`: each number that the caller gives is a guess, and guesses have one budget for the account or device.
   * `list`: a list that the caller may read anyway; each call costs the rows it returns, and an empty one costs a row.
   * `tests/security/look-ups.test.ts` finds the routes that should say so.
   */
  readonly reveals?: 'member' | 'list'
  /**
   * Action that is written to the audit log when the call succeeds; null where reading is not
   * logged.
   */
  readonly audit: string | null
  /** Whether a call may change something, where the method does not say it. Its audit row comes with the change. */
  readonly changes?: boolean
  /**
   * Nothing that tells who calls is stored or logged: quotas count a hash of the network that is
   * forgotten within a day, and the handler gets no user agent (ADR 0046).
   */
  readonly traceless?: boolean
  /** Further refusals of the route, beside those that follow from access, limits and shape. */
  readonly errors: readonly ProblemCode[]
}

export const mayChange = ({
  method,
  changes,
}: Pick<RouteDefinition, 'method' | 'changes'>): boolean => changes ?? method !== 'GET'

const PACE_FROM = 60
/**
 * Whether a quota only sets a pace: sixty calls a minute or more, on a call that changes nothing. What protects a secret
 * (codes, passwords, refresh tokens, exports, budgets of guesses and rows) has a longer window or a smaller number, and is
 * counted in the database before the call goes on (ADR 0082).
 */
export const isPace = (
  route: Pick<RouteDefinition, 'method' | 'changes' | 'access'>,
  { max, windowS }: Limit,
): boolean =>
  !mayChange(route) && route.access !== 'refresh-token' && windowS <= 60 && max >= PACE_FROM

type WithDefaults = Pick<RouteDefinition, 'errors'> & { readonly request: {} }
const DEFAULTS: WithDefaults = { request: {}, errors: [] }

/** A route that reads nothing of its request, or refuses nothing of its own, leaves that out. */
export const defineRoute = <
  const R extends Omit<RouteDefinition, keyof WithDefaults> &
    Partial<Pick<RouteDefinition, keyof WithDefaults>>,
>(
  route: R,
): WithDefaults & R => ({ ...DEFAULTS, ...route })

type Output<S> = S extends z.ZodType ? z.output<S> : undefined
type Input<S> = S extends z.ZodType ? z.input<S> : undefined

/** What a handler receives: parsed, and typed by the declaration. */
export interface ParsedRequest<R extends RouteDefinition> {
  readonly headers: Output<R['request']['headers']>
  readonly params: Output<R['request']['params']>
  readonly query: Output<R['request']['query']>
  readonly body: Output<R['request']['body']>
}

/** A part that needs nothing (a query of filters, a body that may be missing) can be left out of the call. */
type InputPart<K extends string, S> = S extends z.ZodType
  ? undefined extends z.input<S>
    ? { readonly [P in K]?: z.input<S> }
    : Partial<z.input<S>> extends z.input<S>
      ? { readonly [P in K]?: z.input<S> | undefined }
      : { readonly [P in K]: z.input<S> }
  : unknown
/** What the caller passes. */
export type CallArguments<R extends RouteDefinition> = InputPart<
  'headers',
  R['request']['headers']
> &
  InputPart<'params', R['request']['params']> &
  InputPart<'query', R['request']['query']> &
  InputPart<'body', R['request']['body']>

export type Reply<R extends RouteDefinition> = z.output<R['reply']>
export type ReplyInput<R extends RouteDefinition> = Input<R['reply']>
