/** Pages with shaped text, lines and grey bands. Fonts are embedded whole, if they are used. */
import {
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  PDFString,
  type PDFRef,
} from '@cantoo/pdf-lib'
import type { GlyphRun, ShapedFont, ShapedLine } from './shaper.ts'

export const A4 = { width: 595.28, height: 841.89 } as const

const hex = (value: number, digits = 4): string => value.toString(16).padStart(digits, '0')
const points = (value: number): string => value.toFixed(2)

/** One number in thousandths of the size between glyphs: a positive one moves to the left. */
function textOf({ font, glyphs }: GlyphRun): string {
  const parts: string[] = []
  let rise = 0
  let row = ''
  const endRow = (): void => {
    if (row !== '') parts.push(`[${row}] TJ`)
    row = ''
  }
  for (const { id, advance, xOffset, yOffset } of glyphs) {
    if (yOffset !== rise) {
      endRow()
      rise = yOffset
      parts.push(`${rise}`)
    }
    const after = xOffset + font.hb.glyphHAdvance(id) - advance
    row += `${xOffset === 0 ? '' : -xOffset}<${hex(id)}>${after === 0 ? '' : after}`
  }
  endRow()
  return parts.join('\n')
}

const CMAP_HEAD = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CMapName /Adobe-Identity-UCS def /CMapType 2 def
1 begincodespacerange <0000> <ffff> endcodespacerange`
const CMAP_END = 'endcmap CMapName currentdict /CMap defineresource pop end end'
/** The most entries of one block (Adobe, CMap specification). */
const CMAP_BLOCK = 100

const utf16 = (text: string): string =>
  Array.from({ length: text.length }, (_, at) => hex(text.charCodeAt(at))).join('')

/** What a reader copies and searches: the text that each glyph stands for. */
function toUnicode(used: ReadonlyMap<number, string>): string {
  const entries = [...used]
    .filter(([, text]) => text !== '')
    .map(([id, text]) => `<${hex(id)}> <${utf16(text)}>`)
  const blocks = Array.from({ length: Math.ceil(entries.length / CMAP_BLOCK) }, (_, at) => {
    const block = entries.slice(at * CMAP_BLOCK, (at + 1) * CMAP_BLOCK)
    return `${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`
  })
  return [CMAP_HEAD, ...blocks, CMAP_END].join('\n')
}

export interface PdfPage {
  /** @param x of the left end · @param y of the base line, from the top */
  text(line: ShapedLine, x: number, y: number, size: number): void
  line(x1: number, y1: number, x2: number, y2: number): void
  /** A light grey band. */
  band(x: number, y: number, width: number, height: number): void
}

export interface PdfWriter {
  addPage(): PdfPage
  finish(): Promise<Buffer>
}

class Page implements PdfPage {
  readonly drawing: string[] = ['0.5 w 0.45 G']
  readonly #nameOf: (font: ShapedFont) => string
  constructor(nameOf: (font: ShapedFont) => string) {
    this.#nameOf = nameOf
  }
  text({ runs }: ShapedLine, x: number, y: number, size: number): void {
    let at = x
    for (const run of runs) {
      const rows = textOf(run).replaceAll(
        /^(-?\d+)$/gm,
        (rise) => `${points((Number(rise) * size) / 1_000)} Ts`,
      )
      this.drawing.push(
        `BT /${this.#nameOf(run.font)} ${size} Tf 0 Ts ${points(at)} ${points(A4.height - y)} Td\n${rows} ET`,
      )
      at += (run.glyphs.reduce((sum, { advance }) => sum + advance, 0) * size) / 1_000
    }
  }
  line(x1: number, y1: number, x2: number, y2: number): void {
    this.drawing.push(
      `${points(x1)} ${points(A4.height - y1)} m ${points(x2)} ${points(A4.height - y2)} l S`,
    )
  }
  band(x: number, y: number, width: number, height: number): void {
    this.drawing.push(
      `0.9 g ${points(x)} ${points(A4.height - y - height)} ${points(width)} ${points(height)} re f 0 g`,
    )
  }
}

function embedFont(doc: PDFDocument, ref: PDFRef, { name, bytes, hb, used }: ShapedFont): void {
  const { context } = doc
  const { ascender, descender } = hb.hExtents()
  const file = context.register(context.flateStream(bytes, { Length1: bytes.length }))
  const fontName = `WLD-${name}`
  const descriptor = context.register(
    context.obj({
      Type: 'FontDescriptor',
      FontName: fontName,
      Flags: 4, // the glyphs are not those of the standard Latin set
      FontBBox: [-1_000, descender, 2_000, ascender],
      ItalicAngle: 0,
      Ascent: ascender,
      Descent: descender,
      CapHeight: 700,
      StemV: 80,
      FontFile2: file,
    }),
  )
  const widths = [...used.keys()]
    .toSorted((a, b) => a - b)
    .flatMap((id) => [PDFNumber.of(id), context.obj([hb.glyphHAdvance(id)])])
  const descendant = context.register(
    context.obj({
      Type: 'Font',
      Subtype: 'CIDFontType2',
      BaseFont: fontName,
      CIDSystemInfo: {
        Registry: PDFString.of('Adobe'),
        Ordering: PDFString.of('Identity'),
        Supplement: 0,
      },
      FontDescriptor: descriptor,
      CIDToGIDMap: 'Identity',
      W: context.obj(widths),
    }),
  )
  context.assign(
    ref,
    context.obj({
      Type: 'Font',
      Subtype: 'Type0',
      BaseFont: fontName,
      Encoding: 'Identity-H',
      DescendantFonts: [descendant],
      ToUnicode: context.register(context.flateStream(toUnicode(used))),
    }),
  )
}

export async function createPdf(
  fonts: readonly ShapedFont[],
  { title, language }: { readonly title: string; readonly language: string },
): Promise<PdfWriter> {
  const doc = await PDFDocument.create({ updateMetadata: false })
  doc.setTitle(title)
  doc.catalog.set(PDFName.of('Lang'), PDFHexString.fromText(language))
  const refs = new Map(fonts.map((font) => [font, doc.context.nextRef()]))
  const nameOf = (font: ShapedFont): string => `F${fonts.indexOf(font)}`
  const written: (() => void)[] = []
  return {
    addPage() {
      const page = new Page(nameOf)
      const { node } = doc.addPage([A4.width, A4.height])
      written.push(() => {
        for (const [font, ref] of refs)
          if (font.used.size > 0) node.setFontDictionary(PDFName.of(nameOf(font)), ref)
        const stream = doc.context.flateStream(page.drawing.join('\n'))
        node.set(PDFName.of('Contents'), doc.context.register(stream))
      })
      return page
    },
    async finish() {
      for (const write of written) write()
      for (const [font, ref] of refs) if (font.used.size > 0) embedFont(doc, ref, font)
      return Buffer.from(await doc.save())
    },
  }
}
