import type * as contract from '#shared/contract/portraits.ts'
import { parseMemberNumber } from '#shared/domain/card/read-member-number.ts'
import { cardId } from '#shared/domain/people/member-id.ts'
import { isoNow } from '../../base/clock.ts'
import { done, refuse } from '../../base/outcome.ts'
import type { Handler, HandlersOf } from '../../http/handlers.ts'
import { markTruncated, readPage } from '../../http/paging.ts'
import type { Caller } from '../../http/principal/caller.ts'
import type { Library } from '../../parts/files/library.ts'
import { enqueueMail } from '../../parts/mail/outbox.ts'
import { releaseFiles } from '../../records/files/own-file-repository.ts'
import { oneLookUp } from '../../records/look-ups/look-up-budget.ts'
import { budgetRefusal, plainRefusal } from '../../records/members/list-limits.ts'
import { findByNumber } from '../../records/members/member-repository.ts'
import { fileReference } from '../../records/members/present.ts'
import { decidingRefusal } from '../../records/portraits/policy.ts'
import {
  readPortraits,
  waitingPortraits,
  settlePortrait,
  type PortraitRow,
} from '../../records/portraits/portrait-repository.ts'

const presentPortrait =
  (library: Pick<Library, 'sign'>, caller: Caller) =>
  (row: PortraitRow): contract.WaitingPortrait => ({
    cardId: cardId(row.id),
    firstName: row.first_name,
    lastName: row.last_name,
    language: row.language,
    sentAt: row.attached_at,
    portrait: fileReference(row.portrait),
    newPhotoUrl: library.sign(row.portrait, 'card', caller.sessionId),
    oldPhotoUrl:
      row.card_photo_file === null
        ? null
        : library.sign(row.card_photo_file, 'card', caller.sessionId),
    own: row.id === caller.memberId,
  })

const listPortraits: Handler<typeof contract.listPortraits> = async (
  { query, caller, facts },
  deps,
) => {
  const { database, library } = deps
  const tooOften = await plainRefusal(deps, caller.memberId, 'portrait.list', query)
  if (tooOften !== undefined) return tooOften
  const result = await readPage(database.db, query, waitingPortraits(database.db), readPortraits)
  const { length } = result.kind === 'page' ? result.page.items : result.rows
  const usedUp = await budgetRefusal(deps, caller.memberId, 'portrait.list', query, length)
  if (usedUp !== undefined) return usedUp
  const present = presentPortrait(library, caller)
  if (result.kind === 'page') return done({ ...result.page, items: result.page.items.map(present) })
  markTruncated(facts.reply, result.truncated)
  return done(result.rows.map(present))
}

const decidePortrait: Handler<typeof contract.decidePortrait> = async (
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

export const portraitsHandlers: HandlersOf<typeof contract.portraitsRoutes> = {
  'portrait.list': listPortraits,
  'portrait.decide': oneLookUp(decidePortrait),
}
