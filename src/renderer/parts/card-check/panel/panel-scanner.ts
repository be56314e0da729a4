/** What the panel shows of the scanner, and the calls that it may make. */
import type { RefCallback } from 'react'
import type { CameraPause } from './camera-trouble.tsx'

/** Where the scanner saw a code last, in pixels of the camera picture. */
export interface CameraLook {
  /** False: seen, but too blurred, too far or too oblique to be read. */
  readonly readable: boolean
  readonly corners: readonly { readonly x: number; readonly y: number }[]
  readonly widthPx: number
  readonly heightPx: number
}

interface CameraChoice {
  readonly id: string
  /** Empty until the browser has permission to list them. */
  readonly label: string
}

export type PictureTrouble = 'no-code' | 'not-an-image' | 'too-large' | 'failed'

export interface PanelScanner {
  readonly camera: 'live' | CameraPause
  readonly video: RefCallback<HTMLVideoElement>
  readonly mirrored: boolean
  readonly look: CameraLook | undefined
  /** The code that was read last is still held up. */
  readonly cardInView: boolean
  /** Caps Lock was on during the last hand scan, and was not turned off since. */
  readonly capsLock: boolean
  readonly cameras: readonly CameraChoice[]
  readonly cameraId: string
  /** Undefined where the camera has no light. */
  readonly torch: boolean | undefined
  readonly start: () => void
  readonly stop: () => void
  readonly choose: (cameraId: string) => void
  readonly turnTorch: (on: boolean) => void
  /** Reads the code of a picture; a text that is found is reported like every scanned text. */
  readonly readPicture: (file: Blob) => Promise<PictureTrouble | undefined>
}
