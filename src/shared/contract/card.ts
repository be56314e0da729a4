import * as z from 'zod'
import { CARD_PAYLOAD_MAX_CHARS } from '../domain/card/card-payload.ts'
import { ALTERNATIVES_MAX } from '../domain/card/card-readings.ts'
import { VERDICT_REASONS, VERDICTS } from '../domain/card/verdict.ts'
import { defineRoute } from './base/define-route.ts'
import { IsoDate, IsoInstant, MemberNumber, MemberStatus, Role } from './base/schemas.ts'
import { machineText, textOf } from './base/text-fields.ts'

export const myCard = defineRoute({
  id: 'card.me',
  method: 'GET',
  path: '/api/card/me',
  summary: 'The caller’s own card: the signed text for the QR code and what is printed beside it.',
  access: 'member',
  reply: z.object({
    payload: z.string().describe('Text of the QR code: id|name|dob|1.kid.iat.exp.idx.sig'),
    cardId: z.string(),
    firstName: z.string().describe('For greetings'),
    name: z.string().describe('In full, as printed'),
    dob: IsoDate,
    birthPlace: z.string(),
    nationalities: z.array(z.string()).describe('ISO 3166 alpha-2 codes'),
    currentCountry: z.string().describe('ISO 3166 alpha-2 code'),
    profession: z.string(),
    sex: z.enum(['m', 'f']),
    role: Role,
    photoUrl: z.string().nullable().describe('Signed address, 20 minutes'),
    memberSince: IsoInstant,
    issuedAt: IsoInstant,
    expiresAt: IsoInstant,
  }),
  limits: [{ per: 'caller', max: 120, windowS: 60 }],
  audit: null,
  errors: ['card-incomplete'],
})

/** Why a card is issued anew. `lost` and `stolen` end the old code as `damaged` does: each copy of it stops working. */
export const REISSUE_REASONS = ['lost', 'stolen', 'copied', 'damaged'] as const
export type ReissueReason = (typeof REISSUE_REASONS)[number]

export const reissueCard = defineRoute({
  id: 'card.reissue',
  method: 'POST',
  path: '/api/card/reissue/:id',
  summary:
    'Issue a card anew. The old one is revoked at once, online and in the status list; its number stays. Own, or of members that the caller manages; after step-up.',
  access: 'member',
  policy: 'reissue-card',
  request: {
    params: z.object({ id: MemberNumber }),
    body: z.strictObject({ reason: z.enum(REISSUE_REASONS) }),
  },
  reply: z.object({ cardId: z.string(), issuedAt: IsoInstant, expiresAt: IsoInstant }),
  limits: [{ per: 'caller', max: 20, windowS: 3_600 }],
  reveals: 'member',
  audit: 'card.reissued',
  errors: [
    'step-up-required',
    'administrator-protected',
    'card-incomplete',
    'conflict',
    'not-found',
  ],
})

export const cardKeys = defineRoute({
  id: 'card.keys',
  method: 'GET',
  path: '/api/card/keys',
  summary: 'Public keys that card signatures are checked with (JWK set).',
  access: 'public',
  reply: z.object({
    keys: z.array(
      z.object({
        kty: z.literal('OKP'),
        crv: z.literal('Ed25519'),
        kid: z.string(),
        x: z.string().describe('base64url, 32 bytes'),
        use: z.literal('sig'),
        alg: z.literal('EdDSA'),
      }),
    ),
  }),
  limits: [{ per: 'network', max: 300, windowS: 60 }],
  audit: null,
})

export const verifyCard = defineRoute({
  id: 'card.verify',
  method: 'POST',
  path: '/api/card/verify',
  summary:
    'Verdict on a scanned text or a typed card number. Every input of the right size gets a verdict.',
  access: 'staff-or-kiosk',
  policy: 'own-event',
  rawText: ['payload', 'alternatives'], // a code may hold anything, and gets a verdict all the same
  request: {
    body: z
      .strictObject({
        payload: textOf('scan')
          .max(16_384)
          .optional()
          .describe(
            `What the camera read. Cards hold at most ${CARD_PAYLOAD_MAX_CHARS} characters; more is UNKNOWN.`,
          ),
        alternatives: z
          .array(textOf('scan').max(16_384))
          .max(ALTERNATIVES_MAX)
          .optional()
          .describe(
            'Other readings of the same scan, from a scanner that types like a keyboard. The genuine one counts.',
          ),
        cardId: MemberNumber.optional(),
        eventId: machineText(64).optional().describe('Event whose earlier check-in is shown'),
      })
      .refine((body) => (body.payload === undefined) !== (body.cardId === undefined), {
        error: 'Give either payload or cardId',
        path: ['payload'],
      })
      .refine((body) => body.alternatives === undefined || body.payload !== undefined, {
        error: 'Give alternatives only beside payload',
        path: ['alternatives'],
      }),
  },
  reply: z.object({
    verdict: z.enum(VERDICTS),
    reason: z.enum(VERDICT_REASONS),
    cardId: z.string().nullable(),
    name: z
      .string()
      .nullable()
      .describe('As the register holds it; null where no member may be named'),
    dob: IsoDate.nullable(),
    role: Role.nullable(),
    status: MemberStatus.nullable(),
    photoUrl: z.string().nullable().describe('Signed for the caller, 20 minutes'),
    memberSince: IsoInstant.nullable(),
    expiresAt: IsoInstant.nullable(),
    firstCheckIn: z.object({ at: IsoInstant, gate: z.string() }).nullable(),
    mergedInto: z
      .string()
      .optional()
      .describe('With `member-merged`, the number that the person has now; for staff alone'),
    checkedAt: IsoInstant,
  }),
  limits: [{ per: 'caller', max: 240, windowS: 60 }],
  reveals: 'member',
  audit: 'card.verified',
  changes: false,
})
export type VerifyReply = z.output<(typeof verifyCard)['reply']>

/** On a 304 these two sign the list that the caller holds again, with a later time. */
export const STATUS_LIST_ISSUED_HEADER = 'x-status-list-issued-at'
export const STATUS_LIST_SIGNATURE_HEADER = 'x-status-list-signature'

export const statusList = defineRoute({
  id: 'card.statusList',
  method: 'GET',
  path: '/api/card/status-list',
  summary:
    'Signed list of two bits a card (00 in force, 01 expired, 10 revoked, 11 never issued or gone), raw-deflated. The ETag follows from the content; a 304 carries a fresh issuedAt and signature for the same list as headers.',
  access: 'staff-or-kiosk',
  request: { headers: z.object({ 'if-none-match': machineText(200).optional() }) },
  reply: z.object({
    issuedAt: IsoInstant.describe(
      'What the list says was so at this moment. Moves when the content changes, and every five minutes at the latest',
    ),
    size: z
      .int()
      .describe(
        'Number of places. A card with a higher index that was issued before issuedAt is gone',
      ),
    bits: z.literal(2),
    list: z
      .string()
      .describe(
        'base64url of the raw-deflated bits; card i at bits 2i and 2i+1 of the whole: byte floor(i/4), lowest bits first',
      ),
    kid: z.string(),
    signature: z
      .string()
      .describe('Ed25519 by `kid`, base64url, over `wld-status-list|issuedAt|size|list`'),
  }),
  limits: [{ per: 'caller', max: 60, windowS: 60 }],
  audit: null,
  errors: ['not-ready'],
})

export const cardRoutes = [myCard, reissueCard, cardKeys, verifyCard, statusList] as const
