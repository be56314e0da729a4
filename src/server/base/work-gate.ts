/**
 * A gate for work that is heavy on processor or memory: a few tasks at a time, a bounded queue, and
 * `busy` beyond it. Holders take turns, so that one who sends much waits for the others and not they
 * for it; where the queue is full, the one who has most of it gives way (ADR 0064).
 */
export type Gated<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: 'busy' }

/**
 * Whom work is for, the widest group first: a member, or a network and what is within it. Turns go
 * round the groups, and within a group round its parts, so that many accounts, receipts or addresses
 * of one network have no more turns than one.
 */
export type Holder = readonly string[]

/** @param within what tells several callers of one network apart: a receipt, a ticket */
export const networkHolder = (
  networks: readonly { readonly network: string }[],
  ...within: string[]
): Holder => [...networks.map(({ network }) => network).toReversed(), ...within]

export const memberHolder = (memberId: number): Holder => [`member:${memberId}`]

export interface WorkGate {
  /** @param holder all are one where it is left out */
  pass<T>(work: () => Promise<T>, holder?: Holder): Promise<Gated<T>>
}

export interface GateLimits {
  readonly atOnce: number
  readonly queueMax: number
  /** How many of the queue one holder may fill; all, where left out. */
  readonly holderMax?: number
}

type WaitingWork = (turn: 'begin' | 'give-way') => void

/** The queue of a group: the group of which the next turn is comes first. */
interface Group {
  count: number
  readonly groups: Map<string, Group>
  readonly entries: WaitingWork[]
}
const newGroup = (): Group => ({ count: 0, groups: new Map(), entries: [] })

function addTo(root: Group, holder: Holder, entry: WaitingWork): void {
  let group = root
  group.count += 1
  for (const name of holder) {
    const part = group.groups.get(name) ?? newGroup()
    group.groups.set(name, part)
    group = part
    group.count += 1
  }
  group.entries.push(entry)
}

const groupOf = (root: Group, holder: Holder): Group | undefined =>
  holder.reduce<Group | undefined>((group, name) => group?.groups.get(name), root)

/** The entry whose turn is next; its groups go behind all others. */
function takeNext(group: Group): WaitingWork | undefined {
  if (group.count === 0) return undefined
  group.count -= 1
  if (group.entries.length > 0) return group.entries.shift()
  for (const [name, part] of group.groups) {
    group.groups.delete(name)
    if (part.count > 1) group.groups.set(name, part)
    return takeNext(part)
  }
  return undefined
}

const largestOf = ({ groups }: Group): [string, Group] | undefined => {
  let largest: [string, Group] | undefined
  for (const found of groups) if (found[1].count > (largest?.[1].count ?? 0)) largest = found
  return largest
}

function takeNewest(group: Group): WaitingWork | undefined {
  group.count -= 1
  const largest = largestOf(group)
  if (largest === undefined) return group.entries.pop()
  const [name, part] = largest
  const entry = takeNewest(part)
  if (part.count === 0) group.groups.delete(name)
  return entry
}

/**
 * The entry that gives way to one more of `holder`: the newest of the largest group, where that has
 * more than the group of `holder` would have. So a flood displaces its own entries alone.
 */
function takeDisplaced(group: Group, holder: Holder): WaitingWork | undefined {
  const [name, ...within] = holder
  const largest = largestOf(group)
  if (name === undefined || largest === undefined) return undefined
  const own = group.groups.get(name)
  if (largest[1].count > (own?.count ?? 0) + 1) return takeNewest(group)
  const entry = own && takeDisplaced(own, within)
  if (entry !== undefined) group.count -= 1
  return entry
}

export function createWorkGate({ atOnce, queueMax, holderMax = queueMax }: GateLimits): WorkGate {
  let running = 0
  const waiting = newGroup()
  const release = (): void => {
    const next = takeNext(waiting)
    if (next === undefined) running -= 1
    else next('begin') // the slot passes to the next task, so `running` does not change
  }
  /** Whether the turn came; false where there is no place, or the place was given to another. */
  async function waitForTurn(holder: Holder): Promise<boolean> {
    if ((groupOf(waiting, holder)?.entries.length ?? 0) >= holderMax) return false
    if (waiting.count >= queueMax) {
      const displaced = takeDisplaced(waiting, holder)
      if (displaced === undefined) return false
      displaced('give-way')
    }
    const turn = await new Promise<'begin' | 'give-way'>((resolve) =>
      addTo(waiting, holder, resolve),
    )
    return turn === 'begin'
  }
  return {
    async pass(work, holder = ['']) {
      if (running < atOnce) running += 1
      else if (!(await waitForTurn(holder))) return { ok: false, reason: 'busy' }
      try {
        return { ok: true, value: await work() }
      } finally {
        release()
      }
    },
  }
}

/** Memory that all uploads, or all replies, may use at a time, in bytes. */
export interface ByteBudget {
  /** Returns false when there is no room; nothing is reserved then. */
  take(bytes: number): boolean
  giveBack(bytes: number): void
}

export interface SharedBudget extends ByteBudget {
  /**
   * The same memory, limited for this holder to a third of what stays free, which is a quarter of all
   * for the first one. The more is taken, the less each holder may have, so that one after another
   * they never take all of it.
   */
  shareOf(holder: string): ByteBudget
}

const SHARE_OF_WHAT_STAYS_FREE = 1 / 3

export function createByteBudget(max: number): SharedBudget {
  let held = 0
  const shares = new Map<string, number>()
  const take = (bytes: number): boolean => {
    if (held + bytes > max) return false
    held += bytes
    return true
  }
  const giveBack = (bytes: number): void => void (held -= bytes)
  return {
    take,
    giveBack,
    shareOf: (holder) => ({
      take(bytes) {
        const own = (shares.get(holder) ?? 0) + bytes
        const free = max - held - bytes
        if (own > free * SHARE_OF_WHAT_STAYS_FREE || !take(bytes)) return false
        shares.set(holder, own)
        return true
      },
      giveBack(bytes) {
        giveBack(bytes)
        const own = (shares.get(holder) ?? 0) - bytes
        if (own > 0) shares.set(holder, own)
        else shares.delete(holder)
      },
    }),
  }
}
