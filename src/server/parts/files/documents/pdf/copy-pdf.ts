/**
 * Writes a PDF anew from its pages. Only what `pdf-rules.ts` lists is copied: the pages with their
 * drawing, fonts and pictures. Links, forms, scripts, files inside, layers, names of authors and
 * everything unknown stay behind, because nothing asks for them.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { deflateSync } from 'node:zlib'
import {
  PDFArray,
  PDFBool,
  PDFContext,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNumber,
  PDFRawStream,
  PDFRef,
  PDFString,
  PDFWriter,
  type PDFObject,
} from '@cantoo/pdf-lib'
import { Refused } from '../cleaned-document.ts'
import { looksOf } from './annotation-looks.ts'
import { cleanDrawing } from './drawing.ts'
import { key, nameOf, PdfFile } from './pdf-file.ts'
import {
  CALCULATOR_WORDS,
  FONT,
  FORM,
  FUNCTION,
  PAGE,
  PICTURE,
  PICTURE_PARAMS,
  RESOURCES,
  SHADING,
  SHADING_PATTERN,
  TILING_PATTERN,
  type Rule,
  type StreamRule,
} from './pdf-rules.ts'
import { decodeStream, decodeUpToPicture, filtersOf, packedPictureLength } from './pdf-streams.ts'
import { cleanJpeg, cleanJpeg2000 } from './picture-bytes.ts'
import { PIXELS_MAX } from '../../pictures.ts'

const PAGES_MAX = 5_000
const PAGE_TREE_DEPTH_MAX = 64
const DEPTH_MAX = 128
const NODES_MAX = 5_000_000
const NAME_MAX_CHARS = 127
const BYTES_MAX = 64 * 1024
const A4 = [0, 0, 595, 842]

const DEVICE_SPACES: Readonly<Record<number, string>> = {
  1: 'DeviceGray',
  3: 'DeviceRGB',
  4: 'DeviceCMYK',
}

function plainValue(
  value: PDFObject,
  rule: 'number' | 'boolean' | 'name' | 'bytes',
): PDFObject | undefined {
  if (rule === 'number')
    return value instanceof PDFNumber && Number.isFinite(value.asNumber()) ? value : undefined
  if (rule === 'boolean') return value instanceof PDFBool ? value : undefined
  if (rule === 'name')
    return value instanceof PDFName && value.decodeText().length <= NAME_MAX_CHARS
      ? value
      : undefined
  if (!(value instanceof PDFString || value instanceof PDFHexString)) return undefined
  const bytes = value.asBytes()
  return bytes.length > BYTES_MAX ? undefined : PDFHexString.of(Buffer.from(bytes).toString('hex'))
}

class Copier {
  readonly target = PDFContext.create()
  readonly #file: PdfFile
  /** By rule, so that no object passes by a rule that it was not checked with. */
  readonly #copies = new Map<Rule, Map<PDFRef, PDFObject | undefined>>()
  #depth = 0
  #nodes = 0

  constructor(file: PdfFile) {
    this.#file = file
  }

  /** @returns the copy, or undefined where the value is not as the rule says */
  copy(value: PDFObject | undefined, rule: Rule): PDFObject | undefined {
    if (!(value instanceof PDFRef)) return this.#copyDirect(this.#file.resolve(value), rule)
    const copies = this.#copies.get(rule) ?? new Map<PDFRef, PDFObject | undefined>()
    this.#copies.set(rule, copies)
    if (copies.has(value)) return copies.get(value)
    // A drawing may name itself, so its place is known before it is copied.
    const place = this.target.nextRef()
    copies.set(value, place)
    const copied = this.#copyDirect(this.#file.resolve(value), rule)
    if (copied instanceof PDFDict || copied instanceof PDFRawStream || copied instanceof PDFArray)
      this.target.assign(place, copied)
    else copies.set(value, copied)
    return copies.get(value)
  }

  #copyDirect(value: PDFObject | undefined, rule: Rule): PDFObject | undefined {
    if (value === undefined) return undefined
    this.#nodes += 1
    this.#depth += 1
    if (this.#depth > DEPTH_MAX || this.#nodes > NODES_MAX) throw new Refused('protected')
    try {
      return typeof rule === 'string'
        ? this.#copyKind(value, rule)
        : this.#copyStructure(value, rule)
    } finally {
      this.#depth -= 1
    }
  }

  #copyKind(value: PDFObject, rule: Extract<Rule, string>): PDFObject | undefined {
    switch (rule) {
      case 'color-space':
        return this.#copyColorSpace(value)
      case 'function':
        return this.#copyFunction(value)
      case 'shading':
        return value instanceof PDFRawStream
          ? this.#copyStream(value, { content: 'data', keys: SHADING })
          : this.#copyDirect(value, SHADING_DICT)
      case 'pattern':
        return value instanceof PDFRawStream
          ? this.#copyStream(value, TILING_PATTERN)
          : this.#copyDirect(value, PATTERN_DICT)
      case 'x-object': {
        if (!(value instanceof PDFRawStream)) return undefined
        const kind = nameOf(this.#file.resolve(value.dict.get(key('Subtype'))))
        // `Ref` shows a page of another file, `PS` is a program for a printer.
        if (kind === 'Form') return this.#copyStream(value, FORM)
        return kind === 'Image' ? this.#copyStream(value, PICTURE) : undefined
      }
      case 'font':
        return this.#copyDirect(value, FONT_DICT)
      default:
        return plainValue(value, rule)
    }
  }

  #copyStructure(value: PDFObject, rule: Exclude<Rule, string>): PDFObject | undefined {
    if ('oneName' in rule)
      return value instanceof PDFName && rule.oneName.includes(value.decodeText())
        ? value
        : undefined
    if ('anyOf' in rule) {
      for (const choice of rule.anyOf) {
        const copied = this.#copyDirect(value, choice)
        if (copied !== undefined) return copied
      }
      return undefined
    }
    if ('list' in rule) return this.#copyList(value, rule.list)
    if ('stream' in rule)
      return value instanceof PDFRawStream ? this.#copyStream(value, rule.stream) : undefined
    if (!(value instanceof PDFDict)) return undefined
    if ('dict' in rule) return this.#copyKeys(value, rule.dict())
    const named = PDFDict.withContext(this.target)
    for (const [name, item] of value.entries()) {
      const copied = this.#alone(this.copy(item, rule.named))
      if (copied !== undefined && name.decodeText().length <= NAME_MAX_CHARS)
        named.set(name, copied)
    }
    return named
  }

  /** A list with an item that does not pass is no list: a shorter one would mean something else. */
  #copyList(value: PDFObject, rule: Rule): PDFObject | undefined {
    if (!(value instanceof PDFArray)) return undefined
    const list = PDFArray.withContext(this.target)
    for (const item of value.asArray()) {
      const copied = this.#alone(this.copy(item, rule))
      if (copied === undefined) return undefined
      list.push(copied)
    }
    return list
  }

  #copyKeys(value: PDFDict, keys: Readonly<Record<string, Rule>>): PDFDict {
    const copy = PDFDict.withContext(this.target)
    for (const [name, rule] of Object.entries(keys)) {
      const copied = this.#alone(this.copy(value.get(key(name)), rule))
      if (copied !== undefined) copy.set(key(name), copied)
    }
    return copy
  }

  #alone = (copied: PDFObject | undefined): PDFObject | undefined =>
    copied instanceof PDFRawStream ? this.target.register(copied) : copied

  #copyStream(stream: PDFRawStream, { keys, content }: StreamRule): PDFRawStream | undefined {
    const copy = this.#copyKeys(stream.dict, keys())
    if (content === 'picture') return this.#copyPicture(stream, copy)
    const plain = decodeStream(this.#file, stream)
    if (content === 'calculator' && !isCalculator(plain)) return undefined
    if (content === 'drawing') this.#file.budget.spendDrawing(plain.length)
    return packedStream(copy, content === 'drawing' ? cleanDrawing(plain) : plain)
  }

  #copyPicture(stream: PDFRawStream, copy: PDFDict): PDFRawStream {
    const [width, height] = ['Width', 'Height'].map(
      (name) => this.#file.numberOf(stream.dict.get(key(name))) ?? 0,
    )
    if ((width ?? 0) * (height ?? 0) > PIXELS_MAX) throw new Refused('protected')
    const filters = filtersOf(this.#file, stream)
    const [only] = filters
    if (filters.length === 1 && only?.name === 'FlateDecode') {
      const used = packedPictureLength(stream.contents, this.#file.budget)
      this.#setFilter(copy, only.name, only.params)
      return PDFRawStream.of(copy, stream.contents.subarray(0, used))
    }
    const { bytes, left } = decodeUpToPicture(this.#file, stream)
    if (left === undefined) return packedStream(copy, bytes)
    const cleaned = CLEANED_PICTURES.get(left.name)?.(bytes)
    if (cleaned === undefined) throw new Refused('protected')
    this.#setFilter(copy, left.name, left.params)
    return PDFRawStream.of(copy, cleaned)
  }

  #setFilter(copy: PDFDict, name: string, params: PDFDict | undefined): void {
    copy.set(key('Filter'), key(name))
    if (params !== undefined) copy.set(key('DecodeParms'), this.#copyKeys(params, PICTURE_PARAMS()))
  }

  /** Profiles name cameras and screens, so the plain space of as many colours takes their place. */
  #copyColorSpace(value: PDFObject): PDFObject | undefined {
    if (value instanceof PDFName) return plainValue(value, 'name')
    if (!(value instanceof PDFArray) || value.size() === 0) return undefined
    const kind = this.#file.resolve(value.get(0))
    const at = (index: number): PDFObject | undefined =>
      index < value.size() ? value.get(index) : undefined
    const list = (...items: (PDFObject | undefined)[]): PDFObject | undefined => {
      const copy = PDFArray.withContext(this.target)
      for (const item of [kind, ...items.map(this.#alone)]) {
        if (item === undefined) return undefined
        copy.push(item)
      }
      return copy
    }
    const name = nameOf(kind) ?? ''
    if (name === 'ICCBased') return this.#plainSpace(at(1))
    if (name === 'Pattern' && at(1) === undefined) return list()
    if (PLAIN_SPACES.has(name)) return kind
    const rules = Object.hasOwn(SPACES, name) ? SPACES[name] : undefined
    return rules && list(...rules.map((rule, index) => this.copy(at(index + 1), rule)))
  }

  #plainSpace(value: PDFObject | undefined): PDFObject | undefined {
    const profile = this.#file.resolve(value)
    if (!(profile instanceof PDFRawStream)) return undefined
    const plain = DEVICE_SPACES[this.#file.numberOf(profile.dict.get(key('N'))) ?? 0]
    return plain === undefined ? undefined : key(plain)
  }

  #copyFunction(value: PDFObject): PDFObject | undefined {
    if (!(value instanceof PDFRawStream)) return this.#copyDirect(value, FUNCTION_DICT)
    const type = this.#file.numberOf(value.dict.get(key('FunctionType')))
    return this.#copyStream(value, {
      content: type === 4 ? 'calculator' : 'data',
      keys: FUNCTION,
    })
  }
}

