/** The general assembly of an event: who may vote, proxies, voices in the hall. ADR 0052. */
import * as z from 'zod'
import {
  AGENDA_ITEMS_MAX,
  ASSEMBLY_KINDS,
  MAJORITIES,
  NOTICE_DAYS_MAX,
  PROXIES_PER_HOLDER_MAX,
  QUORUM_KINDS,
  QUORUM_MAX,
} from '../domain/assembly.ts'
import { ROLES } from '../domain/people/roles.ts'
import { ContentId, readVersion, Version } from './base/content-fields.ts'
import { defineRoute } from './base/define-route.ts'
import { FileReference } from './base/person-fields.ts'
import { StaffPerson } from './base/review-lock.ts'
import {
  ColumnInteger,
  Empty,
  IsoDate,
  IsoInstant,
  MemberNumber,
  ReaderLanguage,
} from './base/schemas.ts'
import { line, requiredLine, requiredText } from './base/text-fields.ts'

const Rules = z.object({
  memberBy: IsoDate.nullable()
    .default(null)
    .describe('Who became a member after this day (UTC) has no voice; null: any member has one'),
  roles: z
    .array(z.enum(ROLES))
    .min(1, 'Name at least one role')
    .max(ROLES.length)
    .transform((roles) => ROLES.filter((role) => roles.includes(role)))
    .describe('Roles whose holders may vote'),
  quorum: z
    .object({
      kind: z.enum(QUORUM_KINDS).describe('`share`: per cent of who may vote; `number`: voices'),
      value: z
        .int('Give a whole number')
        .min(0, 'At least 0')
        .max(QUORUM_MAX.number)
        .describe('0: no quorum, for a second convocation alone')
        .meta({ examples: [25] }),
    })
    .refine(({ kind, value }) => value <= QUORUM_MAX[kind], {
      error: `At most ${QUORUM_MAX.share} per cent`,
      path: ['value'],
    }),
  proxiesPerHolder: z
    .int('Give a whole number')
    .min(0, 'At least 0')
    .max(PROXIES_PER_HOLDER_MAX, `At most ${PROXIES_PER_HOLDER_MAX}`)
    .describe('Voices of others that one member carries at most; 0: no proxies')
    .meta({ examples: [2] }),
  kind: z.enum(ASSEMBLY_KINDS).default('ordinary'),
  noticeDays: z
    .int('Give a whole number')
    .min(0, 'At least 0')
    .max(NOTICE_DAYS_MAX, `At most ${NOTICE_DAYS_MAX}`)
    .default(15)
    .describe('Days between the convocation and the assembly that the statutes ask for'),
  secondOf: ContentId.nullable()
    .default(null)
    .describe('The assembly without a quorum that this one convenes again'),
})

const Votes = z
  .int('Give a whole number')
  .min(0, 'At least 0')
  .max(QUORUM_MAX.number, `At most ${QUORUM_MAX.number}`)
const AgendaItem = z
  .object({
    fr: z.string(),
    ar: z.string().describe('Blank: the French text is used'),
    majority: z.enum(MAJORITIES).nullable().describe('Null: nothing is voted'),
    result: z
      .object({ for: z.int(), against: z.int(), abstained: z.int() })
      .nullable()
      .describe('Counted in the hall and entered by staff; null: not voted yet'),
  })
  .meta({ id: 'AgendaItem' })
export type AgendaItem = z.output<typeof AgendaItem>

const WrittenItem = z.object({
  fr: requiredLine(300).meta({ examples: ['Rapport moral de l’année 2026'] }),
  ar: line(300).default(''),
  majority: z.enum(MAJORITIES).nullable().default(null),
  result: z.object({ for: Votes, against: Votes, abstained: Votes }).nullable().default(null),
})

const AgendaText = AgendaItem.pick({ fr: true, ar: true, majority: true }).meta({
  id: 'AgendaText',
})
const AgendaChange = z
  .object({
    at: IsoInstant,
    convenedAt: IsoInstant,
    convened: z.array(AgendaText).describe('The agenda that went out with the convocation'),
  })
  .nullable()
  .describe('Null: the agenda is as it was convened, or nobody was convened yet')
export type AgendaChange = z.output<typeof AgendaChange>

const Convocation = z.object({
  at: IsoInstant,
  days: z.int().describe('Whole days before the assembly'),
  inTime: z.boolean(),
  mails: z.int().describe('Members to whom it is sent so far'),
  finished: z.boolean().describe('All mails are in the outbox'),
})

