import { join } from 'node:path'
import { CODE_TTL_S } from '#shared/domain/access/code-rules.ts'
import { CONFIRM_TTL_S } from '#shared/domain/subscriptions.ts'
import { isoAfter, isoNow } from '../base/clock.ts'
import type { Deps } from '../deps/deps.ts'
import { removeOrphans } from '../parts/files/remove-orphans.ts'
import { removeOldMails, removeMails } from '../parts/mail/outbox-directory.ts'
import { ERASED } from '../parts/mail/outbox.ts'
import { sweepProofs } from '../parts/security/proof-of-work.ts'
import { sweepReleases } from '../records/releases/release-repository.ts'
import { foldMemberCounts } from '../records/stats/stats-repository.ts'
import { sweepSubscriptions } from '../records/subscriptions/subscription-repository.ts'

/** For this time the reply to an expired code says that it expired; later it is unknown. */
const EXPIRED_CODE_KEPT_S = 12 * CODE_TTL_S
/**
 * Rows of finished mails have no text and no address; a week of them shows the operator what was
 * sent.
 */
const DONE_MAIL_KEPT_S = 7 * 24 * 60 * 60
/** A year and a month: the next yearly event can still be compared with this one. */
const OLD_DEVICE_KEPT_S = 400 * 24 * 60 * 60
/**
 * For this time a used link to unsubscribe replies "already" instead of "unknown". The address is
 * erased at once.
 */
const ENDED_SUBSCRIPTION_KEPT_S = 90 * 24 * 60 * 60

/** A card at Google that was not made void until then has run out, or Google does not take it. */
const FAREWELL_KEPT_S = 30 * 24 * 60 * 60

/** Removes expired rows. None of them is still valid: every reader checks the expiry itself. */
export async function sweepExpired(
  deps: Pick<Deps, 'config' | 'database' | 'clock' | 'throttle'>,
): Promise<void> {
  const { config, clock, throttle } = deps
  const { db } = deps.database
  const now = isoNow(clock)
  await throttle.sweep()
  await sweepProofs(deps)
  await foldMemberCounts(db)
  await db
    .deleteFrom('codes')
    .where('expires_at', '<', isoAfter(clock, -EXPIRED_CODE_KEPT_S))
    .execute()
  await db.deleteFrom('tickets').where('expires_at', '<', now).execute()
  await db.deleteFrom('reset_grants').where('expires_at', '<', now).execute()
  await db.deleteFrom('step_ups').where('expires_at', '<', now).execute()
  await db.deleteFrom('email_undos').where('expires_at', '<', now).execute()
  await db.deleteFrom('factor_challenges').where('expires_at', '<', now).execute()
  await sweepReleases(db, clock)
  await db.deleteFrom('decision_undos').where('expires_at', '<', now).execute()
  await db.deleteFrom('not_me_links').where('expires_at', '<', now).execute()
  await sweepSubscriptions(db, {
    askedBefore: isoAfter(clock, -CONFIRM_TTL_S),
    endedBefore: isoAfter(clock, -ENDED_SUBSCRIPTION_KEPT_S),
  })
  await db
    .deleteFrom('kiosk_devices')
    .where('expires_at', '<', isoAfter(clock, -OLD_DEVICE_KEPT_S))
    .execute()
  await db
    .deleteFrom('wallet_void_notices')
    .where('created_at', '<', isoAfter(clock, -FAREWELL_KEPT_S))
    .execute()
  const long = isoAfter(clock, -DONE_MAIL_KEPT_S)
  await removeOldMails(join(config.dataDir, 'outbox'), new Date(long))
  await db
    .deleteFrom('mails')
    .where((eb) => eb.or([eb('sent_at', '<', long), eb('failed_at', '<', long)]))
    .execute()
}

/**
 * Soon after an erasure: removes the mails of erased members from the folder, and the remains of
 * deleted rows from the database files. Rewrites the database once for all erasures until then.
 * Safe to run on several servers; each cleans its own folder.
 */
export async function scrubErased(deps: Deps): Promise<void> {
  const { config, database } = deps
  const { db } = database
  const mails = await db.selectFrom('mails').select('id').where('about_mac', '=', ERASED).execute()
  await removeMails(
    join(config.dataDir, 'outbox'),
    mails.map(({ id }) => id),
  )
  const { wanted_at: wantedAt } = await db
    .selectFrom('scrubs')
    .select('wanted_at')
    .executeTakeFirstOrThrow()
  if (wantedAt === null) return
  await removeOrphans(deps) // rows of released files first: they go in the same pass
  await database.scrub()
  // Cleared only afterwards, so that a server that dies in between repeats it. A later erasure
  // keeps its own mark.
  await db
    .updateTable('scrubs')
    .set({ wanted_at: null })
    .where('wanted_at', '=', wantedAt)
    .execute()
}
