import type { myAccount as route } from '#shared/contract/account.ts'
import type { Handler } from '../../http/handlers.ts'
import { done, refuse } from '../../outcome.ts'
import { proofLeftMs } from '../auth/step-up.ts'
import { findByNumber, nationalitiesOf } from '../users/member-repository.ts'
import { presentOwnMember } from '../users/present.ts'

export const myAccount: Handler<typeof route> = async ({ caller }, deps) => {
  const { db } = deps.database
  const row = await findByNumber(db, caller.memberId)
  if (row === undefined) return refuse('not-signed-in')
  const signed = (fileId: string | null): string | null =>
    fileId === null ? null : deps.library.sign(fileId, 'card', caller.sessionId)
  return done({
    ...presentOwnMember(row, await nationalitiesOf(db, row.id)),
    photoUrl: signed(row.card_photo_file),
    pendingPhotoUrl: signed(row.pending_photo_file),
    stepUpLeftS: Math.floor(
      (await proofLeftMs(deps, caller.sessionId, { kind: 'password' })) / 1_000,
    ),
  })
}
