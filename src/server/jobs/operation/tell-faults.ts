/** Administrators learn of a fault of the machine by mail: once, and again each day while it lasts or comes back. */
import { isoAfter, isoNow } from '../../base/clock.ts'
import type { Deps } from '../../deps/deps.ts'
import { inTransaction } from '../../parts/database/transact.ts'
import { enqueueMail } from '../../parts/mail/outbox.ts'
import { staffToTell } from '../../records/consents/consent-repository.ts'
import {
  endOtherFaults,
  recordFault,
  takeFaultMail,
} from '../../records/operation/operation-repository.ts'
import { judgeOperation, seeOperation, type SeenOperation } from './find-faults.ts'

const AGAIN_AFTER_S = 24 * 60 * 60

/** @param see what is looked at; a test gives its own */
export async function tellOperationFaults(
  deps: Deps,
  see: (deps: Deps) => Promise<SeenOperation> = seeOperation,
): Promise<void> {
  const now = judgeOperation(await see(deps))
  await inTransaction(deps.database.db, async (transaction) => {
    const at = isoNow(deps.clock)
    await endOtherFaults(transaction, now, at)
    for (const kind of now) {
      const since = await recordFault(transaction, kind, at)
      const take = {
        at,
        before: isoAfter(deps.clock, -AGAIN_AFTER_S),
        ahead: isoAfter(deps.clock, AGAIN_AFTER_S),
      }
      if (!(await takeFaultMail(transaction, kind, take))) continue
      for (const { email, language } of await staffToTell(transaction, ['ROLE_ADMIN']))
        await enqueueMail(deps, transaction, {
          to: email,
          language,
          template: 'operation-fault',
          values: {
            operationFault: kind,
            at: since,
            link: `${deps.config.publicUrl}/admin/dashboard/overview`,
          },
        })
    }
  })
}
