import type { ProblemField } from '#shared/contract/base/problem.ts'

/** Names of fields, or a table from the server's path (without `body.`) to the name of a field. */
export type PlaceOfPath = readonly string[] | Readonly<Record<string, string>>

/** The part of such a table for fields that have the name of the server. */
export const ownPlaces = <N extends string>(names: readonly N[]) =>
  Object.fromEntries(names.map((name) => [name, name])) as { readonly [K in N]: K } // each by its own name

export interface PlacedFaults {
  /** At most one a field: the first fault is the one to correct first. */
  readonly placed: readonly { readonly name: string; readonly fault: ProblemField }[]
  /** Faults of what the form does not show. */
  readonly homeless: readonly ProblemField[]
}

/** `body.goals.2.text` stands beside `goals.2.text`, else `goals.2`, else `goals`. */
export function placeFaults(faults: readonly ProblemField[], places: PlaceOfPath): PlacedFaults {
  const nameOf = (path: string): string | undefined =>
    isList(places)
      ? places.includes(path)
        ? path
        : undefined
      : Object.hasOwn(places, path)
        ? places[path]
        : undefined
  const placed = new Map<string, ProblemField>()
  const homeless: ProblemField[] = []
  for (const fault of faults) {
    const name = outwards(fault.path)
      .map(nameOf)
      .find((found) => found !== undefined)
    if (name === undefined) homeless.push(fault)
    else if (!placed.has(name)) placed.set(name, fault)
  }
  return { placed: [...placed].map(([name, fault]) => ({ name, fault })), homeless }
}

const isList = (places: PlaceOfPath): places is readonly string[] => Array.isArray(places)

/** The path itself, then each part that it lies in. The first segment names the part of the request. */
function outwards(path: string): readonly string[] {
  const segments = path.split('.').slice(path.includes('.') ? 1 : 0)
  return segments.map((_, index) => segments.slice(0, segments.length - index).join('.'))
}
