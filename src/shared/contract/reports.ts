import * as z from 'zod'
import { UNDO_S } from '../domain/access/undo-rules.ts'
import { REPORT_CHECKS } from '../domain/report/report-checks.ts'
import {
  EVIDENCE_MAX,
  EVIDENCE_TYPES,
  HIDDEN_WORDS_MAX,
  INCIDENT_DAY_FIRST,
  isHttpsLink,
  PLACE_DETAILS,
  READ_FOR_NAMES,
  REPORT_CATEGORIES,
  REPORT_SORTS,
  REPORT_STATUS_FILTERS,
  REPORT_STATUSES,
  RESTORE_DAYS,
  WITHHELD_PARTS,
  DOCUMENT_CONTENTS,
} from '../domain/report/report-rules.ts'
import { LANGUAGES } from '../domain/text/languages.ts'
import { defineRoute } from './base/define-route.ts'
import { blankIsAbsent, DateBound, numeral, pageOf, pagingFields } from './base/paging.ts'
import { FileReference } from './base/person-fields.ts'
import {
  CLAIM_LIMITS,
  claimBody,
  ClaimReply,
  HOLDERS_LIMITS,
  HOLDERS_MAX,
  ReleaseReply,
  ReviewLock,
} from './base/review-lock.ts'
import {
  CardId,
  ColumnInteger,
  ContentWarnings,
  IsoDate,
  IsoInstant,
  Proposed,
  ReaderLanguage,
} from './base/schemas.ts'
import {
  text,
  line,
  search,
  requiredText,
  requiredLine,
  textOf,
  DeleteReason,
} from './base/text-fields.ts'
import { filingRules } from './filing.ts'

const ReportLine = requiredLine(300)
/** People may stand on lines of their own. */
const ReportPeople = requiredText(300)
const Paragraph = requiredText(10_000)
const Filter = blankIsAbsent(search(120))
const MapLink = textOf('line')
  .max(2_000)
  .refine(isHttpsLink, { error: 'Give an address that starts with https://' })
  .transform((link) => new URL(link).href) // quotes, blanks and control characters leave it percent-encoded
  .meta({ examples: ['https://www.openstreetmap.org/?mlat=13.63&mlon=25.35'] })
export const ReportId = numeral(
  z.coerce.number('Give the number of a report').int().positive().max(Number.MAX_SAFE_INTEGER),
).meta({ examples: [17] })
const EvidenceId = ReportId
const asPublic = {
  as: blankIsAbsent(z.enum(['public'])).describe('For staff: the answer as the public gets it'),
}

/**
 * What staff withhold from the public copy, for each report. The reporter's text itself is not
 * changed.
 */
const protection = {
  redactVictim: z
    .boolean()
    .describe('The public does not read the victim, nor that name in any other text'),
  redactActor: z
    .boolean()
    .describe(
      'The public does not read the name of the perpetrator, nor that name in any other text',
    ),
  placeDetail: z
    .enum(PLACE_DETAILS)
    .describe(
      'How near the public is told the place; less than the city hides the map link as well',
    ),
  region: line(120)
    .describe('Shown in place of the city when `placeDetail` is `region`')
    .meta({ examples: ['South Darfur'] }),
  hideMapLink: z.boolean(),
  hiddenWords: z
    .array(requiredLine(100))
    .max(HIDDEN_WORDS_MAX)
    .describe('Names and other words that are taken out of every public text')
    .meta({ examples: [['Khadija Ibrahim']] }),
} as const
const ReportProtection = z.object(protection).meta({ id: 'ReportProtection' })

