/** Two records of one person become one, see `domain/access/merge-rules.ts`. */
import * as z from 'zod'
import { MERGE_CHOICES, MERGE_REFUSALS } from '../domain/access/merge-rules.ts'
import { defineRoute } from './base/define-route.ts'
import { fieldsFor, IsoInstant, MemberNumber } from './base/schemas.ts'
import { DeleteReason } from './base/text-fields.ts'
import { RequestStatus } from './duplicates.ts'
import { fullAccount } from './users.ts'

const Count = z.int()

export const MergeCandidate = z
  .object({
    ...fullAccount,
    ...fieldsFor('record'),
    portraitUrl: z.string().nullable().describe('Signed for the caller, 20 minutes'),
    requestId: z.string().nullable().describe('The request of the person, where there is one'),
    requestStatus: RequestStatus.nullable(),
    refusals: z
      .array(z.enum(MERGE_REFUSALS))
      .describe('Why this record cannot be the one that stays; empty where it can'),
    counts: z
      .object({
        cards: Count,
        passes: Count.describe('Cards in wallets of phones'),
        reports: Count,
        registrations: Count,
        checkIns: Count,
        voicesGiven: Count,
        voicesCarried: Count,
        claims: Count,
        pledges: Count,
        requests: Count,
        factors: Count,
        sessions: Count,
      })
      .describe('What moves with the record, or ends with it'),
  })
  .meta({ id: 'MergeCandidate' })
export type MergeCandidate = z.output<typeof MergeCandidate>

export const compareMembers = defineRoute({
  id: 'merge.compare',
  method: 'GET',
  path: '/api/user/compare/:id/:other',
  summary:
    'Two records side by side, with what would follow from a merge and what forbids it. Both looks are logged.',
  access: ['admin', 'content'],
  request: { params: z.object({ id: MemberNumber, other: MemberNumber }) },
  reply: z.object({
    records: z.array(MergeCandidate).describe('The older one first'),
    sharedEvents: Count.describe('Events at which both came in: they may be two people'),
    undoUntil: IsoInstant.describe('Until when a merge of now could be undone'),
  }),
  limits: [{ per: 'caller', max: 60, windowS: 60 }],
  reveals: 'member',
  audit: 'member.compared',
  errors: ['not-found'],
})

export const mergeMembers = defineRoute({
  id: 'merge.carryOut',
  method: 'POST',
  path: '/api/user/merge',
  summary:
    'Make two records of one person one, after step-up. The number that ends leads to the one that stays; its card is revoked, its sessions end, a request that waits is rejected. Both addresses are told. 409 `merge-refused` names what forbids it; 409 `conflict`: one of them was changed since.',
  access: ['admin', 'content'],
  policy: 'merge-members',
  request: {
    body: z.object({
      stays: MemberNumber,
      ends: MemberNumber,
      take: z
        .array(z.enum(MERGE_CHOICES))
        .max(MERGE_CHOICES.length)
        .describe('Whose value is that of the record that ends; of all others the own one stays'),
      reason: DeleteReason,
      seen: z
        .object({ stays: IsoInstant, ends: IsoInstant })
        .describe('`updatedAt` of both: a change that came between is not overwritten'),
    }),
  },
  reply: z.object({
    id: z.uuid().describe('For the undo'),
    cardId: z.string(),
    undoUntil: IsoInstant,
  }),
  limits: [{ per: 'caller', max: 30, windowS: 3_600 }],
  reveals: 'member',
  audit: 'member.merged',
  errors: [
    'step-up-required',
    'own-account-protected',
    'staff-protected',
    'merge-refused',
    'conflict',
    'not-found',
  ],
})

export const undoMerge = defineRoute({
  id: 'merge.undo',
  method: 'POST',
  path: '/api/user/merge/undo/:id',
  summary:
    'Separate two records again, after step-up: rows go back, and what was changed since stays with the record that has it. Both addresses are told. 409 where an address belongs to somebody else by now, or a later merge has to be undone first.',
  access: ['admin', 'content'],
  policy: 'merge-members',
  request: { params: z.object({ id: z.uuid() }) },
  reply: z.object({
    cardId: z.string().describe('The record that is back'),
    left: z
      .array(z.enum([...MERGE_CHOICES, 'status']))
      .describe('What was changed since, and was left as it is'),
  }),
  limits: [{ per: 'caller', max: 30, windowS: 3_600 }],
  audit: 'member.merge-undone',
  errors: [
    'step-up-required',
    'own-account-protected',
    'staff-protected',
    'held',
    'conflict',
    'not-found',
  ],
})

export const mergesRoutes = [compareMembers, mergeMembers, undoMerge] as const
