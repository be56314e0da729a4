import * as z from 'zod'
import { openChecks } from '../domain/access/checks.ts'
import { UNDO_S } from '../domain/access/undo-rules.ts'
import { requestIdOf } from '../domain/card/read-member-number.ts'
import { REQUEST_CHECKS } from '../domain/people/registration-rules.ts'
import { RESTORE_DAYS } from '../domain/report/report-rules.ts'
import { defineRoute } from './base/define-route.ts'
import { blankIsAbsent, DateBound, pageOf, pagingFields } from './base/paging.ts'
import { Comment } from './base/person-fields.ts'
import {
  CLAIM_LIMITS,
  claimBody,
  ClaimReply,
  HOLDERS_LIMITS,
  HOLDERS_MAX,
  ReleaseReply,
  ReviewLock,
  StaffPerson,
} from './base/review-lock.ts'
import { fieldsInRequest, IsoInstant, listedAccount } from './base/schemas.ts'
import { search, textOf, DeleteReason } from './base/text-fields.ts'
import { DuplicateHint, REQUEST_STATUSES, RequestStatus } from './duplicates.ts'
import { fullAccount, LISTED_PER_DAY, PLAIN_LISTS } from './users.ts'

const RequestId = z
  .string()
  .max(40)
  .meta({ examples: ['REQ_10004217'] })
/** The input may also be the card number of the person. */
const AnyRequestId = textOf('card-number')
  .max(40)
  .overwrite(requestIdOf)
  .describe('`REQ_…`, the card number `WLD_…`, or the bare number')
  .meta({ examples: ['REQ_10004217'] })

/** `id` and `status` are those of the request, not of the person. */
const decision = {
  id: RequestId.describe('Of the request; the person is `cardId`'),
  requestId: RequestId.describe('The same as `id`'),
  status: RequestStatus,
  approverComment: z.string(),
  decidedAt: IsoInstant.nullable(),
  decidedBy: z.string().nullable(),
  claim: ReviewLock.nullable(),
} as const

/**
 * A line of the history: actor, action and time. A comment is part of the decision that it was
 * given for.
 */
export const ReviewLogEntry = z
  .object({
    at: IsoInstant,
    action: z.string(),
    by: StaffPerson.nullable(),
    status: z.string().nullable(),
    side: z.string().nullable(),
    comment: z.string(),
    checks: z.array(z.enum(REQUEST_CHECKS)).describe('What was checked before this decision'),
    documentsSeen: z
      .boolean()
      .describe('The documents were seen, and their copies are deleted with this decision'),
  })
  .meta({ id: 'ReviewLogEntry' })
export type ReviewLogEntry = z.output<typeof ReviewLogEntry>

/** A row of the queue: the person as in the member list, with the state of the request. */
export const ListedRequest = z
  .object({ ...listedAccount, ...fieldsInRequest('queue'), ...decision })
  .meta({ id: 'ListedRequest' })
export type ListedRequest = z.output<typeof ListedRequest>
/** This is the reply to a decision. */
const DecidedRequest = ListedRequest.extend({
  undoUntil: IsoInstant.nullable().describe('Until then the caller can undo the decision'),
}).meta({ id: 'DecidedRequest' })
export const FullRequest = z
  .object({
    ...fullAccount,
    ...fieldsInRequest('request'),
    ...decision,
    portraitUrl: z.string().nullable().describe('The portrait, signed for the caller, 20 minutes'),
    duplicates: z.array(DuplicateHint).describe('People who may be the same person'),
    log: z.array(ReviewLogEntry).describe('Newest first'),
    waiting: z.int().describe('Requests that wait, this one among them'),
  })
  .meta({ id: 'FullRequest' })
export type FullRequest = z.output<typeof FullRequest>

export const listRequests = defineRoute({
  id: 'request.list',
  method: 'GET',
  path: '/api/user/register/get/all',
  summary: `Registration requests. Without \`page\` the plain array (capped; ${PLAIN_LISTS.max} a minute), with it one page and the filters. Moderators and reviewers get whole people only while a request is pending, and find decided ones by name and id alone. Rows count with those of the member list, ${LISTED_PER_DAY} a day; the plain array and far pages are logged.`,
  access: 'staff',
  request: {
    query: z.object({
      ...pagingFields,
      q: blankIsAbsent(search(120)).describe('Name, e-mail, phone or id'),
      status: blankIsAbsent(z.enum([...REQUEST_STATUSES, 'decided'])).describe(
        '`decided`: everything but pending',
      ),
      tribe: blankIsAbsent(search(120)).describe(
        'The whole name; case, accents and Arabic variants make no difference',
      ),
      from: blankIsAbsent(DateBound),
      to: blankIsAbsent(DateBound),
      sort: z
        .enum(['-createdAt', 'createdAt'])
        .optional()
        .describe('Newest first unless said otherwise'),
    }),
  },
  reply: z.union([z.array(ListedRequest), pageOf(ListedRequest)]),
  limits: [{ per: 'caller', max: 600, windowS: 60 }],
  reveals: 'list',
  audit: null, // the handler writes the rows, because one call can change many items
  errors: ['daily-limit'],
})

