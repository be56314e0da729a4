/** Tells people whom staff entered what the association holds of them, as many a day as the installation may (ADR 0100). */
import { greetedName } from '#shared/domain/privacy/entry-notice.ts'
import { isoNow } from '../base/clock.ts'
import type { Deps } from '../deps/deps.ts'
import { inTransaction } from '../parts/database/transact.ts'
import { lockTurn } from '../parts/database/turns.ts'
import { mailMember } from '../parts/mail/outbox.ts'
import {
  nextEntryNotices,
  noteMailed,
  readEntryNoticeQueue,
} from '../records/agreements/entry-notice-repository.ts'
import { readAssociation } from '../records/settings/settings-repository.ts'

/** Returns how many mails it put into the outbox. */
export async function sendEntryNotices(deps: Deps): Promise<number> {
  const { clock, database, config } = deps
  const queue = await readEntryNoticeQueue(database.db, clock)
  if (queue.waiting === 0 || queue.left === 0) return 0
  return inTransaction(database.db, async (transaction) => {
    // Of two servers the second one waits here, and then counts the mails of the first.
    await lockTurn(transaction, clock, 'entry-notices')
    const { left } = await readEntryNoticeQueue(transaction, clock)
    const people = await nextEntryNotices(transaction, left)
    const at = isoNow(clock)
    const { privacyContact, email } = await readAssociation(transaction)
    for (const person of people) {
      await noteMailed(transaction, person.id, at)
      await mailMember(deps, transaction, person, 'entered-by-staff', {
        name: greetedName(person.first_name),
        contact: privacyContact || email || `${config.publicUrl}/contact`,
        languages: person.all_languages === 1 ? 'all' : '',
      })
    }
    if (people.length > 0)
      await deps.audit.write(
        { actor: 'system', action: 'member.informed', detail: { informed: people.length } },
        transaction,
      )
    return people.length
  })
}
