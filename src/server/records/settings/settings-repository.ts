/** Groups of settings as they are stored. Only a group without a row has its defaults. */
import type { Insertable, Kysely } from 'kysely'
import * as z from 'zod'
import { REPORT_MODES } from '#shared/contract/settings.ts'
import {
  RETENTION_DEFAULTS,
  RETENTION_KINDS,
  type RetentionKind,
} from '#shared/domain/people/retention.ts'
import type { EventTable, NewsTable, Schema, SettingTable } from '../../parts/database/schema.ts'

const Days = z
  .object(
    Object.fromEntries(RETENTION_KINDS.map((kind) => [kind, z.int().min(1)])) as Record<
      RetentionKind,
      z.ZodInt
    >,
  ) // one entry a kind
  .extend({ paperScans: z.int().min(1).default(RETENTION_DEFAULTS.paperScans) }) // a row from before this kind
const GROUPS = {
  reports: z.object({ mode: z.enum(REPORT_MODES) }),
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
} as const satisfies Record<SettingTable['name'], z.ZodType>
export type SettingName = keyof typeof GROUPS
export type SettingValue<N extends SettingName> = z.output<(typeof GROUPS)[N]>

const DEFAULTS: { readonly [N in SettingName]: SettingValue<N> } = {
  reports: { mode: 'immediate' },
  payment: { accounts: [] },
  retention: { days: RETENTION_DEFAULTS },
  invitations: { required: false },
  contents: { added: false },
  consents: { required: false },
  witness: { open: true },
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
