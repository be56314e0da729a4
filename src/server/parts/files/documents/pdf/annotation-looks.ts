/**
 * What notes and form fields look like, as drawings on the page: a filled form or a marked passage
 * is part of what a reader sees. Nothing else of them is copied.
 */
import { PDFArray, PDFDict, PDFNumber, PDFRawStream, type PDFObject } from '@cantoo/pdf-lib'
import { Refused } from '../cleaned-document.ts'
import { key, nameOf, type PdfFile } from './pdf-file.ts'

const SHOWN = new Set([
  'Text',
  'FreeText',
  'Line',
  'Square',
  'Circle',
  'Polygon',
  'PolyLine',
  'Highlight',
  'Underline',
  'Squiggly',
  'StrikeOut',
  'Stamp',
  'Caret',
  'Ink',
  'Widget',
])
const ANNOTATIONS_MAX = 20_000
/** Bits of `F`. */
const HIDDEN = 2
const NOT_ON_SCREEN = 32

type Box = readonly [left: number, bottom: number, right: number, top: number]

export interface Look {
  /** The drawing, as the annotation refers to it. */
  readonly form: PDFObject
  /** Where it is drawn, in the words of a page. */
  readonly matrix: string
}

function numbersOf(file: PdfFile, value: PDFObject | undefined): number[] {
  const list = file.resolve(value)
  if (!(list instanceof PDFArray)) return []
  return list.asArray().flatMap((item) => {
    const number = file.resolve(item)
    return number instanceof PDFNumber && Number.isFinite(number.asNumber())
      ? [number.asNumber()]
      : []
  })
}

function boxOf(numbers: readonly number[]): Box | undefined {
  const [a, b, c, d] = numbers
  if (a === undefined || b === undefined || c === undefined || d === undefined) return undefined
  return [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)]
}

/** The box around a form's own box after its own matrix. */
function turned([left, bottom, right, top]: Box, matrix: readonly number[]): Box {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = matrix.length === 6 ? matrix : []
  const corners = [left, right].flatMap((x) =>
    [bottom, top].map((y) => [a * x + c * y + e, b * x + d * y + f] as const),
  )
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)]
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}

/** The look of a box that is not ticked differs from one that is. */
function normalLook(file: PdfFile, annotation: PDFDict): PDFObject | undefined {
  const looks = file.resolve(annotation.get(key('AP')))
  if (!(looks instanceof PDFDict)) return undefined
  const normal = looks.get(key('N'))
  const resolved = file.resolve(normal)
  if (!(resolved instanceof PDFDict)) return normal
  const state = nameOf(file.resolve(annotation.get(key('AS'))))
  return state === undefined ? undefined : resolved.get(key(state))
}

function lookOf(file: PdfFile, annotation: PDFObject | undefined): Look | undefined {
  if (!(annotation instanceof PDFDict)) return undefined
  const flags = file.numberOf(annotation.get(key('F'))) ?? 0
  if (!SHOWN.has(nameOf(file.resolve(annotation.get(key('Subtype')))) ?? '')) return undefined
  if ((flags & HIDDEN) !== 0 || (flags & NOT_ON_SCREEN) !== 0) return undefined
  const form = normalLook(file, annotation)
  const stream = file.resolve(form)
  if (form === undefined || !(stream instanceof PDFRawStream)) return undefined
  const place = boxOf(numbersOf(file, annotation.get(key('Rect'))))
  const own = boxOf(numbersOf(file, stream.dict.get(key('BBox'))))
  if (place === undefined || own === undefined) return undefined
  const from = turned(own, numbersOf(file, stream.dict.get(key('Matrix'))))
  const [wide, high] = [from[2] - from[0], from[3] - from[1]]
  if (wide <= 0 || high <= 0) return undefined
  const [x, y] = [(place[2] - place[0]) / wide, (place[3] - place[1]) / high]
  const matrix = [x, 0, 0, y, place[0] - from[0] * x, place[1] - from[1] * y]
  return { form, matrix: matrix.map((number) => number.toFixed(5)).join(' ') }
}

export function looksOf(file: PdfFile, page: PDFDict): Look[] {
  const annotations = file.resolve(page.get(key('Annots')))
  if (!(annotations instanceof PDFArray)) return []
  if (annotations.size() > ANNOTATIONS_MAX) throw new Refused('protected')
  return annotations.asArray().flatMap((item) => lookOf(file, file.resolve(item)) ?? [])
}