export const Evidence = z
  .object({
    id: z.int(),
    evidenceType: z.enum(EVIDENCE_TYPES),
    fileUrl: z
      .string()
      .nullable()
      .describe(
        'Derivative without metadata; needs no session while the report is public. Of a PDF the picture of its first page, and of the others with `&page=`. Null for DOC and DOCX, which never leave to the public',
      ),
    document: z
      .object({
        size: z
          .int()
          .optional()
          .describe('Bytes of the original; staff only where a witness sent it'),
        sha256: z
          .string()
          .optional()
          .describe('Of the original, in hexadecimal; staff only where a witness sent it'),
        pages: z
          .int()
          .describe(
            'How many pages are shown, each at `fileUrl` with `&page=`; 0 for DOC and DOCX',
          ),
        inside: z
          .array(z.enum(DOCUMENT_CONTENTS))
          .optional()
          .describe('Staff only: what DOC and DOCX have besides text, for a warning'),
      })
      .optional()
      .describe('On documents only: what tells that the association holds this very file'),
    mediaType: z
      .string()
      .describe('Of what `fileUrl` answers; of a document, what was sent')
      .meta({ examples: ['image/jpeg'] }),
    thumbnailUrl: z
      .string()
      .nullable()
      .describe(
        'A small copy of a picture or of the first page of a PDF, 320 px at most; null for anything else',
      ),
    incomplete: z
      .boolean()
      .optional()
      .describe('On a film or sound only, where its end is missing: a recording that stopped'),
    description: z.string(),
    warnings: ContentWarnings,
    heldBack: z.boolean().optional().describe('Staff only: the public does not get this piece'),
    releaseWaits: z
      .boolean()
      .optional()
      .describe('Staff only: a change that shows more has not taken effect yet'),
    boxes: z.int().optional().describe('Staff only: how many boxes the public copy has'),
    uploadedAt: IsoInstant,
    reportDescription: z.string().optional().describe('On the first item only'),
    actorDesc: z.string().optional().describe('On the first item only'),
  })
  .meta({ id: 'Evidence' })
export type Evidence = z.output<typeof Evidence>

/**
 * Accepts the title of a category in any of the three languages as type; the reply has the name in
 * the reader’s language.
 */
export const ReportCategoryOrNone = z
  .enum(REPORT_CATEGORIES)
  .nullable()
  .describe(
    'Which of the five categories the type is, in whichever language it was chosen; null where the reporter used words of their own',
  )

const NearName = z
  .object({
    field: z.enum(READ_FOR_NAMES),
    word: z.string(),
    name: z.string(),
    before: z.string(),
    after: z.string(),
  })
  .meta({ id: 'NearName' })

/**
 * A report as the caller may see it: the reporter is never named, the account of the actor and the
 * withheld texts are for staff only.
 */
export const Report = z
  .object({
    id: z.int(),
    type: z.string().describe('In the words of the reporter'),
    category: ReportCategoryOrNone,
    description: z.string(),
    country: z.string().describe('English name'),
    countryCode: z
      .string()
      .nullable()
      .describe(
        'ISO 3166 alpha-2, for the name in the reader’s language; null where the reporter wrote no known country',
      ),
    city: z.string(),
    actor: z.string(),
    actorName: z.string(),
    actorDesc: z.string(),
    writtenIn: z
      .enum(LANGUAGES)
      .optional()
      .describe('The language of the two descriptions, where their words tell'),
    actorAccount: z.string().optional().describe('Staff only'),
    victim: z.string(),
    googleMapLink: z.string(),
    incidentDate: IsoDate.nullable().describe('When it happened; null where nobody said'),
    status: z.enum(REPORT_STATUSES),
    verified: z.boolean(),
    verifierComment: z.string().optional().describe('Staff only'),
    checks: z
      .array(z.enum(REPORT_CHECKS))
      .optional()
      .describe('Staff only: what was checked before the last decision'),
    witness: z
      .boolean()
      .optional()
      .describe('Staff only: filed without an account, and public only while it is verified'),
    contested: z
      .boolean()
      .optional()
      .describe('Staff only: hidden while staff look at an objection'),
    published: z
      .boolean()
      .optional()
      .describe(
        'Whether everybody may read it: told to staff, and to members in the list of their own',
      ),
    version: z
      .int()
      .optional()
      .describe('Staff only: grows with every edit; send it back with the next one'),
    updatedAt: IsoInstant.optional().describe('Staff only'),
    claim: ReviewLock.nullable()
      .optional()
      .describe('For staff who read one report: who reviews it at the moment'),
    protection: ReportProtection.optional().describe('Staff only'),
    nearNames: z
      .array(NearName)
      .optional()
      .describe(
        'For staff who read one report: words of the public copy that may be a hidden name in another spelling. They are not withheld',
      ),
    withheld: z
      .array(z.enum(WITHHELD_PARTS))
      .describe(
        'What the public is not shown of this report. In texts, `[…]` stands for it. `report`: all of it, because it was rejected, or with `contested` because staff look at an objection; the texts are empty',
      ),
    createdAt: IsoInstant,
    evidenceCount: z
      .int()
      .describe(
        'As many as `reportEvidences`; for the member who filed it, also the sound recordings that only staff hear',
      ),
    reportEvidences: z.array(Evidence),
  })
  .meta({ id: 'Report' })
