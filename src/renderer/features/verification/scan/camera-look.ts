/** Where the scanner saw a code last, in pixels of the camera picture. */
export interface CameraLook {
  /** False: seen, but too blurred, too far or too oblique to be read. */
  readonly readable: boolean
  readonly corners: readonly { readonly x: number; readonly y: number }[]
  readonly widthPx: number
  readonly heightPx: number
}
