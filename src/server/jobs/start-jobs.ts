/** The jobs of a running server. Tests call the jobs themselves. */
import { associationLine } from '#shared/domain/association.ts'
import type { Deps } from '../deps/deps.ts'
import { runAuditCheck } from '../features/audit/check-audit.ts'
import { prepareStatusList } from '../features/card/status-list.ts'
import { sweepUploads } from '../features/evidence/sweep-uploads.ts'
import { purgeEvidence, purgeReports } from '../features/reports/bin/purge-reports.ts'
import { purgeRequests } from '../features/requests/bin.ts'
import { forwardAudit } from '../features/watch/forward-audit.ts'
import { watchAudit } from '../features/watch/watch.ts'
import { removeOrphans } from '../parts/files/remove-orphans.ts'
import { sendDueMails } from '../parts/mail/send-outbox.ts'
import { settleConsents } from '../records/consents/propose.ts'
import { sendConvocations } from '../records/events/convocations.ts'
import { deletesByItself, findClockFault } from '../records/settings/retention-guard.ts'
import { readAssociation } from '../records/settings/settings-repository.ts'
import { sendNewsletters } from '../records/subscriptions/newsletter.ts'
import { sendAnnouncements } from './announcements.ts'
import { carryOutReleases } from './carry-out-releases.ts'
import { sendEntryNotices } from './entry-notices.ts'
import { askIdleMembers } from './idle-members.ts'
import { tellOperationFaults } from './operation/tell-faults.ts'
import { runRetention } from './retention.ts'
import { runBackup, runBackupCheck } from './scheduled-backup.ts'
import { startScheduler, type Scheduler } from './scheduler.ts'
import { endSeenDocuments } from './seen-documents.ts'
import { scrubErased, sweepExpired } from './sweep.ts'
import { runTimestamps } from './timestamps.ts'
import { runWallets } from './wallets.ts'

/**
 * The signal sends mails of this process at once; the interval finds retries and mails of other
 * replicas.
 */
const OUTBOX_LOOK_MS = 5_000
const SWEEP_MS = 10 * 60_000
/** Unusual acts are told within this time. */
const WATCH_MS = 15_000
/** The first look leaves time for the first backup. */
const OPERATION_LOOK_MS = 10 * 60_000
/** The seconds of undo end this much late at most. */
const RELEASES_MS = 2_000
/**
 * Rewriting the database blocks all other work briefly, so a series of erasures shares one pass.
 */
const SCRUB_LOOK_MS = 5 * 60_000
/** Keeps the states of the cards in memory, for the first caller after a start. */
const STATUS_LIST_MS = 60_000
const NEWSLETTER_LOOK_MS = 20_000

/** Convocations, announced terms, and the information of people whom staff entered. */
async function sendToAll(deps: Deps, stopping: AbortSignal): Promise<void> {
  await sendConvocations(deps, stopping)
  await sendAnnouncements(deps, stopping)
  await sendEntryNotices(deps)
}

/** Evidence waits this long for its time from outside. */
const TIMESTAMPS_MS = 60_000
/** A pass in a wallet may be wrong for so long. */
const WALLETS_MS = 60_000
/** Daily jobs: each server checks at this interval whether a job is due. */
const TURN_LOOK_MS = 10 * 60_000

/** An hour of delay after thirty days does no harm. */
const PURGE_LOOK_MS = 60 * 60_000

/** Mails end with who sends them. */
export const sendingDeps = (deps: Deps) => ({
  ...deps,
  sender: async () => associationLine(await readAssociation(deps.database.db)),
})

/**
 * Content of a bin can still be restored, and a wrong clock must not end that. Other swept data can
 * be made again.
 */
async function purgeUnlessHeld(deps: Deps): Promise<void> {
  if (deletesByItself(deps) && (await findClockFault(deps)) !== undefined) return
  await purgeReports(deps)
  await purgeEvidence(deps)
  await purgeRequests(deps)
}

/**
 * Only one server uses this file, so the job needs no lock between servers; a check takes 12 ms for
 * each megabyte beside the calls.
 */
const DAMAGE_LOOK_MS = 24 * 60 * 60_000
const FIRST_LOOK_MS = 60_000

/** Few rows change in a day. The first time also serves a database that grew without it. */
const STATISTICS_MS = 24 * 60 * 60_000

/** What is over goes, and members without a sign of life are asked. */
async function endPeriods(deps: Deps): Promise<void> {
  await runRetention(deps)
  await askIdleMembers(deps)
}

