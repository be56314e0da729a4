import * as z from 'zod'
import { LANGUAGES } from '../domain/text/languages.ts'
import { defineRoute, MAILS_OF_ROUTE } from './base/define-route.ts'
import { blankIsAbsent, pageOf, pagingFields } from './base/paging.ts'
import { Email, PersonName } from './base/person-fields.ts'
import { ColumnInteger, IsoInstant } from './base/schemas.ts'
import { RecordId, requiredText, text } from './base/text-fields.ts'

export const CLAIM_SUBJECTS = ['violation', 'information', 'help', 'query', 'urgent'] as const
export const CLAIM_SORTS = ['createdAt', '-createdAt'] as const
export const CLAIM_TEXT_MAX = 2_000
export const CLAIM_STATUSES = ['open', 'resolved', 'rejected'] as const

export const sendContactMessage = defineRoute({
  id: 'contact.send',
  method: 'POST',
  path: '/api/verification/email/contact/wld',
  summary: 'Contact form: kept as a claim and mailed to the association.',
  access: 'optional-member',
  request: {
    headers: z.object({
      'accept-language': z
        .string()
        .optional()
        .describe('Of the answer, where no account says another'),
      'x-proof-of-work': z.string().max(4_096).optional(),
    }),
    body: z.object({
      firstName: PersonName,
      lastName: PersonName.meta({ examples: ['Idris'] }),
      email: Email,
      phoneNumber: z
        .string()
        .trim()
        .min(3, 'Required')
        .max(24)
        .regex(/^[\d +().-]+$/, 'Digits only')
        .meta({ examples: ['+33 6 39 98 12 34'] }),
      subject: z.enum(CLAIM_SUBJECTS),
      message: requiredText(5_000).meta({ examples: ['When is the next assembly?'] }),
    }),
  },
  reply: z.object({ sent: z.literal(true), reference: z.string() }),
  limits: [{ per: 'network', max: 10, windowS: 3_600 }, MAILS_OF_ROUTE],
  audit: 'claim.created',
  errors: ['proof-required'],
})

export const Claim = z
  .object({
    id: z.string(),
    userId: z.string().nullable(),
    userName: z.string(),
    email: z.string(),
    phoneNumber: z.string(),
    subject: z.enum(CLAIM_SUBJECTS),
    message: z.string(),
    status: z.enum(CLAIM_STATUSES),
    note: z.string(),
    createdAt: IsoInstant,
    repliedAt: IsoInstant.nullable().describe('When staff last wrote to the sender'),
  })
  .meta({ id: 'Claim' })

/**
 * What staff did with a claim, oldest first. Replies were mailed to the sender; a note was mailed
 * where `mailed` is true.
 */
export const CLAIM_ENTRY_KINDS = ['reply', 'resolved', 'rejected', 'reopened'] as const

const ClaimEntry = z
  .object({
    id: z.int(),
    kind: z.enum(CLAIM_ENTRY_KINDS),
    text: z.string(),
    mailed: z.boolean(),
    author: z
      .object({ cardId: z.string(), name: z.string() })
      .nullable()
      .describe('Null when the account is gone'),
    at: IsoInstant,
  })
  .meta({ id: 'ClaimEntry' })

export const FullClaim = z
  .object({
    ...Claim.shape,
    language: z.enum(LANGUAGES).describe('Of the mails to the sender'),
    entries: z.array(ClaimEntry),
    version: z
      .int()
      .describe(
        'Grows with each entry; sent back with a reply, so that nobody answers a state that has passed',
      ),
  })
  .meta({ id: 'FullClaim' })