export type Report = z.output<typeof Report>

/** This is the reply to an edit by staff. */
const EditedReport = Report.extend({
  undoUntil: IsoInstant.nullable().describe('Until then the caller can undo the decision'),
}).meta({ id: 'EditedReport' })

/** The list and its export take the same filters. */
const reportFilters = {
  id: blankIsAbsent(search(20)).describe('Part of the number'),
  from: blankIsAbsent(DateBound),
  to: blankIsAbsent(DateBound),
  type: Filter,
  actor: Filter,
  victim: Filter,
  status: blankIsAbsent(z.enum(REPORT_STATUS_FILTERS)).describe(
    '`open`: neither verified nor rejected yet',
  ),
  country: blankIsAbsent(
    textOf('machine').regex(/^[A-Z]{2}$/, 'Give an ISO 3166 alpha-2 code'),
  ).meta({
    examples: ['SD'],
  }),
  held: blankIsAbsent(z.enum(['yes'])).describe('Staff only: those that wait to be published'),
  answered: blankIsAbsent(z.enum(['yes'])).describe(
    'Staff only: those whose witness sent something that no staff has seen',
  ),
  q: Filter.describe(
    'Words in type, actor, name of the actor, victim, place, the two descriptions or number; category and country in any of the three languages; for staff, of texts that the public does not read, whole words about people',
  ),
} as const

/** Most reports in the plain list for the public, newest first; staff get the usual limit. */
export const PUBLIC_REPORTS_MAX = 100
/** Rows of the public list that one network may read; a call counts as many rows as it requests. */
export const REPORT_ROWS = { per: 'network', max: 6_000, windowS: 60 } as const

export const listReports = defineRoute({
  id: 'report.list',
  method: 'GET',
  path: '/api/report/get/all',
  summary: `Public reports, newest first; of a rejected one the public gets number, day and state. Without \`page\` the plain array (the ${PUBLIC_REPORTS_MAX} newest for the public, X-Truncated when there are more), with it one page; ${REPORT_ROWS.max} rows a minute and network. What staff keep back is neither shown nor found.`,
  access: 'optional-member',
  request: {
    query: z.object({
      ...pagingFields,
      ...reportFilters,
      ...asPublic,
      sort: z
        .enum(REPORT_SORTS)
        .optional()
        .describe('By the day of filing; newest first unless told otherwise'),
    }),
  },
  reply: z.union([z.array(Report), pageOf(Report)]),
  limits: [{ per: 'network', max: 300, windowS: 60 }],
  audit: null,
})

export const listOwnReports = defineRoute({
  id: 'report.mine',
  method: 'GET',
  path: '/api/report/get/mine',
  summary:
    'The reports that the caller filed, newest first, with their state; also those that wait to be published. Nobody can ask for another’s.',
  access: 'member',
  request: { query: z.object(pagingFields) },
  reply: pageOf(Report),
  limits: [{ per: 'caller', max: 120, windowS: 60 }],
  audit: null,
})

export const readReport = defineRoute({
  id: 'report.read',
  method: 'GET',
  path: '/api/report/get/:id',
  summary:
    'One report with its evidence. One that waits to be published or was rejected is read by staff and by the member who filed it; of a rejected one others get number, day and state.',
  access: 'optional-member',
  request: { params: z.object({ id: ReportId }), query: z.object(asPublic) },
  reply: Report,
  limits: [{ per: 'network', max: 300, windowS: 60 }],
  audit: null,
  errors: ['not-found'],
})

export const listEvidence = defineRoute({
  id: 'report.evidence',
  method: 'GET',
  path: '/api/report/evidence/get/report/:id',
  summary:
    'Evidence of a public report. For others than staff and its reporter, a rejected one is not found.',
  access: 'optional-member',
  request: { params: z.object({ id: ReportId }), query: z.object(asPublic) },
  reply: z.array(Evidence),
  limits: [{ per: 'network', max: 300, windowS: 60 }],
  audit: null,
  errors: ['not-found'],
})

