/** Acts that wait for a second administrator, see `domain/access/consent-rules.ts`. */
import * as z from 'zod'
import { CONSENT_KINDS, CONSENT_STATES, CONSENT_WAITS } from '../domain/access/consent-rules.ts'
import { MEMBER_STATUSES } from '../domain/people/member-status.ts'
import { ROLE_IDS } from '../domain/people/roles.ts'
import { defineRoute } from './base/define-route.ts'
import { IsoInstant, MemberNumber, Proposed } from './base/schemas.ts'
import { requiredText } from './base/text-fields.ts'
import { BankAccount } from './donations.ts'
import { ReportCategoryOrNone } from './reports.ts'

const CONSENT_REASON_MAX = 500
const Reason = requiredText(CONSENT_REASON_MAX).meta({
  examples: ['Annual report to the prefecture'],
})

const GONE = 'Blank when the account is gone'
const Person = z.object({ cardId: z.string(), name: z.string().describe(GONE) })

export const Consent = z
  .object({
    id: z.uuid(),
    kind: z.enum(CONSENT_KINDS),
    state: z.enum(CONSENT_STATES),
    target: z
      .string()
      .describe(
        '`report:17`, `evidence:4`, `member:10004217`, or blank where the kind says it all',
      ),
    member: Person.nullable().describe('Whom a `member:` target names; null for other kinds'),
    report: z
      .object({
        id: z.int(),
        type: z.string().describe('In the words of the reporter'),
        category: ReportCategoryOrNone,
        city: z.string(),
        country: z.string().describe('English name'),
        createdAt: IsoInstant,
        description: z.string(),
        evidence: z
          .string()
          .nullable()
          .describe('Description of the piece that an `evidence-delete` takes; else null'),
      })
      .nullable()
      .describe('What is deleted, or what the evidence belongs to, while the proposal waits'),
    reason: z.string(),
    accounts: z
      .array(BankAccount)
      .nullable()
      .describe('The new bank accounts of a `payment-change`, null for other kinds'),
    access: z
      .object({
        role: z.enum(ROLE_IDS).nullable(),
        status: z.enum(MEMBER_STATUSES).nullable(),
        email: z.string().nullable(),
        phone: z.string().nullable(),
        password: z.boolean().describe('Whether the password is replaced'),
      })
      .nullable()
      .describe('What an `access-change` sets, null where it stays; null for other kinds'),
    proposedBy: z.string().describe('Card number'),
    proposedByName: z.string().describe(GONE),
    proposedAt: IsoInstant,
    expiresAt: IsoInstant,
    decidedBy: z.string().nullable().describe('Card number'),
    decidedByName: z.string().nullable().describe(GONE),
    decidedAt: IsoInstant.nullable(),
    own: z.boolean().describe('The caller proposed it: another administrator has to confirm'),
    confirmableAt: IsoInstant.nullable().describe(
      'When the caller may confirm it; null where another administrator has to',
    ),
    waitsFor: z
      .enum(CONSENT_WAITS)
      .nullable()
      .describe(
        '`caller`, `proposer`: somebody else changed the access of that account less than three days ago. `cooling-off`: the caller is the only administrator.',
      ),
  })
  .meta({ id: 'Consent' })
export type Consent = z.output<typeof Consent>

export const listConsents = defineRoute({
  id: 'consent.list',
  method: 'GET',
  path: '/api/consent/get/all',
  summary: 'Proposals that wait, and the last fifty that ended; newest first.',
  access: ['admin'],
  reply: z.array(Consent),
  limits: [{ per: 'caller', max: 300, windowS: 60 }],
  audit: null,
})

export const proposeExport = defineRoute({
  id: 'consent.proposeExport',
  method: 'POST',
  path: '/api/consent/export',
  summary:
    'Ask another administrator to permit one export of members. Called again it returns the proposal that waits.',
  access: ['admin'],
  request: { body: z.object({ reason: Reason }) },
  reply: Proposed,
  limits: [{ per: 'caller', max: 20, windowS: 3_600 }],
  audit: 'consent.proposed',
  errors: ['step-up-required'],
})

export const proposeFactorReset = defineRoute({
  id: 'consent.proposeFactorReset',
  method: 'POST',
  path: '/api/consent/factors/:id',
  summary:
    'Ask another administrator to remove the second factors of a member who lost them. Called again it returns the proposal that waits.',
  access: ['admin'],
  policy: 'not-own-account',
  request: { params: z.object({ id: MemberNumber }), body: z.object({ reason: Reason }) },
  reply: Proposed,
  limits: [{ per: 'caller', max: 20, windowS: 3_600 }],
  reveals: 'member',
  audit: 'consent.proposed',
  errors: ['step-up-required', 'own-account-protected', 'not-found'],
})

const one = { params: z.object({ id: z.uuid() }) }

export const confirmConsent = defineRoute({
  id: 'consent.confirm',
  method: 'POST',
  path: '/api/consent/confirm/:id',
  summary:
    'Confirm a proposal of somebody else and carry it out. 403 while the access of one of the two was changed by another person less than three days ago; 409 when it ended, or what it is about has changed since.',
  access: ['admin'],
  policy: 'second-person',
  request: one,
  reply: Consent,
  limits: [{ per: 'caller', max: 60, windowS: 60 }],
  audit: 'consent.confirmed',
  errors: [
    'step-up-required',
    'own-proposal',
    'access-unsettled',
    'proposer-unsettled',
    'not-found',
    'conflict',
  ],
})

export const refuseConsent = defineRoute({
  id: 'consent.refuse',
  method: 'POST',
  path: '/api/consent/refuse/:id',
  summary:
    'End a proposal without carrying it out: refuse that of somebody else, or withdraw the own.',
  access: ['admin'],
  request: one,
  reply: Consent,
  limits: [{ per: 'caller', max: 60, windowS: 60 }],
  audit: 'consent.refused',
  errors: ['not-found', 'conflict'],
})

export const consentsRoutes = [
  listConsents,
  proposeExport,
  proposeFactorReset,
  confirmConsent,
  refuseConsent,
] as const
