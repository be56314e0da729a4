/** Uploads of evidence over a bad network, its custody, and packages of it for a court. */
import * as z from 'zod'
import {
  CAPTURE_KINDS,
  EvidenceSeal,
  SEAL_STATES,
  SealPlace,
} from '../domain/report/evidence-seal.ts'
import { defineRoute } from './base/define-route.ts'
import { ColumnInteger, IsoInstant } from './base/schemas.ts'
import { machineText, textOf } from './base/text-fields.ts'

/**
 * A part of an upload. Small enough that an upload advances at 30 kbit/s, or over a connection that
 * drops every few minutes. All parts but the last have this length, in bytes.
 */
export const EVIDENCE_CHUNK_BYTES = 1024 * 1024
/** An upload can be resumed for this long; then it is deleted. */
export const EVIDENCE_UPLOAD_TTL_S = 24 * 60 * 60
/** Uploads that one member may start in any 24 hours. */
export const EVIDENCE_UPLOADS_PER_DAY = 60
/** Bytes that one member may send in parts in any 24 hours: this many films of the largest size. */
export const EVIDENCE_FILMS_PER_DAY = 5
/**
 * Media types that may be declared at the start; at the end the server reads the type from the
 * bytes.
 */
export const EVIDENCE_PICTURE_TYPES = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'image/heic',
  'image/heif',
  'image/avif',
] as const
export const EVIDENCE_DOCUMENT_TYPES = [
  'application/pdf',
  'application/msword',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
] as const
/** Films are told by their bytes: devices call one and the same by many names. Sounds likewise, by any `audio/`. */
export const EVIDENCE_FILM_TYPES = [
  'video/mp4',
  'video/quicktime',
  'video/3gpp',
  'video/3gpp2',
  'video/x-m4v',
] as const

