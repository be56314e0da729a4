import type { TFunction } from 'i18next'
import type { CallFailure } from '../../platform/calls/call-failure.ts'
import { faultText, problemText } from '../call/form-problems.ts'

/** By the path of the field: `content.ar.title`. `named`: the text says by itself which field is meant. */
export type Faults = Readonly<Record<string, { readonly text: string; readonly named: boolean }>>

/** A field that is typed into again is no longer at fault. */
export const without = (faults: Faults, path: string): Faults =>
  Object.fromEntries(Object.entries(faults).filter(([other]) => other !== path))

export interface ShownFaults {
  readonly fields: Faults
  /** For the notice; undefined where each fault stands beside its field. */
  readonly text: string | undefined
}

/** Places each fault at the longest path of the form that it lies in. */
export function serverFaults(
  t: TFunction,
  failure: CallFailure,
  isField: (path: string) => boolean,
): ShownFaults {
  const fields: Record<string, Faults[string]> = {}
  const homeless: string[] = []
  for (const fault of failure.problem?.fields ?? []) {
    const steps = fault.path.split('.').slice(1)
    const place = steps
      .map((_, index) => steps.slice(0, steps.length - index).join('.'))
      .find(isField)
    if (place === undefined) homeless.push(faultText(t, fault))
    else fields[place] ??= { text: faultText(t, fault), named: false }
  }
  const placedAll = Object.keys(fields).length > 0 && homeless.length === 0
  return {
    fields,
    text: placedAll ? undefined : [problemText(t, failure), ...new Set(homeless)].join(' '),
  }
}
