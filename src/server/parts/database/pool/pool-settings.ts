/** How a process uses PostgreSQL; docs/operations.md says how to reckon the numbers. */
export interface PoolSettings {
  /**
   * PostgreSQL itself, where `DATABASE_URL` is a pooler in transaction mode. Jobs, migrations and
   * the reading of keys use it: a pooler keeps neither their time limits nor a lock of a session.
   */
  readonly directUrl: string | undefined
  /** The most connections for calls of one process. */
  readonly size: number
  /** Until a server that does not respond counts as away. */
  readonly connectMaxMs: number
  /** The longest statement of a call, and the longest wait of a call for a free connection. */
  readonly statementMaxMs: number
}

export const DEFAULT_POOL: PoolSettings = {
  directUrl: undefined,
  size: 10,
  connectMaxMs: 2_500,
  statementMaxMs: 10_000,
}

/** The time that PostgreSQL gets to end a statement itself. */
const REPLY_MARGIN_MS = 2_000

/** After this time a server that has stopped responding cannot end a statement itself. */
export const replyMaxMs = ({ statementMaxMs }: Pick<PoolSettings, 'statementMaxMs'>): number =>
  statementMaxMs + REPLY_MARGIN_MS

/** The longest time from the making of a statement to its end: it waits, connects and runs. */
export const callMaxMs = ({ statementMaxMs, connectMaxMs }: PoolSettings): number =>
  statementMaxMs + connectMaxMs + statementMaxMs
