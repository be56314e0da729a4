/** The mark that one reviewer works on a request or report, in the shape of all its routes. */
import * as z from 'zod'
import { ROLE_LETTERS } from '../../domain/people/roles.ts'
import { IsoInstant } from './schemas.ts'

/** A staff member, as other staff see them. */
export const StaffPerson = z
  .object({ cardId: z.string(), name: z.string(), role: z.enum(ROLE_LETTERS) })
  .meta({ id: 'StaffPerson' })

/** The review lock: the reviewer and the time at which the lock ends. */
export const ReviewLock = z
  .object({ by: StaffPerson, until: IsoInstant, mine: z.boolean().describe('The caller’s own') })
  .meta({ id: 'ReviewLock' })
export type ReviewLock = z.output<typeof ReviewLock>

/** A review lock lasts this long after it was taken or renewed. */
export const CLAIM_TTL_S = 15 * 60
/** Each reviewer holds one item, or a few in several windows. */
export const HOLDERS_MAX = 200

export const claimBody = z
  .object({
    takeOver: z
      .boolean()
      .default(false)
      .describe('Administrators only: take it from the colleague who holds it')
      .meta({ examples: [false] }),
  })
  .nullish()
export const ClaimReply = z.object({ claim: ReviewLock })
export const ReleaseReply = z.object({ released: z.boolean() })
export const CLAIM_LIMITS = [{ per: 'caller', max: 240, windowS: 60 }] as const
export const HOLDERS_LIMITS = [{ per: 'caller', max: 60, windowS: 60 }] as const
