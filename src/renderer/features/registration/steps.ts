import type { PendingCode, KeptTicket } from './draft.ts'

/** Three steps (docs/spec/registration.md, 1), and the summary that ends the third. */
const STEPS = ['email', 'code', 'form', 'summary'] as const
export type WizardStep = (typeof STEPS)[number]
export const isStep = (text: string | null): text is WizardStep =>
  STEPS.some((step) => step === text)

/** The address of a step: each has its own, so that the browser's back button goes one step back. */
export const stepAddress = (step: WizardStep): string =>
  step === 'email' ? '/register' : `/register?step=${step}`

interface Standing {
  readonly ticket: KeptTicket | undefined
  readonly code: PendingCode | undefined
  readonly complete: boolean
}

/** The step that an address names, or the nearest earlier one that can be shown. */
export function reachableStep(wanted: WizardStep, state: Standing): WizardStep {
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
