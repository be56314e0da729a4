import * as z from 'zod'
import {
  DONATION_CAUSE_IDS,
  DONATION_MAX_USD,
  DONATION_MIN_USD,
  PAYMENT_METHODS,
  RECEIVED_CURRENCIES,
  RECEIVED_MAX_CENTS,
} from '../domain/donations.ts'
import { defineRoute, MAILS_OF_ROUTE } from './base/define-route.ts'
import { blankIsAbsent, DateBound, pageOf, pagingFields } from './base/paging.ts'
import { Email } from './base/person-fields.ts'
import { IsoDate, IsoInstant, LanguageCode, ReaderLanguage } from './base/schemas.ts'
import { text, line, search, requiredText, proofHeader, RecordId } from './base/text-fields.ts'

export const PLEDGE_STATUSES = ['pledged', 'confirmed', 'cancelled'] as const
const Amount = z
  .int('Give whole dollars')
  .min(DONATION_MIN_USD)
  .max(DONATION_MAX_USD)
  .meta({ examples: [50] })

export const BankAccount = z
  .object({
    holder: z.string(),
    iban: z.string().describe('Without blanks'),
    bic: z.string().describe('Blank where none is needed'),
    bank: z.string(),
  })
  .meta({ id: 'BankAccount' })
const accountFields = {
  accounts: z
    .array(BankAccount)
    .describe('Where to transfer; empty when the association has set none up'),
  samples: z
    .boolean()
    .describe(
      'True with demonstration data: the accounts are made up, and nobody may send money there',
    ),
} as const

export const donationSummary = defineRoute({
  id: 'donation.summary',
  method: 'GET',
  path: '/api/donation/summary',
  summary:
    'Treasury and causes. `raised` counts what arrived of confirmed pledges, not what was promised.',
  access: 'public',
  reply: z.object({
    treasuryUsd: z.int(),
    causes: z.array(
      z.object({ id: z.enum(DONATION_CAUSE_IDS), goalUsd: z.int(), raisedUsd: z.int() }),
    ),
    methods: z
      .array(z.enum(PAYMENT_METHODS))
      .describe('What is configured; the bank transfer is always there'),
    ...accountFields,
  }),
  limits: [{ per: 'network', max: 300, windowS: 60 }],
  audit: null,
})
export const pledge = defineRoute({
  id: 'donation.pledge',
  method: 'POST',
  path: '/api/donation/pledge',
  summary:
    'Promise a donation: answers the reference to give with the payment and where to pay. No money moves here.',
  access: 'optional-member',
  request: {
    headers: z.object(proofHeader),
    body: z.object({
      id: z
        .uuid('Give a UUID')
        .optional()
        .describe(
          'Made by the client. The same pledge sent again with the same id counts once and gets the same answer',
        )
        .meta({ examples: ['7f1d2a54-3c1e-4b6e-9a55-0d0c5b1f8e21'] }),
      cause: z.enum(DONATION_CAUSE_IDS),
      amountUsd: Amount,
      method: z.enum(PAYMENT_METHODS).default('bank'),
      name: line(160).default(''),
      email: blankIsAbsent(Email),
      anonymous: z
        .boolean()
        .default(false)
        .describe('Neither name nor address nor account is kept, also of somebody signed in'),
      language: LanguageCode.optional().describe('Of the mail'),
    }),
  },
  reply: z.object({
    reference: z.string(),
    amountUsd: z.int(),
    cause: z.enum(DONATION_CAUSE_IDS),
    method: z.enum(PAYMENT_METHODS),
    ...accountFields,
    payAt: z
      .string()
      .nullable()
      .describe('Address of the payment page, with the reference in it; null for a transfer'),
  }),
  limits: [
    { per: 'network', max: 20, windowS: 3_600 },
    MAILS_OF_ROUTE,
    { per: 'identifier', max: 4, windowS: 86_400 },
  ],
  audit: 'donation.pledged',
  errors: ['proof-required', 'invalid', 'conflict'],
})
export const PledgePerson = z.object({
  cardId: z.string(),
  name: z.string().describe('Blank when the account is gone'),
})
const Cents = z.int().min(1).max(RECEIVED_MAX_CENTS)
const Received = z.object({
  cents: Cents.describe('What arrived, in hundredths of its currency').meta({ examples: [4_850] }),
  currency: z.enum(RECEIVED_CURRENCIES),
  countedCents: Cents.describe('The same in hundredths of the currency of the association'),
})
const Decision = z.object({
  status: z.enum(PLEDGE_STATUSES),
  note: z.string(),
  receivedOn: IsoDate.nullable(),
  received: Received.nullable(),
  at: IsoInstant,
  by: PledgePerson.nullable(),
})
export const Pledge = z
  .object({
    id: z.string(),
    reference: z.string(),
    cause: z.enum(DONATION_CAUSE_IDS),
    amountUsd: z.int(),
    method: z.enum(PAYMENT_METHODS),
    status: z.enum(PLEDGE_STATUSES),
    name: z.string(),
    email: z.string(),
    userId: z.string().nullable(),
    note: z.string(),
    createdAt: IsoInstant,
    receivedOn: IsoDate.nullable().describe(
      'Day on which the money came, as whoever confirmed it read it at the bank',
    ),
    received: Received.nullable().describe('Of a confirmed pledge; totals count it'),
    decidedAt: IsoInstant.nullable(),
    decidedBy: PledgePerson.nullable(),
    receipt: z
      .object({
        possible: z.boolean().describe('Whether a tax receipt may be issued now'),
        inForce: z.object({ id: z.string(), number: z.string() }).nullable(),
      })
      .describe('Of the tax office; see the settings'),
    history: z.array(Decision).describe('What was decided before and now, oldest first'),
  })
  .meta({ id: 'Pledge' })
