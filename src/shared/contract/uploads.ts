import * as z from 'zod'
import { defineRoute } from './base/define-route.ts'
import { machineText } from './base/text-fields.ts'

/** Field names that the upload takes; `report1`, `report2` … besides. */
export const UPLOAD_FIELDS = [
  'reqIdProofFront',
  'reqIdProofBack',
  'reqProfile',
  'idProofFront',
  'idProofBack',
  'wldProfile',
  'report',
  'paper',
] as const
/** What a registration ticket may upload: the applicant has no account yet. */
export const TICKET_FIELDS = ['reqIdProofFront', 'reqIdProofBack', 'reqProfile'] as const
/** The scan of a signed paper, of managers alone (ADR 0059). */
export const PAPER_FIELD = 'paper'
export const REPORT_FIELD = /^report\d{0,2}$/
export const UPLOAD_FILES_MAX = 20
/**
 * Successful uploads of one ticket: enough to replace a picture a few times, too few to use the
 * server as storage.
 */
export const TICKET_UPLOADS_MAX = 10
/** Uploads of clients without tickets, which nobody can replace: enough for a dozen registrations of one network. */
export const ORIGIN_UPLOADS = { per: 'network', max: 12, windowS: 3_600 } as const
/** The form is sent within half an hour of the code; files of a slow line come before. */
export const ORIGIN_UPLOADS_KEPT_S = 60 * 60
/**
 * Limit of a document, which only evidence accepts. Other pictures than evidence are limited by
 * PHOTO_MAX_BYTES.
 */
export const DOCUMENT_MAX_BYTES = 20 * 1024 * 1024
/**
 * Limit of a picture that is evidence: what phones of 48 to 200 million pixels write. Pages make it smaller before they
 * send it; a page without scripts cannot.
 */
export const EVIDENCE_PICTURE_MAX_BYTES = 25 * 1024 * 1024
/** All files of one call together. */
export const UPLOAD_MAX_BYTES = 100 * 1024 * 1024

export const uploadFiles = defineRoute({
  id: 'upload.files',
  method: 'POST',
  path: '/api/upload/files',
  summary:
    'Upload pictures (JPEG, PNG, WebP, GIF, HEIC, AVIF; 5 MB, as evidence 20 MB) and, as evidence, PDF, DOC and DOCX (20 MB) as multipart/form-data: all files of a call are kept, or none. A ticket, or an address that was proven from here within half an hour, allows the three files of a registration; a member the fields of the own role; `paper`, the scan of a signed paper, is for managers.',
  access: 'ticket-or-member',
  requestType: 'multipart/form-data',
  reply: z
    .record(z.string(), z.string())
    .describe('Field name to address; sign the address before viewing'),
  limits: [
    { per: 'network', max: 60, windowS: 600 },
    { per: 'caller', max: 60, windowS: 600 },
  ],
  audit: 'file.uploaded',
  errors: [
    'too-large',
    'wrong-type',
    'invalid',
    'bad-request',
    'forbidden',
    'not-signed-in',
    'busy',
  ],
})

const SIGNED_AT_ONCE_MAX = 200
/**
 * A list of addresses, or a person object or part of one. Values that are not addresses of our
 * files are left out of the reply.
 */
const Urls = z
  .array(machineText(2_000).meta({ examples: ['/api/files/0b8f6f0e-5c1c-4d5e-9b0a-3c1de1a2b3c4'] }))
  .max(SIGNED_AT_ONCE_MAX, `At most ${SIGNED_AT_ONCE_MAX} addresses at once`)
const UploadPerson = z.object({
  user: z.union([z.array(z.unknown()).max(SIGNED_AT_ONCE_MAX), z.record(z.string(), z.unknown())]),
})

const signing = {
  method: 'POST',
  access: 'member',
  policy: 'visible-files',
  request: {
    body: z.union(
      [Urls, UploadPerson],
      'Give a list of addresses, or {user: …} with addresses inside',
    ),
  },
  reply: z.union([z.record(z.string(), z.string()), z.object({ user: z.unknown() })]),
  limits: [{ per: 'caller', max: 240, windowS: 60 }],
  audit: null,
} as const

export const signPhoto = defineRoute({
  ...signing,
  id: 'upload.signPhoto',
  path: '/api/upload/signephoto',
  summary:
    'Addresses for viewing, 20 minutes: a map from each given address to its signed one. What the caller may not see is left out. A look at an identity document or at the scan of a signed paper is logged.',
})
export const signPhotos = defineRoute({
  ...signing,
  id: 'upload.signPhotos',
  path: '/api/upload/signephotos',
  summary: 'As signephoto; `{user: …}` answers the same shape with signed values.',
})

export const uploadsRoutes = [uploadFiles, signPhoto, signPhotos] as const
