import type { Kysely } from 'kysely'
import type { Schema } from './schema.ts'

/** Marks that remains of rows must leave the files of the database; a job does it within minutes. */
export const wantScrub = (db: Kysely<Schema>, at: string) =>
  db.updateTable('scrubs').set({ wanted_at: at }).execute()
