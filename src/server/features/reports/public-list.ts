/**
 * Serialised replies of the public list: made once for each query and state of the reports, and
 * shared by all callers.
 */
import type { Kysely } from 'kysely'
import type { Schema } from '../../database/schema.ts'
import type { Database } from '../../database/engine.ts'

const KEPT_BYTES_MAX = 8 * 1024 * 1024
const KEPT_REPLIES_MAX = 200

export interface SerialisedReply {
  readonly json: Buffer
  readonly truncated: boolean
}
interface State {
  readonly writes: number
  readonly replies: Map<string, Promise<SerialisedReply>>
  bytes: number
}
const states = new WeakMap<Database, State>()

/** Grows with each write to reports and their evidence, on any server of this database. */
export async function reportWrites(db: Kysely<Schema>): Promise<number> {
  return Number(
    (await db.selectFrom('report_writes').select('count').executeTakeFirstOrThrow()).count,
  )
}

function stateAt(database: Database, writes: number): State {
  const held = states.get(database)
  if (held?.writes === writes) return held
  const state = { writes, replies: new Map(), bytes: 0 }
  states.set(database, state)
  return state
}

/**
 * The shared reply to a query. Simultaneous callers wait for the same computation.
 * @param key the query in one spelling
 */
export async function keptReply(
  database: Database,
  key: string,
  make: () => Promise<SerialisedReply>,
): Promise<SerialisedReply> {
  // The number is read before the rows: a write in between makes the cached reply newer than its
  // number, never older.
  const state = stateAt(database, await reportWrites(database.db))
  const known = state.replies.get(key)
  if (known !== undefined) return known
  const made = make()
  state.replies.set(key, made)
  try {
    state.bytes += (await made).json.length
  } catch (error) {
    state.replies.delete(key) // a failure is not cached
    throw error
  }
  for (const [oldest, reply] of state.replies) {
    if (state.bytes <= KEPT_BYTES_MAX && state.replies.size <= KEPT_REPLIES_MAX) break
    state.replies.delete(oldest)
    state.bytes -= (await reply.catch(() => undefined))?.json.length ?? 0
  }
  return made
}
