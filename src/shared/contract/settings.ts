/** What administrators set. Every change asks for the password and leaves the old and the new value in the audit log. */
import * as z from 'zod'
import { ADOPTED_VERSION_MAX, CHANGES_MAX, isAdoptedVersion } from '../domain/adoption.ts'
import {
  ASSOCIATION_TEXT_NAMES,
  ASSOCIATION_TEXTS,
  type AssociationText,
  CURRENCIES,
  isEmailText,
  isPhoneText,
  isRna,
  isSiren,
  isWebAddress,
} from '../domain/association.ts'
import { isBic, isIban } from '../domain/bank-account.ts'
import { CONFIRMED_BY_HAND, GO_LIVE_ITEMS } from '../domain/go-live.ts'
import { IDLE_ANSWER_DAYS, IDLE_DAYS } from '../domain/people/member-status.ts'
import {
  HOLD_REASONS,
  RETENTION,
  RETENTION_KINDS,
  type RetentionKind,
} from '../domain/people/retention.ts'
import {
  RECEIPT_TEXT_NAMES,
  RECEIPT_TEXTS,
  type ReceiptText,
  TAX_ARTICLES,
} from '../domain/receipts/tax-receipt.ts'
import { CLEAN } from '../domain/text/clean-text.ts'
import { AssociationReply } from './about.ts'
import { defineRoute } from './base/define-route.ts'
import { blankIsAbsent } from './base/paging.ts'
import { IsoDate, IsoDateOrBlank, IsoInstant } from './base/schemas.ts'
import { line, text, textOf, requiredLine, RecordId, Moment } from './base/text-fields.ts'
import { BankAccount } from './donations.ts'

export const REPORT_MODES = ['immediate', 'reviewed'] as const
export type ReportMode = (typeof REPORT_MODES)[number]
const PAYMENT_SOURCES = ['environment', 'settings', 'samples', 'none'] as const

const periods = <S extends z.ZodType>(of: (kind: RetentionKind) => S) =>
  z.object(
    Object.fromEntries(RETENTION_KINDS.map((kind) => [kind, of(kind)])) as Record<RetentionKind, S>,
  ) // one entry a kind
