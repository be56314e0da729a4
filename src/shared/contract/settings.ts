/** What administrators set. Every change asks for the password and leaves the old and the new value in the audit log. */
import * as z from 'zod'
import { isBic, isIban } from '../domain/bank-account.ts'
import {
  HOLD_REASONS,
  RETENTION,
  RETENTION_KINDS,
  type RetentionKind,
} from '../domain/people/retention.ts'
import { defineRoute } from './base/define-route.ts'
import { BankAccount } from './donations.ts'
import { blankIsAbsent } from './base/paging.ts'
import { IsoInstant } from './base/schemas.ts'
import { Moment, RecordId, requiredText, text } from './base/text-fields.ts'

export const REPORT_MODES = ['immediate', 'reviewed'] as const
export type ReportMode = (typeof REPORT_MODES)[number]
export const PAYMENT_SOURCES = ['environment', 'settings', 'samples', 'none'] as const

const periods = <S extends z.ZodType>(of: (kind: RetentionKind) => S) =>
  z.object(
    Object.fromEntries(RETENTION_KINDS.map((kind) => [kind, of(kind)])) as Record<RetentionKind, S>,
  ) // one entry a kind
const Counts = periods(() => z.int())
export type RetentionCounts = z.output<typeof Counts>

/**
 * A change names the version that the caller read; 409 with the present settings when the version
 * is another one.
 */
const Revision = z
  .int('Give the revision that you read')
  .min(0)
  .max(1_000_000_000)
  .meta({ examples: [0] })
const changed = {
  revision: z.int(),
  updatedAt: IsoInstant.nullable(),
  updatedBy: z.string().nullable().describe('Card number'),
} as const

export const Settings = z
  .object({
    reports: z.object({
      ...changed,
      mode: z.enum(REPORT_MODES),
      held: z.int().describe('Reports that wait to be published'),
    }),
    payment: z.object({
      ...changed,
      accounts: z.array(BankAccount).describe('What givers are shown'),
      source: z
        .enum(PAYMENT_SOURCES)
        .describe('`environment`: fixed by whoever runs the server, and not to be changed here'),
      paypal: z.boolean(),
      card: z.boolean(),
    }),
    retention: z.object({
      ...changed,
      days: periods(() => z.int()),
      automatic: z
        .boolean()
        .describe('False on a machine with demonstration data: nothing is deleted there by itself'),
      nextRunAt: IsoInstant.nullable(),
      hold: z
        .object({
          reason: z.enum(HOLD_REASONS),
          seenAt: IsoInstant.describe('When the server last found its clock in order'),
          due: Counts,
        })
        .nullable()
        .describe('Nothing is deleted until an administrator says so'),
      lastRun: z.object({ at: IsoInstant, removed: Counts }).nullable(),
    }),
    invitations: z.object({ ...changed, required: z.boolean() }),
    consents: z.object({
      ...changed,
      required: z
        .boolean()
        .describe('Dangerous acts wait for a second administrator; on once there are two'),
    }),
    witness: z.object({
      ...changed,
      open: z
        .boolean()
        .describe('Whether reports without an account are taken. Receipts work in any case'),
    }),
    waiting: z
      .array(z.enum(['payment', 'consents']))
      .describe('Groups with a change that waits for a second administrator'),
  })
  .meta({ id: 'Settings' })
export type Settings = z.output<typeof Settings>

const change = {
  method: 'PUT',
  access: ['admin'],
  reply: Settings,
  limits: [{ per: 'caller', max: 30, windowS: 60 }],
  audit: 'settings.changed',
  errors: ['step-up-required', 'conflict'],
} as const

export const readSettings = defineRoute({
  id: 'settings.read',
  method: 'GET',
  path: '/api/settings',
  summary: 'All settings of the association.',
  access: ['admin'],
  request: {},
  reply: Settings,
  limits: [{ per: 'caller', max: 300, windowS: 60 }],
  audit: null,
  errors: [],
})
export const changeReportSettings = defineRoute({
  ...change,
  id: 'settings.reports',
  path: '/api/settings/reports',
  summary:
    'Whether new reports are public at once or after staff have looked at them. Reports that are public stay so.',
  request: { body: z.object({ revision: Revision, mode: z.enum(REPORT_MODES) }) },
})
const Account = z.object({
  holder: requiredText(120).meta({ examples: ['WLD'] }),
  iban: z
    .string()
    .max(60)
    .refine(isIban, {
      error: 'The check digits of this IBAN are not right',
      params: { code: 'not_an_iban' },
    })
    .meta({ examples: ['FR76 3000 6000 0112 3456 7890 189'] }),
  bic: z
    .string()
    .trim()
    .toUpperCase()
    .max(11)
    .refine((bic) => bic === '' || isBic(bic), { error: 'A BIC has 8 or 11 letters and digits' })
    .default('')
    .meta({ examples: ['AGRIFRPP'] }),
  bank: requiredText(120).meta({ examples: ['Bank of the association'] }),
})
export const ACCOUNTS_MAX = 2
export const changePaymentSettings = defineRoute({
  ...change,
  id: 'settings.payment',
  path: '/api/settings/payment',
  summary: 'Bank accounts for donations. 409 where the environment of the server fixes them.',
  request: { body: z.object({ revision: Revision, accounts: z.array(Account).max(ACCOUNTS_MAX) }) },
})
export const changeRetentionSettings = defineRoute({
  ...change,
  id: 'settings.retention',
  path: '/api/settings/retention',
  summary: 'How many days things are kept.',
  request: {
    body: z.object({
      revision: Revision,
      days: periods((kind) =>
        z
          .int('Give whole days')
          .min(RETENTION[kind].min)
          .max(RETENTION[kind].max)
          .meta({ examples: [RETENTION[kind].days] }),
      ),
    }),
  },
})
export const changeInvitationSettings = defineRoute({
  ...change,
  id: 'settings.invitations',
  path: '/api/settings/invitations',
  summary:
    'Whether registering takes a code of the list. Without it any word is accepted, and reviewers judge it.',
  request: { body: z.object({ revision: Revision, required: z.boolean() }) },
})
export const changeWitnessSettings = defineRoute({
  ...change,
  id: 'settings.witness',
  path: '/api/settings/witness',
  summary:
    'Whether reports without an account are taken. Those that were filed stay, and their receipts work.',
  request: { body: z.object({ revision: Revision, open: z.boolean() }) },
})
export const changeConsentSettings = defineRoute({
  ...change,
  id: 'settings.consents',
  path: '/api/settings/consents',
  summary:
    'Whether dangerous acts wait for a second administrator. Turning it off is such an act itself.',
  request: { body: z.object({ revision: Revision, required: z.boolean() }) },
})
export const approveRetention = defineRoute({
  ...change,
  id: 'settings.retentionApprove',
  method: 'POST',
  path: '/api/settings/retention/approve',
  audit: 'retention.approved',
  summary: 'Let the next run delete what is held. 409 when nothing is held, or for another reason.',
  request: { body: z.object({ reason: z.enum(HOLD_REASONS).describe('As the settings gave it') }) },
})
export const previewRetention = defineRoute({
  id: 'settings.retentionPreview',
  method: 'GET',
  path: '/api/settings/retention/preview',
  summary: 'How much the periods that are in force would delete now.',
  access: ['admin'],
  request: {},
  reply: z.object({ at: IsoInstant, due: Counts }),
  limits: [{ per: 'caller', max: 60, windowS: 60 }],
  audit: null,
  errors: [],
})

