/** A part of the service outside this process that does not respond. */
export type ServicePart = 'database' | 'files' | 'mail'

/** Seconds after which a caller may try again; long enough that retries do not add to the load. */
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

/** Thrown where a part can be read but not written: a read-only disk, a lock of another program. */
export class NotWritable extends Unavailable {}

/** Thrown where the disk is full; the caller gets 507 `no-space`, the log gets the cause. */
export class OutOfSpace extends Error {
  override readonly name = 'OutOfSpace'
  readonly part: ServicePart
  constructor(part: ServicePart, cause: unknown) {
    super(`no space left for ${part}`, { cause })
    this.part = part
  }
}

/** True when a write to the database failed; it can still be read. */
export const cannotWriteDatabase = (error: unknown): error is OutOfSpace | NotWritable =>
  (error instanceof OutOfSpace || error instanceof NotWritable) && error.part === 'database'

/** For writes that no call depends on: skipped while the database cannot be written. */
export const noteIfWritable = (note: Promise<unknown>): Promise<unknown> =>
  note.catch((error: unknown) => {
    if (!cannotWriteDatabase(error)) throw error
  })
