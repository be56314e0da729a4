import type { decidePortrait as route } from '#shared/contract/portraits.ts'
import { parseMemberNumber } from '#shared/domain/member-id.ts'
import { isoNow } from '../../clock.ts'
import type { Handler } from '../../http/handlers.ts'
import { done, refuse } from '../../outcome.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { findByNumber } from '../users/member-repository.ts'
import { releaseFiles } from '../users/own-files.ts'
import { settlePortrait } from './portrait-repository.ts'
import { decidingRefusal } from './policy.ts'

export const decidePortrait: Handler<typeof route> = async (
  { params, body, caller, facts },
  deps,
) => {
  const number = parseMemberNumber(params.memberId)
  if (number === undefined) return refuse('not-found')
  const refusal = decidingRefusal(caller, number)
  if (refusal !== undefined) return refuse(refusal)
  const approves = body.status === 'approved'
  return facts.transact(async (transaction) => {
    const member = await findByNumber(transaction, number)
    if (member === undefined) return refuse('not-found')
    // During the review the member may have sent another portrait or withdrawn this one, or the
    // card may have a new one.
    if (
      !(await settlePortrait(transaction, {
        memberId: number,
        portrait: body.portrait,
        present: member.card_photo_file,
        approves,
        at: isoNow(deps.clock),
      }))
    )
      return refuse('conflict')
    await releaseFiles(transaction, [approves ? member.card_photo_file : body.portrait])
    const mail = { to: member.email, language: member.language } as const
    const { publicUrl } = deps.config
    await enqueueMail(
      deps,
      transaction,
      approves
        ? {
            ...mail,
            template: 'portrait-approved',
            values: { name: member.first_name, link: `${publicUrl}/id-card` },
          }
        : {
            ...mail,
            template: 'portrait-rejected',
            values: {
              name: member.first_name,
              comment: body.comment,
              link: `${publicUrl}/profile`,
            },
          },
    )
    facts.trace({
      target: `member:${number}`,
      detail: { status: body.status, withComment: body.comment !== '' },
    })
    return done({ status: body.status })
  })
}
