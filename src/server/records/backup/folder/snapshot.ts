/** What a snapshot says: tables and files, as lists of objects. */
import * as z from 'zod'

export const ObjectId = z.string().regex(/^[0-9a-f]{64}$/)

const TableCopy = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.number().int(),
  chunks: z.array(ObjectId),
  /** The last number that the engine counted up; absent where it counts none. */
  counter: z.number().int().optional(),
  /** All rows once more, in the snapshot itself: of the few tables without which the others are worth nothing. */
  spare: z.array(z.array(z.unknown())).optional(),
})
export type TableCopy = z.output<typeof TableCopy>

export const Snapshot = z.object({
  format: z.literal(1),
  /** Grows with each snapshot of the folder, whatever the clock said; absent in those of older versions. */
  sequence: z.number().int().optional(),
  /** The list of erasures beside the snapshots, as it was then. */
  erasures: z.object({ counter: z.number().int(), at: z.iso.datetime() }).optional(),
  /** Instant of the database's state. */
  at: z.iso.datetime(),
  version: z.string(),
  migrations: z.array(z.string()),
  /** SECRET_KEY of the association: with BACKUP_KEY alone a lost machine comes back. */
  secretKey: z.string(),
  tables: z.array(TableCopy),
  files: z.object({
    count: z.number().int(),
    bytes: z.number().int(),
    /** Keys whose bytes the store did not have, although the rows need them. */
    missing: z.array(z.string()),
    /** Keys of files that were deleted while the backup was made. */
    gone: z.array(z.string()).optional(),
    /** Objects of lines, each a `FileLine`. */
    chunks: z.array(ObjectId),
  }),
})
export type Snapshot = z.output<typeof Snapshot>

/** Key in the file store, object, bytes, and what `FileStore.version` said. */
export const FileLine = z.tuple([z.string(), ObjectId, z.number().int(), z.string()])
export type FileLine = z.output<typeof FileLine>
