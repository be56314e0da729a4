/**
 * From text to glyphs in the order of the page: which part runs in which direction (Unicode bidi), then
 * the joined forms and marks of each part (HarfBuzz). ADR 0052.
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import bidiFactory from 'bidi-js'
import type * as HarfBuzz from 'harfbuzzjs'
import { unpackWoff } from './woff.ts'

export const WEIGHTS = ['regular', 'bold'] as const
export type Weight = (typeof WEIGHTS)[number]
export type BaseDirection = 'ltr' | 'rtl'

const FILES: Readonly<Record<Weight, string>> = { regular: '400', bold: '700' }
/** The faces of the interface. The first that has a character is taken for it. */
const FACES = [
  ['noto-sans', 'latin'],
  ['noto-sans', 'latin-ext'],
  ['ibm-plex-sans-arabic', 'arabic'],
] as const
/** The empty box: it stands for no text. */
const MISSING = 0
/** Widths in a PDF are thousandths of the size. */
const EM = 1_000

export interface ShapedFont {
  readonly name: string
  readonly bytes: Buffer
  readonly hb: HarfBuzz.Font
  /** What is drawn with it: glyph to the text that it stands for. */
  readonly used: Map<number, string>
}

export interface Glyph {
  readonly id: number
  readonly advance: number
  readonly xOffset: number
  readonly yOffset: number
}
/** Glyphs of one font, from left to right. */
export interface GlyphRun {
  readonly font: ShapedFont
  readonly glyphs: readonly Glyph[]
}
export interface ShapedLine {
  readonly runs: readonly GlyphRun[]
  /** In thousandths of the size. */
  readonly width: number
}

export interface Shaper {
  readonly fonts: readonly ShapedFont[]
  shape(text: string, weight: Weight, base: BaseDirection): ShapedLine
}

interface Part {
  readonly from: number
  to: number
  readonly level: number
  readonly font: ShapedFont
}

/** UAX 9, L2: from the highest level down, every stretch of that level or above is turned round. */
export function inPageOrder<P extends { readonly level: number }>(parts: readonly P[]): P[] {
  const ordered = [...parts]
  const highest = Math.max(0, ...parts.map(({ level }) => level))
  for (let level = highest; level > 0; level -= 1)
    for (let from = 0; from < ordered.length; from += 1) {
      let to = from
      while ((ordered[to]?.level ?? -1) >= level) to += 1
      ordered.splice(from, to - from, ...ordered.slice(from, to).toReversed())
      from = Math.max(from, to - 1)
    }
  return ordered
}

const bidi = bidiFactory()

async function loadFonts(hb: typeof HarfBuzz): Promise<Record<Weight, ShapedFont[]>> {
  const { resolve } = createRequire(import.meta.url)
  const load = async (
    weight: Weight,
    [face, subset]: readonly [string, string],
  ): Promise<ShapedFont> => {
    const file = `@fontsource/${face}/files/${face}-${subset}-${FILES[weight]}-normal.woff`
    const bytes = unpackWoff(await readFile(resolve(file)))
    const font = new hb.Font(new hb.Face(new hb.Blob(bytes)))
    font.setScale(EM, EM)
    return { name: `${subset}-${weight}`, bytes, hb: font, used: new Map() }
  }
  const [regular, bold] = await Promise.all(
    WEIGHTS.map((weight) => Promise.all(FACES.map((face) => load(weight, face)))),
  )
  return { regular: regular ?? [], bold: bold ?? [] }
}

/** HarfBuzz is half a megabyte that the first sheet loads. */
export async function createShaper(): Promise<Shaper> {
  const hb = await import('harfbuzzjs')
  const fonts = await loadFonts(hb)
  const buffer = new hb.Buffer()

  /** A character that no font has is drawn as the empty box of the first one; a mark or blank stays with its neighbour. */
  function fontFor(character: string, weight: Weight, before: ShapedFont | undefined): ShapedFont {
    const has = ({ hb: font }: ShapedFont): boolean =>
      font.nominalGlyph(character.codePointAt(0) ?? 0) !== undefined
    if (before !== undefined && /[\p{M}\s]/u.test(character) && has(before)) return before
    const found = fonts[weight].find(has) ?? fonts[weight][0]
    if (found === undefined) throw new Error('No fonts')
    return found
  }

  function partsOf(text: string, weight: Weight, base: BaseDirection): Part[] {
    const { levels } = bidi.getEmbeddingLevels(text, base)
    const parts: Part[] = []
    let at = 0
    for (const character of text) {
      const level = levels[at] ?? 0
      const last = parts.at(-1)
      const font = fontFor(character, weight, last?.level === level ? last.font : undefined)
      if (last !== undefined && last.level === level && last.font === font)
        last.to = at + character.length
      else parts.push({ from: at, to: at + character.length, level, font })
      at += character.length
    }
    return parts
  }

  function shapePart(text: string, { from, to, level, font }: Part): Glyph[] {
    buffer.clearContents()
    buffer.setClusterLevel(hb.ClusterLevel.MONOTONE_CHARACTERS)
    buffer.addText(text, from, to - from) // what stands around it decides how letters join
    buffer.guessSegmentProperties()
    buffer.setDirection(level % 2 === 1 ? hb.Direction.RTL : hb.Direction.LTR)
    hb.shape(font.hb, buffer)
    const infos = buffer.getGlyphInfos()
    const positions = buffer.getGlyphPositions()
    const starts = [...new Set(infos.map(({ cluster }) => cluster))].toSorted((a, b) => a - b)
    // A bracket in Arabic text is drawn as its mirror image; the glyph stands for what it looks like.
    const textFrom = (cluster: number): string => {
      const own = text.slice(cluster, starts[starts.indexOf(cluster) + 1] ?? to)
      return (level % 2 === 1 ? bidi.getMirroredCharacter(own) : null) ?? own
    }
    return infos.map(({ codepoint: id, cluster }, index) => {
      if (!font.used.has(id)) font.used.set(id, id === MISSING ? '' : textFrom(cluster))
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {}
      return { id, advance: xAdvance, xOffset, yOffset }
    })
  }

  return {
    fonts: WEIGHTS.flatMap((weight) => fonts[weight]),
    shape(text, weight, base) {
      const runs = inPageOrder(partsOf(text, weight, base)).map((part) => ({
        font: part.font,
        glyphs: shapePart(text, part),
      }))
      const width = runs
        .flatMap(({ glyphs }) => glyphs)
        .reduce((sum, { advance }) => sum + advance, 0)
      return { runs, width }
    },
  }
}
