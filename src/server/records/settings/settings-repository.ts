/** Groups of settings as they are stored. Only a group without a row has its defaults. */
import type { Insertable, Kysely } from 'kysely'
import * as z from 'zod'
import { REPORT_MODES } from '#shared/contract/settings.ts'
import { type Announcement, termsVersionOf } from '#shared/domain/adoption.ts'
import {
  type Association,
  ASSOCIATION_TEXT_NAMES,
  type AssociationText,
  BLANK_ASSOCIATION,
  CURRENCIES,
} from '#shared/domain/association.ts'
import { CONFIRMED_BY_HAND } from '#shared/domain/go-live.ts'
import {
  RETENTION_DEFAULTS,
  RETENTION_KINDS,
  type RetentionKind,
} from '#shared/domain/people/retention.ts'
import {
  RECEIPT_TEXT_NAMES,
  RECEIPTS_OFF,
  type ReceiptText,
  TAX_ARTICLES,
} from '#shared/domain/receipts/tax-receipt.ts'
import type { EventTable, NewsTable, Schema, SettingTable } from '../../parts/database/schema.ts'

const Days = z
  .object(
    Object.fromEntries(RETENTION_KINDS.map((kind) => [kind, z.int().min(1)])) as Record<
      RetentionKind,
      z.ZodInt
    >,
  ) // one entry a kind
  // A row from before these kinds.
  .extend({
    undecidedRequests: z.int().min(1).default(RETENTION_DEFAULTS.undecidedRequests),
    rejectedReports: z.int().min(1).default(RETENTION_DEFAULTS.rejectedReports),
    paperScans: z.int().min(1).default(RETENTION_DEFAULTS.paperScans),
    mergedMembers: z.int().min(1).default(RETENTION_DEFAULTS.mergedMembers),
    donations: z.int().min(1).default(RETENTION_DEFAULTS.donations),
    unpaidPledges: z.int().min(1).default(RETENTION_DEFAULTS.unpaidPledges),
  })
/** A row from before one of the texts has it blank. */
const StoredAssociation = z.object({
  ...(Object.fromEntries(
    ASSOCIATION_TEXT_NAMES.map((name) => [name, z.string().default('')]),
  ) as Record<AssociationText, z.ZodDefault<z.ZodString>>), // one entry a name
  currency: z.enum(CURRENCIES),
})
const GROUPS = {
  reports: z.object({ mode: z.enum(REPORT_MODES), withholdNames: z.boolean() }),
  payment: z.object({
    accounts: z.array(
      z.object({ holder: z.string(), iban: z.string(), bic: z.string(), bank: z.string() }),
    ),
  }),
  retention: z.object({ days: Days }),
  invitations: z.object({ required: z.boolean() }),
  contents: z.object({ added: z.boolean() }),
  /** Whether dangerous acts wait for a second administrator; set once there are two, see `settleConsents`. */
  consents: z.object({ required: z.boolean() }),
  /** Whether reports without an account are taken. */
  witness: z.object({ open: z.boolean() }),
  /** Who publishes the site. */
  association: StoredAssociation,
  /** When the association adopted its terms, and in which version. */
  adoption: z.object({ adoptedOn: z.string(), version: z.string() }),
  /** The change of the terms that members are told and asked about. */
  announcement: z.object({
    version: z.string(),
    at: z.string(),
    appliesFrom: z.string(),
    changes: z.object({ en: z.string(), ar: z.string(), fr: z.string() }),
    upTo: z.int().nullable(),
    mails: z.int(),
  }),
  /** After how many days without a sign of life members are asked whether to stay; null: never. */
  idle: z.object({ days: z.int().nullable() }),
  /** Whether tax receipts are issued, and what stands on them. */
  receipts: z.object({
    on: z.boolean(),
    articles: z.array(z.enum(TAX_ARTICLES)),
    ...(Object.fromEntries(RECEIPT_TEXT_NAMES.map((name) => [name, z.string()])) as Record<
      ReceiptText,
      z.ZodString
    >), // one entry a name
  }),
  /** What administrators say is done before the site is online. */
  goLive: z.object({ confirmed: z.array(z.enum(CONFIRMED_BY_HAND)) }),
} as const satisfies Record<SettingTable['name'], z.ZodType>
export type SettingName = keyof typeof GROUPS
export type SettingValue<N extends SettingName> = z.output<(typeof GROUPS)[N]>

