/** Three server processes on one PostgreSQL and one bucket behind a proxy, with a mail server. */
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openSession } from '#server/features/auth/open-session.ts'
import { createApiClient, type ApiClient } from '#shared/contract/base/client.ts'
import type { Role } from '#shared/domain/people/roles.ts'
import { buildMember, type BuiltMember } from '#tests/builders/member.ts'
import { startApiServer, type ApiServer } from '#tests/support/api-server.ts'
import { startFakeS3 } from '#tests/support/fake-s3.ts'
import { freePort } from '#tests/support/free-port.ts'
import { MEMORY_FOLDER } from '#tests/support/memory-folder.ts'
import { serverProcess, type ServerProcess } from '#tests/support/server-process.ts'
import { startMailServer, type TestMailServer } from '#tests/support/smtp.ts'
import { startProxy, type Proxy } from './proxy.ts'

const SECRET_KEY = 'ab'.repeat(32)

export interface Person extends BuiltMember {
  readonly bearer: string
}

interface Replica {
  readonly url: string
  readonly process: ServerProcess
}

export interface ThreeServers {
  /** In the process of the test, beside the proxy: makes rows and reads them. */
  readonly bench: ApiServer
  readonly replicas: readonly Replica[]
  readonly proxy: Proxy
  readonly mail: TestMailServer
  /** One client for the proxy and one for each server, all from one network that no other client uses. */
  visitor(): { readonly proxied: ApiClient; readonly direct: readonly ApiClient[] }
  person(role?: Role): Promise<Person>
  /** Resolves with the exit codes. */
  stop(): Promise<readonly (number | null)[]>
}

export async function startThreeServers(): Promise<ThreeServers> {
  const [s3, mail, dataDir] = [
    await startFakeS3(),
    await startMailServer(),
    await mkdtemp(join(MEMORY_FOLDER, 'wld-replica-')),
  ]
  const { endpoint, region, bucket, accessKeyId, secretAccessKey } = s3.settings
  const shared = {
    SECRET_KEY,
    SMTP_URL: mail.url,
    MAIL_FROM: 'WLD <office@test.example>',
    S3_ENDPOINT: endpoint,
    S3_REGION: region,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  }
  const bench = await startApiServer({ engine: 'postgres', env: shared })
  const ports = [await freePort(), await freePort(), await freePort()]
  const replicas = ports.map((port, index) => ({
    url: `http://127.0.0.1:${port}`,
    process: serverProcess({
      ...shared,
      PORT: String(port),
      DATA_DIR: join(dataDir, String(index)),
      DATABASE_URL: bench.databaseUrl ?? '',
      DATABASE_POOL_SIZE: '5',
      LOG_LEVEL: 'error',
    }),
  }))
  await Promise.all(replicas.map(({ process }) => process.start()))
  const proxy = await startProxy(ports)
  let lastNetwork = 0
  return {
    bench,
    replicas,
    proxy,
    mail,
    visitor() {
      lastNetwork += 1
      const address = `10.${100 + Math.floor(lastNetwork / 250)}.${lastNetwork % 250}.1` // also a /24 of its own
      const client = (baseUrl: string): ApiClient =>
        createApiClient({ fetch, baseUrl, headers: () => ({ 'x-forwarded-for': address }) })
      return { proxied: client(proxy.url), direct: replicas.map(({ url }) => client(url)) }
    },
    async person(role = 'member') {
      const member = await buildMember(bench.deps, { role })
      const { accessToken } = await openSession(bench.deps, member.id, 'replicas')
      return { ...member, bearer: accessToken }
    },
    async stop() {
      await proxy.stop()
      const codes = await Promise.all(replicas.map(({ process }) => process.stop('SIGTERM')))
      await bench.stop()
      await mail.stop()
      await s3.stop()
      await rm(dataDir, { recursive: true, force: true })
      return codes
    },
  }
}