/** The fields of a report, of members and witnesses alike. */
export const reportContent = {
  type: ReportLine.meta({ examples: ['Physical violence and threats'] }),
  country: ReportLine.meta({ examples: ['Sudan'] }),
  city: ReportLine.meta({ examples: ['Nyala'] }),
  googleMapLink: MapLink,
  description: Paragraph.meta({ examples: ['What was seen'] }),
  actor: ReportPeople.meta({ examples: ['Armed group'] }),
  actorName: ReportLine.meta({ examples: ['Unknown'] }),
  actorDesc: Paragraph.meta({ examples: ['In uniform, on three vehicles'] }),
  actorAccount: ReportLine.meta({ examples: ['https://social.example/actor'] }),
  victim: ReportPeople.meta({ examples: ['Civilians'] }),
  incidentDate: IsoDate.refine((day) => day >= INCIDENT_DAY_FIRST, {
    error: `Give a day from ${INCIDENT_DAY_FIRST} on`,
  })
    .nullish()
    .describe(
      'When it happened, where that is known: from 1900, and not after today. Null takes it away',
    )
    .meta({ examples: ['2026-01-31'] }),
} as const

export const EvidenceDescription = text(2_000)
  .min(1, 'Required')
  .meta({ examples: ['The market on the day after'] })
const NewEvidence = z.object({
  evidenceType: z.enum(EVIDENCE_TYPES),
  fileUrl: FileReference,
  description: EvidenceDescription,
})

/**
 * The length is checked before the items: validating thousands of faulty items would block all
 * other requests.
 */
const EvidenceList = z.preprocess((list: z.input<typeof NewEvidence>[], context) => {
  if (!Array.isArray(list) || list.length <= EVIDENCE_MAX) return list
  context.issues.push({
    code: 'too_big',
    origin: 'array',
    maximum: EVIDENCE_MAX,
    inclusive: true,
    input: list,
    message: `A report holds ${EVIDENCE_MAX} pieces of evidence at most`,
  })
  return z.NEVER
}, z.array(NewEvidence).max(EVIDENCE_MAX))

export const createReport = defineRoute({
  id: 'report.create',
  method: 'POST',
  path: '/api/report/create',
  summary:
    'File a report: five a day and member. Reporter, state and verification are set by the server. Sent again with the same `key`, it is filed once and answered again; 409 when the key stands for another report, which is in `current`.',
  access: 'member',
  request: {
    body: z.object({
      ...reportContent,
      evidenceList: EvidenceList.default([]),
      key: z
        .uuid()
        .optional()
        .describe(
          'Made by the device for this report, so that a lost answer does not file it twice',
        )
        .meta({ examples: ['3f0c9c1e-7a86-4d1f-9a43-2a5d1b6f0f11'] }),
    }),
  },
  reply: Report,
  limits: [{ per: 'caller', max: 60, windowS: 600 }],
  audit: 'report.created',
  errors: ['too-many', 'conflict'],
})

export const updateReport = defineRoute({
  id: 'report.update',
  method: 'PUT',
  path: '/api/report/update/:id',
  summary: `Edit a report, or what the public sees of it. \`verified\` and the state verified are one: what differs from the present state counts. 409 with the present report in \`current\` when \`version\` is no longer its version, and while a colleague holds it. With \`undoable\` a decision on the state alone can be undone for ${UNDO_S} seconds.`,
  access: 'staff',
  request: {
    params: z.object({ id: ReportId }),
    body: z
      .object({
        ...reportContent,
        ...protection,
        checks: z
          .array(z.enum(REPORT_CHECKS))
          .max(REPORT_CHECKS.length)
          .describe('What was checked; stays with the decision'),
        undoable: z.boolean().describe('For an edit of state, comment and checks alone'),
        status: z.enum(REPORT_STATUSES),
        verified: z.boolean(),
        verifierComment: text(2_000).nullable(),
        version: ColumnInteger.min(1).describe(
          'The version that was read; left out, the edit replaces whatever is there',
        ),
      })
      .partial()
      .refine(
        (change) =>
          Object.entries(change).some(
            ([field, value]) => field !== 'version' && field !== 'undoable' && value !== undefined,
          ),
        { error: 'Give at least one field to change' },
      ),
  },
  reply: EditedReport,
  limits: [{ per: 'caller', max: 120, windowS: 60 }],
  audit: 'report.updated',
  errors: ['step-up-required', 'not-found', 'conflict', 'report-claimed'],
})

