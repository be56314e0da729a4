import type { QueueState } from '#shared/contract/desktop/ipc-desktop.ts'
import type { Outbox } from './outbox.ts'
import type { ReplayProblem, ReplayState } from './replay.ts'

type Problem = QueueState['problem']
/** Faults that need an action of staff come first; a server that is away needs none. */
const ORDER: readonly Problem[] = [
  'disk-full',
  'disk',
  'revoked',
  'not-signed-in',
  'event-gone',
  'damaged',
  'server',
  'offline',
  'none',
]

export function chooseProblem(
  ofFile: ReturnType<Outbox['problem']>,
  ofReplay: ReplayProblem,
): Problem {
  return ORDER.find((problem) => problem === ofFile || problem === ofReplay) ?? 'none'
}

export const queueState = (
  outbox: Pick<Outbox, 'counts' | 'problem'>,
  replay: ReplayState,
): QueueState => ({
  ...outbox.counts(),
  lastSentAt: replay.lastSentAt,
  voices: replay.voices,
  problem: chooseProblem(outbox.problem(), replay.problem),
})
