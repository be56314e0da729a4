import type { AttemptStage } from './decoder/attempt.ts'
import type { Quad } from './decoder/geometry.ts'
import type { ImageFileResult } from './image-file.ts'

// Messages between the page (scan-client.ts) and the scan worker (worker.ts). Both ends are of the same build.

/** Transferred, never copied; the worker closes it. */
export type FrameSource = VideoFrame | ImageBitmap

export type ToWorker =
  | { readonly kind: 'look'; readonly id: number; readonly frame: FrameSource }
  | { readonly kind: 'image'; readonly id: number; readonly file: Blob }
  /** Another camera: forget where the last code was. */
  | { readonly kind: 'reset' }

export type FromWorker =
  | {
      readonly kind: 'ready'
      readonly engine: 'zxing' | 'jsqr'
      readonly fallbackReason: string | null
    }
  | { readonly kind: 'looked'; readonly id: number; readonly result: LookResult }
  | { readonly kind: 'image'; readonly id: number; readonly result: ImageFileResult }
  /** The engine does not recover: the page replaces the worker. */
  | { readonly kind: 'broken'; readonly reason: string }

export interface LookResult {
  readonly text: string | null
  /** In pixels of the video frame, whose size follows. */
  readonly corners: Quad | null
  readonly frameWidthPx: number
  readonly frameHeightPx: number
  readonly stage: AttemptStage
  /** The time runs from the frame's arrival in the worker to its result. */
  readonly decodeMs: number
}