const Assembly = z
  .object({
    kind: z.enum(ASSEMBLY_KINDS),
    noticeDays: z.int(),
    secondOf: z.string().nullable(),
    agenda: z.array(AgendaItem),
    agendaChange: AgendaChange,
    convened: Convocation.nullable(),
    memberBy: IsoDate.nullable(),
    roles: z.array(z.enum(ROLES)),
    quorum: z.object({ kind: z.enum(QUORUM_KINDS), value: z.int() }),
    proxiesPerHolder: z.int(),
    version: Version,
    proxies: z.int().describe('Voices that are given at the moment'),
    entitled: z.int().describe('Members who may vote'),
  })
  .meta({ id: 'Assembly' })
export type Assembly = z.output<typeof Assembly>

const OwnVoice = z
  .object({
    kind: z.enum(ASSEMBLY_KINDS),
    agenda: z.array(AgendaText),
    agendaChange: AgendaChange,
    mayVote: z.boolean(),
    memberBy: IsoDate.nullable(),
    proxiesPerHolder: z.int(),
    open: z.boolean().describe('Voices can be given: the assembly has not begun'),
    present: z.boolean().describe('The caller is checked in'),
    given: z
      .object({
        holder: z.string().describe('Card number, as the caller gave it'),
        at: IsoInstant,
        onPaper: z.boolean().describe('Staff entered it from a signed paper'),
        revocable: z
          .boolean()
          .describe('False once the assembly began or the holder is checked in'),
      })
      .nullable(),
    held: z
      .array(z.object({ giver: z.string(), name: z.string(), at: IsoInstant }))
      .describe('Whose voices the caller carries'),
  })
  .meta({ id: 'OwnVoice' })
export type OwnVoice = z.output<typeof OwnVoice>

const KnownVersion = ColumnInteger.min(1)
  .describe(
    'The version that was read; 409 with the present state when it is no longer the present one',
  )
  .meta({ examples: [1] })

const one = { params: z.object({ id: ContentId }) }
const EDITORS = ['admin', 'content'] as const

export const readAssembly = defineRoute({
  id: 'assembly.read',
  method: 'GET',
  path: '/api/assemblies/:id',
  summary: 'The rules of the assembly of an event, and how many may vote.',
  access: 'staff',
  request: one,
  reply: z.object({ assembly: Assembly.nullable().describe('Null: the event is no assembly') }),
  limits: [{ per: 'caller', max: 60, windowS: 60 }],
  audit: null,
  errors: ['not-found'],
})

export const saveAssembly = defineRoute({
  id: 'assembly.save',
  method: 'PUT',
  path: '/api/assemblies/:id',
  summary:
    'Make an event an assembly, or change its rules. They stay as they are from the start of the event. A limit below what a member carries already is a fault of its field.',
  access: EDITORS,
  request: { ...one, body: z.object({ ...Rules.shape, version: readVersion }) },
  reply: Assembly,
  limits: [{ per: 'caller', max: 30, windowS: 60 }],
  audit: 'assembly.saved',
  errors: ['not-found', 'conflict', 'assembly-began'],
})

export const saveAgenda = defineRoute({
  id: 'assembly.saveAgenda',
  method: 'PUT',
  path: '/api/assemblies/:id/agenda',
  summary:
    'The agenda, in whole. Where it differs from what was convened, members and the minutes read when it changed, and from what. From the start of the event its items stay, and only the results of votes change.',
  access: EDITORS,
  request: {
    ...one,
    body: z.object({
      items: z.array(WrittenItem).max(AGENDA_ITEMS_MAX, `At most ${AGENDA_ITEMS_MAX} items`),
      version: KnownVersion,
    }),
  },
  reply: Assembly,
  limits: [{ per: 'caller', max: 60, windowS: 60 }],
  audit: 'assembly.agenda-saved',
  errors: ['not-found', 'conflict', 'assembly-began'],
})

export const conveneAssembly = defineRoute({
  id: 'assembly.convene',
  method: 'POST',
  path: '/api/assemblies/:id/convene',
  summary:
    'Mail the convocation with the agenda to every member who may vote; after step-up. 409 where fewer days are left than the statutes ask for, unless `late` is true: the minutes then say so.',
  access: EDITORS,
  request: { ...one, body: z.object({ late: z.boolean().default(false), version: KnownVersion }) },
  reply: Assembly,
  // Each call mails every voter.
  limits: [
    { per: 'caller', max: 3, windowS: 24 * 60 * 60 },
    { per: 'route', max: 10, windowS: 24 * 60 * 60 },
  ],
  audit: 'assembly.convened',
  errors: [
    'not-found',
    'conflict',
    'assembly-began',
    'assembly-not-ready',
    'assembly-late',
    'step-up-required',
  ],
})