const Sha256 = textOf('machine')
  .regex(/^[0-9a-f]{64}$/, 'Give SHA-256 as 64 hexadecimal digits')
  .meta({ examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'] })
const UploadId = z.uuid().meta({ examples: ['0b8f6f0e-5c1c-4d5e-9b0a-3c1de1a2b3c4'] })
const EvidenceId = z.coerce
  .number('Give the number of a piece of evidence')
  .int()
  .positive()
  .max(Number.MAX_SAFE_INTEGER)
  .meta({ examples: [31] })
const ReportId = z.coerce
  .number('Give the number of a report')
  .int()
  .positive()
  .max(Number.MAX_SAFE_INTEGER)
  .meta({ examples: [17] })

export const EvidenceUpload = z
  .object({
    id: UploadId,
    state: z.enum(['open', 'finishing', 'finished']),
    size: z.int(),
    sha256: Sha256,
    offset: z.int().describe('Where the next part begins: everything before is here'),
    chunkBytes: z.int().describe('Length of every part but the last'),
    expiresAt: IsoInstant,
    fileUrl: z
      .string()
      .nullable()
      .describe(
        'Once finished: for `report/create` and `report/evidence/create`, as `upload/files` answers it',
      ),
  })
  .meta({ id: 'EvidenceUpload' })
export type EvidenceUpload = z.output<typeof EvidenceUpload>

const own = { params: z.object({ id: UploadId }) }

export const startEvidenceUpload = defineRoute({
  id: 'evidence.startUpload',
  method: 'POST',
  path: '/api/upload/evidence',
  summary:
    'Begin to send a file of evidence in parts: a picture (25 MB), a PDF, DOC or DOCX (20 MB), or a film or sound as phones make them (200 MB unless the server is told otherwise). It can be taken up again for 24 hours.',
  access: 'member-or-witness',
  traceless: true,
  request: {
    body: z
      .object({
        name: textOf('line')
          .max(1_000)
          .meta({ examples: ['market.mp4'] }),
        size: z
          .int()
          .min(1, 'This file is empty')
          .max(Number.MAX_SAFE_INTEGER)
          .meta({ examples: [52_428_800] }),
        type: machineText(200)
          .describe('As the device calls it; may be blank')
          .meta({ examples: ['video/mp4'] }),
        sha256: Sha256,
        originalSha256: Sha256.optional().describe(
          'Of the original, where the device made a photo smaller before sending it. A statement of the sender: the original never comes here',
        ),
        originalSize: ColumnInteger.min(1)
          .optional()
          .describe('Bytes of that original')
          .meta({ examples: [8_123_456] }),
        seal: EvidenceSeal.optional().describe(
          'Of the device that took it. Checked when the upload is finished; one that does not match is kept and marked',
        ),
      })
      .refine(
        ({ originalSha256, originalSize }) =>
          (originalSha256 === undefined) === (originalSize === undefined),
        { error: 'Give hash and size of the original, or neither', path: ['originalSha256'] },
      ),
  },
  reply: EvidenceUpload,
  limits: [{ per: 'caller', max: 120, windowS: 600 }],
  audit: null,
  errors: ['too-many', 'too-large', 'wrong-type', 'conflict'],
})

export const readEvidenceUpload = defineRoute({
  id: 'evidence.readUpload',
  method: 'GET',
  path: '/api/upload/evidence/:id',
  summary: 'How far one’s own upload is.',
  access: 'member-or-witness',
  traceless: true,
  request: own,
  reply: EvidenceUpload,
  limits: [{ per: 'caller', max: 600, windowS: 60 }],
  audit: null,
  errors: ['not-found'],
})

/** `Content-Digest` of RFC 9530: the digest in a header, so that no log of addresses holds it. */
export const CONTENT_DIGEST = /^sha-256=:([A-Za-z0-9+/]{43}=):$/

export const sendEvidenceChunk = defineRoute({
  id: 'evidence.sendChunk',
  method: 'PUT',
  path: '/api/upload/evidence/:id',
  summary:
    'Send the part that begins at `offset`. Sent again, it changes nothing. A part that is out of turn is refused with the offset to go on at.',
  access: 'member-or-witness',
  traceless: true,
  request: {
    ...own,
    query: z.object({
      offset: z.coerce
        .number()
        .int()
        .min(0)
        .max(Number.MAX_SAFE_INTEGER)
        .meta({ examples: [0] }),
    }),
    headers: z.object({
      'content-digest': textOf('machine')
        .regex(CONTENT_DIGEST, 'Give sha-256=:base64:')
        .describe('SHA-256 of this part (RFC 9530)'),
    }),
  },
  requestType: 'application/octet-stream',
  reply: EvidenceUpload,
  limits: [{ per: 'caller', max: 1_200, windowS: 60 }],
  audit: null,
  errors: ['not-found', 'upload-out-of-step', 'busy'],
})

/**
 * The handler writes the audit row together with the file, so that a repeated request after a lost
 * response adds no second row.
 */
export const finishEvidenceUpload = defineRoute({
  id: 'evidence.finishUpload',
  method: 'POST',
  path: '/api/upload/evidence/:id/finish',
  summary:
    'Put the parts together: size and SHA-256 must be what was said, and the bytes a file that is accepted. Called again it answers the same.',
  access: 'member-or-witness',
  traceless: true,
  request: own,
  reply: EvidenceUpload,
  limits: [{ per: 'caller', max: 120, windowS: 60 }],
  audit: null,
  errors: ['not-found', 'upload-out-of-step', 'busy', 'too-many'],
})

export const cancelEvidenceUpload = defineRoute({
  id: 'evidence.cancelUpload',
  method: 'DELETE',
  path: '/api/upload/evidence/:id',
  summary: 'Give up an upload; what was sent is removed at once.',
  access: 'member-or-witness',
  traceless: true,
  request: own,
  reply: z.object({ cancelled: z.literal(true) }),
  limits: [{ per: 'caller', max: 120, windowS: 60 }],
  audit: 'evidence.upload-cancelled',
  errors: ['not-found'],
})

const CUSTODY_EVENTS = [
  'received',
  'viewed',
  'exported',
  'removed',
  'removed-with-report',
  'restored-with-report',
  'restored',
  'timestamped',
  'public-changed',
] as const

const Actor = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('reporter') }).describe('Never by name or number'),
  z.object({ kind: z.literal('staff'), cardId: z.string() }),
  z.object({ kind: z.literal('server') }),
])

export const CustodyEvent = z.object({
  at: IsoInstant,
  event: z.enum(CUSTODY_EVENTS),
  by: Actor,
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  seq: z.int().describe('Row of the audit log'),
  auditHash: z
    .string()
    .describe('Hash of that row: it ties this line to the chain of the whole log'),
})
export type CustodyEvent = z.output<typeof CustodyEvent>

