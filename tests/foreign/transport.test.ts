/** testssl.sh judges the TLS of the web server of deploy/. */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startApiServer } from '#tests/support/api-server.ts'
import { askBeside, missingTools } from '#tests/support/foreign-tools.ts'
import { freePort } from '#tests/support/free-port.ts'
import { MEMORY_FOLDER } from '#tests/support/memory-folder.ts'

const CADDY = '/usr/bin/caddy'
const missing = missingTools(['testssl', CADDY])

interface Finding {
  readonly id: string
  readonly severity: string
  readonly finding: string
}

/**
 * Here Caddy signs for itself: a certificate of a real name comes with the first start on its host. It promises tickets
 * of a session for seven days and replaces their key each day, which testssl.sh cannot see.
 */
const EXPLAINED = /^cert_|^scanTime|^overall_grade|^DNS_CAArecord|^TLS_session_ticket/

test.skipIf(missing.length > 0)(
  'testssl.sh finds nothing of weight in the TLS of Caddy',
  async () => {
    const dir = await mkdtemp(join(MEMORY_FOLDER, 'wld-tls-'))
    const port = await freePort()
    const server = await startApiServer({
      engine: 'sqlite',
      env: { TRUST_PROXY: 'loopback', PUBLIC_URL: `https://localhost:${port}` },
    })
    const caddy = spawn(
      CADDY,
      [
        'run',
        '--config',
        join(import.meta.dirname, '../../deploy/Caddyfile'),
        '--adapter',
        'caddyfile',
      ],
      {
        stdio: 'ignore',
        env: {
          PATH: process.env['PATH'] ?? '',
          HOME: dir,
          SITE_HOST: `https://localhost:${port}`,
          UPSTREAM: new URL(server.url).host,
          CADDY_ADMIN: `127.0.0.1:${await freePort()}`,
        },
      },
    )
    const ended = new Promise((resolve) => caddy.once('exit', resolve))
    onTestFinished(async () => {
      caddy.kill()
      await ended
      await server.stop()
      await rm(dir, { recursive: true })
    })
    await vi.waitFor(
      () =>
        new Promise<void>((resolve, reject) => {
          const socket = connect(port, '127.0.0.1', () => resolve(void socket.destroy()))
          socket.once('error', reject)
        }),
      { timeout: 30_000 },
    )
    const report = join(dir, 'report.json')
    const { said } = await askBeside(
      'testssl',
      `--quiet --color 0 --warnings off --nodns none --jsonfile ${report} localhost:${port}`.split(
        ' ',
      ),
    )
    if (!existsSync(report)) throw new Error(said)
    const findings = JSON.parse(await readFile(report, 'utf8')) as readonly Finding[] // the form of testssl.sh 3
    expect(findings.length, said).toBeGreaterThan(50)
    expect(findings.find(({ id }) => id === 'TLS1_3')?.severity).toBe('OK')
    const bad = findings.filter(
      ({ id, severity }) =>
        ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL', 'FATAL'].includes(severity) && !EXPLAINED.test(id),
    )
    expect(bad).toEqual([])
  },
)
