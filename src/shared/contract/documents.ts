/** Identity documents of members, and the log of who viewed them. */
import * as z from 'zod'
import { ROLE_LETTERS } from '../domain/people/roles.ts'
import { defineRoute } from './base/define-route.ts'
import { StaffPerson } from './base/review-lock.ts'
import { IsoInstant, MemberNumber } from './base/schemas.ts'

export const DOCUMENT_SIDES = ['front', 'back'] as const
export type DocumentSide = (typeof DOCUMENT_SIDES)[number]
const Sides = z.array(z.enum(DOCUMENT_SIDES)).describe('Empty: older than the record of sides')

export const MemberDocuments = z
  .object({
    cardId: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    documents: z.array(
      z.object({
        side: z.enum(DOCUMENT_SIDES),
        photoUrl: z.string().describe('Sign it before viewing; that look is logged'),
      }),
    ),
    portraitUrl: z
      .string()
      .nullable()
      .describe('The portrait on the card, signed for the caller, 20 minutes'),
    looks: z
      .array(z.object({ at: IsoInstant, by: StaffPerson.nullable(), sides: Sides }))
      .describe('Newest first'),
  })
  .meta({ id: 'MemberDocuments' })
export type MemberDocuments = z.output<typeof MemberDocuments>

export const readDocuments = defineRoute({
  id: 'document.read',
  method: 'GET',
  path: '/api/document/get/:memberId',
  summary:
    'References of the identity documents of a member, with everybody who looked at them. Whoever signs one to see it is logged and stands in the picture.',
  access: ['admin', 'content'],
  request: { params: z.object({ memberId: MemberNumber }) },
  reply: MemberDocuments,
  limits: [{ per: 'caller', max: 120, windowS: 60 }],
  reveals: 'member',
  audit: 'document.opened',
  errors: ['not-found'],
})

export const DocumentView = z
  .object({
    at: IsoInstant,
    role: z.enum(ROLE_LETTERS).nullable().describe('Null: the account is gone'),
    sides: Sides,
  })
  .meta({ id: 'DocumentView' })
export type DocumentView = z.output<typeof DocumentView>

export const listDocumentViews = defineRoute({
  id: 'account.documentViews',
  method: 'GET',
  path: '/api/account/document-views',
  summary:
    'When the caller’s own identity documents were looked at, and in which role; never by whom. The newest 50.',
  access: 'member',
  reply: z.object({ views: z.array(DocumentView), total: z.int() }),
  limits: [{ per: 'caller', max: 60, windowS: 60 }],
  audit: null,
})

export const documentsRoutes = [readDocuments, listDocumentViews] as const