export const readRequest = defineRoute({
  id: 'request.read',
  method: 'GET',
  path: '/api/user/register/get/:id',
  summary:
    'One request with the identity documents; once it is decided, for moderators and reviewers name, state and history alone. Every look is logged.',
  access: 'staff',
  request: { params: z.object({ id: AnyRequestId }) },
  reply: FullRequest,
  limits: [{ per: 'caller', max: 120, windowS: 60 }],
  reveals: 'member',
  audit: 'request.viewed',
  errors: ['not-found'],
})

export const decideRequest = defineRoute({
  id: 'request.decide',
  method: 'PUT',
  path: '/api/user/register/update/:id',
  summary: `Approve (validated, active) or reject a pending request; the applicant gets a mail. With \`undoable\` the mail waits ${UNDO_S} seconds, in which the caller can undo the decision. 409 with the present state when somebody was faster, while a colleague reviews it, or when the account was opened, banned or given a role meanwhile; and with \`documentsSeen\`, when the caller has looked at no document of the person.`,
  access: 'staff',
  request: {
    params: z.object({ id: AnyRequestId }),
    body: z
      .object({
        checks: z
          .array(z.enum(REQUEST_CHECKS))
          .max(REQUEST_CHECKS.length)
          .default([])
          .describe('What the reviewer checked; stays with the decision'),
        undoable: z
          .boolean()
          .default(false)
          .describe('The mail waits, so that the decision can be undone'),
        documentsSeen: z
          .boolean()
          .default(false)
          .describe(
            'With an approval and all checks: the caller saw the identity documents, and their copies are deleted as soon as the decision cannot be undone, unless a legal hold names the person. Otherwise they stay for their period.',
          ),
        status: z.enum(['active', 'approved', 'rejected'], 'Give active, approved or rejected'),
        validated: z.boolean().optional(),
        isActive: z.boolean().optional(),
        approverComment: Comment.default('').describe(
          'Goes to the applicant by mail; a rejection needs one',
        ),
      })
      .refine(
        ({ status, approverComment }) => status !== 'rejected' || approverComment.trim() !== '',
        {
          path: ['approverComment'],
          error: 'Say why the request is rejected',
        },
      )
      .refine(
        ({ documentsSeen, status, checks }) =>
          !documentsSeen ||
          (status !== 'rejected' && openChecks(REQUEST_CHECKS, checks).length === 0),
        {
          path: ['documentsSeen'],
          error: 'Copies are deleted with an approval and after all checks only',
        },
      ),
  },
  reply: DecidedRequest,
  limits: [{ per: 'caller', max: 120, windowS: 60 }],
  reveals: 'member',
  audit: 'request.decided',
  errors: ['already-decided', 'request-claimed', 'conflict', 'not-found'],
})

export const undoRequest = defineRoute({
  id: 'request.undo',
  method: 'POST',
  path: '/api/user/register/undo/:id',
  summary: `Undo the caller’s own decision within ${UNDO_S} seconds: the request is pending again and held by the caller, and its mail is not sent. 409 later, and when something was built on the decision (the person signed in or was changed).`,
  access: 'staff',
  request: { params: z.object({ id: AnyRequestId }) },
  reply: ListedRequest,
  limits: [{ per: 'caller', max: 60, windowS: 60 }],
  reveals: 'member',
  audit: 'request.undone',
  errors: ['conflict', 'not-found'],
})

export const deleteRequest = defineRoute({
  id: 'request.delete',
  method: 'DELETE',
  path: '/api/user/register/delete/:id',
  summary: `Delete a request with its person, photos and documents, with a reason (without one the audit log says so; a few single acts of an account an hour need no step-up), unless the person has become a member meanwhile, or was banned: then the request alone. The e-mail address is free at once. Administrators can restore it for ${RESTORE_DAYS} days.`,
  access: 'staff',
  request: {
    params: z.object({ id: AnyRequestId }),
    body: z.object({ approverComment: blankIsAbsent(DeleteReason) }).nullish(),
  },
  reply: z.object({ deleted: z.literal(true) }),
  limits: [{ per: 'caller', max: 60, windowS: 60 }],
  reveals: 'member',
  audit: 'request.deleted',
  errors: ['request-claimed', 'step-up-required', 'not-found'],
})

