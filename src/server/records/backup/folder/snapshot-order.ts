/** Which snapshot is the newest: by what the folder got last, because the clock of a server can be wrong. */
import { randomBytes } from 'node:crypto'

export const SNAPSHOT_NAME = /^\d{8}T\d{6}Z-[0-9a-f]{8}$/
/** Clocks of two machines with one folder. */
const AHEAD_MAX_MS = 10 * 60_000

export interface SnapshotEntry {
  readonly name: string
  /** Absent where an older version wrote it. */
  readonly sequence: number | undefined
  readonly isReadable: boolean
}

/**
 * `20261123T205619Z-…`. The eight digits are the millisecond and chance, so that the order of names is that of time also
 * within a second: of a snapshot that is damaged nothing but its name says when it was made.
 *
 * @param at ISO instant
 */
export function snapshotName(at: string): string {
  const millisecond = new Date(at).getUTCMilliseconds().toString(16).padStart(3, '0')
  const chance = randomBytes(3).toString('hex').slice(1)
  return `${at.replaceAll(/[-:]|\.\d+/g, '')}-${millisecond}${chance}`
}

/** The second that a name says. */
export const instantOf = (name: string): Date =>
  new Date(name.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z.*$/, '$1-$2-$3T$4:$5:$6Z'))

export const isAhead = (name: string, now: Date): boolean =>
  instantOf(name).getTime() > now.getTime() + AHEAD_MAX_MS

/** The oldest first. One that cannot be read stands where its time says. */
export function inOrder(entries: readonly SnapshotEntry[]): readonly string[] {
  const readable = entries
    .filter(({ isReadable }) => isReadable)
    .toSorted(
      (a, b) => (a.sequence ?? 0) - (b.sequence ?? 0) || (a.name < b.name ? -1 : 1), // names differ
    )
    .map(({ name }) => name)
  const damaged = entries.filter(({ isReadable }) => !isReadable).map(({ name }) => name)
  for (const name of damaged.toSorted()) {
    const next = readable.findIndex((other) => other > name)
    readable.splice(next === -1 ? readable.length : next, 0, name)
  }
  return readable
}

/** @param names in order. @returns the last one that is not from the future */
export const newestOf = (names: readonly string[], now: Date): string | undefined =>
  names.findLast((name) => !isAhead(name, now))
