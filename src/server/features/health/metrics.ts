/** Prometheus figures for the operator: from this machine, or with an administrator's token. */
import cluster from 'node:cluster'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { refuse } from '../../base/outcome.ts'
import type { Deps } from '../../deps/deps.ts'
import { bearerOf, resolveCaller } from '../../http/principal/caller.ts'
import { sendProblem } from '../../http/problems.ts'
import { countMails } from '../../parts/mail/queue-state.ts'
import { countWaiting } from '../../parts/timestamps/timestamp-repository.ts'
import { readBackupState } from '../../records/backup/backup-state.ts'
import { operationFaults } from '../../records/operation/operation-repository.ts'
import { deletesByItself, findHold } from '../../records/settings/retention-guard.ts'
import { readHealth } from './routes.ts'

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/** What proxies, and the networks of hosts before them, add to a call that they pass on. */
const PROXY_HEADER =
  /^(?:forwarded|via|x-forwarded(?:-.*)?|x-real-ip|x-client-ip|x-cluster-client-ip|x-original-.*|x-envoy-.*|x-amzn?-.*|x-azure-.*|x-appengine-.*|x-arr-.*|true-client-ip|client-ip|cdn-loop|fastly-.*|fly-.*|cf-.*|proxy-.*)$/

/**
 * A proxy on this machine forwards for others: only a call without any header of a proxy is local, and only where
 * `TRUST_PROXY` says that the proxy sets one. Behind a proxy that sets none, a stranger's call looks the same.
 */
const isLocal = (request: FastifyRequest, trustProxy: readonly string[]): boolean =>
  trustProxy.includes('loopback') &&
  LOOPBACK.has(request.socket.remoteAddress ?? '') &&
  !Object.keys(request.headers).some((name) => PROXY_HEADER.test(name))

export function mountMetrics(app: FastifyInstance, deps: Deps): void {
  const registry = new Registry()
  // Each worker counts for itself, and any of them gets the call.
  if (cluster.worker !== undefined) registry.setDefaultLabels({ worker: String(cluster.worker.id) })
  collectDefaultMetrics({ register: registry })
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the end of its reply',
    labelNames: ['route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  })
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] })
  const mails = {
    waiting: gauge('wld_mails_waiting', 'Mails that wait to be sent'),
    held: gauge('wld_mails_held', 'Mails that a restore holds until an administrator decides'),
    failed: gauge('wld_mails_failed', 'Mails that were given up and can be sent again'),
    oldest: gauge(
      'wld_mails_oldest_seconds',
      'Age of the oldest mail that waits; 0 when none does',
    ),
  }
  const looks = gauge(
    'wld_audit_rows_waiting',
    'Audit rows of looks that wait for a database that can be written',
  )
  const writable = new Gauge({
    name: 'wld_writable',
    help: '1 while this part takes what is written',
    labelNames: ['part'],
    registers: [registry],
  })
  const held = gauge('wld_retention_held', '1 while deleting by periods waits for an administrator')
  const backedUp = gauge(
    'wld_backup_last_timestamp_seconds',
    'When the newest backup in BACKUP_TO was made; 0 when there is none',
  )
  const backupFaults = new Gauge({
    name: 'wld_backup_faults',
    help: 'What is wrong with the backups now, by kind; npm run doctor says it in words',
    labelNames: ['kind'],
    registers: [registry],
  })
  const operation = new Gauge({
    name: 'wld_operation_faults',
    help: 'What is wrong with the machine, by kind, as of the last look ten minutes ago at most',
    labelNames: ['kind'],
    registers: [registry],
  })
  const times = {
    waiting: gauge('wld_timestamps_waiting', 'Times that wait for the authority outside'),
    oldest: gauge(
      'wld_timestamps_oldest_seconds',
      'How long the oldest of them waits; 0 when none does',
    ),
  }
  const ageS = (at: string | null): number =>
    at === null ? 0 : Math.max(0, (deps.clock.now().getTime() - Date.parse(at)) / 1_000)
  async function readFigures(): Promise<void> {
    const { waiting, failed, held: heldMails, oldestAt } = await countMails(deps.database.db)
    const backup = await readBackupState(deps)
    if (backup !== undefined) {
      backedUp.set((backup.lastAt?.getTime() ?? 0) / 1_000)
      backupFaults.reset()
      for (const { kind } of backup.faults) backupFaults.set({ kind }, 1)
    }
    operation.reset()
    for (const { kind } of await operationFaults(deps.database.db)) operation.set({ kind }, 1)
    looks.set(deps.audit.waiting())
    const health = await readHealth(deps)
    writable.set({ part: 'files' }, health.files === 'away' ? 0 : 1)
    writable.set({ part: 'database' }, health.database === 'ok' && health.writes === 'ok' ? 1 : 0)
    mails.waiting.set(waiting)
    mails.failed.set(failed)
    mails.held.set(heldMails)
    if (deletesByItself(deps)) held.set((await findHold(deps)) === undefined ? 0 : 1)
    mails.oldest.set(ageS(oldestAt))
    if (deps.config.timestamps !== undefined) {
      const found = await countWaiting(deps.database.db)
      times.waiting.set(found.waiting)
      times.oldest.set(ageS(found.oldestAt))
    }
  }
  app.addHook('onResponse', async (request, reply) => {
    // The declared route, never the address: an address may hold a card number.
    const route = request.routeOptions.config.contract?.id ?? 'other'
    duration.observe({ route, status: String(reply.statusCode) }, reply.elapsedTime / 1_000)
  })
  app.get('/metrics', { exposeHeadRoute: false }, async (request, reply) => {
    const isOpen =
      isLocal(request, deps.config.trustProxy) ||
      (await resolveCaller(deps, bearerOf(request), false))?.role === 'admin'
    if (!isOpen) return sendProblem(request, reply, refuse('not-found'))
    await readFigures()
    return reply.type(registry.contentType).send(await registry.metrics())
  })
  app.addHook('onClose', async () => registry.clear())
}
