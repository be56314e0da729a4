/** Functions that are called at each change of something, in the order in which they were added. */
export interface Listeners<Values extends readonly unknown[] = []> {
  /** @returns removes the listener again */
  readonly add: (listener: (...values: Values) => void) => () => void
  /** Calls all; one that another removes meanwhile is not called. */
  readonly call: (...values: Values) => void
  readonly count: () => number
  readonly clear: () => void
}

export function createListeners<Values extends readonly unknown[] = []>(): Listeners<Values> {
  const all = new Set<(...values: Values) => void>()
  return {
    add(listener) {
      all.add(listener)
      return () => void all.delete(listener)
    },
    call: (...values) => {
      for (const listener of all) listener(...values)
    },
    count: () => all.size,
    clear: () => all.clear(),
  }
}
