import * as z from 'zod'
import { AGREEMENT_PAPER_MAX } from '../domain/agreements.ts'
import { IMPORT_FAULTS } from '../domain/people/member-import.ts'
import { IDLE_ANSWER_DAYS, MEMBER_STATUSES } from '../domain/people/member-status.ts'
import { ENTRY_NOTICES_A_DAY } from '../domain/privacy/entry-notice.ts'
import { EntryNotice } from './agreements.ts'
import { defineRoute } from './base/define-route.ts'
import { blankIsAbsent, pageOf, pagingFields } from './base/paging.ts'
import {
  Country,
  editableFields,
  FileReference,
  newMemberFields,
  NewPassword,
  RoleInput,
  personBody,
} from './base/person-fields.ts'
import {
  CardId,
  fieldsFor,
  FoundMember,
  IsoInstant,
  LanguageCode,
  listedAccount,
  MailedToken,
  MemberNumber,
  ownAccount,
  OwnMember,
  Photo,
  ReaderLanguage,
} from './base/schemas.ts'
import { search, textOf } from './base/text-fields.ts'
import { DuplicateHint, Merge } from './duplicates.ts'
import { ProofMethods } from './factors.ts'

const target = { params: z.object({ id: MemberNumber }) }

/** A row of the member list: never documents, never the mother's names. */
export const ListedMember = z
  .object({ ...listedAccount, ...fieldsFor('list') })
  .meta({ id: 'ListedMember' })
export type ListedMember = z.output<typeof ListedMember>

/** These fields of an account are shown to the staff who manage members. */
export const fullAccount = {
  ...ownAccount,
  connectionMethod: z.enum(['email', 'phone']),
  idProofPhotos: z.array(Photo).describe('Front, then back; sign before viewing'),
  updatedAt: IsoInstant.describe(
    'Send it back as `ifUpdatedAt`, and a change that came between is not overwritten',
  ),
} as const

/** Everything that is stored about one member, for the staff who manage members. */
export const FullMember = z
  .object({ ...fullAccount, ...fieldsFor('record') })
  .meta({ id: 'FullMember' })

export const MEMBER_SORTS = [
  '-createdAt',
  'createdAt',
  'name',
  '-name',
  'status',
  '-status',
  'role',
  '-role',
  'country',
  '-country',
] as const
export type MemberSort = (typeof MEMBER_SORTS)[number]

/** The six filters of the list (docs/spec/members.md, 4). */
const memberFilters = {
  q: blankIsAbsent(search(120)).describe('Name, e-mail, phone or card id'),
  tribe: blankIsAbsent(search(120)).describe(
    'The whole name; case, accents and Arabic variants make no difference',
  ),
  role: blankIsAbsent(RoleInput),
  country: blankIsAbsent(Country),
  nationality: blankIsAbsent(Country),
  status: blankIsAbsent(z.enum(MEMBER_STATUSES)),
} as const

/**
 * The plain list holds up to 1,000 people: enough for a tool that reads it now and then, too few to
 * copy all members.
 */
export const PLAIN_LISTS = { max: 10, windowS: 60 } as const
/**
 * Rows of the list that one account may read in a day: 200 different pages of 50, far more than
 * normal work needs and a small part of a large association. The export returns all members, and
 * asks for the password and is logged.
 */
export const LISTED_PER_DAY = 10_000

export const listMembers = defineRoute({
  id: 'user.list',
  method: 'GET',
  path: '/api/user/get/all',
  summary: `Members. Without \`page\` the plain array (at most 1,000, X-Truncated when there are more; ${PLAIN_LISTS.max} a minute); with it one page and the six filters. At most ${LISTED_PER_DAY} rows a day, the same page counted once; the plain array and far pages are logged.`,
  access: ['admin', 'content'],
  request: {
    query: z.object({
      ...pagingFields,
      ...memberFilters,
      sort: z.enum(MEMBER_SORTS).optional(),
    }),
  },
  reply: z.union([z.array(ListedMember), pageOf(ListedMember)]),
  limits: [{ per: 'caller', max: 600, windowS: 60 }],
  reveals: 'list',
  audit: null, // the handler writes the rows, because one call can change many items
  errors: ['daily-limit'],
})

export const readMember = defineRoute({
  id: 'user.read',
  method: 'GET',
  path: '/api/user/get/:id',
  summary:
    'One person with identity documents and mother’s names, and people who may be the same. The number of a record that was merged leads to the present one. Every look is logged.',
  access: ['admin', 'content'],
  request: target,
  reply: FullMember.extend({
    duplicates: z.array(DuplicateHint).describe('People who may be the same person'),
    merges: z.array(Merge).describe('Merges into this member that can still be undone'),
    entryNotice: EntryNotice.nullable(),
  }),
  limits: [{ per: 'caller', max: 120, windowS: 60 }],
  reveals: 'member',
  audit: 'member.viewed',
  errors: ['not-found'],
})