export type Pledge = z.output<typeof Pledge>

const pledgeFilters = {
  status: blankIsAbsent(z.enum(PLEDGE_STATUSES)),
  q: blankIsAbsent(search(120)).describe(
    'A reference as it stands on the bank statement, or words in name and e-mail',
  ),
  cause: blankIsAbsent(z.enum(DONATION_CAUSE_IDS)),
  from: blankIsAbsent(DateBound),
  to: blankIsAbsent(DateBound),
} as const
export const PLEDGE_SORTS = ['-createdAt', 'createdAt', '-amountUsd', 'amountUsd'] as const
export type PledgeSort = (typeof PLEDGE_SORTS)[number]
/** An export has at most this many rows; a larger one is split by date. */
export const PLEDGE_EXPORT_MAX = 50_000

export const listPledges = defineRoute({
  id: 'donation.list',
  method: 'GET',
  path: '/api/donation/get/all',
  summary:
    'Pledges, newest first unless told otherwise. Rows count with those of the member list; the plain array a few times a minute.',
  access: ['admin'],
  request: {
    query: z.object({
      ...pagingFields,
      ...pledgeFilters,
      sort: blankIsAbsent(z.enum(PLEDGE_SORTS)),
    }),
  },
  reply: z.union([z.array(Pledge), pageOf(Pledge)]),
  limits: [{ per: 'caller', max: 300, windowS: 60 }],
  audit: null,
  errors: ['daily-limit'],
})
const Sums = z.object({
  count: z.int(),
  usd: z.int().describe('In the currency of the association, without cents'),
})
export const pledgeTotals = defineRoute({
  id: 'donation.totals',
  method: 'GET',
  path: '/api/donation/totals',
  summary:
    'Sums of all pledges by state, together and by cause: what arrived of confirmed ones, what was promised of the others.',
  access: ['admin'],
  reply: z.object({
    pledged: Sums,
    confirmed: Sums,
    cancelled: Sums,
    causes: z.array(
      z.object({
        id: z.enum(DONATION_CAUSE_IDS),
        goalUsd: z.int(),
        pledged: Sums,
        confirmed: Sums,
      }),
    ),
  }),
  limits: [{ per: 'caller', max: 300, windowS: 60 }],
  audit: null,
})
export const pledgesCsv = defineRoute({
  id: 'donation.csv',
  method: 'GET',
  path: '/api/donation/export/csv',
  access: ['admin'],
  summary: `Pledges that pass the filters as CSV (UTF-8, safe to open in a spreadsheet), ${PLEDGE_EXPORT_MAX} at most. The header X-Truncated says that there are more.`,
  request: { query: z.object({ ...pledgeFilters, language: ReaderLanguage }) },
  reply: z.any(),
  replyType: 'text/csv',
  limits: [{ per: 'caller', max: 10, windowS: 600 }],
  audit: 'donation.exported',
  errors: ['step-up-required'],
})
export const updatePledge = defineRoute({
  id: 'donation.update',
  method: 'PUT',
  path: '/api/donation/update/:id',
  summary: 'Confirm that the money came, or cancel. 409 when it was decided already.',
  access: ['admin'],
  request: {
    params: z.object({ id: RecordId }),
    body: z.object({
      status: z.enum(['confirmed', 'cancelled']),
      note: text(500).default(''),
      receivedOn: blankIsAbsent(IsoDate).describe(
        'Of a confirmation: not after today; today when left out',
      ),
      received: Received.partial({ countedCents: true })
        .optional()
        .describe(
          'Of a confirmation: what the bank statement says. Left out, the promised sum arrived. `countedCents` is needed where the currency is not that of the association',
        ),
    }),
  },
  reply: Pledge,
  limits: [{ per: 'caller', max: 120, windowS: 60 }],
  audit: 'donation.decided',
  errors: ['not-found', 'already-decided'],
})
export const reopenPledge = defineRoute({
  id: 'donation.reopen',
  method: 'PUT',
  path: '/api/donation/reopen/:id',
  access: ['admin'],
  summary:
    'Take a confirmation or a cancellation back, with the reason. 409 when the pledge is in another state than `status` says, and while it has a tax receipt.',
  request: {
    params: z.object({ id: RecordId }),
    body: z.object({
      status: z.enum(['confirmed', 'cancelled']).describe('What is taken back'),
      reason: requiredText(500).meta({ examples: ['Confirmed by mistake: another reference'] }),
    }),
  },
  reply: Pledge,
  limits: [{ per: 'caller', max: 60, windowS: 60 }],
  audit: 'donation.reopened',
  errors: ['not-found', 'already-decided', 'receipt-in-force'],
})

export const donationsRoutes = [
  donationSummary,
  pledge,
  listPledges,
  pledgeTotals,
  pledgesCsv,
  updatePledge,
  reopenPledge,
] as const
