import jsQR from 'jsqr'
import { characterSets, prepareZXingModule, textModes } from 'zxing-wasm/reader'
import type { Quad } from './geometry.ts'
import type { GrayImage } from './image.ts'

/** What an engine found: `text` is null when a code was located and could not be read. */
export interface Sighting {
  readonly text: string | null
  readonly corners: Quad
  /** 1 to 40, or null where the engine could not tell. */
  readonly version: number | null
}

export interface ZxingEngine {
  /** One look. `thorough` also tries light-on-dark codes, every line, and a third of the size. */
  look: (image: GrayImage, effort: 'quick' | 'inverted' | 'thorough') => Sighting | null
  /** Reads a clean drawing of modules (grid-decoder.ts). */
  readModules: (image: GrayImage) => string | null
}

export interface JsqrEngine {
  look: (image: GrayImage, inversion: 'as-is' | 'both') => Sighting | null
}

/** `zxing` is null where WebAssembly is missing or did not load: the pipeline then runs on jsQR alone. */
export interface ScanEngines {
  readonly zxing: ZxingEngine | null
  readonly jsqr: JsqrEngine
}

/** Brings the bytes of zxing_reader.wasm: by fetch in the browser (worker.ts), from the disk in Node. */
export type WasmLoader = () => Promise<ArrayBuffer>

export async function loadEngines(
  loadWasm: WasmLoader,
  onFallback: (reason: unknown) => void = () => {},
): Promise<ScanEngines> {
  const jsqr = createJsqrEngine()
  try {
    if (typeof WebAssembly === 'undefined') throw new Error('WebAssembly is missing')
    return { zxing: await loadZxingEngine(loadWasm), jsqr }
  } catch (error) {
    onFallback(error)
    return { zxing: null, jsqr }
  }
}

/**
 * The part of the Emscripten module that is used. readBarcodes() of the package would take RGBA and turn it into gray
 * once more in JavaScript (3 ms for 1280 x 720); the module itself takes the gray picture that we have already.
 */
interface ZxingModule {
  readonly HEAPU8: Uint8Array // replaced when the memory grows
  _malloc: (bytes: number) => number
  _free: (pointer: number) => void
  readBarcodesFromPixmap: (
    pointer: number,
    width: number,
    height: number,
    options: object,
  ) => ResultVector
}

interface ResultVector {
  size: () => number
  get: (index: number) => ZxingResult | undefined
  delete?: () => void
}

interface ZxingResult {
  isValid: boolean
  text: string
  position: Quad
  /** JSON with Version and more; empty when the module itself failed. */
  extra: string
}

// Fields of the C++ structure; it rejects an object that lacks one. The package exports the encoder for its own call
// only.
const QUICK = {
  // Model 2 alone: otherwise zxing also looks for micro and rectangular codes, which are not printed on cards.
  formats: 'QRCodeModel2',
  tryHarder: false,
  tryRotate: false, // made for one-dimensional codes; a QR code is found at any angle without it
  tryInvert: false,
  tryDownscale: false,
  tryDenoise: false,
  binarizer: 0, // LocalAverage
  isPure: false,
  downscaleFactor: 3,
  downscaleThreshold: 500,
  minLineCount: 2,
  maxNumberOfSymbols: 1,
  validateOptionalChecksum: false,
  returnErrors: true,
  eanAddOnSymbol: 0,
  textMode: textModes.indexOf('Plain'),
  // Without this the character set is guessed from the bytes; our names are UTF-8, without an ECI mark.
  characterSet: characterSets.indexOf('UTF8'),
  tryCode39ExtendedMode: true,
}
const EFFORTS = {
  quick: QUICK,
  inverted: { ...QUICK, tryInvert: true },
  thorough: { ...QUICK, tryHarder: true, tryInvert: true, tryDownscale: true },
}
// A pure drawing is only accepted under the family name, whatever the model. Binarizer 2 is a fixed threshold at 127.
const MODULES = { ...QUICK, formats: 'QRCode', isPure: true, binarizer: 2, returnErrors: false }

async function loadZxingEngine(loadWasm: WasmLoader): Promise<ZxingEngine> {
  const wasmBinary = await loadWasm()
  const loaded: unknown = await prepareZXingModule({
    overrides: { wasmBinary },
    fireImmediately: true,
  })
  return createZxingEngine(loaded as ZxingModule) // its declared type needs @types/emscripten; the pinned version has these members
}

function createZxingEngine(zxing: ZxingModule): ZxingEngine {
  let pointer = 0
  let capacity = 0

  function read(image: GrayImage, options: object): ZxingResult | null {
    const size = image.width * image.height
    if (size > capacity) {
      /* oxlint-disable no-underscore-dangle -- Emscripten's own names */
      if (capacity > 0) zxing._free(pointer)
      capacity = 0
      pointer = zxing._malloc(size)
      if (pointer === 0) throw new Error(`zxing: no memory for ${size} bytes`)
      /* oxlint-enable no-underscore-dangle */
      capacity = size
    }
    zxing.HEAPU8.set(
      image.data.length === size ? image.data : image.data.subarray(0, size),
      pointer,
    )
    const results = zxing.readBarcodesFromPixmap(pointer, image.width, image.height, options)
    try {
      return results.get(0) ?? null
    } finally {
      results.delete?.()
    }
  }

  return {
    look(image, effort) {
      const result = read(image, EFFORTS[effort])
      if (result === null || (!result.isValid && result.extra === '')) return null
      return {
        text: result.isValid ? result.text : null,
        corners: result.position,
        version: versionIn(result.extra),
      }
    },
    readModules(image) {
      const result = read(image, MODULES)
      return result?.isValid === true ? result.text : null
    },
  }
}

function versionIn(extra: string): number | null {
  const version = /"Version":"(\d+)"/.exec(extra)?.[1]
  return version === undefined ? null : Number(version)
}

function createJsqrEngine(): JsqrEngine {
  let rgba = new Uint8ClampedArray(0)
  return {
    look(image, inversion) {
      const pixels = image.width * image.height
      if (rgba.length !== pixels * 4) rgba = new Uint8ClampedArray(pixels * 4)
      const words = new Uint32Array(rgba.buffer)
      for (let i = 0; i < pixels; i++) words[i] = 0xff000000 | (image.data[i]! * 0x010101) // i < pixels
      // Always explicit: jsQR 1.4.0 writes the options of one call into its defaults for the next.
      const inversionAttempts = inversion === 'both' ? 'attemptBoth' : 'dontInvert'
      const found = jsQR(rgba, image.width, image.height, { inversionAttempts })
      if (found === null || found.data === '') return null
      const { topLeftCorner, topRightCorner, bottomRightCorner, bottomLeftCorner } = found.location
      return {
        text: found.data,
        version: found.version,
        corners: {
          topLeft: topLeftCorner,
          topRight: topRightCorner,
          bottomRight: bottomRightCorner,
          bottomLeft: bottomLeftCorner,
        },
      }
    },
  }
}