const SHADING_DICT: Rule = { dict: SHADING }
const PATTERN_DICT: Rule = { dict: SHADING_PATTERN }
const FONT_DICT: Rule = { dict: FONT }
const FUNCTION_DICT: Rule = { dict: FUNCTION }
const PAGE_DICT: Rule = { dict: PAGE }
const FORM_STREAM: Rule = { stream: FORM }
const NAMES: Rule = { list: 'name' }
const NUMBERS: Rule = { list: 'number' }
const SPACE_DICT: Rule = {
  dict: () => ({
    WhitePoint: NUMBERS,
    BlackPoint: NUMBERS,
    Gamma: { anyOf: ['number', NUMBERS] },
    Matrix: NUMBERS,
    Range: NUMBERS,
  }),
}
const COLOR_TABLE: Rule = { anyOf: ['bytes', { stream: { content: 'data', keys: () => ({}) } }] }

const PLAIN_SPACES = new Set(Object.values(DEVICE_SPACES))
/** What follows the name of each other kind of colour space. */
const SPACES: Readonly<Record<string, readonly Rule[]>> = {
  CalGray: [SPACE_DICT],
  CalRGB: [SPACE_DICT],
  Lab: [SPACE_DICT],
  Indexed: ['color-space', 'number', COLOR_TABLE],
  I: ['color-space', 'number', COLOR_TABLE],
  Separation: ['name', 'color-space', 'function'],
  DeviceN: [NAMES, 'color-space', 'function'],
  Pattern: ['color-space'],
}