const Counts = periods(() => z.int())
const receiptTexts = <S extends z.ZodType>(of: (name: ReceiptText) => S) =>
  Object.fromEntries(RECEIPT_TEXT_NAMES.map((name) => [name, of(name)])) as Record<ReceiptText, S> // one entry a name
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
      withholdNames: z
        .boolean()
        .describe('Whether the public is not shown the names in reports that are not verified'),
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
    association: z.object({ ...changed, value: AssociationReply }),
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
    idle: z.object({
      ...changed,
      days: z
        .int()
        .nullable()
        .describe(
          'After so many days without a session and a check-in members are asked by mail whether to stay, and staff decide; null: never',
        ),
    }),
    adoption: z.object({
      ...changed,
      adoptedOn: IsoDateOrBlank.describe('Blank: terms and privacy text are a draft'),
      version: z.string(),
      announced: z
        .object({
          version: z.string(),
          at: IsoInstant,
          appliesFrom: IsoDate,
          mails: z.int().describe('Mails that are in the outbox'),
          done: z.boolean().describe('Whether every member has one'),
        })
        .nullable()
        .describe('What members were told last'),
    }),
    receipts: z.object({
      ...changed,
      on: z.boolean().describe('Whether tax receipts for donations are issued'),
      articles: z
        .array(z.enum(TAX_ARTICLES))
        .describe('Of the code général des impôts, under which a gift lowers a tax'),
      ...receiptTexts(() => z.string()),
    }),
    goLive: z.object({
      ...changed,
      confirmed: z
        .array(z.enum(CONFIRMED_BY_HAND))
        .describe('What administrators say is done; the server cannot see it'),
      open: z.array(z.enum(GO_LIVE_ITEMS)).describe('What is open before the site is online'),
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
  reply: Settings,
  limits: [{ per: 'caller', max: 300, windowS: 60 }],
  audit: null,
})
export const changeReportSettings = defineRoute({
  ...change,
  id: 'settings.reports',
  path: '/api/settings/reports',
  summary:
    'Whether new reports are public at once or after staff have looked at them, and whether names are withheld from the public until a report is verified. Reports that are public stay so; names are withheld or shown in all reports at once.',
  request: {
    body: z.object({
      revision: Revision,
      mode: z.enum(REPORT_MODES),
      withholdNames: z.boolean(),
    }),
  },
})
const Account = z.object({
  holder: requiredLine(120).meta({ examples: ['WLD'] }),
  iban: z
    .string()
    .overwrite(CLEAN.code)
    .max(60)
    .refine(isIban, {
      error: 'The check digits of this IBAN are not right',
      params: { code: 'not_an_iban' },
    })
    .meta({ examples: ['FR76 3000 6000 0112 3456 7890 189'] }),
  bic: z
    .string()
    .overwrite(CLEAN.code)
    .toUpperCase()
    .max(11)
    .refine((bic) => bic === '' || isBic(bic), { error: 'A BIC has 8 or 11 letters and digits' })
    .default('')
    .meta({ examples: ['AGRIFRPP'] }),
  bank: requiredLine(120).meta({ examples: ['Bank of the association'] }),
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
export const changeIdleSettings = defineRoute({
  ...change,
  id: 'settings.idle',
  path: '/api/settings/idle',
  summary: `After how many days without a sign of life members are asked by mail whether they stay; null: never. Staff decide about those who do not come back within ${IDLE_ANSWER_DAYS} days; nothing is deleted automatically.`,
  request: {
    body: z.object({
      revision: Revision,
      days: z
        .int('Give whole days')
        .min(IDLE_DAYS.min)
        .max(IDLE_DAYS.max)
        .nullable()
        .meta({ examples: [1_095] }),
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
export const changeGoLiveSettings = defineRoute({
  ...change,
  id: 'settings.goLive',
  path: '/api/settings/go-live',
  summary:
    'What administrators say is done before the site is online. Nothing is refused while something is open.',
  request: {
    body: z.object({
      revision: Revision,
      confirmed: z
        .array(z.enum(CONFIRMED_BY_HAND))
        .max(CONFIRMED_BY_HAND.length)
        .transform((items) => CONFIRMED_BY_HAND.filter((item) => items.includes(item)))
        .meta({ examples: [['register']] }),
    }),
  },
})
export const changeConsentSettings = defineRoute({
  ...change,
  id: 'settings.consents',
  path: '/api/settings/consents',
  summary:
    'Whether dangerous acts wait for a second administrator. Turning it off is such an act itself.',
  request: { body: z.object({ revision: Revision, required: z.boolean() }) },
})
/** Blank, or right by its own rule: nothing is compulsory, and nothing wrong is stored. */
const blankOr = (schema: z.ZodString, isRight: (value: string) => boolean, error: string) =>
  schema.refine((value) => value === '' || isRight(value), { error }).meta({ examples: [''] })
const number = (max: number) => textOf('code').max(max)
const plainTexts = Object.fromEntries(
  ASSOCIATION_TEXT_NAMES.map((name) => [
    name,
    line(ASSOCIATION_TEXTS[name]).meta({ examples: [''] }),
  ]),
) as Record<AssociationText, z.ZodString> // one entry a name
const phone = (name: AssociationText) =>
  blankOr(plainTexts[name], isPhoneText, 'Give a phone number, such as +33 1 99 00 12 34')
const link = (name: AssociationText) =>
  blankOr(plainTexts[name], isWebAddress, 'Give an address that begins with https://')

export const changeAssociationSettings = defineRoute({
  ...change,
  id: 'settings.association',
  path: '/api/settings/association',
  summary:
    'Who publishes this site: everybody reads it, and messages of the contact form go to its e-mail address. Every text is given; a blank one is not shown. The currency cannot change once there are donations.',
  request: {
    body: z.object({
      revision: Revision,
      ...plainTexts,
      phone: phone('phone'),
      hostPhone: phone('hostPhone'),
      email: blankOr(
        textOf('email').max(ASSOCIATION_TEXTS.email),
        isEmailText,
        'Give one e-mail address such as name@example.org',
      ).meta({ examples: ['office@example.org'] }),
      rna: blankOr(
        number(ASSOCIATION_TEXTS.rna),
        isRna,
        'A number of the register of associations is W and nine signs, such as W751234567',
      ).meta({ examples: ['W751234567'] }),
      siren: blankOr(
        number(ASSOCIATION_TEXTS.siren),
        isSiren,
        'Give a SIREN (9 digits) or SIRET (14 digits); the check digit of this one is not right',
      ).meta({ examples: ['732 829 320'] }),
      facebook: link('facebook'),
      x: link('x'),
      instagram: link('instagram'),
      tiktok: link('tiktok'),
      currency: z.enum(CURRENCIES),
    }),
  },
})
export const changeAdoption = defineRoute({
  ...change,
  id: 'settings.adoption',
  path: '/api/settings/adoption',
  summary:
    'On which day the association adopted its terms and privacy text, and in which version; both blank while they are a draft.',
  request: {
    body: z
      .object({
        revision: Revision,
        adoptedOn: IsoDateOrBlank.meta({ examples: ['2026-12-01'] }),
        version: textOf('code')
          .max(ADOPTED_VERSION_MAX)
          .refine((version) => version === '' || isAdoptedVersion(version), {
            error: 'Give letters, digits, dots or hyphens, such as 2026-1',
          })
          .meta({ examples: ['1'] }),
      })
      .refine(({ adoptedOn, version }) => (adoptedOn === '') === (version === ''), {
        error: 'Give the day and the version, or neither',
        path: ['version'],
      }),
  },
})
export const changeReceiptSettings = defineRoute({
  ...change,
  id: 'settings.receipts',
  path: '/api/settings/receipts',
  summary:
    'Whether the association issues tax receipts for donations, on what ground it may, and what stands on them. They cannot be on while something of a receipt is blank here or in who publishes the site. Receipts that were issued stay as they are.',
  request: {
    body: z.object({
      revision: Revision,
      on: z.boolean(),
      articles: z
        .array(z.enum(TAX_ARTICLES))
        .max(TAX_ARTICLES.length)
        .transform((articles) => TAX_ARTICLES.filter((one) => articles.includes(one)))
        .meta({ examples: [['200', '238bis']] }),
      ...receiptTexts((name) => line(RECEIPT_TEXTS[name]).meta({ examples: [''] })),
    }),
  },
})
const Change = text(CHANGES_MAX)
export const announceAdoption = defineRoute({
  ...change,
  id: 'settings.announce',
  method: 'POST',
  path: '/api/settings/adoption/announce',
  audit: 'terms.announced',
  summary:
    'Mail every active member that the adopted texts apply in a month, and ask each to agree after signing in. The mail has fixed words; what changed is shown on the site. 409 while nothing is adopted, for a version that was announced before, and while mails are under way.',
  request: {
    body: z.object({
      revision: Revision,
      changes: z.object({
        fr: Change.min(1, 'Required').meta({ examples: ['Article 10 : les durées.'] }),
        en: Change.default('').describe('Blank: the French text stands for it'),
        ar: Change.default('').describe('Blank: the French text stands for it'),
      }),
    }),
  },
  // Each call mails every member.
  limits: [
    { per: 'caller', max: 3, windowS: 24 * 60 * 60 },
    { per: 'route', max: 3, windowS: 24 * 60 * 60 },
  ],
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
  reply: z.object({ at: IsoInstant, due: Counts }),
  limits: [{ per: 'caller', max: 60, windowS: 60 }],
  audit: null,
})

const CONTENTS = '/api/settings/contents'
export const readFirstContents = defineRoute({
  id: 'settings.contentsRead',
  method: 'GET',
  path: CONTENTS,
  summary:
    'Whether the association’s first events and news are offered: there are none, and nobody has answered yet.',
  access: ['admin'],
  reply: z.object({ offered: z.boolean() }),
  limits: [{ per: 'caller', max: 300, windowS: 60 }],
  audit: null,
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
  reply: z.array(InvitationCode),
  limits: [{ per: 'caller', max: 300, windowS: 60 }],
  audit: null,
})
export const createInvitation = defineRoute({
  id: 'invitation.create',
  method: 'POST',
  path: '/api/settings/invitations',
  summary: 'Make an invitation code. 409 when there are too many.',
  access: ['admin'],
  request: {
    body: z.object({
      label: requiredLine(80)
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
  changeIdleSettings,
  changeInvitationSettings,
  changeConsentSettings,
  changeWitnessSettings,
  changeAssociationSettings,
  changeGoLiveSettings,
  changeReceiptSettings,
  changeAdoption,
  announceAdoption,
  approveRetention,
  previewRetention,
  readFirstContents,
  decideFirstContents,
  listInvitations,
  createInvitation,
  revokeInvitation,
] as const
