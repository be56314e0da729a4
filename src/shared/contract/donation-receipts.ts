/** Tax receipts for donations (ADR 0101): issued, printed, cancelled, listed by year. For administrators alone. */
import * as z from 'zod'
import { PAYMENT_METHODS } from '../domain/donations.ts'
import { ADDRESS_MAX, DONOR_MAX, TAX_ARTICLES } from '../domain/receipts/tax-receipt.ts'
import { defineRoute } from './base/define-route.ts'
import { blankIsAbsent, pageOf, pagingFields } from './base/paging.ts'
import { IsoDate, IsoInstant, ReaderLanguage } from './base/schemas.ts'
import { requiredLine, requiredText, RecordId } from './base/text-fields.ts'
import { PledgePerson } from './donations.ts'

const RECEIPTS = '/api/donation/receipts'
const Cents = z.int().describe('In hundredths of a euro')

const receiptFields = {
  id: z.string(),
  number: z
    .string()
    .describe('Year of issue and number in it; none is missing')
    .meta({ examples: ['2026-0001'] }),
  reference: z.string().describe('Of the pledge'),
  cents: Cents,
  issuedAt: IsoInstant,
  issuedBy: PledgePerson,
  cancelled: z
    .object({ at: IsoInstant, by: PledgePerson.nullable(), reason: z.string() })
    .nullable()
    .describe('A cancelled receipt keeps its number'),
} as const
export const DonationReceipt = z
  .object({
    ...receiptFields,
    donor: z.string().describe('Blank once the period of the accounts is over'),
  })
  .meta({ id: 'DonationReceipt' })
export type DonationReceipt = z.output<typeof DonationReceipt>

export const PrintedReceipt = z
  .object({
    ...receiptFields,
    copy: z
      .object({
        association: z.object({
          name: z.string(),
          seat: z.string(),
          rna: z.string(),
          siren: z.string(),
          category: z.string(),
          object: z.string(),
        }),
        articles: z.array(z.enum(TAX_ARTICLES)),
        donor: z.object({ name: z.string(), address: z.string() }),
        cents: Cents,
        words: z.string().describe('The sum in French words'),
        receivedOn: IsoDate,
        method: z.enum(PAYMENT_METHODS),
        reference: z.string(),
        issuedOn: IsoDate.describe('In Paris'),
        signer: z.object({ name: z.string(), capacity: z.string() }),
      })
      .nullable()
      .describe('What was printed; null once the period of the accounts is over'),
  })
  .meta({ id: 'PrintedReceipt' })
export type PrintedReceipt = z.output<typeof PrintedReceipt>

const Year = z.coerce.number('Give a year').int().min(2_000).max(9_999)
const Sums = z.object({ count: z.int(), cents: Cents })

export const listReceipts = defineRoute({
  id: 'donation.receipts',
  method: 'GET',
  path: RECEIPTS,
  summary:
    'Tax receipts of a year, the last one first, with the number and the sum that the yearly declaration asks for. Without a year, the last one that has any.',
  access: ['admin'],
  request: { query: z.object({ ...pagingFields, year: blankIsAbsent(Year) }) },
  reply: pageOf(DonationReceipt).extend({
    on: z.boolean().describe('Whether receipts are issued now'),
    year: z.int(),
    years: z.array(z.int()).describe('Years with receipts, the last one first'),
    inForce: Sums,
    cancelled: Sums,
  }),
  limits: [{ per: 'caller', max: 300, windowS: 60 }],
  audit: null,
})
export const readReceipt = defineRoute({
  id: 'donation.receiptRead',
  method: 'GET',
  path: `${RECEIPTS}/:id`,
  summary:
    'What was printed, with the postal address of the donor, so that it is printed again; after step-up. Each look is recorded.',
  access: ['admin'],
  request: { params: z.object({ id: RecordId }) },
  reply: PrintedReceipt,
  limits: [{ per: 'caller', max: 300, windowS: 3_600 }],
  audit: 'donation.receipt-opened',
  errors: ['step-up-required', 'not-found'],
})
export const issueReceipt = defineRoute({
  id: 'donation.receiptIssue',
  method: 'POST',
  path: RECEIPTS,
  summary:
    'Issue the receipt of a confirmed donation in euros, for the sum that arrived. It gets the next number of the year and is never changed. The address is kept on the copy of the receipt and nowhere else.',
  access: ['admin'],
  request: {
    body: z.object({
      pledgeId: RecordId.meta({ examples: ['0198c6f2-7c1a-7d3e-9a51-2f4b6c8d0e11'] }),
      donor: requiredLine(DONOR_MAX)
        .describe('First name and family name, or the name of a company')
        .meta({ examples: ['Amna Idris'] }),
      address: requiredText(ADDRESS_MAX).meta({ examples: ['12 rue Haute\n69000 Lyon'] }),
    }),
  },
  reply: DonationReceipt,
  limits: [{ per: 'caller', max: 300, windowS: 3_600 }],
  audit: 'donation.receipt-issued',
  errors: ['step-up-required', 'not-found', 'receipt-impossible', 'receipt-in-force'],
})
export const cancelReceipt = defineRoute({
  id: 'donation.receiptCancel',
  method: 'PUT',
  path: `${RECEIPTS}/:id/cancel`,
  summary:
    'Cancel a wrong receipt, with the reason. It stays in the list with its number, and another one may be issued. 409 when it is cancelled already.',
  access: ['admin'],
  request: {
    params: z.object({ id: RecordId }),
    body: z.object({ reason: requiredText(500).meta({ examples: ['Wrong address'] }) }),
  },
  reply: DonationReceipt,
  limits: [{ per: 'caller', max: 60, windowS: 3_600 }],
  audit: 'donation.receipt-cancelled',
  errors: ['step-up-required', 'not-found', 'already-decided'],
})
export const receiptsCsv = defineRoute({
  id: 'donation.receiptsCsv',
  method: 'GET',
  path: `${RECEIPTS}/export/csv`,
  summary:
    'All tax receipts of a year in the order of their numbers as CSV (UTF-8, safe to open in a spreadsheet), without postal addresses; after step-up.',
  access: ['admin'],
  request: { query: z.object({ year: Year, language: ReaderLanguage }) },
  reply: z.any(),
  replyType: 'text/csv',
  limits: [{ per: 'caller', max: 10, windowS: 600 }],
  audit: 'donation.receipts-exported',
  errors: ['step-up-required'],
})

export const donationReceiptsRoutes = [
  listReceipts,
  readReceipt,
  issueReceipt,
  cancelReceipt,
  receiptsCsv,
] as const
