import * as z from 'zod'
import { defineRoute } from './define-route.ts'
import { blankIsAbsent, DateBound, pageOf, pagingFields } from './paging.ts'
import { Empty, IsoInstant, OwnMember } from './schemas.ts'
import { text } from './text-fields.ts'

/** The own data with what only the own page shows. */
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
  request: {},
  reply: OwnProfile,
  limits: [{ per: 'caller', max: 120, windowS: 60 }],
  audit: null,
  errors: [],
})
export const withdrawPhoto = defineRoute({
  id: 'account.withdrawPhoto',
  method: 'DELETE',
  path: '/api/account/pending-photo',
  summary: 'Take back the portrait that waits for review; the one on the card stays.',
  access: 'member',
  request: {},
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
  request: {},
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
  errors: ['step-up-required', 'last-administrator'],
})

export const AuditRow = z
  .object({
    seq: z.int(),
    at: IsoInstant,
    actor: z.string(),
    action: z.string(),
    target: z.string(),
    detail: z.record(z.string(), z.unknown()),
    requestId: z.string(),
  })
  .meta({ id: 'AuditRow' })
export const listAudit = defineRoute({
  id: 'audit.list',
  method: 'GET',
  path: '/api/audit/get/all',
  summary: 'The audit log, newest first, with filters.',
  access: ['A'],
  request: {
    query: z.object({
      ...pagingFields,
      actor: blankIsAbsent(text(60)),
      action: blankIsAbsent(text(60)).describe(
        'Whole, or up to a dot: `member` finds `member.created`',
      ),
      target: blankIsAbsent(text(80)),
      from: blankIsAbsent(DateBound),
      to: blankIsAbsent(DateBound),
    }),
  },
  reply: z.union([z.array(AuditRow), pageOf(AuditRow)]),
  limits: [{ per: 'caller', max: 300, windowS: 60 }],
  audit: 'audit.viewed',
  errors: [],
})