/** The compressions of pictures that pass, each with what takes out all but the picture. */
const CLEANED_PICTURES: ReadonlyMap<string, (bytes: Uint8Array) => Uint8Array> = new Map(
  Object.entries({
    DCTDecode: cleanJpeg,
    JPXDecode: cleanJpeg2000,
    CCITTFaxDecode: (bytes) => bytes,
    JBIG2Decode: (bytes) => bytes,
  }),
)

function packedStream(dict: PDFDict, plain: Uint8Array): PDFRawStream {
  dict.set(key('Filter'), key('FlateDecode'))
  return PDFRawStream.of(dict, deflateSync(plain))
}

const isCalculator = (plain: Uint8Array): boolean =>
  Buffer.from(plain)
    .toString('latin1')
    .split(/[\0\t\n\f\r {}]+/)
    .every((word) => word === '' || /^[-+.0-9]+$/.test(word) || CALCULATOR_WORDS.has(word))

interface FoundPage {
  readonly page: PDFDict
  /** Values of the nodes above it, which it takes over. */
  readonly inherited: ReadonlyMap<string, PDFObject>
}
const INHERITED = ['Resources', 'MediaBox', 'CropBox', 'Rotate']

function pagesOf(file: PdfFile): FoundPage[] {
  const pages: FoundPage[] = []
  const seen = new Set<PDFObject>()
  const walk = (
    value: PDFObject | undefined,
    above: FoundPage['inherited'],
    depth: number,
  ): void => {
    const node = file.resolve(value)
    if (!(node instanceof PDFDict)) return
    if (seen.has(node) || depth > PAGE_TREE_DEPTH_MAX) throw new Refused('protected') // a circle
    seen.add(node)
    const own = INHERITED.flatMap((name) => {
      const item = node.get(key(name))
      return item === undefined ? [] : [[name, item] as const]
    })
    const inherited = new Map([...above, ...own])
    const kids = file.resolve(node.get(key('Kids')))
    if (kids instanceof PDFArray) {
      for (const kid of kids.asArray()) walk(kid, inherited, depth + 1)
      return
    }
    pages.push({ page: node, inherited })
    if (pages.length > PAGES_MAX) throw new Refused('protected')
  }
  walk(file.catalog()?.get(key('Pages')), new Map(), 0)
  return pages
}

