import type { Quad } from './geometry.ts'
import type { ScanFrame } from './image.ts'

export type LookStage =
  | 'track'
  | 'base'
  | 'zoom'
  | 'grid'
  | 'rescue'
  | 'jsqr'
  | 'idle'
  | 'miss'
  | 'fault'

export interface ScanLook {
  /** What the code says, or null. */
  readonly text: string | null
  /** Where the code is, in pixels of the frame: also for one that was located and could not be read. */
  readonly corners: Quad | null
  /** Which step decided: for measurements, not for logic. */
  readonly stage: LookStage
}

export interface ScanPipeline {
  /** One look at one frame. Never rejects: a failing engine is a look with stage 'fault'. */
  step: (frame: ScanFrame) => Promise<ScanLook>
  /** Forgets what was seen: another camera, another picture. */
  reset: () => void
}