export const DeletedRequest = z
  .object({
    id: RequestId,
    cardId: z.string(),
    name: z.string(),
    status: RequestStatus,
    createdAt: IsoInstant,
    withPerson: z
      .boolean()
      .describe('Person, photos and documents went with it, and come back with it'),
    deletedAt: IsoInstant,
    deletedBy: z.string().describe('Card number of the one who deleted it'),
    reason: z.string(),
    goneAt: IsoInstant.describe('From then on it cannot be restored'),
  })
  .meta({ id: 'DeletedRequest' })
export type DeletedRequest = z.output<typeof DeletedRequest>

export const listDeletedRequests = defineRoute({
  id: 'request.deleted',
  method: 'GET',
  path: '/api/user/register/deleted/get/all',
  summary: `Requests that were deleted in the last ${RESTORE_DAYS} days, the last one first. Rows count with those of the member list.`,
  access: ['admin'],
  request: { query: z.object(pagingFields) },
  reply: z.union([z.array(DeletedRequest), pageOf(DeletedRequest)]),
  limits: [{ per: 'caller', max: 120, windowS: 60 }],
  audit: null,
  errors: ['daily-limit'],
})

export const restoreRequest = defineRoute({
  id: 'request.restore',
  method: 'POST',
  path: '/api/user/register/restore/:id',
  summary: `Bring a deleted request back with everything that went with it, up to ${RESTORE_DAYS} days later. 409 when its e-mail address belongs to another account meanwhile.`,
  access: ['admin'],
  request: { params: z.object({ id: AnyRequestId }) },
  reply: ListedRequest,
  limits: [{ per: 'caller', max: 60, windowS: 60 }],
  audit: 'request.restored',
  errors: ['conflict', 'not-found'],
})

export const claimRequest = defineRoute({
  id: 'request.claim',
  method: 'POST',
  path: '/api/user/register/claim/:id',
  summary:
    'Hold a pending request for 15 minutes, or hold it longer. While it is held nobody else decides it. An administrator may take it over.',
  access: 'staff',
  request: {
    params: z.object({ id: AnyRequestId }),
    body: claimBody,
  },
  reply: ClaimReply,
  limits: CLAIM_LIMITS,
  reveals: 'member',
  audit: 'request.claimed',
  errors: ['already-decided', 'request-claimed', 'not-found'],
})

export const releaseRequest = defineRoute({
  id: 'request.release',
  method: 'DELETE',
  path: '/api/user/register/claim/:id',
  summary: 'Let a request go that the caller holds; nothing happens where somebody else holds it.',
  access: 'staff',
  request: { params: z.object({ id: AnyRequestId }) },
  reply: ReleaseReply,
  limits: CLAIM_LIMITS,
  reveals: 'member',
  audit: 'request.released',
  errors: ['not-found'],
})

export const nextRequest = defineRoute({
  id: 'request.next',
  method: 'POST',
  path: '/api/user/register/next',
  summary:
    'The oldest pending request that no colleague holds, held for the caller from now on: two reviewers never get the same one. With `from`, the one after (or before) it; the caller lets that one go.',
  access: 'staff',
  request: {
    body: z
      .object({
        from: AnyRequestId.optional(),
        direction: z
          .enum(['forward', 'back'])
          .default('forward')
          .meta({ examples: ['forward'] }),
        open: z
          .boolean()
          .default(false)
          .describe('Also send the request, with signed addresses of its documents'),
      })
      .nullish(),
  },
  reply: z.object({
    requestId: z.string().nullable().describe('Null: nothing is left to take'),
    claim: ReviewLock.nullable(),
    waiting: z.int().describe('Pending requests in all'),
    heldByOthers: z.int().describe('Of these, held by colleagues'),
    opened: z
      .object({
        request: FullRequest,
        documents: z
          .record(z.string(), z.string())
          .describe('Signed addresses of the identity documents, by reference'),
      })
      .nullable()
      .describe('With `open` alone; both looks are logged, as those of the single calls are'),
  }),
  limits: [{ per: 'caller', max: 240, windowS: 60 }],
  reveals: 'member',
  audit: 'request.next',
})

export const requestHolders = defineRoute({
  id: 'request.holders',
  method: 'GET',
  path: '/api/user/register/holders',
  summary:
    'Which pending requests are held, and by whom: numbers of requests, without data of applicants. For lists that are open, every few seconds.',
  access: 'staff',
  reply: z.object({
    waiting: z.int().describe('Pending requests in all'),
    holders: z.array(z.object({ requestId: RequestId, claim: ReviewLock })).max(HOLDERS_MAX),
  }),
  limits: HOLDERS_LIMITS,
  audit: null,
})

export const requestsRoutes = [
  requestHolders,
  listRequests,
  readRequest,
  decideRequest,
  undoRequest,
  deleteRequest,
  listDeletedRequests,
  restoreRequest,
  claimRequest,
  releaseRequest,
  nextRequest,
] as const
