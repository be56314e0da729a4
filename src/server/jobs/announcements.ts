/** Puts the mails of an announcement into the outbox, a batch in a transaction, so that a restart leaves no member out. */
import type { Transaction } from 'kysely'
import { isoNow } from '../base/clock.ts'
import type { Deps } from '../deps/deps.ts'
import type { Schema } from '../parts/database/schema.ts'
import { inTransaction } from '../parts/database/transact.ts'
import { enqueueMail } from '../parts/mail/outbox.ts'
import { readSetting, writeSetting } from '../records/settings/settings-repository.ts'

const BATCH = 200

/** @returns whether there is more to do */
async function sendBatch(deps: Deps, transaction: Transaction<Schema>): Promise<boolean> {
  const { value, revision, updatedBy } = await readSetting(transaction, 'announcement')
  if (value.upTo === null) return false
  const people = await transaction
    .selectFrom('members')
    .select(['id', 'email', 'first_name', 'language'])
    .where('id', '>', value.upTo)
    .where('status', '=', 'active')
    .orderBy('id')
    .limit(BATCH)
    .execute()
  const isLast = people.length < BATCH
  // Before the mails: of two servers the second one waits here, and sends none of this batch.
  const isOurs = await writeSetting(transaction, 'announcement', {
    value: {
      ...value,
      mails: value.mails + people.length,
      upTo: isLast ? null : (people.at(-1)?.id ?? null),
    },
    revision,
    by: updatedBy,
    at: isoNow(deps.clock),
  })
  if (!isOurs) return true
  for (const { email: to, first_name: name, language } of people)
    await enqueueMail(deps, transaction, {
      to,
      language,
      template: 'terms-announced',
      values: {
        name,
        appliesFrom: value.appliesFrom,
        termsUrl: `${deps.config.publicUrl}/terms`,
      },
    })
  return !isLast
}

/** With `stopping` raised it ends after the batch under way. */
export async function sendAnnouncements(deps: Deps, stopping?: AbortSignal): Promise<void> {
  while (await inTransaction(deps.database.db, (transaction) => sendBatch(deps, transaction)))
    if (stopping?.aborted === true) return
}
