import { createHash, randomBytes } from 'node:crypto'
import type { Transaction } from 'kysely'
import { EMAIL_UNDO_TTL_S } from '#shared/domain/access/code-rules.ts'
import { isoAfter } from '../../base/clock.ts'
import type { Deps } from '../../deps/deps.ts'
import type { Schema } from '../../parts/database/schema.ts'
import { mailMember } from '../../parts/mail/outbox.ts'
import { insertEmailUndo, type MemberRow } from './member-repository.ts'

/** Tells the old address that the account has another one, with a link that takes the change back. */
export async function announceEmail(
  deps: Pick<Deps, 'clock' | 'config' | 'secrets' | 'outboxSignal'>,
  db: Transaction<Schema>,
  before: Pick<MemberRow, 'id' | 'email' | 'language'>,
): Promise<void> {
  const token = randomBytes(32).toString('base64url')
  await insertEmailUndo(db, {
    tokenHash: createHash('sha256').update(token).digest('base64url'),
    memberId: before.id,
    oldEmail: before.email,
    expiresAt: isoAfter(deps.clock, EMAIL_UNDO_TTL_S),
  })
  const link = `${deps.config.publicUrl}/email-undo#${token}` // behind #: it never reaches a log
  await mailMember(deps, db, before, 'email-changed', {
    link,
    hours: String(EMAIL_UNDO_TTL_S / 3_600),
  })
}
