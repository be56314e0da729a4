import type * as z from 'zod'
import type { DuplicateHint } from '#shared/contract/duplicates.ts'
import type { FullRequest, ListedRequest, ReviewLogEntry } from '#shared/contract/requests.ts'
import { cardId } from '#shared/domain/people/member-id.ts'
import type { Role } from '#shared/domain/people/roles.ts'
import { readFields, withheldFields } from '../members/field-columns.ts'
import { fullAccount, listedAccount } from '../members/present.ts'
import { presentLock } from '../review-locks/review-lock.ts'
import type { Colleague } from '../review-locks/staff-people.ts'
import { seesDecided } from './policy.ts'
import type { RequestWithPerson } from './request-repository.ts'

/** Viewer and time of the call: the state of a review lock depends on both. */
export interface Onlooker {
  readonly callerId: number
  readonly role: Role
  /** Instant of the call. */
  readonly at: string
  readonly colleagues: ReadonlyMap<number, Colleague>
}

const decision = (row: RequestWithPerson, onlooker: Onlooker) => ({
  id: row.request_id,
  requestId: row.request_id,
  status: row.request_status,
  approverComment: row.request_comment,
  decidedAt: row.decided_at,
  decidedBy: row.decided_by === null ? null : cardId(row.decided_by),
  claim: row.request_status === 'pending' ? presentLock(row, onlooker) : null,
  createdAt: row.requested_at,
})

const isWithheld = ({ request_status: status }: RequestWithPerson, { role }: Onlooker): boolean =>
  status !== 'pending' && !seesDecided(role)

/** Blank in a row only, null in a request. */
const factsOf = ({ birth_date: birthDate, sex }: RequestWithPerson) => ({
  birthDate: birthDate || null,
  sex: sex || null,
})

export const presentListedRequest = (
  row: RequestWithPerson,
  nationalities: readonly string[],
  onlooker: Onlooker,
): z.output<typeof ListedRequest> => ({
  ...listedAccount(row),
  ...readFields('queue', row, nationalities),
  ...factsOf(row),
  ...decision(row, onlooker),
  ...(isWithheld(row, onlooker) ? { ...withheldFields('queue'), wldCardPhoto: null } : {}),
})

/** Data that the reviewer sees beside the person. */
export interface Review {
  readonly portraitUrl: string | null
  readonly duplicates: DuplicateHint[]
  readonly log: ReviewLogEntry[]
  readonly waiting: number
}

export const presentFullRequest = (
  row: RequestWithPerson,
  nationalities: readonly string[],
  onlooker: Onlooker,
  review: Review,
): z.output<typeof FullRequest> => ({
  ...fullAccount(row),
  ...readFields('request', row, nationalities),
  ...factsOf(row),
  ...decision(row, onlooker),
  ...review,
  ...(isWithheld(row, onlooker)
    ? {
        ...withheldFields('request'),
        wldCardPhoto: null,
        idProofPhotos: [],
        portraitUrl: null,
        duplicates: [],
      }
    : {}),
})
