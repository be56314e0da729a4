/** New portraits of members: the card keeps the old one until staff have reviewed the new one. */
import * as z from 'zod'
import { defineRoute } from './base/define-route.ts'
import { pageOf, pagingFields } from './base/paging.ts'
import { Comment, FileReference } from './base/person-fields.ts'
import { IsoInstant, LanguageCode, MemberNumber } from './base/schemas.ts'

export const WaitingPortrait = z
  .object({
    cardId: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    language: LanguageCode,
    sentAt: IsoInstant.nullable(),
    portrait: z.string().describe('Reference of the new portrait; give it back with the decision'),
    newPhotoUrl: z.string().describe('Signed for the caller, 20 minutes'),
    oldPhotoUrl: z.string().nullable().describe('What the card shows now, signed likewise'),
    own: z.boolean().describe('The caller’s own: a colleague decides it'),
  })
  .meta({ id: 'WaitingPortrait' })
export type WaitingPortrait = z.output<typeof WaitingPortrait>

export const listPortraits = defineRoute({
  id: 'portrait.list',
  method: 'GET',
  path: '/api/portrait/get/all',
  summary:
    'New portraits that wait for review, the longest waiting first, each with the one on the card. Rows count with those of the member list.',
  access: 'staff',
  request: { query: z.object(pagingFields) },
  reply: z.union([z.array(WaitingPortrait), pageOf(WaitingPortrait)]),
  limits: [{ per: 'caller', max: 600, windowS: 60 }],
  audit: null,
  errors: ['daily-limit'],
})

export const decidePortrait = defineRoute({
  id: 'portrait.decide',
  method: 'PUT',
  path: '/api/portrait/update/:memberId',
  summary:
    'Approve a new portrait (the card shows it from now on) or reject it; the member gets a mail. 409 when it is no longer the one that was looked at.',
  access: 'staff',
  request: {
    params: z.object({ memberId: MemberNumber }),
    body: z.object({
      status: z.enum(['approved', 'rejected'], 'Give approved or rejected'),
      portrait: FileReference,
      comment: Comment.default(''),
    }),
  },
  reply: z.object({ status: z.enum(['approved', 'rejected']) }),
  limits: [{ per: 'caller', max: 120, windowS: 60 }],
  reveals: 'member',
  audit: 'portrait.decided',
  errors: ['conflict', 'own-account-protected', 'not-found'],
})

export const portraitsRoutes = [listPortraits, decidePortrait] as const