const editable = {
  ...editableFields,
  password: NewPassword,
  role: RoleInput,
  status: z.enum(MEMBER_STATUSES),
  language: LanguageCode,
  newsletter: z.boolean(),
  notifications: z.boolean().describe('False: only mails about security and what was asked for'),
  idProofPhotoFront: FileReference,
  idProofPhotoBack: FileReference,
  wldCardPhoto: FileReference,
  photoUrl: FileReference,
} as const

export const MemberChange = z.object(editable).partial()
export type MemberChange = z.output<typeof MemberChange>

/** A member after a change by somebody else. */
const ChangedMember = ListedMember.extend({
  consent: z
    .uuid()
    .nullable()
    .describe(
      'The proposal, where role, activation, e-mail, phone or password of an administrator wait for a second administrator; the other fields are changed. Null where nothing waits',
    ),
}).meta({ id: 'ChangedMember' })

export const updateMember = defineRoute({
  id: 'user.update',
  method: 'PUT',
  path: '/api/user/update/:id',
  summary:
    'Change fields of a member. Own: location, photo, language, mails; e-mail, phone and password after step-up. Others: A all; X all but administrators, but of staff neither e-mail, phone nor password. What opens the account of an administrator waits for a second one, see `consent`.',
  access: 'member',
  policy: 'update-member',
  request: {
    ...target,
    body: personBody(
      MemberChange.extend({
        ifUpdatedAt: IsoInstant.optional().describe(
          'Refused with 409 when the member was changed since',
        ),
      }).refine(
        ({ ifUpdatedAt: _condition, ...change }) =>
          Object.values(change).some((value) => value !== undefined),
        { error: 'Give at least one field to change' },
      ),
    ),
  },
  reply: z.union([OwnMember, ChangedMember]),
  limits: [{ per: 'caller', max: 120, windowS: 60 }],
  reveals: 'member',
  audit: 'member.updated',
  errors: [
    'step-up-required',
    'code-required',
    'administrator-protected',
    'staff-protected',
    'own-account-protected',
    'last-administrator',
    'user-exists',
    'conflict',
    'not-found',
    'busy',
  ],
})

export const deleteMember = defineRoute({
  id: 'user.delete',
  method: 'DELETE',
  path: '/api/user/delete/:id',
  summary:
    'Delete a member. Personal data go; the card number stays taken and the audit log keeps what was done.',
  access: ['admin', 'content'],
  policy: 'manage-member',
  request: target,
  reply: z.object({ deleted: z.literal(true) }),
  limits: [{ per: 'caller', max: 60, windowS: 60 }],
  reveals: 'member',
  audit: 'member.deleted',
  errors: [
    'administrator-protected',
    'own-account-protected',
    'last-administrator',
    'held',
    'step-up-required',
    'conflict',
    'not-found',
  ],
})

export const IdleMember = z
  .object({
    cardId: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    createdAt: IsoInstant,
    seenAt: IsoInstant.nullable().describe(
      'The last use of the account or check-in; null: none is known',
    ),
    askedAt: IsoInstant.describe('When the member was asked by mail whether to stay'),
  })
  .meta({ id: 'IdleMember' })
export type IdleMember = z.output<typeof IdleMember>

export const listIdleMembers = defineRoute({
  id: 'user.idle',
  method: 'GET',
  path: '/api/user/idle/get/all',
  summary: `Members without a sign of life for the period of the settings who did not come back within ${IDLE_ANSWER_DAYS} days after the mail, the first ones first. Staff keep them, deactivate them or delete them; none goes by itself. Rows count with those of the member list.`,
  access: ['admin', 'content'],
  request: { query: z.object(pagingFields) },
  reply: z.union([z.array(IdleMember), pageOf(IdleMember)]),
  limits: [{ per: 'caller', max: 120, windowS: 60 }],
  audit: null,
  errors: ['daily-limit'],
})

export const keepIdleMember = defineRoute({
  id: 'user.keepIdle',
  method: 'POST',
  path: '/api/user/idle/keep/:id',
  summary:
    'Keep a member without a sign of life: the period begins anew. 404 for everybody who does not wait for this decision.',
  access: ['admin', 'content'],
  request: target,
  reply: z.object({ kept: z.literal(true) }),
  limits: [{ per: 'caller', max: 120, windowS: 60 }],
  audit: 'member.idle-kept',
  errors: ['not-found'],
})