export const undoReport = defineRoute({
  id: 'report.undo',
  method: 'POST',
  path: '/api/report/undo/:id',
  summary: `Undo the caller’s own decision within ${UNDO_S} seconds: state, comment and checks are what they were. 409 later, and when the report was edited since.`,
  access: 'staff',
  request: { params: z.object({ id: ReportId }) },
  reply: Report,
  limits: [{ per: 'caller', max: 60, windowS: 60 }],
  audit: 'report.undone',
  errors: ['conflict', 'not-found'],
})

export const claimReport = defineRoute({
  id: 'report.claim',
  method: 'POST',
  path: '/api/report/claim/:id',
  summary:
    'Hold a report that waits for 15 minutes, or hold it longer. While it is held nobody else changes, publishes or deletes it. An administrator may take it over.',
  access: 'staff',
  request: { params: z.object({ id: ReportId }), body: claimBody },
  reply: ClaimReply,
  limits: CLAIM_LIMITS,
  audit: 'report.claimed',
  errors: ['conflict', 'report-claimed', 'not-found'],
})

export const releaseReport = defineRoute({
  id: 'report.release',
  method: 'DELETE',
  path: '/api/report/claim/:id',
  summary: 'Let a report go that the caller holds; nothing happens where somebody else holds it.',
  access: 'staff',
  request: { params: z.object({ id: ReportId }) },
  reply: ReleaseReply,
  limits: CLAIM_LIMITS,
  audit: 'report.released',
  errors: ['not-found'],
})

export const reportHolders = defineRoute({
  id: 'report.holders',
  method: 'GET',
  path: '/api/report/holders',
  summary:
    'Which waiting reports are held, and by whom: numbers of reports alone. For lists that are open, every few seconds.',
  access: 'staff',
  reply: z.object({
    waiting: z.int().describe('Reports in all that are neither verified nor rejected'),
    holders: z.array(z.object({ reportId: z.int(), claim: ReviewLock })).max(HOLDERS_MAX),
  }),
  limits: HOLDERS_LIMITS,
  audit: null,
})

/** Deleted, or proposed: of a verified report where acts wait for a second administrator. */
const Removed = z.union([
  z.object({ deleted: z.literal(true) }),
  z.object({ deleted: z.literal(false), ...Proposed.shape }),
])
export type Removed = z.output<typeof Removed>

export const deleteReport = defineRoute({
  id: 'report.delete',
  method: 'DELETE',
  path: '/api/report/delete/:id',
  summary: `Take a report out of sight, with a reason in the body or in the address: without one the audit log says so. A few single acts of an account an hour need no step-up. Administrators can restore it for ${RESTORE_DAYS} days; then it goes with its files, and hashes and reason stay.`,
  access: 'staff',
  request: {
    params: z.object({ id: ReportId }),
    query: z.object({ reason: blankIsAbsent(DeleteReason) }),
    body: z.object({ reason: blankIsAbsent(DeleteReason) }).nullish(),
  },
  reply: Removed,
  limits: [{ per: 'caller', max: 60, windowS: 60 }],
  audit: 'report.deleted',
  errors: ['step-up-required', 'report-claimed', 'not-found'],
})

export const createEvidence = defineRoute({
  id: 'evidence.create',
  method: 'POST',
  path: '/api/report/evidence/create',
  summary: 'Add an uploaded file as evidence.',
  access: 'member',
  policy: 'add-evidence',
  request: { body: z.object({ reportId: ReportId, ...NewEvidence.shape }) },
  reply: Evidence,
  limits: [{ per: 'caller', max: 60, windowS: 600 }],
  audit: 'evidence.created',
  errors: ['not-found'],
})

