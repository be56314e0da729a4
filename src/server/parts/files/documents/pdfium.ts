/* oxlint-disable no-underscore-dangle -- the functions of the package are called so */
/** PDFium as WebAssembly: draws the pages of one document, and reads their text. For the process of a document alone. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { PDFiumModule } from '@hyzyla/pdfium'
import type { DrawnPage, PageText } from './document-messages.ts'
import { pageSizePx } from './page-size.ts'

/** The part that is used here: the types of Node leave it out. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (module: object, imports: object) => { readonly exports: object }
}

interface Imports {
  readonly env: { readonly emscripten_resize_heap: (bytes: number) => boolean }
}

/** Functions that the module has and the types of the package lack; each takes and returns handles or numbers. */
interface TextFunctions {
  readonly _FPDFText_GetUnicode: (text: number, index: number) => number
  readonly _FPDFText_GetTextObject: (text: number, index: number) => number
  readonly _FPDFTextObj_GetTextRenderMode: (object: number) => number
  readonly _FPDFTextObj_GetFont: (object: number) => number
  readonly _FPDFFont_GetIsEmbedded: (font: number) => number
}

type Module = Awaited<ReturnType<typeof PDFiumModule>> & TextFunctions

/**
 * A scan of 600 dots to an inch takes 105 MB. The module would grow to 2 GB: where it may not, its step fails, and the
 * page with it.
 */
const MEMORY_MAX_BYTES = 512 * 1024 * 1024
/** A page of a newspaper has 20,000. */
const TEXT_MAX_CHARS = 200_000
const BYTES_A_PIXEL = 4
const BGRA = 4
const WHITE = 0xff_ff_ff_ff
const RGBA = 0x10
const WITH_NOTES = 0x01
/** `FPDF_FORMFILLINFO` of version 2 has 140 bytes; all its functions stay absent, and this PDFium runs no scripts. */
const FORM_BYTES = 256
const FORM_VERSION = 2
const ERROR_PASSWORD = 4

async function load(memoryMaxBytes: number): Promise<Module> {
  const bytes = readFileSync(fileURLToPath(import.meta.resolve('@hyzyla/pdfium/pdfium.wasm')))
  const pdfium = await PDFiumModule({
    // The package names types that Node's do not have, and a module where it means the instance.
    instantiateWasm(given: unknown, started: (instance: never) => void) {
      const imports = given as Imports
      const { emscripten_resize_heap: grow } = imports.env
      const env = {
        ...imports.env,
        emscripten_resize_heap: (size: number) => size >>> 0 <= memoryMaxBytes && grow(size),
      }
      const instance = new WebAssembly.Instance(new WebAssembly.Module(bytes), { ...imports, env })
      started(instance as never)
      return instance.exports as never
    },
  })
  pdfium._FPDF_InitLibraryWithConfig({})
  return pdfium as Module // `pdfium.test.ts` calls the functions that its types lack
}

/** A scan has its text under the picture in this mode, for searches. */
const INVISIBLE = 3
const LETTER_BEYOND_LATIN = /[^\P{L}\p{Script=Latin}]/u

/** PDFium has letters of Latin alone, so that others are drawn only where the document has their font. */
function isFontMissing(pdfium: Module, text: number, characters: number): boolean {
  for (let index = 0; index < characters; index += 1) {
    const letter = String.fromCodePoint(pdfium._FPDFText_GetUnicode(text, index))
    if (!LETTER_BEYOND_LATIN.test(letter)) continue
    const object = pdfium._FPDFText_GetTextObject(text, index)
    if (object === 0 || pdfium._FPDFTextObj_GetTextRenderMode(object) === INVISIBLE) continue
    if (pdfium._FPDFFont_GetIsEmbedded(pdfium._FPDFTextObj_GetFont(object)) === 0) return true
  }
  return false
}

export interface OpenPdf {
  readonly pages: number
  /** Undefined where the page is damaged. */
  draw(page: number): DrawnPage | undefined
  text(page: number): PageText | undefined
}

/** @throws where the module has no memory left; it cannot be used afterwards */
export async function openPdf(
  bytes: Buffer,
  memoryMaxBytes = MEMORY_MAX_BYTES,
): Promise<OpenPdf | 'locked' | 'damaged'> {
  const pdfium = await load(memoryMaxBytes)
  const { malloc, free } = pdfium.wasmExports
  const reserve = (size: number): number => {
    const at = malloc(size)
    if (at === 0) throw new RangeError('The document needs more memory than it may have')
    return at
  }
  const at = reserve(bytes.length)
  pdfium.HEAPU8.set(bytes, at)
  const document = pdfium._FPDF_LoadMemDocument(at, bytes.length, 0)
  if (document === 0) return pdfium._FPDF_GetLastError() === ERROR_PASSWORD ? 'locked' : 'damaged'

  const formInfo = reserve(FORM_BYTES)
  pdfium.HEAPU8.fill(0, formInfo, formInfo + FORM_BYTES)
  pdfium.HEAP32[formInfo / 4] = FORM_VERSION
  /** What fields look like is drawn with it alone. */
  const form = pdfium._FPDFDOC_InitFormFillEnvironment(document, formInfo)

  function withPage<T>(page: number, work: (handle: number) => T): T | undefined {
    const handle = pdfium._FPDF_LoadPage(document, page - 1)
    if (handle === 0) return undefined
    try {
      return work(handle)
    } finally {
      pdfium._FPDF_ClosePage(handle)
    }
  }

  return {
    pages: pdfium._FPDF_GetPageCount(document),
    draw: (page) =>
      withPage(page, (handle) => {
        const size = pageSizePx(
          pdfium._FPDF_GetPageWidth(handle),
          pdfium._FPDF_GetPageHeight(handle),
        )
        if (size === undefined) return undefined
        const { width, height } = size
        const stride = width * BYTES_A_PIXEL
        const pixels = reserve(stride * height)
        const bitmap = pdfium._FPDFBitmap_CreateEx(width, height, BGRA, pixels, stride)
        pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE)
        pdfium._FPDF_RenderPageBitmap(bitmap, handle, 0, 0, width, height, 0, RGBA | WITH_NOTES)
        if (form !== 0) pdfium._FPDF_FFLDraw(form, bitmap, handle, 0, 0, width, height, 0, RGBA)
        const copy = pdfium.HEAPU8.slice(pixels, pixels + stride * height)
        pdfium._FPDFBitmap_Destroy(bitmap)
        free(pixels)
        return { width, height, pixels: copy }
      }),
    text: (page) =>
      withPage(page, (handle) => {
        const text = pdfium._FPDFText_LoadPage(handle)
        if (text === 0) return undefined
        const counted = pdfium._FPDFText_CountChars(text)
        const characters = Math.min(TEXT_MAX_CHARS, Math.max(0, counted))
        const buffer = reserve((characters + 1) * 2)
        const written = pdfium._FPDFText_GetText(text, 0, characters, buffer)
        const end = buffer + Math.max(0, written - 1) * 2 // it ends with a zero
        const plain = new TextDecoder('utf-16le').decode(pdfium.HEAPU8.slice(buffer, end))
        free(buffer)
        const lacksLetters = isFontMissing(pdfium, text, characters)
        pdfium._FPDFText_ClosePage(text)
        return { text: plain, lacksLetters }
      }),
  }
}
