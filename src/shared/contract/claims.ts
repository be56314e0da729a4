import * as z from 'zod'
import { OBJECTION_KINDS, REPLY_MAX } from '../domain/claim-objection.ts'
import { LANGUAGES } from '../domain/text/languages.ts'
import { defineRoute, MAILS_OF_ROUTE } from './base/define-route.ts'
import { blankIsAbsent, pageOf, pagingFields } from './base/paging.ts'
import { Email, PersonName } from './base/person-fields.ts'
import { ColumnInteger, IsoInstant } from './base/schemas.ts'
import { text, search, requiredText, textOf, proofHeader, RecordId } from './base/text-fields.ts'

export const CLAIM_SUBJECTS = ['violation', 'information', 'help', 'query', 'urgent'] as const
export const CLAIM_SORTS = ['createdAt', '-createdAt', 'waiting'] as const
export type ClaimSort = (typeof CLAIM_SORTS)[number]
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
      'accept-language': textOf('machine')
        .optional()
        .describe('Of the answer, where no account says another'),
      ...proofHeader,
    }),
    body: z.object({
      firstName: PersonName,
      lastName: PersonName.meta({ examples: ['Idris'] }),
      email: Email,
      /** A message may name a number without its country: nobody is kept from writing by it. */
      phoneNumber: textOf('phone')
        .min(3, 'Required')
        .max(24)
        // A check, not a pattern: the document of the API describes the text before it is cleaned.
        .refine((phone) => /^\+?\d+$/.test(phone), { error: 'Digits only' })
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
    objection: z
      .object({
        kind: z.enum(OBJECTION_KINDS),
        reportId: z.int().describe('As the sender gave it: there may be no such report'),
        dueAt: IsoInstant,
        named: z.boolean().describe('The sender wants the name under the reply'),
        shownAt: IsoInstant.nullable().describe('Since when the reply stands under the report'),
      })
      .nullable()
      .describe('Null of a contact message'),
  })
  .meta({ id: 'Claim' })

/**
 * What staff did with a claim, oldest first. Replies were mailed to the sender; a note was mailed
 * where `mailed` is true.
 */
const CLAIM_ENTRY_KINDS = ['reply', 'resolved', 'rejected', 'reopened'] as const

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
    report: z
      .object({
        published: z.boolean(),
        contested: z.boolean(),
        contestedFor: RecordId.nullable().describe(
          'Of a contested report: the objection from which it is shown again; null where that message is gone',
        ),
      })
      .nullable()
      .describe('The report that an objection is about; null where no report has its number'),
    language: z.enum(LANGUAGES).describe('Of the mails to the sender'),
    entries: z.array(ClaimEntry),
    version: z
      .int()
      .describe(
        'Grows with each entry; sent back with a reply, so that nobody answers a state that has passed',
      ),
  })
  .meta({ id: 'FullClaim' })

export const CLAIMS_ABOUT = ['report', 'due', 'contact'] as const

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
      q: blankIsAbsent(search(120)).describe(
        'Words in name, e-mail or reference; whole words of the message',
      ),
      status: blankIsAbsent(z.enum([...CLAIM_STATUSES, 'closed'])).describe(
        '`closed`: resolved or rejected',
      ),
      subject: blankIsAbsent(z.enum(CLAIM_SUBJECTS)),
      about: blankIsAbsent(z.enum(CLAIMS_ABOUT)).describe(
        'Objections to reports alone, or contact messages alone. `due`: open objections that are due within two days, or overdue',
      ),
      sort: blankIsAbsent(z.enum(CLAIM_SORTS)).describe(
        'By when they came; with a hyphen the newest first. `waiting`: those without a reply first, each the oldest first',
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
  policy: 'decide-objection',
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
  policy: 'decide-objection',
  errors: ['already-decided', 'not-found'],
})

export const sendObjection = defineRoute({
  id: 'objection.send',
  method: 'POST',
  path: '/api/report/objection',
  summary:
    'Something is wrong with a report: a reply, a correction, a removal or a matter of privacy. Kept as a claim with a due date. The reply is the same whether or not a report has the number.',
  access: 'optional-member',
  request: {
    headers: z.object({
      'accept-language': textOf('machine')
        .optional()
        .describe('Of the answer, where no account says another'),
      ...proofHeader,
    }),
    body: z.object({
      reportId: ColumnInteger.min(1).meta({ examples: [1] }),
      kind: z.enum(OBJECTION_KINDS),
      firstName: PersonName,
      lastName: PersonName.meta({ examples: ['Idris'] }),
      email: Email,
      phoneNumber: blankIsAbsent(
        textOf('phone')
          .max(24)
          .refine((phone) => /^\+?\d{3,}$/.test(phone), { error: 'Digits only' }),
      ).meta({ examples: ['+33 6 39 98 12 34'] }),
      message: requiredText(REPLY_MAX)
        .describe('The reason; of the kind `reply` the text that stands under the report')
        .meta({ examples: ['I was not in that town on that day.'] }),
      named: z.boolean().default(false).describe('Of a reply: the name stands under it'),
      goodFaith: z
        .literal(true, { error: 'Required' })
        .describe('The sender believes in good faith that it is true and complete'),
    }),
  },
  reply: z.object({ sent: z.literal(true), reference: z.string() }),
  limits: [{ per: 'network', max: 10, windowS: 3_600 }, MAILS_OF_ROUTE],
  audit: 'objection.created',
  errors: ['proof-required'],
})

/** Of a report that is not public there are none, and it is as absent as one that does not exist. */
export const listReplies = defineRoute({
  id: 'report.replies',
  method: 'GET',
  path: '/api/report/replies/get/:id',
  summary: 'Replies of people concerned by a published report, as staff let them stand.',
  access: 'public',
  request: { params: z.object({ id: z.coerce.number().pipe(ColumnInteger) }) },
  reply: z.array(
    z
      .object({
        id: z.string(),
        name: z
          .string()
          .nullable()
          .describe('Null: the person asked for no name, or the report withholds it'),
        text: z.string(),
        at: IsoInstant.describe('When staff showed it'),
      })
      .meta({ id: 'ReportReply' }),
  ),
  limits: [{ per: 'network', max: 300, windowS: 60 }],
  audit: null,
  errors: ['not-found'],
})

export const contestReport = defineRoute({
  id: 'objection.contest',
  method: 'PUT',
  path: '/api/claim/contest/:id',
  summary:
    'Hide the report of an open objection while staff look at it, or show it again. The public keeps number, day, state and a mark.',
  access: 'staff',
  policy: 'decide-objection',
  request: {
    params: z.object({ id: RecordId }),
    body: z.object({ contested: z.boolean() }),
  },
  reply: FullClaim,
  limits: [{ per: 'caller', max: 120, windowS: 60 }],
  audit: 'report.contested',
  errors: ['already-decided', 'conflict', 'not-found'],
})

export const showReplyOfClaim = defineRoute({
  id: 'objection.show',
  method: 'PUT',
  path: '/api/claim/shown/:id',
  summary: 'Show a reply under its report, or take it from there.',
  access: 'staff',
  policy: 'decide-objection',
  request: { params: z.object({ id: RecordId }), body: z.object({ shown: z.boolean() }) },
  reply: FullClaim,
  limits: [{ per: 'caller', max: 120, windowS: 60 }],
  audit: 'objection.shown',
  errors: ['not-found'],
})

export const claimsRoutes = [
  sendContactMessage,
  sendObjection,
  listReplies,
  contestReport,
  showReplyOfClaim,
  listClaims,
  readClaim,
  replyToClaim,
  reopenClaim,
  updateClaim,
] as const
