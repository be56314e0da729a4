import type { WordField } from '../../../parts/report-form/report-form.ts'

/** Five steps; none is closed: a reporter who lacks a detail goes on, and returns to it. */
export const FILING_STEPS = ['what', 'where', 'who', 'evidence', 'check'] as const
export type FilingStep = (typeof FILING_STEPS)[number]
export const isStep = (text: string | null): text is FilingStep =>
  FILING_STEPS.some((step) => step === text)

/** In the order of the page, which is the order in which faults are listed. */
const STEP_FIELDS = {
  what: ['type', 'description', 'victim'],
  where: ['incidentDate', 'country', 'city', 'googleMapLink'],
  who: ['actor', 'actorName', 'actorDesc', 'actorAccount'],
  evidence: [],
  check: [],
} as const satisfies Record<FilingStep, readonly WordField[]>

export const fieldsOf = (step: FilingStep): readonly WordField[] => STEP_FIELDS[step]

/** Not named: where the reporter left off. */
export const FILING_PATH = '/reports/new'
/** Each step has its own address, so that the browser's back button goes one step back. */
export const stepAddress = (step: FilingStep): string => `${FILING_PATH}?step=${step}`

export const stepAfter = (step: FilingStep): FilingStep =>
  FILING_STEPS[FILING_STEPS.indexOf(step) + 1] ?? 'check'
export const stepBefore = (step: FilingStep): FilingStep | undefined =>
  FILING_STEPS[FILING_STEPS.indexOf(step) - 1]
