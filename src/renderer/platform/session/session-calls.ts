/**
 * The calls that a web session makes, in a file of their own: they bring the contract and its parser, a third of all
 * script, and a visitor's first page needs neither. Fetched with the first sign-in, or at rest where a session exists.
 */
import { logout, refresh } from '#shared/contract/auth.ts'
import { createApiClient, type CallOptions, type CallResult } from '#shared/contract/base/client.ts'
import type { SessionUser, SignInOptions, SignInResult } from '../platform.ts'
import { idleS } from './activity.ts'
import { loginArguments, signInFailure, toSessionUser, webLogin } from './sign-in-call.ts'

export interface Tokens {
  readonly accessToken: string
  readonly refreshToken: string
}
type BearerOptions = CallOptions & { readonly bearer: string }

export interface SessionCalls {
  signIn(
    identifier: string,
    password: string,
    options: SignInOptions,
  ): Promise<{
    readonly result: SignInResult
    readonly session?: Tokens & { readonly user: SessionUser }
  }>
  refresh(options: BearerOptions): Promise<CallResult<Tokens>>
  signOut(options: BearerOptions): Promise<CallResult<unknown>>
}

export function createSessionCalls(fetch: typeof globalThis.fetch): SessionCalls {
  const api = createApiClient({ fetch })
  return {
    async signIn(identifier, password, options) {
      const reply = await api.call(webLogin, loginArguments(identifier, password, options))
      if (!reply.ok) return { result: signInFailure(reply) }
      const user = toSessionUser(reply.value)
      const { accessToken, refreshToken } = reply.value
      return { result: { kind: 'signed-in', user }, session: { user, accessToken, refreshToken } }
    },
    refresh: (options) => api.call(refresh, { headers: { 'x-idle-s': idleS() } }, options),
    signOut: (options) => api.call(logout, {}, options),
  }
}
