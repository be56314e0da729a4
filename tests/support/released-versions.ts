/**
 * Databases as released versions left them: `released/<version>.json` was written by that version, after a few calls of each
 * kind on SQLite. `schema` is the SHA-256 of its tables, indexes and triggers.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadRows } from '#server/commands/backup/restore/load-rows.ts'
import type { Config } from '#server/deps/config.ts'

type Value = string | number | null

export interface ReleasedVersion {
  readonly version: string
  readonly steps: readonly string[]
  readonly schema: string
  readonly admin: { readonly email: string }
  /** A member with a card, who was checked in at the only event. */
  readonly holder: { readonly email: string; readonly cardId: string; readonly payload: string }
  readonly tables: readonly {
    readonly name: string
    readonly columns: readonly string[]
    readonly rows: readonly (readonly Value[])[]
    readonly counter?: number
  }[]
}

const folder = join(import.meta.dirname, 'released')

export const RELEASED: readonly ReleasedVersion[] = readdirSync(folder).map(
  (name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as ReleasedVersion, // written in this shape
)

/** The number of rows of each table that the steps of later versions must not change; they give new jobs their turns. */
export const keptRows = ({ tables }: ReleasedVersion): readonly (readonly [string, number])[] =>
  tables.filter(({ name }) => name !== 'job_turns').map(({ name, rows }) => [name, rows.length])

/** Makes the database of that version, with its rows. */
export const loadReleased = (
  place: Pick<Config, 'databaseUrl' | 'pool' | 'dataDir'>,
  { steps, tables }: ReleasedVersion,
): Promise<unknown> =>
  loadRows(place, {
    migrations: steps,
    folder: {
      get: async (name) =>
        Buffer.from(
          (tables.find((table) => table.name === name)?.rows ?? [])
            .map((row) => JSON.stringify(row))
            .join('\n'),
        ),
    },
    tables: tables.map(({ name, columns, rows, counter }) => ({
      name,
      columns: [...columns],
      rows: rows.length,
      chunks: [name],
      ...(counter === undefined ? {} : { counter }),
    })),
  })
