/**
 * Reports of witnesses, who have no account (ADR 0046). The receipt is the bearer of the calls by
 * receipt: it stands in a header or in the body of a form, never in an address.
 */
import * as z from 'zod'
import { EVIDENCE_TYPES, UNKNOWN } from '../domain/report/report-rules.ts'
import { DIALOGUE_TEXT_MAX, RECEIPT, WITNESS_STATES } from '../domain/report/witness-rules.ts'
import { defineRoute } from './base/define-route.ts'
import { blankIsAbsent } from './base/paging.ts'
import { FileReference } from './base/person-fields.ts'
import { ColumnInteger, IsoInstant } from './base/schemas.ts'
import { requiredText, proofHeader } from './base/text-fields.ts'
import { EvidenceDescription, ReportCategoryOrNone, reportContent, ReportId } from './reports.ts'

const Message = requiredText(DIALOGUE_TEXT_MAX).meta({ examples: ['What day was it?'] })
const Seen = ColumnInteger.min(0)
  .describe(
    'Number of messages that the caller has seen, so that nobody answers a state that has passed',
  )
  .meta({ examples: [0] })

/** What the bearer of a receipt sees: nothing that staff wrote for staff. */
export const WitnessReport = z
  .object({
    state: z.enum(WITNESS_STATES),
    filedAt: IsoInstant,
    type: z
      .string()
      .describe(
        'As it was filed, to tell several receipts apart; empty of a report in the bin, of which the state alone is said',
      ),
    category: ReportCategoryOrNone,
    mayAdd: z.boolean().describe('Whether evidence can be added'),
    mayWrite: z.boolean().describe('Whether messages can be written, and the report withdrawn'),
    messages: z.array(
      z.object({
        id: z.int(),
        from: z.enum(['witness', 'staff']),
        text: z.string(),
        at: IsoInstant,
      }),
    ),
    evidence: z.array(
      z.object({
        id: z.int(),
        evidenceType: z.enum(EVIDENCE_TYPES),
        description: z.string(),
        uploadedAt: IsoInstant,
      }),
    ),
  })
  .meta({ id: 'WitnessReport' })
export type WitnessReport = z.output<typeof WitnessReport>

export const witnessInfo = defineRoute({
  id: 'witness.info',
  method: 'GET',
  path: '/api/witness',
  summary: 'Whether the association takes reports without an account.',
  access: 'public',
  traceless: true,
  reply: z.object({ open: z.boolean() }),
  limits: [{ per: 'network', max: 300, windowS: 60 }],
  audit: null,
})

/** Forms that send no proof of work use this route; see ADR 0047. */
export const PLAIN_REPORTS = [{ per: 'network', max: 5, windowS: 3_600 }] as const
/** Of all networks together, counted for whole forms alone: empty ones must not close the form for all. */
export const PLAIN_REPORTS_IN_ALL = [{ per: 'route', max: 60, windowS: 3_600 }] as const

/** Nothing about a perpetrator is asked of a witness: blank and left out are filed as unknown (ADR 0089). */
const orUnknown = (said: z.ZodType<string>) =>
  blankIsAbsent(said).transform((text) => text ?? UNKNOWN)

export const createWitnessReport = defineRoute({
  id: 'witness.create',
  method: 'POST',
  path: '/api/witness/report',
  summary:
    'File a report without an account. Always asks for a proof of work. The receipt is in this reply and nowhere else; the same request with the same `key`, sent again within a day, gets a new receipt for the one report. Evidence is sent afterwards, by receipt. Never public before staff have verified it.',
  access: 'public',
  traceless: true,
  request: {
    headers: z.object(proofHeader),
    body: z.object({
      ...reportContent,
      actor: orUnknown(reportContent.actor),
      actorName: orUnknown(reportContent.actorName),
      actorDesc: orUnknown(reportContent.actorDesc),
      actorAccount: orUnknown(reportContent.actorAccount),
      googleMapLink: blankIsAbsent(reportContent.googleMapLink).describe(
        'Without one the report leads to a search for the place as it was written',
      ),
      key: z
        .uuid()
        .describe(
          'Made by the device for this report, so that a lost answer does not file it twice',
        )
        .meta({ examples: ['3f0c9c1e-7a86-4d1f-9a43-2a5d1b6f0f11'] }),
    }),
  },
  reply: z.object({ receipt: z.string().regex(RECEIPT).describe('16 digits, shown once') }),
  limits: [
    { per: 'network', max: 20, windowS: 3_600 },
    { per: 'route', max: 500, windowS: 3_600 },
  ],
  audit: 'witness.reported',
  errors: ['proof-required', 'witness-closed', 'busy'],
})

