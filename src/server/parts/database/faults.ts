/** Separates faults of the machine under the database from faults of a statement. */
import { NotWritable, OutOfSpace, Unavailable } from '../../base/unavailable.ts'

/** SQLite's primary result codes; the extended ones keep them in the lowest byte. */
const SQLITE_BUSY = 5
const SQLITE_FULL = 13
/** The index of the log beside the database (`-shm`) cannot grow: an extended code of "input or output". */
const SQLITE_IOERR_SHMSIZE = 4874
/** Busy, read-only, input or output: reads may still work. */
const SQLITE_NOT_WRITABLE: readonly number[] = [SQLITE_BUSY, 8, 10]
/** Damaged, cannot be opened, not a database. */
const SQLITE_AWAY: readonly number[] = [11, 14, 26]

/** SQLSTATE: too long a statement, a lock that was not free, a deadlock, too many connections, an ending server. */
const POSTGRES_AWAY = ['57014', '55P03', '40P01', '53200', '53300', '53400', '25P03']
const POSTGRES_FULL = '53100'
/** A replica, or a server that was set to read only. */
const POSTGRES_READ_ONLY = '25006'
/**
 * The connection cannot be used any more: class 08, a server that ends or starts, and what the
 * operating system says.
 */
const POSTGRES_LOST = /^(?:08...|57P..|25P03|E(?!RR_)[A-Z_]{3,})$/
/** Errors of node-postgres and its pool have no code. */
const LOST_TEXT =
  /^(?:Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|timeout expired|Query read timeout)/

const extendedCodeOf = (error: unknown): number | undefined => {
  const code = (error as { errcode?: unknown } | null)?.errcode // node:sqlite puts the extended code here
  return typeof code === 'number' ? code : undefined
}
const codeOf = (error: unknown): number => (extendedCodeOf(error) ?? 0) & 0xff

/** Another process holds the lock of the database file. */
export const isBusy = (error: unknown): boolean => codeOf(error) === SQLITE_BUSY

/**
 * Maps an error of SQLite to the error for the caller; returns the error itself where the statement
 * is at fault.
 */
export function sqliteFault(error: unknown): unknown {
  const code = codeOf(error)
  if (code === SQLITE_FULL || extendedCodeOf(error) === SQLITE_IOERR_SHMSIZE)
    return new OutOfSpace('database', error)
  if (SQLITE_NOT_WRITABLE.includes(code)) return new NotWritable('database', error)
  return SQLITE_AWAY.includes(code) ? new Unavailable('database', error) : error
}

/** True when nothing more can be sent over the connection that the error came from. */
export function isLostConnection(error: unknown): boolean {
  const { code, message = '' } = error as { code?: unknown; message?: string } // node-postgres throws Errors only
  return typeof code === 'string' ? POSTGRES_LOST.test(code) : LOST_TEXT.test(message)
}

/**
 * Maps an error of PostgreSQL to the error for the caller; returns the error itself where the
 * statement is at fault.
 */
export function postgresFault(error: unknown): unknown {
  const code = (error as { code?: unknown } | null)?.code // SQLSTATE, or the code of a network error
  if (code === POSTGRES_FULL) return new OutOfSpace('database', error)
  if (code === POSTGRES_READ_ONLY) return new NotWritable('database', error)
  const isAway =
    isLostConnection(error) || (typeof code === 'string' && POSTGRES_AWAY.includes(code))
  return isAway ? new Unavailable('database', error) : error
}