async function lookForDamage({ database, log }: Deps, stopping: AbortSignal): Promise<void> {
  const found = await database.check?.(stopping)
  if (found !== undefined && found.length > 0)
    log.error({ found }, 'the database is damaged: restore the last backup')
}

export function startJobs(given: Deps): Pick<Scheduler, 'stop'> {
  const deps: Deps = { ...given, database: { ...given.database, db: given.database.jobs } }
  const stopping = new AbortController()
  const scheduler = startScheduler(
    [
      {
        name: 'outbox',
        everyMs: OUTBOX_LOOK_MS,
        run: () => sendDueMails(sendingDeps(deps), stopping.signal),
      },
      {
        name: 'newsletter',
        everyMs: NEWSLETTER_LOOK_MS,
        run: () => sendNewsletters(deps, stopping.signal),
      },
      {
        name: 'mails-to-all',
        everyMs: NEWSLETTER_LOOK_MS,
        run: () => sendToAll(deps, stopping.signal),
      },
      { name: 'sweep', everyMs: SWEEP_MS, run: () => sweepExpired(deps) },
      { name: 'consents', everyMs: SWEEP_MS, firstAfterMs: 0, run: () => settleConsents(deps) },
      {
        name: 'status-list',
        everyMs: STATUS_LIST_MS,
        firstAfterMs: 0,
        run: () => prepareStatusList(deps),
      },
      { name: 'releases', everyMs: RELEASES_MS, run: () => carryOutReleases(deps) },
      { name: 'seen-documents', everyMs: WATCH_MS, run: () => endSeenDocuments(deps) },
      { name: 'watch', everyMs: WATCH_MS, run: () => watchAudit(deps) },
      { name: 'operation', everyMs: OPERATION_LOOK_MS, run: () => tellOperationFaults(deps) },
      { name: 'audit-forward', everyMs: WATCH_MS, run: () => forwardAudit(deps) },
      { name: 'bins', everyMs: PURGE_LOOK_MS, run: () => purgeUnlessHeld(deps) },
      {
        name: 'evidence-uploads',
        everyMs: SWEEP_MS,
        run: async () => void (await sweepUploads(deps)),
      },
      { name: 'orphans', everyMs: SWEEP_MS, run: async () => void (await removeOrphans(deps)) },
      { name: 'scrub', everyMs: SCRUB_LOOK_MS, run: () => scrubErased(deps) },
      {
        name: 'audit-check',
        everyMs: TURN_LOOK_MS,
        run: () => runAuditCheck(deps, stopping.signal),
      },
      ...(deps.config.backup.to === undefined
        ? []
        : [
            {
              name: 'backup',
              everyMs: TURN_LOOK_MS,
              firstAfterMs: FIRST_LOOK_MS,
              run: () => runBackup(deps, stopping.signal),
            },
            {
              name: 'backup-check',
              everyMs: TURN_LOOK_MS,
              run: () => runBackupCheck(deps, stopping.signal),
            },
          ]),
      ...(deps.config.timestamps === undefined
        ? []
        : [
            {
              name: 'timestamps',
              everyMs: TIMESTAMPS_MS,
              firstAfterMs: TIMESTAMPS_MS / 4,
              run: () => runTimestamps(deps, stopping.signal),
            },
          ]),
      ...(deps.config.wallet.apple === undefined && deps.config.wallet.google === undefined
        ? []
        : [
            {
              name: 'wallets',
              everyMs: WALLETS_MS,
              firstAfterMs: WALLETS_MS / 4,
              run: () => runWallets(deps, stopping.signal),
            },
          ]),
      {
        name: 'statistics',
        everyMs: STATISTICS_MS,
        firstAfterMs: FIRST_LOOK_MS,
        run: () => deps.database.renewStatistics(),
      },
      ...(deps.database.check === undefined
        ? []
        : [
            {
              name: 'damage',
              everyMs: DAMAGE_LOOK_MS,
              firstAfterMs: FIRST_LOOK_MS,
              run: () => lookForDamage(deps, stopping.signal),
            },
          ]),
      ...(deletesByItself(deps)
        ? [
            {
              name: 'retention',
              everyMs: TURN_LOOK_MS,
              run: () => endPeriods(deps),
            },
          ]
        : []),
    ],
    deps.log,
  )
  deps.outboxSignal.listen(() => scheduler.wake('outbox'))
  scheduler.wake('outbox') // left behind by an earlier run of the server
  return {
    stop() {
      stopping.abort() // no further mail is begun; the one under way is awaited
      return scheduler.stop()
    },
  }
}