const FrenchAndArabic = z.object({ fr: z.string(), ar: z.string() })
const Minutes = z
  .object({
    title: FrenchAndArabic,
    place: FrenchAndArabic,
    startsAt: IsoInstant,
    endsAt: IsoInstant,
    kind: z.enum(ASSEMBLY_KINDS),
    secondOf: FrenchAndArabic.nullable(),
    quorum: z.object({ kind: z.enum(QUORUM_KINDS), value: z.int() }),
    convened: Convocation.nullable(),
    agendaChange: AgendaChange,
    counts: z.object({
      entitled: z.int(),
      present: z.int(),
      represented: z.int(),
      total: z.int(),
      needed: z.int(),
      missing: z.int(),
    }),
    agenda: z.array(
      AgendaItem.extend({ adopted: z.boolean().nullable().describe('Null: not voted') }).meta({
        id: 'AgendaItemOfMinutes',
      }),
    ),
    at: IsoInstant.describe('When it was counted'),
  })
  .meta({ id: 'AssemblyMinutes' })
export type AssemblyMinutes = z.output<typeof Minutes>

export const readMinutes = defineRoute({
  id: 'assembly.readMinutes',
  method: 'GET',
  path: '/api/assemblies/:id/minutes',
  summary:
    'What the draft of the minutes says: convocation, quorum, agenda and results; names nobody. The page prints it.',
  access: EDITORS,
  request: one,
  reply: Minutes,
  limits: [{ per: 'caller', max: 60, windowS: 60 }],
  audit: null,
  errors: ['not-found'],
})

export const removeAssembly = defineRoute({
  id: 'assembly.remove',
  method: 'DELETE',
  path: '/api/assemblies/:id',
  summary:
    'The event is no assembly any more; 409 from its start. Voices that are given end with it, and their givers get a mail.',
  access: EDITORS,
  request: one,
  reply: Empty,
  limits: [{ per: 'caller', max: 30, windowS: 60 }],
  audit: 'assembly.removed',
  errors: ['not-found', 'assembly-began'],
})

export const readOwnVoice = defineRoute({
  id: 'assembly.ownVoice',
  method: 'GET',
  path: '/api/assemblies/:id/voice',
  summary: 'Whether the caller may vote, to whom the voice is given, and whose voices are carried.',
  access: 'member',
  request: one,
  reply: OwnVoice,
  limits: [{ per: 'caller', max: 60, windowS: 60 }],
  audit: null,
  errors: ['not-found'],
})

/** So many tries of one member allow for slips of the hand, and are too few to try numbers. */
export const GIVES_A_DAY = 10
export const giveVoice = defineRoute({
  id: 'assembly.give',
  method: 'POST',
  path: '/api/assemblies/:id/voice/give',
  summary:
    'Give the own voice to a member, named by card number. Both get a mail. Everything about the holder is one fault, whether the number exists or not.',
  access: 'member',
  request: { ...one, body: z.object({ holder: MemberNumber }) },
  reply: OwnVoice,
  limits: [{ per: 'caller', max: GIVES_A_DAY, windowS: 24 * 60 * 60 }],
  reveals: 'member',
  audit: 'assembly.voice-given',
  errors: ['not-found'],
})

export const takeVoiceBack = defineRoute({
  id: 'assembly.takeBack',
  method: 'POST',
  path: '/api/assemblies/:id/voice/take-back',
  summary:
    'Take the own voice back. Both get a mail. 409 once the assembly began or the holder is checked in; who comes in person has the voice back all the same.',
  access: 'member',
  request: one,
  reply: OwnVoice,
  limits: [{ per: 'caller', max: 30, windowS: 60 }],
  audit: 'assembly.voice-taken-back',
  errors: ['not-found', 'assembly-began'],
})

const PaperSide = z.object({ cardId: z.string(), name: z.string() })
const PaperProxy = z
  .object({
    giver: PaperSide,
    holder: PaperSide,
    note: z.string(),
    scanUrl: z
      .string()
      .nullable()
      .describe(
        'The scan of the paper: sign the address before viewing, which is logged. Null where it was deleted, or the paper was entered before scans',
      ),
    scanSha256: z
      .string()
      .nullable()
      .describe('SHA-256 of a scan that was deleted at the end of its period'),
    by: StaffPerson.nullable().describe('Who entered it; null where that account is erased'),
    at: IsoInstant,
    revocable: z.boolean().describe('False once the holder is checked in, or the event is over'),
  })
  .meta({ id: 'PaperProxy' })
export type PaperProxy = z.output<typeof PaperProxy>
const Papers = z.object({ papers: z.array(PaperProxy).describe('The newest first') })

export const listPapers = defineRoute({
  id: 'assembly.papers',
  method: 'GET',
  path: '/api/assemblies/:id/papers',
  summary: 'The voices that staff entered from a signed paper, and who entered them.',
  access: EDITORS,
  request: one,
  reply: Papers,
  limits: [{ per: 'caller', max: 60, windowS: 60 }],
  audit: null,
  errors: ['not-found'],
})