export const restoreEvidence = defineRoute({
  id: 'evidence.restore',
  method: 'POST',
  path: '/api/report/evidence/restore/:id',
  summary: `Bring back a piece of evidence that was taken out of sight, up to ${RESTORE_DAYS} days later. Its report must be in sight.`,
  access: ['admin'],
  request: { params: z.object({ id: EvidenceId }) },
  reply: Evidence,
  limits: [{ per: 'caller', max: 60, windowS: 60 }],
  audit: 'evidence.restored',
  errors: ['not-found'],
})

export const deleteEvidence = defineRoute({
  id: 'evidence.delete',
  method: 'DELETE',
  path: '/api/report/evidence/delete/:id',
  summary: `Take a piece of evidence out of sight, with a reason: without one the audit log says so. A few single acts of an account an hour need no step-up. Administrators can restore it for ${RESTORE_DAYS} days; then its file goes, and its hash stays.`,
  access: 'staff',
  request: {
    params: z.object({ id: EvidenceId }),
    body: z.object({ reason: blankIsAbsent(DeleteReason) }).nullish(),
  },
  reply: Removed,
  limits: [{ per: 'caller', max: 60, windowS: 60 }],
  audit: 'evidence.deleted',
  errors: ['step-up-required', 'not-found'],
})

export const publishReport = defineRoute({
  id: 'report.publish',
  method: 'PUT',
  path: '/api/report/publish/:id',
  summary:
    'Let everybody read a report that waits. Called again it changes nothing. 409 with the present report in `current` when `version` is no longer its version, or when it is rejected: what is rejected is not public.',
  access: 'staff',
  request: {
    params: z.object({ id: ReportId }),
    body: z
      .object({
        version: ColumnInteger.min(1)
          .optional()
          .describe('The version that was read, so that nothing is published unseen')
          .meta({ examples: [1] }),
      })
      .nullish(),
  },
  reply: Report,
  limits: [{ per: 'caller', max: 120, windowS: 60 }],
  audit: 'report.published',
  errors: ['conflict', 'not-found', 'report-claimed'],
})

export const hideReport = defineRoute({
  id: 'report.hide',
  method: 'PUT',
  path: '/api/report/hide/:id',
  summary:
    'Take a public report back: it waits again until staff publish it, and addresses of its evidence stop working. Called again it changes nothing. 409 with the present report in `current` when `version` is no longer its version, or when it is verified: what is verified is public.',
  access: 'staff',
  request: {
    params: z.object({ id: ReportId }),
    body: z
      .object({
        version: ColumnInteger.min(1)
          .optional()
          .describe('The version that was read')
          .meta({ examples: [1] }),
      })
      .nullish(),
  },
  reply: Report,
  limits: [{ per: 'caller', max: 120, windowS: 60 }],
  audit: 'report.hidden',
  errors: ['conflict', 'not-found'],
})

export const DeletedReport = z
  .object({
    id: z.int(),
    type: z.string(),
    category: ReportCategoryOrNone,
    country: z.string(),
    countryCode: z.string().nullable(),
    city: z.string(),
    status: z.enum(REPORT_STATUSES),
    createdAt: IsoInstant,
    evidenceCount: z.int(),
    deletedAt: IsoInstant,
    deletedBy: CardId.nullable().describe(
      'Card number of the one who deleted it; null where that is not known',
    ),
    reason: z.string(),
    goneAt: IsoInstant.describe('From then on it cannot be restored'),
  })
  .meta({ id: 'DeletedReport' })
export type DeletedReport = z.output<typeof DeletedReport>

export const listDeletedReports = defineRoute({
  id: 'report.deleted',
  method: 'GET',
  path: '/api/report/deleted/get/all',
  summary: `Reports that were deleted in the last ${RESTORE_DAYS} days, the last one first.`,
  access: ['admin'],
  request: { query: z.object(pagingFields) },
  reply: z.union([z.array(DeletedReport), pageOf(DeletedReport)]),
  limits: [{ per: 'caller', max: 120, windowS: 60 }],
  audit: null,
})

export const DeletedEvidence = z
  .object({
    id: z.int(),
    reportId: z.int(),
    evidenceType: z.enum(EVIDENCE_TYPES),
    description: z.string(),
    uploadedAt: IsoInstant,
    sha256: z.string().describe('Of the original, in hexadecimal'),
    deletedAt: IsoInstant,
    deletedBy: CardId.nullable().describe(
      'Card number of the one who deleted it; null where that is not known',
    ),
    reason: z.string(),
    goneAt: IsoInstant.describe('From then on it cannot be restored'),
  })
  .meta({ id: 'DeletedEvidence' })
