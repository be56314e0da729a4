import { useMutation } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { type CallFailure, failureOf } from '../../platform/calls/call-failure.ts'
import { problemText } from './form-problems.ts'

type CallOutcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: CallFailure; readonly notice: string | undefined }

type ShownProblem = string | undefined | void

export interface Call<I extends readonly unknown[], T> {
  /** Resolves to the result, or to undefined when the call failed. */
  readonly run: (...input: I) => Promise<{ readonly value: T } | undefined>
  readonly busy: boolean
  /** The arguments of the last run. */
  readonly input: I | undefined
  /** The result of the last run, when it succeeded. */
  readonly done: { readonly value: T } | undefined
  readonly failure: CallFailure | undefined
  /** The text of the failure for the reader. */
  readonly notice: string | undefined
  readonly reset: () => void
}

/**
 * A call that changes something: whether it is pending, and how it ended. Whatever it throws becomes `failure` and
 * `notice`.
 * @param show handles the failure and returns the text of the notice; without it the notice says what happened
 */
export function useCall<I extends readonly unknown[], T>(
  call: (...input: I) => Promise<T>,
  show?: (failure: CallFailure, ...input: I) => ShownProblem | Promise<ShownProblem>,
): Call<I, T> {
  const { t } = useTranslation('problems')
  const { mutateAsync, data, isPending, variables, reset } = useMutation({
    gcTime: 0, // the input of a call may hold a password
    mutationFn: async (input: I): Promise<CallOutcome<T>> => {
      try {
        return { ok: true, value: await call(...input) }
      } catch (error) {
        const failure = failureOf(error)
        // A bug is told as well: a button that does nothing leaves people to guess.
        if (failure.messageKey === 'page-fault') reportError(error)
        const notice =
          show === undefined
            ? problemText(t, failure)
            : ((await show(failure, ...input)) ?? undefined)
        return { ok: false, failure, notice }
      }
    },
  })
  const run = useCallback(
    async (...input: I) => {
      const outcome = await mutateAsync(input)
      return outcome.ok ? outcome : undefined
    },
    [mutateAsync],
  )
  const failed = data?.ok === false ? data : undefined
  return {
    run,
    busy: isPending,
    input: variables,
    done: data?.ok === true ? data : undefined,
    failure: failed?.failure,
    notice: failed?.notice,
    reset,
  }
}
