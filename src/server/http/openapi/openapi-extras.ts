/** What the schemas of the contract do not contain: files, and replies that HTTP itself defines. */
import { STATUS_LIST_ISSUED_HEADER, STATUS_LIST_SIGNATURE_HEADER } from '#shared/contract/card.ts'
import type { RouteId } from '#shared/contract/routes.ts'
import { UPLOAD_FIELDS } from '#shared/contract/uploads.ts'
import type { Json } from './openapi-schema.ts'

type ByRoute<T> = Readonly<Record<string, T | undefined>>

const file = { type: 'string', contentMediaType: 'application/octet-stream' }
const PICTURES = 'image/jpeg, image/png, image/webp, image/gif'
const DOCUMENTS =
  'application/pdf, application/msword, application/vnd.openxmlformats-officedocument.wordprocessingml.document'

export const MULTIPART_BODIES: ByRoute<Json> = {
  'upload.files': {
    schema: {
      type: 'object',
      minProperties: 1,
      properties: Object.fromEntries(UPLOAD_FIELDS.map((field) => [field, file])),
      patternProperties: { '^report\\d{1,2}$': file },
      additionalProperties: false,
    },
    encoding: Object.fromEntries(
      UPLOAD_FIELDS.map((field) => [
        field,
        { contentType: field === 'report' ? `${PICTURES}, ${DOCUMENTS}` : PICTURES },
      ]),
    ),
  },
  'evidence.sendChunk': { schema: file },
}

const bytes = { 'application/octet-stream': { schema: file } }
const text = (description: string): Json => ({ description, schema: { type: 'string' } })

export const MORE_REPLIES: ByRoute<Json> = {
  'card.statusList': {
    304: {
      description: 'The list that `If-None-Match` names is still right',
      headers: {
        [STATUS_LIST_ISSUED_HEADER]: text('A later `issuedAt` for the same list'),
        [STATUS_LIST_SIGNATURE_HEADER]: text('Signature over it'),
      },
    },
  },
  'wallet.registerPhone': { 201: { description: 'The phone is registered now' } },
  'wallet.changedPasses': { 204: { description: 'No pass of the phone has changed' } },
  'wallet.presentPass': { 304: { description: 'The pass is as it was then' } },
  'file.read': {
    206: {
      description: 'The part that `Range` asks for',
      headers: { 'Content-Range': text('Which bytes of how many') },
      content: bytes,
    },
    304: { description: 'The caller has the cover already' },
    416: {
      description: 'The file has no such part',
      headers: { 'Content-Range': text('How many bytes there are') },
    },
  },
}

/** Types of a reply beside that of its route. */
export const MORE_TYPES: ByRoute<Json> = {
  'report.export': {
    'application/json': { schema: { type: 'array', items: { type: 'object' } } },
  },
}

/** The first word of a route's id; a route of a new kind does not compile before it is described here. */
export type Tag = RouteId extends infer Id
  ? Id extends `${infer Kind}.${string}`
    ? Kind
    : never
  : never

export const TAG_DESCRIPTIONS: Readonly<Record<Tag, string>> = {
  auth: 'Sign-in and sessions',
  agreement: 'What a member agreed to',
  factors: 'Second factors: passkeys, code apps, recovery codes',
  email: 'Codes that prove an address',
  registration: 'Asking to become a member',
  password: 'A new password for who forgot theirs',
  user: 'Members',
  merge: 'Two records of one person, and their undo',
  request: 'Registration requests and their review',
  card: 'Cards and their verification',
  wallet: 'The card in Apple Wallet and Google Wallet',
  event: 'Events, places and check-in',
  assembly: 'General assemblies: who may vote, proxies and voices',
  kiosk: 'Devices at the door',
  news: 'News',
  contact: 'Contact form',
  claim: 'Messages that staff answer',
  donation: 'Pledges',
  account: 'One’s own data',
  subscription: 'Mails that an address asked for, and their end',
  audit: 'What was done, and by whom',
  mail: 'Outgoing mail',
  hold: 'Legal holds: records that nothing deletes until they are lifted.',
  settings: 'What administrators set for the whole association',
  alert: 'Unusual acts that administrators are told about',
  consent: 'Acts that wait for a second administrator',
  invitation: 'Invitation codes for registration',
  stats: 'Figures for the dashboard, without names',
  portrait: 'New portraits of members and their review',
  document: 'Looks at identity documents',
  upload: 'Sending files and signing their addresses',
  report: 'Reports of violations',
  evidence: 'Evidence of reports',
  objection: 'Something is wrong with a report: reply, correction, removal, privacy',
  witness: 'Reports without an account, opened by their receipt',
  file: 'Reading files',
  site: 'Searching this site, and what kind of server it is',
  health: 'For the operator',
}
