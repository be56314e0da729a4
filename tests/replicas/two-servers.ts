/**
 * Two servers on one PostgreSQL: one in this process, so that the test can make and read rows, and one in its own
 * process.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openSession } from '#server/features/auth/open-session.ts'
import { createApiClient, type ApiClient } from '#shared/contract/base/client.ts'
import type { Role } from '#shared/domain/people/roles.ts'
import { buildMember, type BuiltMember } from '#tests/builders/member.ts'
import { startApiServer, type ApiServer } from '#tests/support/api-server.ts'
import { freePort } from '#tests/support/free-port.ts'
import { MEMORY_FOLDER } from '#tests/support/memory-folder.ts'
import { serverProcess } from '#tests/support/server-process.ts'

/** No server listens there: mails stay in the outbox, where the test reads their codes. */
const NO_MAIL_SERVER = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'WLD <office@test.example>' }
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
  const dataDir = await mkdtemp(join(MEMORY_FOLDER, 'wld-replica-'))
  const port = String(await freePort())
  const second = serverProcess({
    PORT: port,
    DATA_DIR: dataDir,
    DATABASE_URL: first.databaseUrl ?? '',
    SECRET_KEY,
    ...NO_MAIL_SERVER,
  })
  await second.start()
  let lastNetwork = 0
  return {
    first,
    visitor() {
      lastNetwork += 1
      const address = `10.${100 + Math.floor(lastNetwork / 250)}.${lastNetwork % 250}.1` // also a /24 of its own
      const client = (baseUrl: string): ApiClient =>
        createApiClient({ fetch, baseUrl, headers: () => ({ 'x-forwarded-for': address }) })
      return { here: client(first.url), there: client(`http://127.0.0.1:${port}`) }
    },
    async person(role = 'member') {
      const member = await buildMember(first.deps, { role })
      const { accessToken, refreshToken } = await openSession(first.deps, member.id, 'replicas')
      return { ...member, bearer: accessToken, refreshToken }
    },
    async stop() {
      const code = await second.stop('SIGTERM')
      await first.stop()
      await rm(dataDir, { recursive: true, force: true })
      return code
    },
  }
}
