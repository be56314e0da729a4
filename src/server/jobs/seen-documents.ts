/**
 * Deletes the copies of identity documents that a reviewer saw, once the decision cannot be undone. A legal hold
 * keeps them; after it they go.
 */
import { isoNow } from '../base/clock.ts'
import type { Deps } from '../deps/deps.ts'
import { memberActor } from '../parts/audit/audit-log.ts'
import { inTransaction } from '../parts/database/transact.ts'
import {
  documentsUntil,
  dropDocument,
  dueSeenDocuments,
  takeSeenDocuments,
} from '../records/documents/document-repository.ts'

const AT_ONCE = 50

export async function endSeenDocuments({
  database: { db },
  clock,
  audit,
}: Pick<Deps, 'database' | 'clock' | 'audit'>): Promise<void> {
  const now = isoNow(clock)
  const due = await dueSeenDocuments(db, now).limit(AT_ONCE).execute()
  for (const { id, member_id: memberId, decided_at: decidedAt } of due)
    await inTransaction(db, async (transaction) => {
      if (!(await takeSeenDocuments(transaction, id))) return
      let documents = 0
      for (const { id: file, column } of await documentsUntil(
        transaction,
        memberId,
        decidedAt ?? now,
      ))
        if (await dropDocument(transaction, memberId, column, file)) documents += 1
      await audit.write(
        {
          actor: 'system',
          action: 'document.deleted',
          target: memberActor(memberId),
          detail: { request: id, documents },
        },
        transaction,
      )
    })
}
