import type { Quad } from './geometry.ts'
import type { ScanFrame } from './image.ts'

export type AttemptStage =
  | 'track'
  | 'base'
  | 'zoom'
  | 'grid'
  | 'rescue'
  | 'jsqr'
  | 'idle'
  | 'miss'
  | 'fault'

export interface DecodeAttempt {
  /** What the code says, or null. */
  readonly text: string | null
  /** Where the code is, in pixels of the frame: also for one that was located and could not be read. */
  readonly corners: Quad | null
  /** Which step decided: for measurements, not for logic. */
  readonly stage: AttemptStage
}

export interface ScanPipeline {
  /** One look at one frame. Never rejects: a failing engine is a look with stage 'fault'. */
  step: (frame: ScanFrame) => Promise<DecodeAttempt>
  /** Forgets what was seen: another camera, another picture. */
  reset: () => void
}