function drawingParts(file: PdfFile, page: PDFDict): PDFRawStream[] {
  const contents = file.resolve(page.get(key('Contents')))
  const parts = contents instanceof PDFArray ? contents.asArray() : [contents]
  return parts.map((part) => file.resolve(part)).filter((part) => part instanceof PDFRawStream)
}

/** How often the pages use each part of a drawing. */
function usesOfParts(file: PdfFile, pages: readonly FoundPage[]): Map<PDFRawStream, number> {
  const uses = new Map<PDFRawStream, number>()
  for (const { page } of pages)
    for (const part of drawingParts(file, page)) uses.set(part, (uses.get(part) ?? 0) + 1)
  return uses
}

/**
 * All parts of a page's text as one, so that no command is cut between two parts. A part that many
 * pages share is paid for all of them when the first one needs it: a document that would pass its
 * limit on a later page is refused here, before the work.
 */
function drawingOf(file: PdfFile, page: PDFDict, unpaid: Map<PDFRawStream, number>): Uint8Array {
  const plain: Uint8Array[] = []
  for (const part of drawingParts(file, page)) {
    const bytes = decodeStream(file, part)
    file.budget.spendDrawing(bytes.length * (unpaid.get(part) ?? 0))
    unpaid.delete(part)
    plain.push(bytes, Buffer.from('\n'))
  }
  return Buffer.concat(plain)
}

