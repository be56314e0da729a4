import type { Transaction } from 'kysely'
import type { Language } from '#shared/domain/text/languages.ts'
import { backupDays } from '../../deps/config.ts'
import type { Deps } from '../../deps/deps.ts'
import type { Schema } from '../../parts/database/schema.ts'
import {
  writeErasureReceipt,
  type ErasureCounts,
  type ErasureRule,
} from '../../parts/mail/erasure/erasure-receipt.ts'
import { enqueueMail } from '../../parts/mail/outbox.ts'
import { readSetting } from '../settings/settings-repository.ts'

interface ErasedPerson {
  readonly id: number
  readonly email: string
  readonly language: Language
}

/**
 * Call it after the waiting mails of the person were erased, which would erase this one too.
 *
 * @returns the hash of the receipt, for the audit row
 */
export async function sendErasureReceipt(
  deps: Deps,
  db: Transaction<Schema>,
  { id: memberId, email, language }: ErasedPerson,
  erasure: { readonly at: string; readonly rule: ErasureRule; readonly counts: ErasureCounts },
): Promise<string> {
  const { text, sha256 } = writeErasureReceipt(deps, { memberId, ...erasure })
  const { days } = (await readSetting(db, 'retention')).value
  await enqueueMail(deps, db, {
    to: email,
    language,
    template: 'account-erased',
    values: {
      rule: erasure.rule,
      receipt: text,
      donationDays: String(days.donations),
      auditDays: String(days.audit),
      backupDays: String(backupDays(deps.config) ?? ''),
    },
  })
  return sha256
}
