/** Looks at the running server: by itself, and through the address that people type. */
import { isIP } from 'node:net'
import type * as z from 'zod'
import { healthz, type readyz } from '#shared/contract/health.ts'
import type { Config } from '../../deps/config.ts'
import { CERTIFICATE_DAYS_MIN, certificateDays } from '../../records/operation/certificate-days.ts'
import { connectionFault } from './connection-fault.ts'
import { fault, note, ok, type DoctorCheck } from './finding.ts'

const CALL_LIMIT_MS = 10_000
const CLOCK_APART_MAX_MS = 30_000
/** What a web server in front replies when the server behind it does not take the call. */
const BAD_GATEWAY: readonly number[] = [502, 503, 504]
const EVERY_ADDRESS: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }

const call = (url: string): Promise<Response> =>
  fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(CALL_LIMIT_MS) })

const isLoopback = (host: string): boolean =>
  ['localhost', '127.0.0.1', '::1', '[::1]'].includes(host)

type ReadyReply = z.infer<typeof readyz.reply> & { readonly part: string }

/** @param reply of `/readyz`: the body, or the problem that names the part without which nothing can be served */
function serving(
  base: string,
  { part, files, writes }: Partial<ReadyReply> = {},
): ReturnType<typeof ok> {
  const remedy = 'See the lines above and its log.'
  if (part !== undefined) return fault(`The server runs, but not its part "${part}".`, remedy)
  if (writes === 'refused')
    return fault(
      'The server can read its database but not write to it.',
      'Free some space on its disk; see its log.',
    )
  if (files === 'away' || files === 'slow')
    return fault(`The server serves, but its store of files is ${files}.`, remedy)
  return ok(`The server is ready at ${base}.`)
}

async function checkProcess({ host, port }: Config, version: string) {
  const name = EVERY_ADDRESS[host] ?? (isIP(host) === 6 ? `[${host}]` : host)
  const base = `http://${name}:${port}`
  let ready: Response
  let alive: Response
  try {
    ready = await call(`${base}/readyz`)
    alive = await call(`${base}/healthz`)
  } catch (error) {
    return [
      fault(
        `The server is not responding at ${base} (${connectionFault(error)}).`,
        'Start it, or correct HOST and PORT. Its log says why it stopped.',
      ),
    ]
  }
  const health = healthz.reply.safeParse(await alive.json().catch(() => undefined))
  if (!health.success)
    return [
      fault(
        `Another program is responding at ${base}.`,
        'Stop that program, or set PORT to a free port.',
      ),
    ]
  return [
    serving(base, (await ready.json().catch(() => undefined)) as Partial<ReadyReply> | undefined), // one of our own replies
    ...(health.data.version === version
      ? []
      : [
          note(
            `Version ${health.data.version} is running, but ${version} is installed.`,
            'Restart the server.',
          ),
        ]),
    ...(isLoopback(host)
      ? []
      : [
          note(
            `Port ${port} is open to other machines (HOST=${host}).`,
            'Let the firewall admit only the web server in front: other traffic is not encrypted.',
          ),
        ]),
  ]
}

async function checkCertificate(url: URL) {
  const { hostname } = url
  const days = await certificateDays(url)
  return days < CERTIFICATE_DAYS_MIN
    ? fault(
        `The certificate of ${hostname} expires in ${days} days.`,
        'Find out why the web server did not renew it.',
      )
    : ok(`The certificate of ${hostname} is valid for ${days} days.`)
}

/** Plain http must lead to https, or a first visit can be read and changed on the way. */
async function checkPlainHttp({ hostname }: URL) {
  const reply = await call(`http://${hostname}/`).catch(() => undefined) // closed is as good
  const leads = reply?.headers.get('location')?.startsWith('https://') === true
  return reply === undefined || leads
    ? ok('Plain http leads to https, or is closed.')
    : fault(
        `http://${hostname}/ does not redirect to https (status ${reply.status}).`,
        'Make the web server in front redirect port 80.',
      )
}

/**
 * `/metrics` is for this machine alone. When the way through the web server in front opens it, that
 * one does not say who calls: every visitor counts as this machine.
 */
async function checkForwarding({ publicUrl, trustProxy }: Config) {
  const { status } = await call(`${publicUrl}/metrics`)
  if (status === 200)
    return fault(
      'The web server in front does not forward the address of callers: everybody can read /metrics, and all share one quota.',
      'Make it set X-Forwarded-For (docs/operations.md).',
    )
  return trustProxy.length === 0
    ? fault(
        'TRUST_PROXY names no web server in front: all callers share one quota, and one of them can keep the others out.',
        'Set TRUST_PROXY=loopback where it runs on this machine, or to its address.',
      )
    : ok('The web server in front forwards the address of callers.')
}

async function checkPublicAddress(config: Config) {
  const url = new URL(config.publicUrl)
  let reply: Response
  try {
    reply = await call(`${config.publicUrl}/healthz`)
  } catch (error) {
    return [
      fault(
        `${config.publicUrl} cannot be reached from here (${connectionFault(error)}).`,
        'Check the DNS entry, the firewall, the certificate and the web server in front.',
      ),
    ]
  }
  const health = healthz.reply.safeParse(await reply.json().catch(() => undefined))
  if (!health.success)
    return [
      fault(
        BAD_GATEWAY.includes(reply.status)
          ? `The web server in front of ${config.publicUrl} replies, but passes nothing on (status ${reply.status}).`
          : `${config.publicUrl} leads to something else (status ${reply.status}).`,
        BAD_GATEWAY.includes(reply.status)
          ? `If a line above says that the server is ready, look at the log of the web server in front: does it send to port ${config.port}, and does its own health check fail?`
          : `Make the web server in front pass every path to port ${config.port}.`,
      ),
    ]
  const apartMs = Math.abs(Date.parse(reply.headers.get('date') ?? '') - Date.now())
  return [
    ok(`${config.publicUrl} leads to this product.`),
    ...(apartMs > CLOCK_APART_MAX_MS
      ? [
          fault(
            `The clock there differs from the one here by ${Math.round(apartMs / 1_000)} seconds.`,
            'Synchronise both with a time server.',
          ),
        ]
      : []),
    ...(url.protocol === 'https:'
      ? [await checkCertificate(url), await checkPlainHttp(url), await checkForwarding(config)]
      : []),
  ]
}

/** The checks that call the server. */
export const serverChecks = (config: Config, version: string): readonly DoctorCheck[] => [
  { subject: 'server', check: () => checkProcess(config, version) },
  { subject: 'address', check: () => checkPublicAddress(config) },
]
