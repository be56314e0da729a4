/** Decodes the streams of a PDF within limits of bytes. */
import { constants, inflateRawSync, inflateSync } from 'node:zlib'
import {
  decodePDFRawStream,
  PDFArray,
  PDFContext,
  PDFDict,
  PDFName,
  PDFNumber,
  PDFRawStream,
  type PDFObject,
} from '@cantoo/pdf-lib'
import { Refused } from '../cleaned-document.ts'
import { undoPredictor } from './predictor.ts'

/** Limits that no normal document of 20 MB reaches. */
const STREAM_MAX_BYTES = 64 * 1024 * 1024
/** 40 megapixels of three bytes, each row with a byte more. */
const PICTURE_MAX_BYTES = 128 * 1024 * 1024
const TOTAL_MAX_BYTES = 768 * 1024 * 1024
/** Commands of all pages together: to read and write them takes far longer than to unpack them. */
const DRAWINGS_MAX_BYTES = 64 * 1024 * 1024
const OBJECTS_MAX = 600_000
const FILTERS_MAX = 6
const SLICE_BYTES = 64 * 1024

export interface Budget {
  countObject(): void
  /** Bytes that one more stream may unpack to, at most `most`. */
  room(most?: number): number
  spend(bytes: number): void
  /** For the commands of pages, before they are read. */
  spendDrawing(bytes: number): void
}

export function createBudget(): Budget {
  let [objects, bytes, drawings] = [0, 0, 0]
  return {
    countObject() {
      objects += 1
      if (objects > OBJECTS_MAX) throw new Refused('protected')
    },
    room: (most = STREAM_MAX_BYTES) => Math.min(most, TOTAL_MAX_BYTES - bytes),
    spend(more) {
      bytes += more
      if (bytes > TOTAL_MAX_BYTES) throw new Refused('protected')
    },
    spendDrawing(more) {
      drawings += more
      if (drawings > DRAWINGS_MAX_BYTES) throw new Refused('protected')
    },
  }
}

/** The part of a PDF that filters need. */
interface Resolver {
  readonly budget: Budget
  resolve(value: PDFObject | undefined): PDFObject | undefined
}

export interface Filter {
  readonly name: string
  readonly params: PDFDict | undefined
}

/** The short names are meant for pictures in the text of a page; viewers take them here as well. */
const SHORT_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    Fl: 'FlateDecode',
    LZW: 'LZWDecode',
    A85: 'ASCII85Decode',
    AHx: 'ASCIIHexDecode',
    RL: 'RunLengthDecode',
    CCF: 'CCITTFaxDecode',
    DCT: 'DCTDecode',
  }),
)
const PLAIN_FILTERS = new Set([
  'FlateDecode',
  'LZWDecode',
  'ASCII85Decode',
  'ASCIIHexDecode',
  'RunLengthDecode',
])

const key = (name: string): PDFName => PDFName.of(name)

export function filtersOf(file: Resolver, { dict }: PDFRawStream): Filter[] {
  const list = (value: PDFObject | undefined): (PDFObject | undefined)[] => {
    const resolved = file.resolve(value)
    return resolved instanceof PDFArray
      ? resolved.asArray()
      : resolved === undefined
        ? []
        : [resolved]
  }
  const names = list(dict.get(key('Filter')))
  const params = list(dict.get(key('DecodeParms')) ?? dict.get(key('DP')))
  if (names.length > FILTERS_MAX || dict.has(key('F'))) throw new Refused('protected') // bytes in another file
  return names.map((item, index) => {
    const name = file.resolve(item)
    if (!(name instanceof PDFName)) throw new Refused('protected')
    const text = name.decodeText()
    const param = file.resolve(params[index])
    return {
      name: SHORT_NAMES.get(text) ?? text,
      params: param instanceof PDFDict ? param : undefined,
    }
  })
}

const numberIn = (
  file: Resolver,
  params: PDFDict | undefined,
  name: string,
  usual: number,
): number => {
  const value = file.resolve(params?.get(key(name)))
  return value instanceof PDFNumber ? value.asNumber() : usual
}

/** How many of the bytes are the packed picture: what follows them is not data. */
export const packedPictureLength = (packed: Uint8Array, budget: Budget): number =>
  inflated(packed, budget, PICTURE_MAX_BYTES).used

