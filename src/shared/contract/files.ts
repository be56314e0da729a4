import * as z from 'zod'
import { PAGES_MAX } from '../domain/report/report-rules.ts'
import { defineRoute } from './base/define-route.ts'
import { machineText, textOf } from './base/text-fields.ts'

/**
 * Copies of an uploaded file, none of which is the file itself.
 * - `card`: a portrait, cropped to the card · `view`: a whole picture to look at · `thumb`: small,
 *   for lists
 * - `cover`: the picture of an event or an article, for its page and for lists (WebP)
 * - `shown`, `shown-thumb`: `view` and `thumb` of evidence with the boxes of staff painted over
 * - `video`: a film or sound without metadata
 * A PDF has `view` and `shown` for each page, and `thumb` and `shown-thumb` for the first one.
 */
export const FILE_VARIANTS = [
  'card',
  'thumb',
  'view',
  'cover',
  'video',
  'shown',
  'shown-thumb',
] as const
export type FileVariant = (typeof FILE_VARIANTS)[number]

/** The viewer of public files; each request checks that the file is still public. */
export const PUBLIC_VIEWER = 'public'

/** Bytes, so no reply schema can check them: the handler sends them with their own headers. */
export const readFile = defineRoute({
  id: 'file.read',
  method: 'GET',
  path: '/api/files/:id',
  summary:
    'A file by its signed address: for one session, one copy and 20 minutes; or, for what is public, as long as it is. Ranges are answered for evidence. Identity documents carry the name, number and time of whoever looks.',
  access: 'signed-address',
  request: {
    headers: z.object({
      range: textOf('machine')
        .optional()
        .describe('One range of bytes; anything else is answered with the whole')
        .meta({ examples: ['bytes=0-1023'] }),
      'if-none-match': machineText(200)
        .optional()
        .describe('A cover that the caller has; a file never changes, so the reply is then 304'),
      'if-range': textOf('machine')
        .optional()
        .describe('No file here has a version, so with this header the whole is answered'),
    }),
    params: z.object({ id: z.uuid() }),
    query: z.object({
      variant: z.enum(FILE_VARIANTS),
      viewer: z
        .union([z.uuid(), z.literal(PUBLIC_VIEWER)])
        .describe('Session or device for which the address was signed, or `public`'),
      copy: z.coerce
        .number()
        .int()
        .positive()
        .max(2_147_483_647)
        .optional()
        .describe(
          'Changes with what the public may see, so that no cache answers with an older copy',
        ),
      page: z.coerce
        .number()
        .int()
        .positive()
        .max(PAGES_MAX)
        .default(1)
        .describe(
          'Of a PDF. Not part of the signature: whoever may see one page may see all of them',
        ),
      expires: z.coerce.number().int().positive().describe('Seconds since 1970'),
      signature: textOf('machine')
        .regex(/^[A-Za-z0-9_-]{43}$/)
        .describe('HMAC-SHA-256, base64url'),
    }),
  },
  reply: z.any(),
  replyType: 'image/jpeg',
  // A page may show 50 pictures, and many users may share one address.
  limits: [{ per: 'network', max: 1_200, windowS: 60 }],
  audit: null,
  errors: ['address-expired', 'not-found', 'busy', 'too-many'],
})

export const filesRoutes = [readFile] as const
