import * as z from 'zod'
import { defineRoute } from './base/define-route.ts'
import { Empty, IsoInstant, OwnMember } from './base/schemas.ts'

/** The caller's own data, with the fields that only the member's own page shows. */
export const OwnProfile = OwnMember.extend({
  photoUrl: z
    .string()
    .nullable()
    .describe('Portrait on the card, signed for the caller, 20 minutes'),
  pendingPhotoUrl: z
    .string()
    .nullable()
    .describe('Portrait that waits for review, signed likewise'),
  stepUpLeftS: z
    .int()
    .describe(
      'Seconds for which the password that this session proved still counts; 0: it must be given',
    ),
}).meta({ id: 'OwnProfile' })
export type OwnProfile = z.output<typeof OwnProfile>

export const myAccount = defineRoute({
  id: 'account.me',
  method: 'GET',
  path: '/api/account/me',
  summary:
    'The caller’s own data, with signed addresses of the portrait on the card and of the one that waits for review.',
  access: 'member',
  reply: OwnProfile,
  limits: [{ per: 'caller', max: 120, windowS: 60 }],
  audit: null,
})
export const withdrawPhoto = defineRoute({
  id: 'account.withdrawPhoto',
  method: 'DELETE',
  path: '/api/account/pending-photo',
  summary: 'Take back the portrait that waits for review; the one on the card stays.',
  access: 'member',
  reply: Empty,
  limits: [{ per: 'caller', max: 30, windowS: 600 }],
  audit: 'member.photo-withdrawn',
  errors: ['not-found'],
})
export const exportAccount = defineRoute({
  id: 'account.export',
  method: 'GET',
  path: '/api/account/export',
  summary: 'Everything that is held about the caller, as one JSON document, after step-up.',
  access: 'member',
  reply: z.looseObject({ exportedAt: IsoInstant, profile: z.unknown() }),
  limits: [{ per: 'caller', max: 5, windowS: 3_600 }],
  audit: 'account.exported',
  errors: ['step-up-required'],
})
export const eraseAccount = defineRoute({
  id: 'account.erase',
  method: 'POST',
  path: '/api/account/erase',
  summary:
    'Erase the caller’s account after step-up: personal data and files go, a tombstone keeps the number, the audit log stays without personal data.',
  access: 'member',
  request: { body: z.object({ confirm: z.literal('ERASE', 'Type ERASE') }) },
  reply: Empty,
  limits: [{ per: 'caller', max: 5, windowS: 3_600 }],
  audit: 'account.erased',
  errors: ['step-up-required', 'last-administrator', 'held'],
})

export const accountRoutes = [myAccount, withdrawPhoto, exportAccount, eraseAccount] as const