/** @returns the bytes, and how many of `packed` were used: what follows them is not data */
function inflated(
  packed: Uint8Array,
  budget: Budget,
  most?: number,
): { readonly plain: Uint8Array; readonly used: number } {
  const options = { maxOutputLength: Math.max(1, budget.room(most)), info: true } as const
  const run = (unpack: typeof inflateSync, bytes: Uint8Array, skipped: number) => {
    const { buffer, engine } = unpack(bytes, {
      ...options,
      finishFlush: constants.Z_SYNC_FLUSH, // a cut-off stream gives what it has, as in viewers
    }) as unknown as { readonly buffer: Buffer; readonly engine: { readonly bytesWritten: number } } // the types omit `info`
    budget.spend(buffer.length)
    return { plain: buffer, used: engine.bytesWritten + skipped }
  }
  const isTooLong = (error: unknown): boolean =>
    (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
  if (packed.length === 0) return { plain: packed, used: 0 }
  try {
    return run(inflateSync, packed, 0)
  } catch (error) {
    if (isTooLong(error)) throw new Refused('protected')
  }
  try {
    return run(inflateRawSync, packed.subarray(2), 2) // viewers ignore a wrong checksum
  } catch (error) {
    throw new Refused(isTooLong(error) ? 'protected' : 'damaged')
  }
}

/** The decoders of the library grow with what they give, so it is taken in slices. */
function decodeWithLibrary(
  bytes: Uint8Array,
  { name, params }: Filter,
  budget: Budget,
): Uint8Array {
  const context = PDFContext.create()
  const dict = PDFDict.withContext(context)
  dict.set(key('Filter'), key(name))
  const early = params?.get(key('EarlyChange'))
  if (early instanceof PDFNumber) {
    const changed = PDFDict.withContext(context)
    changed.set(key('EarlyChange'), early)
    dict.set(key('DecodeParms'), changed)
  }
  const decoder = decodePDFRawStream(PDFRawStream.of(dict, bytes))
  const [slices, room]: [Uint8Array[], number] = [[], budget.room()]
  for (let length = 0; ;) {
    const slice = decoder.getBytes(SLICE_BYTES)
    slices.push(Uint8Array.from(slice))
    length += slice.length
    if (length > room) throw new Refused('protected')
    if (slice.length < SLICE_BYTES) break
  }
  const plain = Buffer.concat(slices)
  budget.spend(plain.length)
  return plain
}

function unpredicted(file: Resolver, bytes: Uint8Array, params: PDFDict | undefined): Uint8Array {
  const predictor = numberIn(file, params, 'Predictor', 1)
  if (predictor === 1) return bytes
  return undoPredictor(bytes, {
    predictor,
    colors: numberIn(file, params, 'Colors', 1),
    bits: numberIn(file, params, 'BitsPerComponent', 8),
    columns: numberIn(file, params, 'Columns', 1),
  })
}

/** @returns the bytes behind all plain filters, and the filter of a picture that is left, if any */
export function decodeUpToPicture(
  file: Resolver,
  stream: PDFRawStream,
): { readonly bytes: Uint8Array; readonly left: Filter | undefined } {
  let bytes: Uint8Array = stream.contents
  const filters = filtersOf(file, stream)
  for (const [index, filter] of filters.entries()) {
    if (!PLAIN_FILTERS.has(filter.name)) {
      if (index !== filters.length - 1) throw new Refused('protected')
      return { bytes, left: filter }
    }
    const decoded =
      filter.name === 'FlateDecode'
        ? inflated(bytes, file.budget).plain
        : decodeWithLibrary(bytes, filter, file.budget)
    bytes =
      filter.name === 'FlateDecode' || filter.name === 'LZWDecode'
        ? unpredicted(file, decoded, filter.params)
        : decoded
  }
  return { bytes, left: undefined }
}

/** A stream that is no picture. */
export function decodeStream(file: Resolver, stream: PDFRawStream): Uint8Array {
  const { bytes, left } = decodeUpToPicture(file, stream)
  if (left !== undefined) throw new Refused('protected')
  return bytes
}
