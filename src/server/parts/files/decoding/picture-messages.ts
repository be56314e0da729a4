/** What the server and the process of a picture say to each other. */

/** There is no gap between rows. */
export interface Bitmap {
  readonly width: number
  readonly height: number
  readonly channels: 3
  readonly pixels: Uint8Array
}

/** Formats that are opened in a process: decoders of films, and any format with very many pixels. */
export type ProcessFormat = 'heic' | 'avif' | 'vast'

export interface PictureQuestion {
  readonly picture: ProcessFormat
  readonly bytes: Uint8Array
}

/** Upright, and made smaller where it is larger than a page shows. */
export interface OpenedPicture extends Bitmap {
  readonly isSmaller: boolean
}
export type PictureAnswer = OpenedPicture | { readonly fault: 'damaged' | 'too-many-pixels' }