const NOTHING_ANNOUNCED: Announcement = {
  version: '',
  at: '',
  appliesFrom: '',
  changes: { en: '', ar: '', fr: '' },
  upTo: null,
  mails: 0,
}
const DEFAULTS: { readonly [N in SettingName]: SettingValue<N> } = {
  // Names that nobody has checked stay withheld until somebody decides otherwise.
  reports: { mode: 'immediate', withholdNames: true },
  payment: { accounts: [] },
  retention: { days: RETENTION_DEFAULTS },
  invitations: { required: false },
  contents: { added: false },
  consents: { required: false },
  witness: { open: true },
  association: BLANK_ASSOCIATION,
  goLive: { confirmed: [] },
  idle: { days: null },
  adoption: { adoptedOn: '', version: '' },
  announcement: NOTHING_ANNOUNCED,
  receipts: { ...RECEIPTS_OFF, articles: [] },
}

export interface Setting<N extends SettingName> {
  readonly value: SettingValue<N>
  /** 0 until the first change. */
  readonly revision: number
  readonly updatedAt: string | null
  readonly updatedBy: number | null
}

/**
 * Throws when the row cannot be read: publishing or deleting with a default that no administrator
 * chose would be worse.
 */
export async function readSetting<N extends SettingName>(
  db: Kysely<Schema>,
  name: N,
): Promise<Setting<N>> {
  const row = await db
    .selectFrom('settings')
    .selectAll()
    .where('name', '=', name)
    .executeTakeFirst()
  if (row === undefined)
    return { value: DEFAULTS[name], revision: 0, updatedAt: null, updatedBy: null }
  const value = GROUPS[name].parse(JSON.parse(row.value)) as SettingValue<N> // the schema of this very group
  return { value, revision: row.revision, updatedAt: row.updated_at, updatedBy: row.updated_by }
}

/** Returns false when another administrator changed the group since `revision` was read. */
export async function writeSetting<N extends SettingName>(
  db: Kysely<Schema>,
  name: N,
  {
    value,
    revision,
    by,
    at,
  }: {
    readonly value: SettingValue<N>
    readonly revision: number
    /** Null: the server itself. */
    readonly by: number | null
    readonly at: string
  },
): Promise<boolean> {
  const row = {
    value: JSON.stringify(value),
    revision: revision + 1,
    updated_at: at,
    updated_by: by,
  }
  if (revision === 0) {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('settings')
      .values({ name, ...row })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows === 1n
  }
  const { numUpdatedRows } = await db
    .updateTable('settings')
    .set(row)
    .where('name', '=', name)
    .where('revision', '=', revision)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Whether the association has no event, or no article. */
export const isEmpty = async (db: Kysely<Schema>, table: 'events' | 'news'): Promise<boolean> =>
  (await db.selectFrom(table).select('id').limit(1).executeTakeFirst()) === undefined

/** Stores the first contents of a new installation. */
export async function insertContents(
  db: Kysely<Schema>,
  contents: {
    readonly events: readonly Insertable<EventTable>[]
    readonly news: readonly Insertable<NewsTable>[]
  },
): Promise<void> {
  await db.insertInto('events').values(contents.events).execute()
  await db.insertInto('news').values(contents.news).execute()
}

export const readAssociation = async (db: Kysely<Schema>): Promise<Association> =>
  (await readSetting(db, 'association')).value

export const readTermsVersion = async (db: Kysely<Schema>): Promise<string> =>
  termsVersionOf((await readSetting(db, 'announcement')).value.version)
