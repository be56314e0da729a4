import * as z from 'zod'
import { ASSOCIATION_TEXT_NAMES, type AssociationText, CURRENCIES } from '../domain/association.ts'
import { RETENTION_KINDS, type RetentionKind } from '../domain/people/retention.ts'
import { ROLES } from '../domain/people/roles.ts'
import { defineRoute } from './base/define-route.ts'
import { IsoDate } from './base/schemas.ts'

export const AssociationReply = z
  .object({
    ...(Object.fromEntries(ASSOCIATION_TEXT_NAMES.map((name) => [name, z.string()])) as Record<
      AssociationText,
      z.ZodString
    >), // one entry a name
    currency: z.enum(CURRENCIES).describe('Of the sums of donations'),
  })
  .meta({
    id: 'Association',
    description: 'Who publishes this site. A text that nobody has filled in is blank',
  })

export const about = defineRoute({
  id: 'site.about',
  method: 'GET',
  path: '/api/about',
  summary:
    'Who publishes this site, and what kind of server it is. Sample credentials exist with demonstration data only.',
  access: 'public',
  reply: z.object({
    demo: z
      .object({
        administrator: z.object({ email: z.string(), password: z.string() }),
        accounts: z
          .array(z.object({ role: z.enum(ROLES), email: z.string() }))
          .optional()
          .describe('One for each role, with the same password. Missing on older servers'),
      })
      .nullable()
      .describe('null on every server that people work with'),
    evidence: z
      .object({
        filmMaxBytes: z
          .int()
          .describe('Longest film that is accepted as evidence')
          .meta({ examples: [209_715_200] }),
      })
      .optional()
      .describe('Missing on servers from before films were accepted'),
    association: AssociationReply.optional().describe(
      'Missing on servers from before it was a setting',
    ),
  }),
  limits: [{ per: 'network', max: 300, windowS: 60 }],
  audit: null,
})

export const PrivacyFacts = z
  .object({
    association: AssociationReply,
    days: z
      .object(
        Object.fromEntries(RETENTION_KINDS.map((kind) => [kind, z.int()])) as Record<
          RetentionKind,
          z.ZodInt
        >,
      ) // one entry a kind
      .describe('How many days things are kept, as administrators set it'),
    adoption: z
      .object({ adoptedOn: IsoDate, version: z.string(), appliesFrom: IsoDate.nullable() })
      .nullable()
      .describe(
        'When the association adopted terms and privacy text, and from when they apply; null while they are a draft',
      ),
    backupDays: z
      .int()
      .nullable()
      .describe('How long backups keep what was erased; null where this server makes none'),
    mail: z.boolean().describe('Whether a provider sends mails'),
    apple: z.boolean().describe('Whether members can add the card to Apple Wallet'),
    google: z.boolean().describe('Whether members can add the card to Google Wallet'),
    timestampAuthority: z
      .string()
      .nullable()
      .describe('Name of its machine; null where none is asked'),
  })
  .meta({ id: 'PrivacyFacts' })
export type PrivacyFacts = z.output<typeof PrivacyFacts>

export const privacyFacts = defineRoute({
  id: 'site.privacy',
  method: 'GET',
  path: '/api/privacy',
  summary:
    'What the page about personal data says of this server: who is responsible, how long data are kept, and which services get some.',
  access: 'public',
  reply: PrivacyFacts,
  limits: [{ per: 'network', max: 300, windowS: 60 }],
  audit: null,
})

export const aboutRoutes = [about, privacyFacts] as const
