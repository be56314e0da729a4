/**
 * Shows a refused form: each fault of the response beside its field, and the rest as one text for
 * the notice above the button.
 */
import type { TFunction } from 'i18next'
import { useCallback } from 'react'
import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { ProblemField } from '#shared/contract/base/problem.ts'
import { MINUTE_S } from '#shared/domain/units.ts'
import { type CallFailure, failureOf } from '../../platform/calls/call-failure.ts'
import { placeFaults, type PlaceOfPath } from './place-faults.ts'

/** What happened and what helps, in the reader's language; with the waiting time and the reference where there is one. */
export function problemText(
  t: TFunction,
  { messageKey, problem, retryAfterS }: CallFailure,
): string {
  if (problem?.status === 429 && retryAfterS !== undefined) {
    const minutes = retryAfterS > 2 * MINUTE_S
    return minutes
      ? t('problems:waitMinutes', { count: Math.ceil(retryAfterS / MINUTE_S) })
      : t('problems:waitSeconds', { count: Math.max(1, Math.ceil(retryAfterS)) })
  }
  const text = t([`problems:${messageKey}`, 'problems:server-error'])
  const reference = problem !== undefined && problem.status >= 500 ? problem.requestId : ''
  return reference === '' ? text : `${text} ${t('problems:reference', { id: reference })}`
}

/** The same for whatever a query threw. */
export const errorText = (t: TFunction, error: Error | null): string =>
  error === null ? t('problems:offline') : problemText(t, failureOf(error))

/** One fault: in the words of its field where there are some, in general words otherwise. */
export function faultText(
  t: TFunction,
  { path, code }: Pick<ProblemField, 'path' | 'code'>,
): string {
  const field = path.split('.').findLast((part) => !/^\d+$/.test(part)) ?? ''
  return t([
    `ui:faultsOf.${field}.${code}`,
    `ui:faults.${code}`,
    `staffUi:faults.${code}`,
    'ui:faults.custom',
  ])
}

/**
 * `places`: the names of the form's fields, or a table from the server's path (without `body.`) to
 * a name, for where the two differ.
 *
 * @returns a function that shows a failure and returns the text for the notice; undefined when
 * every fault stands beside its field, or when the person cancelled the call.
 */
export function useFormProblems<F extends FieldValues>(
  setError: UseFormSetError<F>,
  places: readonly Path<F>[] | Readonly<Record<string, Path<F> | 'root' | `root.${string}`>>,
): (failure: CallFailure) => string | undefined {
  const { t } = useTranslation('problems')
  // A list or table written in the render is a new one each time, but its content stays.
  const key = JSON.stringify(places)
  return useCallback(
    (failure) => {
      if (failure.messageKey === 'aborted') return undefined
      const { placed, homeless } = placeFaults(
        failure.problem?.fields ?? [],
        JSON.parse(key) as PlaceOfPath,
      ) // what was written above
      placed.forEach(({ name, fault }, index) =>
        setError(
          name as Path<F>,
          { type: fault.code, message: faultText(t, fault) },
          { shouldFocus: index === 0 },
        ),
      )
      if (placed.length > 0 && homeless.length === 0) return undefined
      const details = new Set(homeless.map((fault) => faultText(t, fault)))
      return [problemText(t, failure), ...details].join(' ')
    },
    [t, key, setError],
  )
}