const CONTENTS = '/api/settings/contents'
export const readFirstContents = defineRoute({
  id: 'settings.contentsRead',
  method: 'GET',
  path: CONTENTS,
  summary:
    'Whether the association’s first events and news are offered: there are none, and nobody has answered yet.',
  access: ['admin'],
  request: {},
  reply: z.object({ offered: z.boolean() }),
  limits: [{ per: 'caller', max: 300, windowS: 60 }],
  audit: null,
  errors: [],
})
export const decideFirstContents = defineRoute({
  id: 'settings.contents',
  method: 'POST',
  path: CONTENTS,
  summary:
    'Add the first events and news, or decline them; either is final. 409 after an answer, or when there are some already.',
  access: ['admin'],
  request: { body: z.object({ add: z.boolean() }) },
  reply: z.object({ added: z.int().describe('Events and articles') }),
  limits: [{ per: 'caller', max: 10, windowS: 60 }],
  audit: 'settings.changed',
  errors: ['conflict'],
})

export const InvitationCode = z
  .object({
    id: z.string(),
    code: z.string(),
    label: z.string(),
    uses: z.int(),
    usesMax: z.int().nullable().describe('null: any number'),
    expiresAt: IsoInstant.nullable(),
    revokedAt: IsoInstant.nullable(),
    createdAt: IsoInstant,
    createdBy: z.string().nullable(),
    state: z.enum(['good', 'revoked', 'expired', 'used-up']),
  })
  .meta({ id: 'InvitationCode' })
export type InvitationCode = z.output<typeof InvitationCode>
export const INVITATIONS_MAX = 500

export const listInvitations = defineRoute({
  id: 'invitation.list',
  method: 'GET',
  path: '/api/settings/invitations',
  summary: 'Invitation codes, newest first.',
  access: ['admin'],
  request: {},
  reply: z.array(InvitationCode),
  limits: [{ per: 'caller', max: 300, windowS: 60 }],
  audit: null,
  errors: [],
})
export const createInvitation = defineRoute({
  id: 'invitation.create',
  method: 'POST',
  path: '/api/settings/invitations',
  summary: 'Make an invitation code. 409 when there are too many.',
  access: ['admin'],
  request: {
    body: z.object({
      label: requiredText(80)
        .describe('Whom or what it is for')
        .meta({ examples: ['General assembly, Paris'] }),
      usesMax: z.int().min(1).max(100_000).nullable().default(null),
      expiresAt: blankIsAbsent(Moment),
    }),
  },
  reply: InvitationCode,
  limits: [{ per: 'caller', max: 30, windowS: 60 }],
  audit: 'invitation.created',
  errors: ['step-up-required', 'conflict'],
})
export const revokeInvitation = defineRoute({
  id: 'invitation.revoke',
  method: 'PUT',
  path: '/api/settings/invitations/:id/revoke',
  summary:
    'A code that nobody can register with any more. Who registered with it stays. Called again it changes nothing.',
  access: ['admin'],
  request: {
    params: z.object({ id: RecordId }),
    body: z.object({ reason: text(300).default('') }),
  },
  reply: InvitationCode,
  limits: [{ per: 'caller', max: 60, windowS: 60 }],
  audit: 'invitation.revoked',
  errors: ['step-up-required', 'not-found'],
})

export const settingsRoutes = [
  readSettings,
  changeReportSettings,
  changePaymentSettings,
  changeRetentionSettings,
  changeInvitationSettings,
  changeConsentSettings,
  changeWitnessSettings,
  approveRetention,
  previewRetention,
  readFirstContents,
  decideFirstContents,
  listInvitations,
  createInvitation,
  revokeInvitation,
] as const
