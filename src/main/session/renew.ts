/** Exchanges the refresh token at the server. */
import { refresh } from '#shared/contract/auth.ts'
import type { CallApi } from '../api/call-api.ts'

export type Renewal =
  | { readonly kind: 'renewed'; readonly accessToken: string; readonly refreshToken: string }
  /** The server refused: the session is over. */
  | { readonly kind: 'refused' }
  /** No response, or an unclear one: the session stays. */
  | { readonly kind: 'undecided'; readonly cause: string }
export type Renew = (refreshToken: string) => Promise<Renewal>

export const createRenew =
  (call: CallApi): Renew =>
  async (refreshToken) => {
    const headers = new Headers({
      accept: 'application/json',
      authorization: `Bearer ${refreshToken}`,
    })
    const result = await call({ method: refresh.method, path: refresh.path, headers })
    if (result.kind === 'unreachable') return { kind: 'undecided', cause: result.cause }
    const { response } = result
    const body: unknown = await response.json().catch(() => undefined)
    if (response.status === 401) return { kind: 'refused' }
    const parsed = response.ok ? refresh.reply.safeParse(body) : undefined
    if (parsed?.success !== true) return { kind: 'undecided', cause: `status ${response.status}` }
    return { kind: 'renewed', ...parsed.data }
  }
