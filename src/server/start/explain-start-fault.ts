import { damagedFile, StartFault } from '../base/start-fault.ts'
import { OutOfSpace, Unavailable } from '../base/unavailable.ts'
/** Turns an error at the start into one sentence for the operator: what is wrong, and what to do. */
import type { Config } from '../deps/config.ts'
import { sqliteFault } from '../parts/database/faults.ts'
import { FileStoreUnusable } from '../parts/files/store/s3-store.ts'

type FaultPlace = Pick<Config, 'dataDir' | 'databaseUrl'>

const notWritable = ({ dataDir }: FaultPlace): string =>
  `${dataDir} cannot be written to. Let the server’s user write to it and its contents, or set DATA_DIR to another directory.`
const diskFull = ({ dataDir }: FaultPlace): string =>
  `The disk of ${dataDir} is full. Free some space, then run the same command again; nothing is lost.`

/** Of Node.js: files and the network. */
const OF_SYSTEM: Readonly<Record<string, (place: FaultPlace) => string>> = {
  EACCES: notWritable,
  EPERM: notWritable,
  EROFS: notWritable,
  ENOSPC: diskFull,
  EDQUOT: diskFull,
  EEXIST: ({ dataDir }) =>
    `${dataDir} is not a directory. Set DATA_DIR to a directory, or to a path that does not exist yet.`,
  ENOTDIR: ({ dataDir }) => `${dataDir} is inside a file. Set DATA_DIR to a directory.`,
}

/** SQLSTATE. */
const OF_POSTGRES: Readonly<Record<string, string>> = {
  '28P01': 'PostgreSQL rejects the user name or password in DATABASE_URL. Correct them.',
  '28000':
    'PostgreSQL rejects the user in DATABASE_URL. Correct it, or allow the user in pg_hba.conf.',
  '3D000': 'The database in DATABASE_URL does not exist. Create it, or correct its name.',
  '42501':
    'The user in DATABASE_URL may not create tables. Make that user the owner of the database.',
  '08P01':
    'The pooler at DATABASE_URL refuses the connection. Set DATABASE_DIRECT_URL to the address of PostgreSQL itself (docs/operations.md).',
  '25006': 'PostgreSQL at DATABASE_URL is read-only. Set DATABASE_URL to the primary server.',
  '53100':
    'The disk of PostgreSQL is full. Free some space, then run the same command again; nothing is lost.',
  '53300':
    'PostgreSQL has no free connections. Raise max_connections, or stop whatever is using them; each WLD process uses up to DATABASE_POOL_SIZE + 3.',
}

/** SQLite's primary result codes. */
const OF_SQLITE: Readonly<Record<number, (place: FaultPlace) => string>> = {
  5: ({ dataDir }) =>
    `Another program has locked the database in ${dataDir}. Stop it, then start again.`,
  8: notWritable,
  10: ({ dataDir }) =>
    `The disk of ${dataDir} is failing. Look for its errors in the system log; then restore the last backup on a healthy disk.`,
  11: damagedFile,
  14: notWritable,
  26: damagedFile,
}

const sentenceOf = (
  error: Error & { readonly code?: unknown; readonly errcode?: unknown },
  place: FaultPlace,
): string | undefined => {
  const { code, errcode } = error
  if (error instanceof StartFault || error instanceof FileStoreUnusable) return error.message
  if (typeof errcode === 'number')
    return sqliteFault(error) instanceof OutOfSpace
      ? diskFull(place)
      : OF_SQLITE[errcode & 0xff]?.(place) // node:sqlite puts the extended code here
  return typeof code === 'string' ? (OF_SYSTEM[code]?.(place) ?? OF_POSTGRES[code]) : undefined
}

/**
 * Explains the first error in the chain of causes that the operator can correct; returns undefined
 * for a fault of the program.
 */
export function startFaultOf(error: unknown, place: FaultPlace): string | undefined {
  const chain: Error[] = []
  for (let at = error; at instanceof Error; at = at.cause) chain.push(at)
  const known = chain.map((one) => sentenceOf(one, place)).find((text) => text !== undefined)
  if (known !== undefined) return known
  const isAway =
    place.databaseUrl !== undefined &&
    chain.some((one) => one instanceof Unavailable && one.part === 'database')
  return isAway
    ? 'PostgreSQL is not responding at DATABASE_URL. Start it, or correct the address.'
    : undefined
}
