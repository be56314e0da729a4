import type { PendingCode, Ticket } from './draft.ts'

/** Three steps (docs/spec/registration.md, 1), and the summary that ends the third. */
export const STEPS = ['email', 'code', 'form', 'summary'] as const
export type Step = (typeof STEPS)[number]
export const isStep = (text: string | null): text is Step => STEPS.some((step) => step === text)

/** The address of a step: each has its own, so that the browser's back button goes one step back. */
export const stepAddress = (step: Step): string =>
  step === 'email' ? '/register' : `/register?step=${step}`

interface Standing {
  readonly ticket: Ticket | undefined
  readonly code: PendingCode | undefined
  readonly complete: boolean
}

/** The step that an address names, or the nearest earlier one that can be shown. */
export function reachableStep(wanted: Step, state: Standing): Step {
  const hasTicket = state.ticket !== undefined
  switch (wanted) {
    case 'email':
      return 'email'
    case 'code':
      return hasTicket || state.code !== undefined ? 'code' : 'email'
    case 'form':
      return hasTicket ? 'form' : 'email'
    case 'summary':
      return !hasTicket ? 'email' : state.complete ? 'summary' : 'form'
    default:
      return wanted satisfies never
  }
}