export const listClaims = defineRoute({
  id: 'claim.list',
  method: 'GET',
  path: '/api/claim/get/all',
  summary:
    'Claims, newest first unless told otherwise. Rows count with those of the member list; the plain array (a few times a minute) and far pages are logged.',
  access: 'staff',
  request: {
    query: z.object({
      ...pagingFields,
      q: blankIsAbsent(text(120)).describe(
        'Words in name, e-mail or reference; whole words of the message',
      ),
      status: blankIsAbsent(z.enum(CLAIM_STATUSES)),
      subject: blankIsAbsent(z.enum(CLAIM_SUBJECTS)),
      sort: blankIsAbsent(z.enum(CLAIM_SORTS)).describe(
        'By when they came; with a hyphen the newest first',
      ),
    }),
  },
  reply: z.union([z.array(Claim), pageOf(Claim)]),
  limits: [{ per: 'caller', max: 300, windowS: 60 }],
  audit: null, // the handler writes the rows, because one call can change many items
  errors: ['daily-limit'],
})

export const readClaim = defineRoute({
  id: 'claim.read',
  method: 'GET',
  path: '/api/claim/get/:id',
  summary: 'One claim with everything that staff wrote about it.',
  access: 'staff',
  request: { params: z.object({ id: RecordId }) },
  reply: FullClaim,
  limits: [{ per: 'caller', max: 300, windowS: 60 }],
  audit: 'claim.read',
  errors: ['not-found'],
})

/** The state that the caller saw while writing. */
const seenVersion = ColumnInteger.min(0).meta({ examples: [0] })

export const replyToClaim = defineRoute({
  id: 'claim.reply',
  method: 'POST',
  path: '/api/claim/reply/:id',
  summary:
    'Write to the sender of an open claim, by mail in their language. 409 with the present state when somebody else was faster.',
  access: 'staff',
  request: {
    params: z.object({ id: RecordId }),
    body: z.object({
      text: requiredText(CLAIM_TEXT_MAX)
        .describe('Mailed to the sender')
        .meta({ examples: ['We meet on the first Saturday of each month.'] }),
      resolves: z.boolean().default(false).describe('True closes the claim with this reply'),
      version: seenVersion,
    }),
  },
  reply: FullClaim,
  limits: [{ per: 'caller', max: 120, windowS: 60 }],
  audit: 'claim.replied',
  errors: ['already-decided', 'conflict', 'not-found'],
})

export const reopenClaim = defineRoute({
  id: 'claim.reopen',
  method: 'POST',
  path: '/api/claim/reopen/:id',
  summary: 'Open a decided claim again. The sender is not told.',
  access: ['admin'],
  request: {
    params: z.object({ id: RecordId }),
    body: z.object({
      note: text(CLAIM_TEXT_MAX)
        .default('')
        .describe('For staff only')
        .meta({ examples: ['The sender wrote again.'] }),
      version: seenVersion,
    }),
  },
  reply: FullClaim,
  limits: [{ per: 'caller', max: 120, windowS: 60 }],
  audit: 'claim.reopened',
  errors: ['conflict', 'not-found'],
})

export const updateClaim = defineRoute({
  id: 'claim.update',
  method: 'PUT',
  path: '/api/claim/update/:id',
  summary:
    'Resolve or reject a claim with a note, mailed to the sender unless told otherwise. 409 when somebody else was faster.',
  access: 'staff',
  request: {
    params: z.object({ id: RecordId }),
    body: z.object({
      status: z.enum(['resolved', 'rejected']),
      note: requiredText(CLAIM_TEXT_MAX)
        .describe('Mailed to the sender, or for staff only')
        .meta({ examples: ['On 3 May in Paris.'] }),
      mailed: z
        .boolean()
        .default(true)
        .describe(
          'False keeps the note among staff: whoever sends advertising need not learn that it was read',
        ),
    }),
  },
  reply: Claim,
  limits: [{ per: 'caller', max: 120, windowS: 60 }],
  audit: 'claim.updated',
  errors: ['already-decided', 'not-found'],
})

export const claimsRoutes = [
  sendContactMessage,
  listClaims,
  readClaim,
  replyToClaim,
  reopenClaim,
  updateClaim,
] as const
