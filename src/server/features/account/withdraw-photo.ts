import type { withdrawPhoto as route } from '#shared/contract/account.ts'
import { isoNow } from '../../clock.ts'
import type { Handler } from '../../http/handlers.ts'
import { done, refuse } from '../../outcome.ts'
import { findByNumber } from '../users/member-repository.ts'
import { releaseFiles } from '../users/own-files.ts'

export const withdrawPhoto: Handler<typeof route> = async ({ caller, facts }, { clock }) =>
  facts.transact(async (transaction) => {
    const fileId = (await findByNumber(transaction, caller.memberId))?.pending_photo_file
    if (fileId === undefined || fileId === null) return refuse('not-found')
    // A reviewer may decide at the same moment: only a picture that still waits is released.
    const { numUpdatedRows } = await transaction
      .updateTable('members')
      .set({ pending_photo_file: null, updated_at: isoNow(clock) })
      .where('id', '=', caller.memberId)
      .where('pending_photo_file', '=', fileId)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) return refuse('not-found')
    await releaseFiles(transaction, [fileId])
    facts.trace({ target: `member:${caller.memberId}` })
    return done({})
  })
