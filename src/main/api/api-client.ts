/** The typed client for calls that main makes itself. */
import { createApiClient, type ApiClient } from '#shared/contract/base/client.ts'
import type { CallApi } from './call-api.ts'

export const clientOver = (call: CallApi): ApiClient =>
  createApiClient({
    fetch: async (address, init = {}) => {
      const reply = await call({
        method: init.method ?? 'GET',
        path: address as string, // what the client gives: path and query
        headers: new Headers(init.headers),
        ...(typeof init.body === 'string' ? { body: new TextEncoder().encode(init.body) } : {}),
        ...(init.signal == null ? {} : { signal: init.signal }),
      })
      if (reply.kind === 'unreachable') throw new TypeError(reply.cause)
      return reply.response
    },
  })
