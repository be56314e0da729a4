/** The next step of an upload, as a pure rule: network, clock and random numbers are arguments. */
import type { EvidenceUpload } from '#shared/contract/evidence.ts'
import type { CallFailure } from '../calls/call-failure.ts'

/**
 * - `open`: begin on the server · `ask`: how far is it? · `send`: the part at `offset` · `finish`: put it together
 */
export type UploadStep =
  | { readonly kind: 'open' }
  | { readonly kind: 'ask'; readonly id: string }
  | { readonly kind: 'send'; readonly id: string; readonly offset: number }
  | { readonly kind: 'finish'; readonly id: string }

/** The result of a step. */
export type UploadStepResult =
  | { readonly kind: 'went'; readonly upload: EvidenceUpload }
  | { readonly kind: 'failed'; readonly failure: CallFailure }

export interface Tries {
  /** Network failures in a row: the upload retries as long as the page is open. */
  readonly lost: number
  /** Faults of the server in a row. */
  readonly faults: number
  /** Damaged arrivals of one part in a row. */
  readonly damaged: number
  /** Times that the server did not know the upload any more. */
  readonly forgotten: number
}
export const NO_TRIES: Tries = { lost: 0, faults: 0, damaged: 0, forgotten: 0 }

export type Next =
  | { readonly kind: 'go'; readonly step: UploadStep; readonly tries: Tries }
  | { readonly kind: 'wait'; readonly ms: number; readonly step: UploadStep; readonly tries: Tries }
  | { readonly kind: 'done'; readonly fileUrl: string }
  | { readonly kind: 'failed'; readonly failure: CallFailure }

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 60_000
const DAMAGED_MAX = 3
const FAULTS_MAX = 6

/**
 * Doubles with each loss, and is never quite the same: so that a hundred phones on one mast do not
 * retry together.
 */
export const backOffMs = (lost: number, random: number): number =>
  Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** lost) * (0.5 + random / 2)

function afterUpload({ id, state, offset, size, fileUrl }: EvidenceUpload): Next {
  if (state === 'finished' && fileUrl !== null) return { kind: 'done', fileUrl }
  return {
    kind: 'go',
    step: offset >= size ? { kind: 'finish', id } : { kind: 'send', id, offset },
    tries: NO_TRIES,
  }
}

/** A lost response may have been a success: only the server knows. */
const afterLoss = (step: UploadStep): UploadStep =>
  step.kind === 'send' ? { kind: 'ask', id: step.id } : step

const isLost = ({ problem, messageKey }: CallFailure): boolean =>
  problem === undefined && messageKey !== 'aborted'
export const isServerFault = ({ problem }: CallFailure): boolean =>
  problem !== undefined && problem.status >= 500
const isDamaged = ({ problem }: CallFailure): boolean =>
  problem?.fields.some(
    ({ path, code }) => path === 'headers.content-digest' && code === 'hash_mismatch',
  ) ?? false

function afterFailure(step: UploadStep, failure: CallFailure, tries: Tries, random: number): Next {
  const { problem, retryAfterS = 0 } = failure
  if (isLost(failure))
    return {
      kind: 'wait',
      ms: backOffMs(tries.lost, random),
      step: afterLoss(step),
      tries: { ...tries, lost: tries.lost + 1 },
    }
  if (isServerFault(failure) && tries.faults + 1 < FAULTS_MAX)
    return {
      kind: 'wait',
      ms: Math.max(retryAfterS * 1_000, backOffMs(tries.faults, random)),
      step: afterLoss(step),
      tries: { ...tries, faults: tries.faults + 1 },
    }
  // At the start, "too many" is the quota of a day: waiting with the page open would not help.
  if (problem?.code === 'busy' || (problem?.code === 'too-many' && step.kind !== 'open'))
    return {
      kind: 'wait',
      ms: Math.max(retryAfterS * 1_000, backOffMs(tries.lost, random)),
      step,
      tries: { ...tries, lost: tries.lost + 1 },
    }
  if (step.kind === 'open') return { kind: 'failed', failure }
  if (problem?.code === 'upload-out-of-step' && tries.damaged < DAMAGED_MAX) {
    const { offset } = problem
    return {
      kind: 'go',
      step:
        typeof offset === 'number' && tries.damaged === 0
          ? { kind: 'send', id: step.id, offset }
          : { kind: 'ask', id: step.id },
      tries: { ...tries, damaged: tries.damaged + 1 },
    }
  }
  // The upload expired, or the server was installed again: it starts from the beginning, a limited
  // number of times.
  if (problem?.code === 'not-found' && tries.forgotten === 0)
    return { kind: 'go', step: { kind: 'open' }, tries: { ...NO_TRIES, forgotten: 1 } }
  if (step.kind === 'send' && isDamaged(failure) && tries.damaged < DAMAGED_MAX)
    return { kind: 'go', step, tries: { ...tries, damaged: tries.damaged + 1 } }
  return { kind: 'failed', failure }
}

export function nextStep(
  step: UploadStep,
  outcome: UploadStepResult,
  tries: Tries,
  random: number,
): Next {
  if (outcome.kind === 'failed') return afterFailure(step, outcome.failure, tries, random)
  const next = afterUpload(outcome.upload)
  if (next.kind !== 'go') return next
  // Reading the progress is not a success, so no count is reset.
  return {
    ...next,
    tries: step.kind === 'ask' ? tries : { ...NO_TRIES, forgotten: tries.forgotten },
  }
}