export const readCustody = defineRoute({
  id: 'evidence.custody',
  method: 'GET',
  path: '/api/report/evidence/custody/:id',
  summary:
    'Who had a piece of evidence in hand, from the audit log. The reporter is never named. Also for evidence that was taken away.',
  access: 'staff',
  request: { params: z.object({ id: EvidenceId }) },
  reply: z.object({
    evidenceId: z.int(),
    reportId: z.int(),
    mediaType: z.string(),
    size: z.int(),
    sha256: Sha256.describe('Of the file as it came, counted here'),
    statedOriginal: z
      .object({ sha256: Sha256, size: z.int() })
      .nullable()
      .describe(
        'Of the original that the sender’s device made smaller, as that device states it. The original is not stored, so nobody can check it',
      ),
    seal: z
      .object({
        state: z.enum(SEAL_STATES),
        kind: z.enum(CAPTURE_KINDS),
        capturedAt: IsoInstant.describe('As the device states'),
        timeIsPlausible: z.boolean().describe('False where it does not fit the time of receipt'),
        isRepeated: z
          .boolean()
          .describe('Another piece of evidence is the same file, sealed as well'),
        keyId: z
          .string()
          .describe(
            'Thumbprint of the key (RFC 7638): equal for pieces that one device sealed for one report',
          ),
        hasPlace: z.boolean(),
        place: SealPlace.nullable().describe(
          'As the device states; null also for callers who may not read originals',
        ),
      })
      .nullable()
      .describe('Null: received without seal'),
    receivedAt: IsoInstant,
    removedAt: IsoInstant.nullable(),
    complete: z
      .boolean()
      .describe(
        'False where the beginning is missing: from before custody was kept, or older than the audit log is kept',
      ),
    events: z.array(CustodyEvent),
  }),
  limits: [{ per: 'caller', max: 120, windowS: 60 }],
  audit: null,
  errors: ['not-found'],
})

export const readOriginal = defineRoute({
  id: 'evidence.original',
  method: 'GET',
  path: '/api/report/evidence/original/:id',
  summary:
    'The original as it was received, to be kept as a file: with its metadata, and never shown by the browser. Each call is a line of the custody.',
  access: ['admin', 'content', 'moderator'],
  request: { params: z.object({ id: EvidenceId }) },
  reply: z.any(),
  replyType: 'application/octet-stream',
  limits: [{ per: 'caller', max: 60, windowS: 600 }],
  audit: 'evidence.viewed',
  errors: ['not-found', 'step-up-required', 'file-damaged', 'busy'],
})

export const readText = defineRoute({
  id: 'evidence.text',
  method: 'GET',
  path: '/api/report/evidence/text/:id',
  summary:
    'The text of a PDF or DOCX, to search and copy. Never for the public: boxes cover pictures alone. Each call is a line of the custody.',
  access: 'staff',
  request: { params: z.object({ id: EvidenceId }) },
  reply: z.object({
    pages: z
      .array(z.string().nullable())
      .describe(
        'Of each page of a PDF, null where it could not be read; of a DOCX one text in all',
      ),
  }),
  limits: [{ per: 'caller', max: 120, windowS: 60 }],
  audit: 'evidence.viewed',
  errors: ['not-found', 'file-damaged', 'busy'],
})

export const exportPackage = defineRoute({
  id: 'evidence.package',
  method: 'GET',
  path: '/api/report/evidence/package/:reportId',
  summary:
    'A signed ZIP of a report: originals, hashes, custody and text. `npm run evidence:verify` checks it without the server.',
  access: ['admin', 'content', 'moderator'],
  request: { params: z.object({ reportId: ReportId }) },
  reply: z.any(),
  replyType: 'application/zip',
  limits: [{ per: 'caller', max: 20, windowS: 600 }],
  audit: 'evidence.packaged',
  errors: ['not-found', 'step-up-required', 'too-large', 'busy'],
})

export const evidenceKeys = defineRoute({
  id: 'evidence.keys',
  method: 'GET',
  path: '/api/report/evidence/keys',
  summary: 'Public keys that packages of evidence are signed with (JWK set).',
  access: 'public',
  reply: z.object({
    keys: z.array(
      z.object({
        kty: z.literal('OKP'),
        crv: z.literal('Ed25519'),
        kid: z.string(),
        x: z.string(),
        use: z.literal('sig'),
        alg: z.literal('EdDSA'),
      }),
    ),
  }),
  limits: [{ per: 'network', max: 300, windowS: 60 }],
  audit: null,
})

export const evidenceRoutes = [
  startEvidenceUpload,
  readEvidenceUpload,
  sendEvidenceChunk,
  finishEvidenceUpload,
  cancelEvidenceUpload,
  readCustody,
  readOriginal,
  readText,
  exportPackage,
  evidenceKeys,
] as const