export const createMember = defineRoute({
  id: 'user.create',
  method: 'POST',
  path: '/api/user/createDTO',
  summary: 'Add a member: inactive and validated until somebody activates the account.',
  access: ['admin', 'content'],
  policy: 'manage-member',
  request: {
    body: personBody(
      z.object({
        ...z.object(editable).partial().shape,
        ...newMemberFields,
        password: NewPassword,
        idProofPhotoFront: FileReference,
        idProofPhotoBack: FileReference,
        wldCardPhoto: FileReference,
        connectionMethod: z.enum(['email', 'phone']).optional(),
        agreementPaper: textOf('line')
          .max(AGREEMENT_PAPER_MAX)
          .optional()
          .describe(
            'The paper on which the member agreed to the terms and to the use of the tribe, and where it is kept',
          )
          .meta({ examples: ['Form of 12 March, folder 4'] }),
        informByMail: z
          .boolean()
          .optional()
          .describe(
            'Whether the member gets the information of Article 14 GDPR by mail; true unless said otherwise. False: staff tell the member by other means',
          ),
      }),
    ),
  },
  reply: ListedMember,
  limits: [{ per: 'caller', max: 60, windowS: 60 }],
  reveals: 'member',
  audit: 'member.created',
  errors: ['administrator-protected', 'user-exists', 'busy'],
})

export const validatePassword = defineRoute({
  id: 'user.validatePassword',
  method: 'POST',
  path: '/api/user/validate/password',
  summary: 'Prove the own password; opens the sensitive calls of this session for five minutes.',
  access: 'member',
  policy: 'own-account',
  beforeFactor: ['enrol'],
  request: {
    body: z.object({
      password: textOf('secret')
        .max(256)
        .meta({ examples: ['Long-Enough1'] }),
      id: MemberNumber,
    }),
  },
  reply: z.object({
    valid: z.boolean(),
    methods: ProofMethods.optional().describe(
      'How to prove the second factor, where the account has one and sensitive calls want it now',
    ),
  }),
  limits: [{ per: 'caller', max: 10, windowS: 300 }],
  audit: 'password.checked',
  errors: ['busy'],
})

/** More members than the association will have for years; a file that is cut off here says so. */
export const EXPORT_ROWS_MAX = 200_000

export const exportMembers = defineRoute({
  id: 'user.export',
  method: 'GET',
  path: '/api/user/export',
  summary:
    'The members that match the filters as CSV, after step-up. Never documents, never the mother’s names. Formula-safe.',
  access: ['admin'],
  request: { query: z.object({ ...memberFilters, language: ReaderLanguage }) },
  reply: z.any(),
  replyType: 'text/csv',
  limits: [{ per: 'caller', max: 10, windowS: 3_600 }],
  reveals: 'list',
  audit: 'member.exported',
  errors: ['step-up-required', 'consent-needed'],
})

const yesOrNo = z.enum(['true', 'false'])

/** How a table was understood: staff see it before anything is written. */
export const TableReading = z
  .object({
    format: z.enum(['csv', 'xlsx']),
    encoding: z
      .enum(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'windows-1256', 'iso-8859-15'])
      .nullable()
      .describe('Null for a workbook'),
    separator: z.enum([',', ';', '\t']).nullable().describe('Null for a workbook'),
    sheet: z.string().nullable().describe('The sheet that was read, where the file is a workbook'),
    otherSheets: z.int().describe('Sheets that were not read'),
    dates: z.object({
      order: z
        .enum(['ymd', 'dmy', 'mdy', 'mixed'])
        .describe('`mixed`: some dates are only possible in one order, and some only in the other'),
      ambiguous: z.int().describe('Dates that exist in both orders'),
      example: z.object({ text: z.string(), date: z.string() }).nullable(),
    }),
    phonesWithoutPlus: z.int().describe('Numbers whose plus sign was put back'),
    columns: z.array(
      z.object({
        header: z.string(),
        column: z.string().nullable().describe('Null: not taken over'),
        sample: z.string().describe('Its first value'),
      }),
    ),
  })
  .meta({ id: 'TableReading' })
export type TableReading = z.output<typeof TableReading>

