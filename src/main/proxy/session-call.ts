import type { ApiRequest, CallApi } from '../api/call-api.ts'
/** A call of the signed-in user: the bearer of main, and after a 401 one renewal and one more try. */
import type { Bearer, SessionKeeper } from '../session/keeper.ts'

export interface SessionCallOptions {
  readonly call: CallApi
  readonly keeper: Pick<SessionKeeper, 'bearer' | 'renewed'>
  /** `optional`: where the session cannot be renewed, the call goes out without a bearer. */
  readonly need: 'session' | 'optional'
}

const NOT_RENEWED = { kind: 'unreachable', cause: 'The session could not be renewed' } as const

export const createSessionCall =
  ({ call, keeper, need }: SessionCallOptions): CallApi =>
  async (request) => {
    const bearer = await keeper.bearer()
    if (bearer.kind === 'unavailable' && need === 'session') return NOT_RENEWED
    const reply = await call(withBearer(request, bearer))
    if (bearer.kind !== 'token' || reply.kind !== 'answered' || reply.response.status !== 401)
      return reply
    const renewed = await keeper.renewed(bearer.token)
    if (renewed.kind === 'signed-out') return reply
    await reply.response.body?.cancel()
    // "Not signed in" would be wrong: the session may be valid, but the server could not be
    // reached.
    if (renewed.kind === 'unavailable') return NOT_RENEWED
    return call(withBearer(request, renewed))
  }

function withBearer(request: ApiRequest, bearer: Bearer): ApiRequest {
  if (bearer.kind !== 'token') return request
  const headers = new Headers(request.headers)
  headers.set('authorization', `Bearer ${bearer.token}`)
  return { ...request, headers }
}
