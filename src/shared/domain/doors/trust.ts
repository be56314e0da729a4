/**
 * Which doors a door trusts, from who brought in whom. Pure. A door that was taken over can sign what it likes in its own
 * name and in the names of doors that it makes up, so what counts is through which door another one came in (ADR 0070).
 */

/** Each door with the one that brought it in; the first door of the group brought in itself. */
export type BroughtIn = ReadonlyMap<string, { readonly by: string }>

/** The doors through which this one came in: the last one before it first, the first door of the group last. */
export function throughOf(doors: BroughtIn, door: string): readonly string[] {
  const by = doors.get(door)?.by
  return by === undefined || by === door ? [] : [by, ...throughOf(doors, by)]
}

/** Doors that one other door may bring in, itself and through those, before staff here are asked. */
const BROUGHT_IN_MAX = 2

export interface Entrant {
  /** The door that decides. */
  readonly own: string
  /** The door that brings the new one in. */
  readonly by: string
  /** Staff of this door let that one in. */
  readonly isLetIn: (door: string) => boolean
}

/**
 * Whether a new door comes in without staff of this one. Those that staff here paired do, and what the group was when this
 * door joined stands. Doors on the way by which this door itself came in do not count against each other.
 */
export function comesIn(doors: BroughtIn, { own, by, isLetIn }: Entrant): boolean {
  if (!doors.has(own) || by === own) return true
  const ownWay = new Set([own, ...throughOf(doors, own)])
  const upToOwn = (door: string): readonly string[] => {
    const through = throughOf(doors, door)
    const end = through.indexOf(own)
    return end === -1 ? through : through.slice(0, end)
  }
  const counted = [...doors.keys()].filter((door) => !ownWay.has(door) && !isLetIn(door))
  return [by, ...upToOwn(by)].every(
    (taker) => counted.filter((door) => upToOwn(door).includes(taker)).length < BROUGHT_IN_MAX,
  )
}

/** The door that the first one brought in, and through which this one came; itself for the first and for those. */
const wayOf = (doors: BroughtIn, door: string): string => throughOf(doors, door).at(-2) ?? door

/** Two doors agree that a third is removed; a door and those that came in through it count as one. */
export const isAgreed = (doors: BroughtIn, signers: readonly string[]): boolean =>
  new Set(signers.map((signer) => wayOf(doors, signer))).size > 1
