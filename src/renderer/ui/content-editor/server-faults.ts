import type { TFunction } from 'i18next'
import type { CallFailure } from '../../platform/calls/call-failure.ts'
import { faultText, problemText } from '../call/form-problems.ts'

export type Faults = Readonly<Record<string, string>>

/** A field that is typed into again is no longer at fault. */
export const without = (faults: Faults, path: string): Faults =>
  Object.fromEntries(Object.entries(faults).filter(([other]) => other !== path))

export interface ShownFaults {
  /** By the path of the field: `content.ar.title`. */
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
  const fields: Record<string, string> = {}
  const homeless: string[] = []
  for (const fault of failure.problem?.fields ?? []) {
    const steps = fault.path.split('.').slice(1)
    const place = steps
      .map((_, index) => steps.slice(0, steps.length - index).join('.'))
      .find(isField)
    if (place === undefined) homeless.push(faultText(t, fault))
    else fields[place] ??= faultText(t, fault)
  }
  const placedAll = Object.keys(fields).length > 0 && homeless.length === 0
  return {
    fields,
    text: placedAll ? undefined : [problemText(t, failure), ...new Set(homeless)].join(' '),
  }
}

/** After the faults are drawn: to the first of them, in the order of the page. */
export const focusFirstFault = (): void =>
  void requestAnimationFrame(() =>
    document.querySelector<HTMLElement>('main [aria-invalid="true"]')?.focus(),
  )
