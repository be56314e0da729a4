/** libheif as WebAssembly: decodes HEIC, the pictures of iPhones and of many other phones. For the process of a picture alone. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Bitmap } from './picture-messages.ts'

/** Its own declarations leave these as `any`. */
interface Heif {
  readonly heif_error_code: { readonly heif_error_Ok: object }
  readonly heif_colorspace: { readonly heif_colorspace_RGB: object }
  readonly heif_chroma: { readonly heif_chroma_interleaved_RGB: object }
  heif_context_alloc(): object | null
  heif_context_read_from_memory(context: object, bytes: Uint8Array): { readonly code: object }
  heif_js_context_get_primary_image_handle(context: object): Handle | { readonly code: object }
  heif_image_handle_get_width(handle: Handle): number
  heif_image_handle_get_height(handle: Handle): number
  heif_js_decode_image2(handle: Handle, colours: object, form: object): Decoded | undefined
}
type Handle = object & { readonly code?: undefined }
interface Decoded {
  readonly code?: object
  readonly channels?: readonly {
    readonly width: number
    readonly height: number
    readonly stride: number
    /** The bytes lie in the memory of the module. */
    readonly data: Uint8Array
  }[]
}
type Load = (options: { readonly wasmBinary: Uint8Array }) => Heif

/** A phone of 48 million pixels takes 150 MB for what it decodes, and as much again on the way to the eye. */
export const HEIC_PIXELS_MAX = 64_000_000
const CHANNELS = 3

/** The picture upright, as its camera noted. @throws where the module has no memory left */
export function decodeHeic(bytes: Uint8Array): Bitmap | 'damaged' | 'too-many-pixels' {
  const require = createRequire(import.meta.url)
  const load = require('libheif-js/libheif-wasm/libheif.js') as Load
  const heif = load({
    wasmBinary: readFileSync(require.resolve('libheif-js/libheif-wasm/libheif.wasm')),
  })
  const context = heif.heif_context_alloc()
  if (context === null) throw new RangeError('No memory for a picture')
  const { code } = heif.heif_context_read_from_memory(context, bytes)
  if (code !== heif.heif_error_code.heif_error_Ok) return 'damaged'
  const handle = heif.heif_js_context_get_primary_image_handle(context)
  if (handle.code !== undefined) return 'damaged'
  const pixels =
    heif.heif_image_handle_get_width(handle) * heif.heif_image_handle_get_height(handle)
  if (pixels > HEIC_PIXELS_MAX) return 'too-many-pixels'
  const decoded = heif.heif_js_decode_image2(
    handle,
    heif.heif_colorspace.heif_colorspace_RGB,
    heif.heif_chroma.heif_chroma_interleaved_RGB,
  )
  const [plane] = decoded?.channels ?? []
  if (plane === undefined || decoded?.code !== undefined) return 'damaged'
  return { ...rowsOf(plane), channels: CHANNELS }
}

/** Rows without a gap between them. */
function rowsOf({
  width,
  height,
  stride,
  data,
}: NonNullable<Decoded['channels']>[number]): Omit<Bitmap, 'channels'> {
  const row = width * CHANNELS
  if (stride === row) return { width, height, pixels: data.subarray(0, row * height) }
  for (let line = 1; line < height; line += 1)
    data.copyWithin(line * row, line * stride, line * stride + row)
  return { width, height, pixels: data.subarray(0, row * height) }
}
