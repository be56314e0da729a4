import * as z from 'zod'
import {
  AGREEMENT_KINDS,
  AGREEMENT_SOURCES,
  AGREEMENT_VERSIONS,
  WITHDRAWABLE,
} from '../domain/agreements.ts'
import { LANGUAGES } from '../domain/text/languages.ts'
import { defineRoute } from './base/define-route.ts'
import { ShortText } from './base/person-fields.ts'
import { IsoDate, IsoInstant, LanguageCode } from './base/schemas.ts'
import { machineText } from './base/text-fields.ts'

export const Agreement = z
  .object({
    kind: z.enum(AGREEMENT_KINDS),
    version: z
      .string()
      .describe('Day of the wording; of terms that were announced also their version'),
    language: LanguageCode,
    at: IsoInstant,
    source: z
      .enum(AGREEMENT_SOURCES)
      .describe(
        '`self`: the member; `staff`: staff, who named a paper; `unknown`: a client that does not ask',
      ),
    paper: z.string().describe('The paper that staff named; blank for others'),
    withdrawnAt: IsoInstant.nullable(),
  })
  .meta({ id: 'Agreement' })
export type Agreement = z.output<typeof Agreement>

export const EntryNotice = z
  .object({
    enteredAt: IsoInstant,
    byMail: z.boolean().describe('False: staff tell the member by other means'),
    mailedAt: IsoInstant.nullable().describe('Null with `byMail`: it waits for its day'),
  })
  .describe('What a member whom staff entered was told; null for others')
  .meta({ id: 'EntryNotice' })

export type EntryNotice = z.output<typeof EntryNotice>

export const OwnAgreements = z
  .object({
    agreements: z.array(Agreement).describe('Newest first'),
    entryNotice: EntryNotice.nullable(),
    hasTribe: z.boolean().describe('Whether a tribe is stored'),
    termsVersion: z.string().describe('Present version of the terms: what `terms` is agreed to'),
    announcement: z
      .object({
        version: z.string(),
        appliesFrom: IsoDate,
        changes: z.object({ en: z.string(), ar: z.string(), fr: z.string() }),
      })
      .nullable()
      .describe('The change of the terms that was announced last; a blank text is not written'),
    asked: z
      .array(z.enum(['terms', 'tribe']))
      .describe('What the member has not agreed to in its present wording'),
  })
  .meta({ id: 'OwnAgreements' })
export type OwnAgreements = z.output<typeof OwnAgreements>

export const listAgreements = defineRoute({
  id: 'agreement.list',
  method: 'GET',
  path: '/api/account/agreements',
  summary: 'What the caller agreed to and withdrew, and what is still asked.',
  access: 'member',
  reply: OwnAgreements,
  limits: [{ per: 'caller', max: 120, windowS: 60 }],
  audit: null,
})

export const giveAgreement = defineRoute({
  id: 'agreement.give',
  method: 'POST',
  path: '/api/account/agreements',
  summary:
    'Agree to the terms, or to the use of the tribe. 409 where the wording changed since it was read, or where no tribe is stored and none is given.',
  access: 'member',
  request: {
    body: z.object({
      kind: z.enum(['terms', 'tribe']),
      version: machineText(20)
        .describe('`termsVersion`, or the day of the wording of the tribe, as it was read')
        .meta({ examples: [AGREEMENT_VERSIONS.terms] }),
      language: z.enum(LANGUAGES),
      tribe: ShortText.optional().describe('For `tribe`, where none is stored'),
    }),
  },
  reply: OwnAgreements,
  limits: [{ per: 'caller', max: 30, windowS: 3_600 }],
  audit: 'agreement.given',
  errors: ['conflict'],
})

export const withdrawAgreement = defineRoute({
  id: 'agreement.withdraw',
  method: 'DELETE',
  path: '/api/account/agreements/:kind',
  summary:
    'Withdraw an agreement. The tribe is deleted at once, and administrators are told; the membership stays. Called again it changes nothing.',
  access: 'member',
  request: { params: z.object({ kind: z.enum(WITHDRAWABLE) }) },
  reply: OwnAgreements,
  limits: [{ per: 'caller', max: 30, windowS: 3_600 }],
  audit: 'agreement.withdrawn',
  errors: ['held'],
})

export const agreementsRoutes = [listAgreements, giveAgreement, withdrawAgreement] as const