export type DeletedEvidence = z.output<typeof DeletedEvidence>

export const listDeletedEvidence = defineRoute({
  id: 'evidence.deleted',
  method: 'GET',
  path: '/api/report/evidence/deleted/get/all',
  summary: `Evidence that was deleted in the last ${RESTORE_DAYS} days from reports in sight, the last piece first.`,
  access: ['admin'],
  request: { query: z.object(pagingFields) },
  reply: z.union([z.array(DeletedEvidence), pageOf(DeletedEvidence)]),
  limits: [{ per: 'caller', max: 120, windowS: 60 }],
  audit: null,
})

export const restoreReport = defineRoute({
  id: 'report.restore',
  method: 'POST',
  path: '/api/report/restore/:id',
  summary: `Bring a deleted report back with its evidence, up to ${RESTORE_DAYS} days later. It is as public as it was before.`,
  access: ['admin'],
  request: { params: z.object({ id: ReportId }) },
  reply: Report,
  limits: [{ per: 'caller', max: 60, windowS: 60 }],
  audit: 'report.restored',
  errors: ['not-found'],
})

export const exportReports = defineRoute({
  id: 'report.export',
  method: 'GET',
  path: '/api/report/export',
  summary:
    'The reports that match the filters, whole, as CSV (safe to open in a spreadsheet) or JSON, after step-up. Accounts of perpetrators and reporters only with `identities`, for administrators.',
  access: 'staff',
  request: {
    query: z.object({
      ...reportFilters,
      format: z.enum(['csv', 'json']).default('csv'),
      language: ReaderLanguage,
      identities: blankIsAbsent(z.enum(['yes'])).describe(
        'Adds the account of the perpetrator and the card number of the reporter: administrators only',
      ),
    }),
  },
  reply: z.any(),
  replyType: 'text/csv',
  limits: [{ per: 'caller', max: 20, windowS: 3_600 }],
  audit: 'report.exported',
  errors: ['step-up-required'],
})

const Count = z.int().min(0)
export const ReportStatistics = z
  .object({
    at: IsoInstant.describe('When the numbers were counted'),
    total: Count,
    withEvidence: Count.describe('Reports with at least one piece of evidence'),
    byCategory: z
      .array(
        z.object({
          category: z
            .enum([...REPORT_CATEGORIES, 'other'])
            .describe('`other`: in words of the reporter that are none of the five'),
          count: Count,
        }),
      )
      .describe('All six, also those without a report'),
    byMonth: z
      .array(z.object({ month: z.string().meta({ examples: ['2026-05'] }), count: Count }))
      .describe('By the day of filing in UTC: the last twelve months, the present one included'),
    byCountry: z.array(
      z.object({
        countryCode: z
          .string()
          .nullable()
          .describe('null: no known country, or beyond the thirty largest'),
        count: Count,
      }),
    ),
    byStatus: z.array(z.object({ status: z.enum(REPORT_STATUSES), count: Count })),
  })
  .meta({ id: 'ReportStatistics' })
export type ReportStatistics = z.output<typeof ReportStatistics>

export const reportStatistics = defineRoute({
  id: 'report.statistics',
  method: 'GET',
  path: '/api/report/statistics',
  summary:
    'How many public reports there are, by category, month, country and state. Rejected ones are counted in month and state alone. Counted anew every five minutes.',
  access: 'public',
  reply: ReportStatistics,
  limits: [{ per: 'network', max: 120, windowS: 60 }],
  audit: null,
})

export const reportsRoutes = [
  listReports,
  listOwnReports,
  readReport,
  listEvidence,
  filingRules,
  createReport,
  updateReport,
  undoReport,
  claimReport,
  releaseReport,
  reportHolders,
  deleteReport,
  createEvidence,
  restoreEvidence,
  deleteEvidence,
  publishReport,
  hideReport,
  listDeletedReports,
  listDeletedEvidence,
  restoreReport,
  exportReports,
  reportStatistics,
] as const