export const PAPER_NOTE_MAX = 200
export const enterPaper = defineRoute({
  id: 'assembly.enterPaper',
  method: 'POST',
  path: '/api/assemblies/:id/papers',
  summary:
    'Enter the voice of a member who gave it on a signed paper, with a scan of it (upload field `paper`), until the event is over. The rules are those of a voice that is given online; both get a mail.',
  access: EDITORS,
  request: {
    ...one,
    body: z.object({
      giver: MemberNumber,
      holder: MemberNumber,
      scan: FileReference.describe('What the upload of the scan returned'),
      note: requiredText(PAPER_NOTE_MAX)
        .describe('Where the paper is kept, or why it came so late')
        .meta({ examples: ['Folder 2, signed on 3 May'] }),
    }),
  },
  reply: Papers,
  limits: [{ per: 'caller', max: 60, windowS: 60 }],
  reveals: 'member',
  audit: 'assembly.paper-entered',
  errors: ['not-found'],
})

export const withdrawPaper = defineRoute({
  id: 'assembly.withdrawPaper',
  method: 'POST',
  path: '/api/assemblies/:id/papers/withdraw',
  summary:
    'Take a paper back that staff entered. Both get a mail. 409 once the holder is checked in, or the event is over; nothing happens where there is none.',
  access: EDITORS,
  request: { ...one, body: z.object({ giver: MemberNumber }) },
  reply: Papers,
  limits: [{ per: 'caller', max: 60, windowS: 60 }],
  audit: 'assembly.paper-withdrawn',
  errors: ['not-found', 'assembly-began'],
})

export const countAssembly = defineRoute({
  id: 'assembly.counts',
  method: 'GET',
  path: '/api/assemblies/:id/counts',
  summary: 'Voices in the hall and the quorum; names nobody. For the screen, every few seconds.',
  access: 'staff',
  request: one,
  reply: z.object({
    entitled: z.int().describe('Who may vote; at most a minute old'),
    present: z.int(),
    represented: z.int(),
    total: z.int(),
    needed: z.int(),
    missing: z.int().describe('Voices that are missing for the quorum; 0: it is reached'),
    at: IsoInstant,
  }),
  limits: [{ per: 'caller', max: 120, windowS: 60 }],
  audit: null,
  errors: ['not-found'],
})

/** People on one list: as many as a hall holds, and bounded in memory. */
export const LISTED_MAX = 5_000
const SignatureList = z
  .object({
    title: FrenchAndArabic,
    place: FrenchAndArabic,
    startsAt: IsoInstant,
    at: IsoInstant.describe('When the list was read'),
    people: z
      .array(
        z.object({
          name: z.string(),
          number: z.int().describe('Card number'),
          voices: z.int().describe('Voices of the person if all who hold one come'),
          carriedBy: z.string().nullable().describe('Who carries the voice: name and number'),
          carries: z.array(z.string()).describe('Whose voices the person carries'),
        }),
      )
      .describe('In the order of their numbers'),
  })
  .meta({ id: 'SignatureList' })
export type SignatureList = z.output<typeof SignatureList>

export const signatureList = defineRoute({
  id: 'assembly.signatures',
  method: 'GET',
  path: '/api/assemblies/:id/signatures',
  summary: `The people of the attendance list for signatures: who may vote and registered, came, gave or carries a voice. The page prints them. At most ${LISTED_MAX} people; after step-up.`,
  access: EDITORS,
  request: one,
  reply: SignatureList,
  limits: [{ per: 'caller', max: 6, windowS: 60 }],
  audit: 'assembly.list-printed',
  errors: ['not-found', 'step-up-required', 'list-too-long'],
})

export const minutesCsv = defineRoute({
  id: 'assembly.minutes',
  method: 'GET',
  path: '/api/assemblies/:id/minutes.csv',
  summary:
    'What the minutes need, as CSV (UTF-8, safe to open in a spreadsheet): the counts, and each person with voices, proxy and time; after step-up.',
  access: EDITORS,
  request: { ...one, query: z.object({ language: ReaderLanguage }) },
  reply: z.any(),
  replyType: 'text/csv',
  limits: [{ per: 'caller', max: 20, windowS: 60 }],
  audit: 'assembly.minutes-exported',
  errors: ['not-found', 'step-up-required', 'list-too-long'],
})

export const assemblyRoutes = [
  readAssembly,
  saveAssembly,
  saveAgenda,
  conveneAssembly,
  readMinutes,
  removeAssembly,
  readOwnVoice,
  giveVoice,
  takeVoiceBack,
  listPapers,
  enterPaper,
  withdrawPaper,
  countAssembly,
  signatureList,
  minutesCsv,
] as const
