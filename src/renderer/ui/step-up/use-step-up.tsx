import { type ReactNode, useRef, useState } from 'react'
import { CallFailure } from '../../platform/calls/call-failure.ts'
import { StepUpDialog } from './step-up-dialog.tsx'

const isStepUpRequired = (error: unknown): boolean =>
  error instanceof CallFailure && error.problem?.code === 'step-up-required'

export type Guarded<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'cancelled' }

/**
 * Runs a call; where the server asks for the password first, asks the user for it and runs the call
 * again. @param why the reason for the password
 */
export function useStepUp(
  title: string,
  why: string,
): {
  readonly guard: <T>(work: () => Promise<T>) => Promise<Guarded<T>>
  readonly dialog: ReactNode
} {
  const [open, setOpen] = useState(false)
  const answer = useRef<(proven: boolean) => void>(undefined)
  const close = (proven: boolean): void => {
    setOpen(false)
    answer.current?.(proven)
    answer.current = undefined
  }
  const prove = (): Promise<boolean> =>
    new Promise((resolve) => {
      answer.current = resolve
      setOpen(true)
    })
  return {
    async guard(work) {
      try {
        return { kind: 'done', value: await work() }
      } catch (error) {
        if (!isStepUpRequired(error)) throw error
        return (await prove()) ? { kind: 'done', value: await work() } : { kind: 'cancelled' }
      }
    },
    dialog: (
      <StepUpDialog
        open={open}
        title={title}
        why={why}
        onProven={() => close(true)}
        onClose={() => close(false)}
      />
    ),
  }
}
