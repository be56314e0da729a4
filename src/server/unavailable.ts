/** A part of the service outside this process that does not respond. */
export type ServicePart = 'database' | 'files' | 'mail'

/** Seconds after which a caller may try again; long enough that waiting clients do not add to the fault. */
export const UNAVAILABLE_RETRY_S = 10

/** Thrown where a part fails; the caller gets 503 `unavailable` with the part, the log gets the cause. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable'
  readonly part: ServicePart
  constructor(part: ServicePart, cause: unknown) {
    super(`${part} unavailable`, { cause })
    this.part = part
  }
}

/** Thrown where a part may be read but cannot be written: a read-only disk, a lock of another program. */
export class NotWritable extends Unavailable {}

/** Thrown where nothing can be stored for want of space; the caller gets 507 `no-space`, the log gets the cause. */
export class OutOfSpace extends Error {
  override readonly name = 'OutOfSpace'
  readonly part: ServicePart
  constructor(part: ServicePart, cause: unknown) {
    super(`no space left for ${part}`, { cause })
    this.part = part
  }
}

/** True when the database failed as it was written; what it holds can be read. */
export const cannotWriteDatabase = (error: unknown): error is OutOfSpace | NotWritable =>
  (error instanceof OutOfSpace || error instanceof NotWritable) && error.part === 'database'

/** For notes that no call depends on: skipped while the database cannot be written. */
export const noteIfWritable = (note: Promise<unknown>): Promise<unknown> =>
  note.catch((error: unknown) => {
    if (!cannotWriteDatabase(error)) throw error
  })
