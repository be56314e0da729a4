/** A second server in a process of its own, so that the two share nothing in memory. */
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '#tests/support/free-port.ts'
import { MEMORY_FOLDER } from '#tests/support/memory-folder.ts'

const ROOT = join(import.meta.dirname, '../..')
const START_MAX_MS = 30_000
/** No server listens there: mails stay in the outbox, where the test reads their codes. */
const NO_MAIL_SERVER = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'WLD <office@test.example>' }

export interface SecondProcess {
  readonly url: string
  /** Stops the process as an operator does; resolves with its exit code. */
  stop(): Promise<number | null>
}

export async function startSecondProcess(
  databaseUrl: string,
  secretKey: string,
): Promise<SecondProcess> {
  const dataDir = await mkdtemp(join(MEMORY_FOLDER, 'wld-replica-'))
  const port = await freePort()
  const child = spawn(process.execPath, [join(ROOT, 'src/server/main.ts')], {
    cwd: dataDir,
    env: {
      PATH: process.env['PATH'] ?? '',
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      SECRET_KEY: secretKey,
      PORT: String(port),
      HOST: '127.0.0.1',
      PUBLIC_URL: `http://localhost:${port}`,
      LOG_LEVEL: 'warn',
      ...NO_MAIL_SERVER,
    },
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => void (output += String(chunk)))
  child.stderr.on('data', (chunk: Buffer) => void (output += String(chunk)))
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const stop = async (): Promise<number | null> => {
    child.kill('SIGTERM')
    const code = await ended
    await rm(dataDir, { recursive: true, force: true })
    return code
  }
  for (let waitedMs = 0; !output.includes('WLD is ready'); waitedMs += 50) {
    if (waitedMs > START_MAX_MS || child.exitCode !== null) {
      await stop()
      throw new Error(`the second server did not start: ${output}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return { url: `http://127.0.0.1:${port}`, stop }
}
