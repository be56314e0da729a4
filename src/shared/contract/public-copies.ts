/** What the public sees of a piece of evidence: held back or not, boxes in pictures, warnings. */
import * as z from 'zod'
import { BOX_MIN, BOXES_IN_ALL_MAX, isInside } from '../domain/report/public-copy-rules.ts'
import { PAGES_MAX } from '../domain/report/report-rules.ts'
import { defineRoute } from './base/define-route.ts'
import { ColumnInteger, ContentWarnings, IsoInstant } from './base/schemas.ts'
import { requiredText } from './base/text-fields.ts'

const EvidenceId = z.coerce
  .number('Give the number of a piece of evidence')
  .int()
  .positive()
  .max(Number.MAX_SAFE_INTEGER)
  .meta({ examples: [31] })

const place = z.number().min(0).max(1)
const side = z.number().min(BOX_MIN).max(1)
const Box = z
  .object({
    page: z.int().min(1).max(PAGES_MAX).optional().describe('Of a document; left out: the first'),
    x: place,
    y: place,
    width: side,
    height: side,
  })
  .refine(isInside, 'A box must lie inside the picture')

const state = {
  heldBack: z.boolean().describe('Only staff get it'),
  warnings: ContentWarnings,
  boxes: z
    .array(Box)
    .max(BOXES_IN_ALL_MAX)
    .describe(
      'Painted over in the copy of the public; fractions of the upright picture. At most 60 on one page',
    )
    .meta({ examples: [[{ x: 0.4, y: 0.1, width: 0.2, height: 0.25 }]] }),
} as const

export const PublicCopy = z
  .object({
    evidenceId: z.int(),
    reportId: z.int(),
    pages: z
      .int()
      .describe('How many pages boxes can be drawn on; a picture has one, a film and DOCX none'),
    version: z.int(),
    ...state,
    pictureUrl: z
      .string()
      .nullable()
      .describe(
        'The whole picture, for this session; of a PDF its first page, and the others with `&page=`. Null for anything else',
      ),
    release: z
      .object({
        id: z.uuid(),
        by: z.string().describe('Card number'),
        own: z.boolean().describe('The caller asked for it: somebody else has to confirm'),
        at: IsoInstant,
        dueAt: IsoInstant.nullable().describe(
          'When it takes effect; null while a second member of staff has to confirm it',
        ),
        reason: z.string(),
        ...state,
      })
      .nullable()
      .describe('A change that shows more than now and has not taken effect yet'),
    changes: z
      .array(
        z.object({
          version: z.int(),
          at: IsoInstant,
          by: z.string().nullable().describe('Card number; null where the account was erased'),
          reason: z.string(),
          ...state,
        }),
      )
      .describe('Newest first'),
  })
  .meta({ id: 'PublicCopy' })
export type PublicCopy = z.output<typeof PublicCopy>

export const readPublicCopy = defineRoute({
  id: 'evidence.readPublicCopy',
  method: 'GET',
  path: '/api/report/evidence/public/:id',
  summary: 'What the public sees of a piece of evidence, and who changed that.',
  access: 'staff',
  request: { params: z.object({ id: EvidenceId }) },
  reply: PublicCopy,
  limits: [{ per: 'caller', max: 120, windowS: 60 }],
  audit: null,
  errors: ['not-found'],
})

export const changePublicCopy = defineRoute({
  id: 'evidence.changePublicCopy',
  method: 'PUT',
  path: '/api/report/evidence/public/:id',
  summary:
    'Hold a piece of evidence back or release it, paint boxes over parts of a picture, set its warnings. The original stays as it is. What shows more than before needs the proof of the last five minutes and takes effect after ten seconds; a reviewer who uncovers or releases the work of somebody else needs a second member of staff. See `release`. 409 with the present state in `current` when `version` is no longer its version.',
  access: 'staff',
  request: {
    params: z.object({ id: EvidenceId }),
    body: z.object({
      ...state,
      version: ColumnInteger.min(1).meta({ examples: [1] }),
      reason: requiredText(500).meta({ examples: ['Face of a child'] }),
    }),
  },
  reply: PublicCopy,
  limits: [{ per: 'caller', max: 60, windowS: 60 }],
  audit: 'evidence.public-changed',
  errors: ['step-up-required', 'not-found', 'conflict', 'file-damaged', 'busy'],
})

export const confirmPublicCopy = defineRoute({
  id: 'evidence.confirmPublicCopy',
  method: 'POST',
  path: '/api/report/evidence/public/:id/confirm',
  summary:
    'Confirm a release that a reviewer asked for. It takes effect after ten seconds. 409 when the evidence was changed since, or the release was confirmed already.',
  access: 'staff',
  request: {
    params: z.object({ id: EvidenceId }),
    body: z.object({
      release: z.uuid().meta({
        description: 'The one that was read',
        examples: ['3f0c9d1e-7a54-4a52-9d3f-5c1b2e6a8f10'],
      }),
    }),
  },
  reply: PublicCopy,
  limits: [{ per: 'caller', max: 60, windowS: 60 }],
  audit: 'evidence.release-confirmed',
  errors: ['step-up-required', 'own-proposal', 'not-found', 'conflict'],
})

export const stopPublicCopy = defineRoute({
  id: 'evidence.stopPublicCopy',
  method: 'POST',
  path: '/api/report/evidence/public/:id/stop',
  summary:
    'Stop a release that has not taken effect: undo, withdraw or refuse it. Open to all staff, because it shows nothing.',
  access: 'staff',
  request: { params: z.object({ id: EvidenceId }) },
  reply: PublicCopy,
  limits: [{ per: 'caller', max: 60, windowS: 60 }],
  audit: 'evidence.release-stopped',
  errors: ['not-found', 'conflict'],
})

export const publicCopiesRoutes = [
  readPublicCopy,
  changePublicCopy,
  confirmPublicCopy,
  stopPublicCopy,
] as const
