import type { searchUser as route } from '#shared/contract/users.ts'
import { parseMemberNumber } from '#shared/domain/member-id.ts'
import { foldForSearch } from '#shared/domain/search-text.ts'
import type { Handler } from '../../http/handlers.ts'
import { done } from '../../outcome.ts'
import {
  findByEmail,
  findByNumber,
  findHoldersOfPhone,
  type MemberRow,
} from './member-repository.ts'
import { presentFoundMember } from './present.ts'

const saysTheSame = (held: string, asked: string | undefined): boolean =>
  asked === undefined || foldForSearch(held).includes(foldForSearch(asked).trim())

/**
 * Exact matches only: the search serves a desk and is not a directory. Each given key finds members
 * alone; names only narrow the result, so that a caller cannot list members by guessing names.
 */
export const searchUser: Handler<typeof route> = async (
  { body, caller, facts },
  { database, library },
) => {
  const { db } = database
  const number = body.id === undefined ? undefined : parseMemberNumber(body.id)
  const found = await Promise.all([
    number === undefined ? undefined : findByNumber(db, number),
    body.email === undefined ? undefined : findByEmail(db, body.email),
  ])
  const holders = body.phone === undefined ? [] : await findHoldersOfPhone(db, body.phone)
  const rows = new Map<number, MemberRow>()
  for (const row of [...found, ...holders])
    if (
      row !== undefined &&
      saysTheSame(row.first_name, body.firstName) &&
      saysTheSame(row.last_name, body.lastName)
    )
      rows.set(row.id, row)
  const people = [...rows.values()].map((row) =>
    presentFoundMember(
      row,
      row.card_photo_file === null
        ? null
        : library.sign(row.card_photo_file, 'card', caller.sessionId),
    ),
  )
  facts.trace({
    target: [...rows.keys()].map((id) => `member:${id}`).join(' '),
    detail: {
      byId: body.id !== undefined,
      byEmail: body.email !== undefined,
      byPhone: body.phone !== undefined,
      found: people.length,
    },
  })
  const [only] = people
  return done(people.length === 1 && only !== undefined ? only : people)
}
