/**
 * The objects of a PDF: the newest cross-reference first, then the older ones, with objects in
 * streams of objects. The parser of `@cantoo/pdf-lib` reads the objects, so names are decoded
 * before anything looks at them. Its reader of whole files is not used: it unpacks without limits.
 */
import {
  PDFArray,
  PDFContext,
  PDFDict,
  PDFName,
  PDFNull,
  PDFNumber,
  PDFObjectParser,
  PDFRawStream,
  PDFRef,
  PDFStream,
  type PDFObject,
} from '@cantoo/pdf-lib'
import { Refused } from '../cleaned-document.ts'
import { createBudget, decodeStream } from './pdf-streams.ts'

/** Limits that no normal document reaches. */
const OBJECTS_MAX = 300_000
const SECTIONS_MAX = 1_000
const HOPS_MAX = 32
/** `startxref` stands at the end; some writers add bytes after it. */
const END_BYTES = 2_048

const SPACE = String.raw`[\0\t\n\f\r ]`
const HEAD = new RegExp(String.raw`${SPACE}*(\d{1,10})${SPACE}+\d{1,5}${SPACE}+obj\b`, 'y')
const HEADS = new RegExp(String.raw`(?<![0-9])(\d{1,10})${SPACE}+\d{1,5}${SPACE}+obj\b`, 'g')
const SUBSECTION = new RegExp(String.raw`${SPACE}*(\d{1,10})${SPACE}+(\d{1,7})${SPACE}*`, 'y')
const ROW = new RegExp(String.raw`${SPACE}*(\d{1,10})${SPACE}+\d{1,5}${SPACE}+([nf])`, 'y')

const STREAM = [...'stream'].map((letter) => letter.charCodeAt(0))
const CARRIAGE_RETURN = 13
const LINE_FEED = 10

type Entry =
  | { readonly kind: 'at'; readonly offset: number }
  | { readonly kind: 'packed'; readonly stream: number; readonly index: number }
  | { readonly kind: 'free' }

export const key = (name: string): PDFName => PDFName.of(name)
/** Text of a name with its escapes decoded; undefined for everything else. */
export const nameOf = (value: PDFObject | undefined): string | undefined =>
  value instanceof PDFName ? value.decodeText() : undefined

/** As the library's parser, but the length of a stream may be an object of its own. */
class ObjectReader extends PDFObjectParser {
  #source: Uint8Array = new Uint8Array()
  #lengthOf: (value: PDFObject | undefined) => number | undefined = () => undefined

  static over(
    source: Uint8Array,
    context: PDFContext,
    lengthOf: (value: PDFObject | undefined) => number | undefined,
  ): ObjectReader {
    // The class of `bytes` is not exported.
    const { bytes } = PDFObjectParser.forBytes(source, context) as ObjectReader
    const reader = new ObjectReader(bytes, context)
    reader.#source = source
    reader.#lengthOf = lengthOf
    return reader
  }

  protected override parseDictOrStream(): PDFDict | PDFStream {
    const dict = this.parseDict()
    this.skipWhitespaceAndComments()
    if (!this.matchKeyword(STREAM)) return dict
    if (this.bytes.peek() === CARRIAGE_RETURN) this.bytes.next()
    if (this.bytes.peek() === LINE_FEED) this.bytes.next()
    const start = this.bytes.offset()
    const end = this.#endOf(start, this.#lengthOf(dict.get(key('Length'))))
    this.bytes.moveTo(end)
    return PDFRawStream.of(dict, this.#source.subarray(start, end))
  }

  #endOf(start: number, length: number | undefined): number {
    const view = Buffer.from(this.#source.buffer, this.#source.byteOffset, this.#source.byteLength)
    if (length !== undefined && Number.isInteger(length) && length >= 0) {
      const end = start + length
      if (/^[\0\t\n\f\r ]*endstream/.test(view.toString('latin1', end, end + 16))) return end
    }
    const word = view.indexOf('endstream', start)
    if (word < 0) throw new Refused('damaged')
    const before = view.toString('latin1', Math.max(start, word - 2), word)
    return word - (before === '\r\n' ? 2 : /[\r\n]$/.test(before) ? 1 : 0)
  }
}

export class PdfFile {
  readonly bytes: Buffer
  readonly budget = createBudget()
  readonly #text: string
  readonly #context = PDFContext.create()
  readonly #entries = new Map<number, Entry>()
  readonly #objects = new Map<number, PDFObject | undefined>()
  readonly #underWay = new Set<number>()
  readonly #packed = new Map<number, readonly PDFObject[]>()
  #trailers: PDFDict[] = []