function box(copier: Copier, value: PDFObject | undefined): PDFArray | undefined {
  const copied = copier.copy(value, NUMBERS)
  const list = copied instanceof PDFRef ? copier.target.lookup(copied) : copied
  return list instanceof PDFArray && list.size() === 4 ? list : undefined
}

function copyPage(
  file: PdfFile,
  copier: Copier,
  { page, inherited }: FoundPage,
  unpaid: Map<PDFRawStream, number>,
): PDFDict {
  const { target } = copier
  const copy = PDFDict.withContext(target)
  const own = copier.copy(page, PAGE_DICT)
  if (own instanceof PDFDict) for (const [name, value] of own.entries()) copy.set(name, value)
  copy.set(key('Type'), key('Page'))
  copy.set(key('MediaBox'), box(copier, inherited.get('MediaBox')) ?? target.obj(A4))
  const crop = box(copier, inherited.get('CropBox'))
  if (crop !== undefined) copy.set(key('CropBox'), crop)
  const rotate = copier.copy(inherited.get('Rotate'), 'number')
  if (rotate !== undefined) copy.set(key('Rotate'), rotate)
  const resources = copier.copy(inherited.get('Resources'), RESOURCES)
  const drawing = cleanDrawing(drawingOf(file, page, unpaid))
  const looks = looksOf(file, page).flatMap(({ form, matrix }) => {
    const drawn = copier.copy(form, FORM_STREAM)
    return drawn instanceof PDFRef ? [{ drawn, matrix }] : []
  })
  const shown = withLooks(copier, resources, drawing, looks)
  copy.set(key('Resources'), shown.resources)
  const contents = packedStream(PDFDict.withContext(target), shown.drawing)
  copy.set(key('Contents'), target.register(contents))
  return copy
}

/** Draws the notes of a page over it, in resources of its own: those of the page may belong to others too. */
function withLooks(
  { target }: Copier,
  resources: PDFObject | undefined,
  drawing: Uint8Array,
  looks: readonly { readonly drawn: PDFRef; readonly matrix: string }[],
): { readonly resources: PDFObject; readonly drawing: Uint8Array } {
  if (looks.length === 0) return { resources: resources ?? PDFDict.withContext(target), drawing }
  const entriesOf = (value: PDFObject | undefined) => {
    const dict = value instanceof PDFRef ? target.lookup(value) : value
    return dict instanceof PDFDict ? dict.entries() : []
  }
  const [own, named] = [PDFDict.withContext(target), PDFDict.withContext(target)]
  for (const [name, value] of entriesOf(resources)) own.set(name, value)
  for (const [name, value] of entriesOf(own.get(key('XObject')))) named.set(name, value)
  own.set(key('XObject'), named)
  let text = ''
  for (const [index, { drawn, matrix }] of looks.entries()) {
    let name = `Note${index}`
    while (named.has(key(name))) name += '-'
    named.set(key(name), drawn)
    text += `q ${matrix} cm /${name} Do Q\n`
  }
  return {
    resources: own,
    drawing: Buffer.concat([Buffer.from('q\n'), drawing, Buffer.from(`Q\n${text}`)]),
  }
}

/** @throws {Refused} where there is no page, or more of something than a document has */
export async function copyPdf(file: PdfFile): Promise<Uint8Array> {
  const copier = new Copier(file)
  const { target } = copier
  const found = pagesOf(file)
  if (found.length === 0) throw new Refused('damaged')
  const unpaid = usesOfParts(file, found)
  const tree = PDFDict.withContext(target)
  const root = target.nextRef()
  const kids = PDFArray.withContext(target)
  for (const page of found) {
    const copy = copyPage(file, copier, page, unpaid)
    copy.set(key('Parent'), root)
    kids.push(target.register(copy))
    await nextTurn()
  }
  tree.set(key('Type'), key('Pages'))
  tree.set(key('Kids'), kids)
  tree.set(key('Count'), PDFNumber.of(found.length))
  target.assign(root, tree)
  const catalog = PDFDict.withContext(target)
  catalog.set(key('Type'), key('Catalog'))
  catalog.set(key('Pages'), root)
  target.trailerInfo.Root = target.register(catalog)
  return PDFWriter.forContext(target, Infinity).serializeToBuffer()
}