/** All calls by receipt. Wrong receipts have a quota of their own, in the gate. */
const byReceipt = {
  access: 'witness',
  traceless: true,
  reply: WitnessReport,
} as const

export const readWitnessReport = defineRoute({
  ...byReceipt,
  id: 'witness.read',
  method: 'GET',
  path: '/api/witness/report',
  summary: 'State, evidence and messages of the report of this receipt.',
  limits: [{ per: 'caller', max: 120, windowS: 60 }],
  audit: null,
})

export const writeToStaff = defineRoute({
  ...byReceipt,
  id: 'witness.write',
  method: 'POST',
  path: '/api/witness/message',
  summary: 'Write to staff. 409 with the present state when there are newer messages.',
  request: { body: z.object({ text: Message, seen: Seen }) },
  limits: [{ per: 'caller', max: 30, windowS: 3_600 }],
  audit: 'witness.answered',
  errors: ['conflict', 'too-many'],
})

export const addWitnessEvidence = defineRoute({
  ...byReceipt,
  id: 'witness.addEvidence',
  method: 'POST',
  path: '/api/witness/evidence',
  summary: 'Add an uploaded file to the report, until it is verified.',
  request: { body: z.object({ fileUrl: FileReference, description: EvidenceDescription }) },
  limits: [{ per: 'caller', max: 60, windowS: 3_600 }],
  audit: 'evidence.created',
  errors: ['conflict'],
})

export const withdrawWitnessReport = defineRoute({
  ...byReceipt,
  id: 'witness.withdraw',
  method: 'POST',
  path: '/api/witness/withdraw',
  summary:
    'Withdraw the report: it goes to the bin with its files and is erased after 30 days. One that was verified is hidden, and staff decide. Called again it changes nothing.',
  limits: [{ per: 'caller', max: 20, windowS: 3_600 }],
  audit: 'witness.withdrawn',
  errors: ['conflict'],
})

export const WitnessDialogue = z
  .object({
    reportId: z.int(),
    withdrawnAt: IsoInstant.nullable(),
    unread: z.int().describe('Messages and files of the witness that no staff has seen'),
    version: z.int().describe('Grows with each message; sent back with the next one'),
    messages: z.array(
      z.object({
        id: z.int(),
        from: z.enum(['witness', 'staff']),
        author: z.string().nullable().describe('Card number of the staff who wrote it'),
        text: z.string(),
        at: IsoInstant,
      }),
    ),
  })
  .meta({ id: 'WitnessDialogue' })
export type WitnessDialogue = z.output<typeof WitnessDialogue>

const ofReport = { params: z.object({ id: ReportId }) }

export const readDialogue = defineRoute({
  id: 'witness.dialogue',
  method: 'GET',
  path: '/api/witness/dialogue/:id',
  summary: 'The dialogue with the witness of a report.',
  access: 'staff',
  request: ofReport,
  reply: WitnessDialogue,
  limits: [{ per: 'caller', max: 300, windowS: 60 }],
  audit: null,
  errors: ['not-found'],
})

export const askWitness = defineRoute({
  id: 'witness.ask',
  method: 'POST',
  path: '/api/witness/dialogue/:id',
  summary:
    'Write to the witness, who reads it by receipt; staff are not named there. 409 with the present dialogue when somebody wrote meanwhile.',
  access: 'staff',
  request: {
    ...ofReport,
    body: z.object({
      text: Message,
      version: Seen,
      unread: Seen.describe('What the writer has seen; more than that stays unread'),
    }),
  },
  reply: WitnessDialogue,
  limits: [{ per: 'caller', max: 120, windowS: 60 }],
  audit: 'witness.asked',
  errors: ['conflict', 'not-found'],
})

export const markSeen = defineRoute({
  id: 'witness.seen',
  method: 'POST',
  path: '/api/witness/dialogue/:id/seen',
  summary:
    'Staff have seen what the witness sent so far. Nothing changes where there is more by now.',
  access: 'staff',
  request: { ...ofReport, body: z.object({ unread: Seen }) },
  reply: WitnessDialogue,
  limits: [{ per: 'caller', max: 120, windowS: 60 }],
  audit: 'witness.seen',
  errors: ['not-found'],
})

export const witnessReportsRoutes = [
  witnessInfo,
  createWitnessReport,
  readWitnessReport,
  writeToStaff,
  addWitnessEvidence,
  withdrawWitnessReport,
  readDialogue,
  askWitness,
  markSeen,
] as const
