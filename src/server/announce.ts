import type { AddressInfo } from 'node:net'
import type { Config } from './config.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './demo/accounts.ts'

/** What a new developer needs to read after the start; a production server prints one line. */
export function announce(config: Config, address: AddressInfo | string | null): void {
  const port = typeof address === 'object' && address !== null ? address.port : config.port
  const base =
    new URL(config.publicUrl).port === String(config.port)
      ? `http://localhost:${port}`
      : config.publicUrl
  const lines = [`WLD is ready at ${base}`]
  if (config.environment === 'local')
    lines.push(
      `  API and its documentation   ${base}/api/docs`,
      '',
      `Demonstration accounts, all with the password ${DEMO_PASSWORD}`,
      ...DEMO_ACCOUNTS.map(({ email, does }) => `  ${email.padEnd(26)}  ${does}`),
      '',
      'Stop with Ctrl+C.',
    )
  if (config.trustProxy.length === 0)
    lines.push(
      'TRUST_PROXY names no web server in front: behind one, all callers share one quota (docs/operations.md).',
    )
  process.stdout.write(`${lines.join('\n')}\n`)
}