  private constructor(bytes: Buffer) {
    this.bytes = bytes
    this.#text = bytes.toString('latin1')
  }

  /** @throws {Refused} for a locked document, and where neither way finds the pages */
  static open(bytes: Buffer): PdfFile {
    if (bytes.lastIndexOf('%%EOF') < 0) throw new Refused('damaged') // cut off
    for (const find of ['byReference', 'byScan'] as const) {
      const file = new PdfFile(bytes)
      try {
        if (find === 'byReference') file.#readReferences()
        else file.#scan()
        if (file.#trailers.some((trailer) => trailer.has(key('Encrypt'))))
          throw new Refused('protected')
        if (file.catalog() !== undefined && (find === 'byScan' || file.#isWhole())) return file
      } catch (error) {
        if (find === 'byScan' || (error instanceof Refused && error.fault === 'protected'))
          throw error
      }
    }
    throw new Refused('damaged')
  }

  catalog(): PDFDict | undefined {
    for (const trailer of this.#trailers) {
      const root = this.resolve(trailer.get(key('Root')))
      if (root instanceof PDFDict && this.resolve(root.get(key('Pages'))) instanceof PDFDict)
        return root
    }
    return undefined
  }

  /** The value, or what a reference to it leads to. */
  resolve(value: PDFObject | undefined): PDFObject | undefined {
    let at = value
    for (let hops = 0; at instanceof PDFRef; hops += 1) {
      if (hops > HOPS_MAX) throw new Refused('protected')
      at = this.#load(at.objectNumber)
    }
    return at
  }

  /** Every object that the cross-references list, and the trailers, whether the pages use it or not. */
  *everything(): Generator<PDFObject> {
    yield* this.#trailers
    for (const number of this.#entries.keys()) {
      const object = this.#load(number)
      if (object !== undefined) yield object
    }
  }

  numberOf(value: PDFObject | undefined): number | undefined {
    const resolved = this.resolve(value)
    return resolved instanceof PDFNumber ? resolved.asNumber() : undefined
  }

  /** False where a reference leads to something other than its object: then the file is searched instead. */
  #isWhole(): boolean {
    for (const [number, entry] of this.#entries) {
      if (entry.kind !== 'at') continue
      HEAD.lastIndex = entry.offset
      if (Number(HEAD.exec(this.#text)?.[1]) !== number) return false
    }
    return true
  }

  #note(number: number, entry: Entry): void {
    if (this.#entries.has(number)) return // a newer section has it
    if (this.#entries.size >= OBJECTS_MAX) throw new Refused('protected')
    this.#entries.set(number, entry)
  }

  #readReferences(): void {
    const end = this.#text.slice(-END_BYTES)
    const start = /startxref[\0\t\n\f\r ]+(\d{1,10})(?![\s\S]*startxref)/.exec(end)?.[1]
    const [waiting, seen] = [[Number(start)], new Set<number>()]
    for (let offset = waiting.shift(); offset !== undefined; offset = waiting.shift()) {
      if (seen.has(offset)) continue
      seen.add(offset)
      if (seen.size > SECTIONS_MAX) throw new Refused('protected')
      const trailer = this.#readSection(offset)
      this.#trailers.push(trailer)
      // The hybrid section belongs to this one, so it comes before the older ones.
      for (const name of ['XRefStm', 'Prev']) {
        const next = trailer.get(key(name))
        if (next instanceof PDFNumber) waiting.push(next.asNumber())
      }
    }
  }

  #readSection(offset: number): PDFDict {
    if (!this.#text.startsWith('xref', offset)) return this.#readReferenceStream(offset)
    let at = offset + 'xref'.length
    for (;;) {
      SUBSECTION.lastIndex = at
      const [head, first, count] = SUBSECTION.exec(this.#text) ?? []
      if (head === undefined) break
      at += head.length
      for (let index = 0; index < Number(count); index += 1) {
        ROW.lastIndex = at
        const [row, place, use] = ROW.exec(this.#text) ?? []
        if (row === undefined) throw new Refused('damaged')
        at += row.length
        this.#note(
          Number(first) + index,
          use === 'n' ? { kind: 'at', offset: Number(place) } : { kind: 'free' },
        )
      }
    }
    const word = this.#text.indexOf('trailer', at)
    if (word < 0) throw new Refused('damaged')
    const trailer = this.#parse(word + 'trailer'.length)
    if (!(trailer instanceof PDFDict)) throw new Refused('damaged')
    return trailer
  }

  #readReferenceStream(offset: number): PDFDict {
    const stream = this.#parseAt(offset)
    if (!(stream instanceof PDFRawStream) || nameOf(stream.dict.get(key('Type'))) !== 'XRef')
      throw new Refused('damaged')
    const widths = this.#numbers(stream.dict.get(key('W')))
    const [kindBytes = 0, placeBytes = 0, moreBytes = 0] = widths
    const rowBytes = kindBytes + placeBytes + moreBytes
    if (widths.length !== 3 || widths.some((width) => width < 0 || width > 6) || rowBytes === 0)
      throw new Refused('damaged')
    const rows = Buffer.from(decodeStream(this, stream))
    const size = this.numberOf(stream.dict.get(key('Size'))) ?? 0
    const listed = this.#numbers(stream.dict.get(key('Index')))
    const index = listed.length === 0 ? [0, size] : listed
    let at = 0
    for (let section = 0; section + 1 < index.length; section += 2) {
      const [first = 0, count = 0] = [index[section], index[section + 1]]
      for (let row = 0; row < count && at + rowBytes <= rows.length; row += 1, at += rowBytes) {
        const read = (from: number, bytes: number): number =>
          bytes === 0 ? 0 : rows.readUIntBE(at + from, bytes)
        const kind = kindBytes === 0 ? 1 : read(0, kindBytes)
        const [place, more] = [read(kindBytes, placeBytes), read(kindBytes + placeBytes, moreBytes)]
        if (kind === 1) this.#note(first + row, { kind: 'at', offset: place })
        else if (kind === 2) this.#note(first + row, { kind: 'packed', stream: place, index: more })
        else this.#note(first + row, { kind: 'free' })
      }
    }
    return stream.dict
  }

  /** For files whose cross-reference is wrong: the last object of each number counts, as viewers do it. */
  #scan(): void {
    const packs: number[] = []
    for (const { 0: head, 1: number, index } of this.#text.matchAll(HEADS)) {
      this.#entries.set(Number(number), { kind: 'at', offset: index })
      if (this.#entries.size > OBJECTS_MAX) throw new Refused('protected')
      if (
        /^[^>]{0,400}\/(?:ObjStm|XRef)\b/.test(this.#text.slice(index + head.length, index + 500))
      )
        packs.push(Number(number))
    }
    for (const { index } of this.#text.matchAll(/\btrailer\b/g)) {
      if (this.#trailers.length > SECTIONS_MAX) throw new Refused('protected')
      const trailer = this.#tryParse(index + 'trailer'.length)
      if (trailer instanceof PDFDict) this.#trailers.unshift(trailer)
    }
    for (const number of packs) {
      const stream = this.#load(number)
      if (!(stream instanceof PDFRawStream)) continue
      if (nameOf(stream.dict.get(key('Type'))) === 'XRef') this.#trailers.unshift(stream.dict)
      else
        for (const [index, packed] of this.#numbersPacked(stream).entries())
          if (!this.#entries.has(packed))
            this.#note(packed, { kind: 'packed', stream: number, index })
    }
  }

  #numbers(value: PDFObject | undefined): number[] {
    const array = this.resolve(value)
    if (!(array instanceof PDFArray)) return []
    return array.asArray().map((item) => this.numberOf(item) ?? -1)
  }

  #load(number: number): PDFObject | undefined {
    if (this.#objects.has(number)) return this.#objects.get(number)
    const entry = this.#entries.get(number)
    if (entry === undefined || entry.kind === 'free' || this.#underWay.has(number)) return undefined
    this.#underWay.add(number) // an object that needs itself, for example for its length
    const object = entry.kind === 'at' ? this.#parseAt(entry.offset) : this.#unpack(entry)
    this.#underWay.delete(number)
    this.#objects.set(number, object)
    return object
  }

  #parseAt(offset: number): PDFObject | undefined {
    HEAD.lastIndex = offset
    const head = HEAD.exec(this.#text)
    return head === null ? undefined : this.#tryParse(offset + head[0].length)
  }

  #parse(offset: number, bytes: Uint8Array = this.bytes): PDFObject {
    this.budget.countObject()
    return ObjectReader.over(bytes.subarray(offset), this.#context, (length) =>
      this.numberOf(length),
    ).parseObject()
  }

  /** What cannot be parsed is no object, as for other readers. */
  #tryParse(offset: number, bytes?: Uint8Array): PDFObject | undefined {
    try {
      return this.#parse(offset, bytes)
    } catch (error) {
      if (error instanceof RangeError) throw error // nested too deeply
      if (error instanceof Refused && error.fault === 'protected') throw error
      return undefined
    }
  }

  #unpack({ stream, index }: Extract<Entry, { kind: 'packed' }>): PDFObject | undefined {
    let objects = this.#packed.get(stream)
    if (objects === undefined) {
      const pack = this.#entries.get(stream)?.kind === 'at' ? this.#load(stream) : undefined
      objects = pack instanceof PDFRawStream ? this.#unpackAll(pack) : []
      this.#packed.set(stream, objects)
    }
    return objects[index]
  }

  #unpackAll(pack: PDFRawStream): PDFObject[] {
    if (nameOf(pack.dict.get(key('Type'))) !== 'ObjStm') return []
    const plain = decodeStream(this, pack)
    const first = this.numberOf(pack.dict.get(key('First'))) ?? 0
    // Objects may not overlap: a hundred kilobytes could hold the same megabytes a thousand times.
    const places = heads(plain, first).filter((_, at) => at % 2 === 1)
    if (places.some((place, at) => at > 0 && place <= (places[at - 1] ?? 0)))
      throw new Refused('protected')
    return places.map((place, at) => {
      const end = first + (places[at + 1] ?? plain.length)
      const object = this.#tryParse(first + place, plain.subarray(0, end))
      return object === undefined || object instanceof PDFStream ? PDFNull : object
    })
  }

  #numbersPacked(pack: PDFRawStream): number[] {
    const first = this.numberOf(pack.dict.get(key('First'))) ?? 0
    return heads(decodeStream(this, pack), first).filter((_, at) => at % 2 === 0)
  }
}

/** The `number place` pairs before the objects of a stream. */
function heads(plain: Uint8Array, first: number): number[] {
  const text = Buffer.from(plain.subarray(0, first)).toString('latin1')
  const found: number[] = []
  for (const [digits] of text.matchAll(/\d{1,10}/g)) {
    found.push(Number(digits))
    if (found.length > 2 * OBJECTS_MAX) throw new Refused('protected')
  }
  return found.length % 2 === 0 ? found : found.slice(0, -1)
}
