/** The real application on a real database behind a real port, with a clock that the test moves. */
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Clock } from '#server/base/clock.ts'
import { createLogger } from '#server/base/logger.ts'
import { DEMONSTRATION } from '#server/demo/accounts.ts'
import { parseConfig } from '#server/deps/config.ts'
import type { Deps } from '#server/deps/deps.ts'
import { createPasswords } from '#server/parts/security/passwords.ts'
import { recordProof } from '#server/records/factors/step-up-repository.ts'
import { buildApp } from '#server/start/app.ts'
import { drain } from '#server/start/drain.ts'
import { openDeps } from '#server/start/open-deps.ts'
import { login } from '#shared/contract/auth.ts'
import { createApiClient, type ApiClient } from '#shared/contract/base/client.ts'
import { createPostgresDatabase, type EngineName } from './engines.ts'
import { MEMORY_FOLDER } from './memory-folder.ts'
import { migratedDatabases } from './migrated-databases.ts'

interface MovableClock extends Clock {
  advance(seconds: number): void
}
function movableClock(): MovableClock {
  let aheadMs = 0
  return {
    now: () => new Date(Date.now() + aheadMs),
    advance: (seconds) => void (aheadMs += seconds * 1_000),
  }
}

export interface ApiServer {
  readonly url: string
  readonly deps: Deps
  readonly clock: MovableClock
  readonly client: ApiClient
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  /** Lines of the server's log, as text. */
  readonly logLines: readonly string[]
  stop(): Promise<void>
}

export interface ApiServerOptions {
  readonly engine: EngineName
  /** Uses the database of another server, as a second replica would. */
  readonly databaseUrl?: string
  readonly dataDir?: string
  readonly env?: Readonly<Record<string, string>>
  /** Folder of the built interface; without it the server has the API only. */
  readonly webDir?: string
  /** Where the address must be known before, such as for PUBLIC_URL. */
  readonly port?: number
  /** Hashes passwords at the cost of production instead of the lowest one. */
  readonly realPasswords?: boolean
}

const SMALLEST_COST = { memoryCost: 8, timeCost: 1, parallelism: 1 }

export const basic = (identifier: string, password: string): string =>
  `Basic ${Buffer.from(`${identifier}:${password}`).toString('base64')}`

export async function startApiServer({
  engine,
  databaseUrl,
  dataDir,
  env = {},
  webDir,
  port: wantedPort = 0,
  realPasswords = false,
}: ApiServerOptions): Promise<ApiServer> {
  const ownDir = dataDir === undefined ? await mkdtemp(join(MEMORY_FOLDER, 'wld-api-')) : undefined
  const dir = dataDir ?? ownDir ?? ''
  const migrated = migratedDatabases()
  if (engine === 'sqlite' && ownDir !== undefined && migrated.sqlite !== undefined)
    await copyFile(migrated.sqlite, join(ownDir, 'wld.sqlite'))
  const temporary =
    engine === 'postgres' && databaseUrl === undefined
      ? await createPostgresDatabase(migrated.postgres)
      : undefined
  const url = databaseUrl ?? temporary?.url
  const parsed = parseConfig(
    {
      PORT: '0',
      DATA_DIR: dir,
      LOG_LEVEL: 'info',
      SECRET_KEY: 'ab'.repeat(32),
      STAFF_SECOND_FACTOR: 'optional', // the suites about it ask for it
      ...(url === undefined ? {} : { DATABASE_URL: url }),
      ...env,
    },
    'local',
  )
  if (!parsed.ok) throw new Error(parsed.faults.join('; '))
  const clock = movableClock()
  const logLines: string[] = []
  const log = createLogger('info', { write: (line: string) => void logLines.push(line) })
  const { deps, close } = await openDeps(parsed.config, {
    clock,
    log,
    demonstration: DEMONSTRATION,
    ...(realPasswords ? {} : { passwords: createPasswords(SMALLEST_COST) }),
  })
  const app = await buildApp(deps, webDir ?? join(dir, 'no-web'))
  await app.listen({ port: wantedPort, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo // a TCP server's address has a port
  const origin = `http://127.0.0.1:${port}`
  return {
    url: origin,
    deps,
    clock,
    client: createApiClient({ fetch, baseUrl: origin }),
    dataDir: dir,
    databaseUrl: url,
    logLines,
    async stop() {
      await drain(app, 2_000)
      await close()
      await temporary?.drop()
      if (ownDir !== undefined) await rm(ownDir, { recursive: true, force: true })
    },
  }
}

/** Quotas count in fixed windows: a test that starts at the beginning of one does not reach its end. */
export const startWindow = ({ clock }: ApiServer, windowS: number): void =>
  clock.advance(windowS - (Math.floor(clock.now().getTime() / 1_000) % windowS))

/** Signs in and returns the tokens; throws when the server refuses. */
/** Records that the session of this token has just proven its password. */
export function confirmPassword({ deps }: Pick<ApiServer, 'deps'>, bearer: string): Promise<void> {
  const { sid } = JSON.parse(Buffer.from(bearer.split('.')[1] ?? '', 'base64url').toString()) as {
    sid: string
  }
  return recordProof(deps, sid, { kind: 'password' })
}

export async function signIn(server: ApiServer, identifier: string, password: string) {
  const result = await server.client.call(login, {
    headers: { authorization: basic(identifier, password), 'refresh-rotation': 'every-use' },
  })
  if (!result.ok)
    throw new Error(`Sign-in of ${identifier} failed: ${JSON.stringify(result.problem)}`)
  return result.value
}
