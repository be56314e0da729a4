/** The jobs of a running server. Tests call the jobs themselves. */
import type { Deps } from '../deps.ts'
import { runAuditCheck } from '../features/audit/check-audit.ts'
import { purgeReports } from '../features/reports/purge-reports.ts'
import { deletesByItself } from '../features/settings/present.ts'
import { sweepUploads } from '../features/evidence/sweep-uploads.ts'
import { sendNewsletters } from '../features/subscriptions/newsletter.ts'
import { removeOrphans } from '../files/remove-orphans.ts'
import { sendDueMails } from '../mail/send-outbox.ts'
import { startScheduler, type Scheduler } from './scheduler.ts'
import { runRetention } from './retention.ts'
import { sweepExpired } from './sweep.ts'

/** Mails of this process are sent at once through the signal; looking around finds retries and those of other replicas. */
const OUTBOX_LOOK_MS = 5_000
const SWEEP_MS = 10 * 60_000
const NEWSLETTER_LOOK_MS = 20_000
/** Work of once a day: each server asks so often whether the turn is its own. */
const TURN_LOOK_MS = 10 * 60_000

/** What is late by an hour after thirty days harms nobody. */
const PURGE_LOOK_MS = 60 * 60_000

export function startJobs(deps: Deps): Pick<Scheduler, 'stop'> {
  const stopping = new AbortController()
  const scheduler = startScheduler(
    [
      { name: 'outbox', everyMs: OUTBOX_LOOK_MS, run: () => sendDueMails(deps, stopping.signal) },
      { name: 'newsletter', everyMs: NEWSLETTER_LOOK_MS, run: () => sendNewsletters(deps, stopping.signal) },
      { name: 'sweep', everyMs: SWEEP_MS, run: () => sweepExpired(deps) },
      { name: 'report-purge', everyMs: PURGE_LOOK_MS, run: async () => void (await purgeReports(deps)) },
      { name: 'evidence-uploads', everyMs: SWEEP_MS, run: async () => void (await sweepUploads(deps)) },
      { name: 'orphans', everyMs: SWEEP_MS, run: async () => void (await removeOrphans(deps)) },
      { name: 'audit-check', everyMs: TURN_LOOK_MS, run: () => runAuditCheck(deps, stopping.signal) },
      ...(deletesByItself(deps) ? [{ name: 'retention', everyMs: TURN_LOOK_MS, run: async () => void (await runRetention(deps)) }] : []),
    ],
    deps.log,
  )
  deps.outboxSignal.listen(() => scheduler.wake('outbox'))
  scheduler.wake('outbox') // what an earlier run of the server left behind
  return {
    stop() {
      stopping.abort() // no further mail is begun; the one under way is awaited
      return scheduler.stop()
    },
  }
}
