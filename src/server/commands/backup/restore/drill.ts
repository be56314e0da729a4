/**
 * `npm run restore -- --drill`: the backup as a server of its own beside the one that runs, to see that
 * it comes back. It has nothing of the running server's: no database, bucket, mail server, backups,
 * forwarded log, wallets or authority. What it made is deleted when it ends.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { StartFault } from '../../../base/start-fault.ts'
import type { Config } from '../../../deps/config.ts'

/** Beside this module in the build, in the folder above it in the source. */
const PROGRAM = fileURLToPath(
  import.meta.url.endsWith('.ts')
    ? new URL('../../../main.ts', import.meta.url)
    : new URL('./main.js', import.meta.url),
)
/** All else would lead to the places of the running server. */
const INHERITED = ['PATH', 'HOME', 'LANG', 'TZ', 'TMPDIR', 'NODE_OPTIONS', 'LOG_LEVEL'] as const

/** @throws StartFault where an earlier drill was left behind */
export function drillConfig(config: Config): Config {
  const dataDir = join(resolve(config.dataDir), 'drill')
  if (existsSync(dataDir))
    throw new StartFault(
      `${dataDir} was left behind by an earlier drill. It contains all data of a server, unencrypted: delete it with rm -r ${dataDir}, then run the command again.`,
    )
  return { ...config, dataDir, databaseUrl: undefined, s3: undefined, secretKey: undefined }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** Runs the server of the drill until it is stopped. @returns whether it ended as asked */
export async function runDrill(
  { dataDir }: Pick<Config, 'dataDir'>,
  secretKey: string,
  print: (line: string) => void,
): Promise<boolean> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const kept = INHERITED.flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  const child = spawn(process.execPath, [PROGRAM], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...Object.fromEntries(kept),
      DATA_DIR: dataDir,
      PORT: String(port),
      HOST: '127.0.0.1',
      PUBLIC_URL: url,
      SECRET_KEY: secretKey,
    },
  })
  const stop = (): void => void child.kill('SIGTERM')
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
  child.stdout.on('data', (chunk: Buffer) => {
    if (!String(chunk).includes('WLD is ready')) return
    print(`The drill runs at ${url} (from another machine: ssh -L ${port}:127.0.0.1:${port} …).`)
    print(`Sign in as usual. Mails are files in ${join(dataDir, 'outbox')}; none are sent.`)
    print('Ctrl+C ends the drill and deletes its folder. The running server is not touched.')
  })
  const [code] = (await once(child, 'close')) as [number | null]
  await rm(dataDir, { recursive: true, force: true })
  print(`The drill has ended, and ${dataDir} is deleted.`)
  return code === 0
}
