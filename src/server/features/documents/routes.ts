import * as contract from '#shared/contract/documents.ts'
import { parseMemberNumber } from '#shared/domain/card/read-member-number.ts'
import { cardId } from '#shared/domain/people/member-id.ts'
import { ROLE_LETTERS, type RoleLetter } from '#shared/domain/people/roles.ts'
import { done, refuse } from '../../base/outcome.ts'
import type { Handler, HandlersOf } from '../../http/handlers.ts'
import { auditDetail } from '../../records/audit/list-audit.ts'
import { countLooks, readLooks } from '../../records/documents/document-repository.ts'
import { oneLookUp } from '../../records/look-ups/look-up-budget.ts'
import { findByNumber, type MemberRow } from '../../records/members/member-repository.ts'
import { fileReference } from '../../records/members/present.ts'
import { actorNumber, staffPeople } from '../../records/review-locks/staff-people.ts'

const LOOKS_MAX = 50

/** The audit log and this response both write a role by its letter. */
const letterIn = (value: unknown): RoleLetter | undefined =>
  ROLE_LETTERS.find((letter) => letter === value)

const sidesOf = (which: unknown): contract.DocumentSide[] => {
  const words = typeof which === 'string' ? which.split(' ') : []
  return contract.DOCUMENT_SIDES.filter((side) => words.includes(side))
}

function documentsOf(row: MemberRow): { side: contract.DocumentSide; photoUrl: string }[] {
  const files = { front: row.id_front_file, back: row.id_back_file } as const
  return contract.DOCUMENT_SIDES.flatMap((side) => {
    const id = files[side]
    return id === null ? [] : [{ side, photoUrl: fileReference(id) }]
  })
}

const readDocuments: Handler<typeof contract.readDocuments> = async (
  { params, caller, facts },
  { database: { db }, library },
) => {
  const number = parseMemberNumber(params.memberId)
  const row = number === undefined ? undefined : await findByNumber(db, number)
  if (row === undefined) return refuse('not-found')
  const looks = await readLooks(db, row.id, LOOKS_MAX)
  const people = await staffPeople(
    db,
    looks.map(({ actor }) => actorNumber(actor)),
  )
  facts.trace({ target: `member:${row.id}` })
  return done({
    cardId: cardId(row.id),
    firstName: row.first_name,
    lastName: row.last_name,
    documents: documentsOf(row),
    portraitUrl:
      row.card_photo_file === null
        ? null
        : library.sign(row.card_photo_file, 'card', caller.sessionId),
    looks: looks.map((look) => ({
      at: look.at,
      by: people.get(actorNumber(look.actor) ?? -1) ?? null,
      sides: sidesOf(auditDetail(look)['which']),
    })),
  })
}

/**
 * The role of the viewer as logged; for older rows the viewer's present role. Never the viewer's
 * name.
 */
const listDocumentViews: Handler<typeof contract.listDocumentViews> = async (
  { caller },
  { database: { db } },
) => {
  const looks = await readLooks(db, caller.memberId, LOOKS_MAX)
  const people = await staffPeople(
    db,
    looks.map(({ actor }) => actorNumber(actor)),
  )
  return done({
    total: await countLooks(db, caller.memberId),
    views: looks.map((look) => {
      const detail = auditDetail(look)
      return {
        at: look.at,
        role: letterIn(detail['role']) ?? people.get(actorNumber(look.actor) ?? -1)?.role ?? null,
        sides: sidesOf(detail['which']),
      }
    }),
  })
}

export const documentsHandlers: HandlersOf<typeof contract.documentsRoutes> = {
  'document.read': oneLookUp(readDocuments),
  'account.documentViews': listDocumentViews,
}
