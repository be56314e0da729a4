/**
 * Two servers on one PostgreSQL: one in this process, so that the test can make and read rows, and one in its own
 * process.
 */
import { createApiClient, type ApiClient } from '#shared/contract/base/client.ts'
import type { Role } from '#shared/domain/people/roles.ts'
import { openSession } from '#server/features/auth/open-session.ts'
import { buildMember, type BuiltMember } from '#tests/builders/member.ts'
import { startApiServer, type ApiServer } from '#tests/support/api-server.ts'
import { startSecondProcess } from './second-process.ts'

const SECRET_KEY = 'ab'.repeat(32)

export interface Person extends BuiltMember {
  readonly bearer: string
  readonly refreshToken: string
}

export interface TwoServers {
  readonly first: ApiServer
  /** One client for each server, both from one network that no other client uses. */
  visitor(): { readonly here: ApiClient; readonly there: ApiClient }
  person(role?: Role): Promise<Person>
  /** Resolves with the exit code of the second server. */
  stop(): Promise<number | null>
}

export async function startTwoServers(): Promise<TwoServers> {
  const first = await startApiServer({ engine: 'postgres', env: { SECRET_KEY } })
  const second = await startSecondProcess(first.databaseUrl ?? '', SECRET_KEY).catch(
    async (error: unknown) => {
      await first.stop()
      throw error
    },
  )
  let lastNetwork = 0
  return {
    first,
    visitor() {
      lastNetwork += 1
      const address = `10.${100 + Math.floor(lastNetwork / 250)}.${lastNetwork % 250}.1` // also a /24 of its own
      const client = (baseUrl: string): ApiClient =>
        createApiClient({ fetch, baseUrl, headers: () => ({ 'x-forwarded-for': address }) })
      return { here: client(first.url), there: client(second.url) }
    },
    async person(role = 'member') {
      const member = await buildMember(first.deps, { role })
      const { accessToken, refreshToken } = await openSession(first.deps, member.id, 'replicas')
      return { ...member, bearer: accessToken, refreshToken }
    },
    async stop() {
      const code = await second.stop()
      await first.stop()
      return code
    },
  }
}