/** The result of an import of members, as a preview or after the import. */
export const ImportReport = z
  .object({
    dryRun: z.boolean(),
    rows: z.int().describe('Rows below the header'),
    valid: z.int().describe('Rows that can be imported'),
    imported: z.int().describe('0 in a dry run'),
    faults: z
      .array(
        z.object({
          row: z.int().describe('Line of the table; the header is 1'),
          column: z.string(),
          code: z.enum(IMPORT_FAULTS),
        }),
      )
      .describe('Why rows are left out'),
    tribes: z.int().describe('Rows that can be imported and have a tribe: it needs a paper'),
    notices: z
      .object({
        waiting: z.int().describe('Mails of earlier entries that wait for their day'),
        left: z.int().describe('Mails that may still go out within these 24 hours'),
      })
      .describe('State of the mails to people whom staff entered, without those of this table'),
    reading: TableReading,
  })
  .meta({ id: 'ImportReport' })
export type ImportReport = z.output<typeof ImportReport>

export const importMembers = defineRoute({
  id: 'user.import',
  method: 'POST',
  path: '/api/user/import',
  summary:
    'Members from a table, CSV or XLSX (multipart/form-data, field `file`, 5 MB, 5,000 rows), after step-up: ordinary members, validated and inactive. A dry run changes nothing. Otherwise all rows are imported in one transaction, or none; `skipInvalid=true` leaves faulty rows out.',
  access: ['admin'],
  request: {
    query: z.object({
      dryRun: yesOrNo
        .optional()
        .describe('True unless said otherwise')
        .meta({ examples: ['true'] }),
      skipInvalid: yesOrNo.optional().meta({ examples: ['false'] }),
      dateOrder: z
        .enum(['dmy', 'mdy'])
        .optional()
        .describe(
          'For dates such as 04/05/1990; otherwise the file decides, and then the day is first',
        ),
      agreementPaper: textOf('line')
        .max(AGREEMENT_PAPER_MAX)
        .optional()
        .describe(
          'The paper on which these people agreed to the use of the tribe, and where it is kept. Without it no tribe is imported',
        )
        .meta({ examples: ['Forms of 12 March, folder 4'] }),
      informByMail: yesOrNo
        .optional()
        .describe(
          `Whether these people get the information of Article 14 GDPR by mail; true unless said otherwise. ${ENTRY_NOTICES_A_DAY} mails a day go out in all, and nobody gets it twice`,
        )
        .meta({ examples: ['true'] }),
    }),
  },
  requestType: 'multipart/form-data',
  reply: ImportReport,
  limits: [{ per: 'caller', max: 60, windowS: 3_600 }],
  reveals: 'member',
  audit: 'member.imported',
  errors: [
    'step-up-required',
    'invalid',
    'too-large',
    'wrong-type',
    'bad-request',
    'user-exists',
    'busy',
  ],
})

export const undoEmailChange = defineRoute({
  id: 'email.undo',
  method: 'POST',
  path: '/api/user/email/undo',
  summary:
    'Take back a change of e-mail with the token that the old address was sent; 72 hours. Ends every session.',
  access: 'public',
  request: {
    body: MailedToken,
  },
  reply: z.object({ undone: z.literal(true) }),
  limits: [{ per: 'network', max: 20, windowS: 300 }],
  audit: 'member.email-change-undone',
  errors: ['not-found', 'conflict'],
})

export const searchUser = defineRoute({
  id: 'user.search',
  method: 'POST',
  path: '/api/user/search',
  summary:
    'Find a person by exact card id, e-mail or phone: one object when one matches, a list otherwise.',
  access: 'staff',
  request: {
    body: z
      .object({
        id: blankIsAbsent(CardId).describe('Card id with or without prefix'),
        email: blankIsAbsent(textOf('email').max(254)).describe('Exact, whatever the case'),
        phone: blankIsAbsent(textOf('phone').max(24)).describe(
          'As people say it: with country code, or without where nobody else has a number with the same last nine digits',
        ),
        firstName: blankIsAbsent(search(80)).describe('Narrows the result; alone it finds nobody'),
        lastName: blankIsAbsent(search(80)).describe('Narrows the result; alone it finds nobody'),
      })
      .refine(
        (body) => body.id !== undefined || body.email !== undefined || body.phone !== undefined,
        {
          error: 'Give a card id, an e-mail or a phone number',
          path: ['id'],
        },
      ),
  },
  reply: z.union([FoundMember, z.array(FoundMember)]),
  limits: [{ per: 'caller', max: 60, windowS: 60 }],
  reveals: 'member',
  audit: 'member.searched',
  changes: false,
})

export const usersRoutes = [
  listMembers,
  readMember,
  updateMember,
  deleteMember,
  listIdleMembers,
  keepIdleMember,
  createMember,
  validatePassword,
  exportMembers,
  importMembers,
  undoEmailChange,
  searchUser,
] as const
