/** One part of a Word document, written anew from the elements that `word-rules.ts` lists. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { SaxesTagNS } from 'saxes'
import { Refused } from '../cleaned-document.ts'
import { drawingReader, pictureXml, type PlacedPicture } from './pictures-in-text.ts'
import { decodeXml, xmlParser } from './word-package.ts'
import {
  ATTRIBUTE_MAX_CHARS,
  KEPT,
  KEPT_ATTRIBUTES,
  KEPT_SETTINGS,
  KEPT_THEME,
  KEPT_THEME_ATTRIBUTES,
  NAMESPACES,
  PARTS,
  UNWRAPPED,
  type PartKind,
} from './word-rules.ts'

const DEPTH_MAX = 256
const ELEMENTS_MAX = 3_000_000
const SLICE_CHARS = 256 * 1024

/** Ids of the new package, for what a part refers to. */
export interface PartReferences {
  picture(id: string): string | undefined
  /** Header or footer. */
  part(id: string): string | undefined
}

/**
 * - `keep` copies the element, `unwrap` only what is in it, `drop` nothing
 * - `drawing` looks for pictures and text boxes, `box` copies the text of a text box
 */
type Mode = 'keep' | 'unwrap' | 'drop' | 'drawing' | 'box'
interface Open {
  readonly mode: Mode
  readonly space: string
  readonly name: string
  /** Written when the element ends. */
  readonly end: string
  lastChild: string
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const WORD_SPACES =
  ' xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"'
const THEME_SPACES = ' xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"'

const escaped = (text: string): string =>
  /[&<>"]/.test(text)
    ? text
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;')
        .replaceAll('"', '&quot;')
    : text

/** Numbers of pages are the only fields that are written, in these words. */
const PAGE_FIELD = /^\s*(PAGE|NUMPAGES)\s*(\\\*\s*\w+\s*)*$/i
const pageField = (name: string): string =>
  `<w:fldChar w:fldCharType="begin"/><w:instrText xml:space="preserve"> ${name.toUpperCase()} </w:instrText><w:fldChar w:fldCharType="separate"/><w:t>1</w:t><w:fldChar w:fldCharType="end"/>`

const NO_ATTRIBUTE = { local: '', uri: '', value: '' }
/** In these the last element must be a paragraph. */
const NEEDS_PARAGRAPH = new Set(['tc', 'hdr', 'ftr', 'footnote', 'endnote', 'body'])
const IN_RUN = new Set(['t', 'tab', 'br', 'cr', 'sym', 'noBreakHyphen', 'softHyphen', 'ptab'])

class PartCopier {
  readonly out: string[] = []
  readonly #kind: PartKind
  readonly #references: PartReferences
  readonly #open: Open[] = []
  /** For each field that is open, its code so far; undefined once its result is read. */
  readonly #fields: (string | undefined)[] = []
  /** Fields whose result is left out, because a number of pages stands for it. */
  #replaced = 0
  #elements = 0
  #inCode = false
  #drawing: ReturnType<typeof drawingReader> | undefined

  constructor(kind: PartKind, references: PartReferences) {
    this.#kind = kind
    this.#references = references
  }

  openTag(tag: SaxesTagNS): void {
    this.#elements += 1
    const parent = this.#open.at(-1)
    if (this.#open.length >= DEPTH_MAX || this.#elements > ELEMENTS_MAX)
      throw new Refused('protected')
    const space = NAMESPACES.get(tag.uri) ?? ''
    const attribute = (name: string, of = 'w'): string | undefined =>
      Object.values(tag.attributes).find(
        ({ local, uri }) => local === name && (NAMESPACES.get(uri) ?? '') === of,
      )?.value
    const at = this.out.length
    const opened =
      parent === undefined
        ? this.#openRoot(tag.local, space)
        : this.#openInside(parent, tag, space, attribute)
    this.#open.push({
      mode: opened.mode,
      end: opened.end,
      space,
      name: tag.local,
      lastChild: '',
    })
    if (parent !== undefined && this.out.length > at && opened.mode === 'keep')
      parent.lastChild = tag.local
  }

  closeTag(): void {
    const closed = this.#open.pop()
    if (closed === undefined) return
    const { space, name } = closed
    if (closed.mode === 'keep' && NEEDS_PARAGRAPH.has(name) && closed.lastChild !== 'p')
      this.#ensureParagraph(closed, name)
    if (space === 'w' && name === 'instrText') this.#inCode = false
    if (closed.mode === 'box' && space === 'w' && name === 'p') this.out.push('<w:br/>')
    const outer = this.#open.at(-1)
    if (closed.mode === 'drawing' && outer?.mode !== 'drawing') this.#endDrawing()
    // What an unwrapped element held counts as held by the one around it.
    if (closed.mode === 'unwrap' && outer !== undefined && closed.lastChild !== '')
      outer.lastChild = closed.lastChild
    this.out.push(closed.end)
  }

  text(text: string): void {
    if (this.#inCode) {
      const last = this.#fields.length - 1
      if (typeof this.#fields[last] === 'string' && (this.#fields[last] ?? '').length < 10_000)
        this.#fields[last] += text
      return
    }
    const current = this.#open.at(-1)
    if (this.#isHidden() || current === undefined) return
    const { mode, space, name } = current
    if (name !== 't' || (space !== 'w' && space !== 'm')) return
    if (mode === 'keep') this.out.push(escaped(text))
    else if (mode === 'box' && space === 'w')
      this.out.push(`<w:t xml:space="preserve">${escaped(text)}</w:t>`)
  }

  #ensureParagraph(closed: Open, name: string): void {
    if (name === 'body' && closed.lastChild !== '') return // ends with the section
    this.out.push('<w:p/>')
  }

  #isHidden = (): boolean =>
    this.#replaced > 0 || this.#fields.some((code) => typeof code === 'string')

  #openRoot(local: string, space: string): Pick<Open, 'mode' | 'end'> {
    const isTheme = this.#kind === 'theme'
    if (local !== PARTS[this.#kind].root || space !== (isTheme ? 'a' : 'w'))
      throw new Refused('damaged')
    this.out.push(
      DECLARATION,
      `<${space}:${local}${isTheme ? `${THEME_SPACES} name=""` : WORD_SPACES}>`,
    )
    return { mode: 'keep', end: `</${space}:${local}>` }
  }

  #openInside(
    parent: Open,
    tag: SaxesTagNS,
    space: string,
    attribute: (name: string, of?: string) => string | undefined,
  ): Pick<Open, 'mode' | 'end'> {
    const { local } = tag
    const drop = { mode: 'drop', end: '' } as const
    if (parent.mode === 'drop') return drop
    if (parent.mode === 'box') return this.#openInBox(local, space)
    if (parent.mode === 'drawing') return this.#openInDrawing(tag, space, attribute)
    if (this.#kind === 'theme')
      return space === 'a' && KEPT_THEME.has(local)
        ? this.#write(tag, 'a', KEPT_THEME_ATTRIBUTES)
        : drop
    // Of alternatives the plain one is taken; the first is for programs that know more.
    if (space === 'mc' && ['AlternateContent', 'Fallback'].includes(local))
      return { mode: 'unwrap', end: '' }
    if (space === 'm') return this.#openMath(local)
    if (space !== 'w') return drop
    if (this.#kind === 'settings')
      return KEPT_SETTINGS.has(local) ? this.#write(tag, 'w', KEPT_ATTRIBUTES) : drop
    return this.#openWord(tag, attribute)
  }

  #openWord(
    tag: SaxesTagNS,
    attribute: (name: string, of?: string) => string | undefined,
  ): Pick<Open, 'mode' | 'end'> {
    const { local } = tag
    const drop = { mode: 'drop', end: '' } as const
    switch (local) {
      case 'fldChar':
        this.#fieldMark(attribute('fldCharType'))
        return drop
      case 'instrText':
        this.#inCode = true
        return drop
      case 'fldSimple': {
        const page = PAGE_FIELD.exec(attribute('instr') ?? '')?.[1]
        if (page === undefined || this.#isHidden()) return { mode: 'unwrap', end: '' }
        this.out.push(`<w:r>${pageField(page)}</w:r>`)
        return drop
      }
      case 'drawing':
      case 'pict': {
        this.#drawing = drawingReader()
        return { mode: 'drawing', end: '' }
      }
      case 'headerReference':
      case 'footerReference': {
        const id = this.#references.part(attribute('id', 'r') ?? '')
        const type = attribute('type') ?? 'default'
        if (id !== undefined && ['default', 'even', 'first'].includes(type))
          this.out.push(`<w:${local} w:type="${type}" r:id="${id}"/>`)
        return drop
      }
      default:
        if (UNWRAPPED.has(local)) return { mode: 'unwrap', end: '' }
        if (!KEPT.has(local) || (IN_RUN.has(local) && this.#isHidden())) return drop
        return this.#write(tag, 'w', KEPT_ATTRIBUTES)
    }
  }

  #write(tag: SaxesTagNS, space: string, allowed: ReadonlySet<string>): Pick<Open, 'mode' | 'end'> {
    let text = `<${space}:${tag.local}`
    for (const name in tag.attributes) {
      const { local, uri, value } = tag.attributes[name] ?? NO_ATTRIBUTE
      const isOwn = space === 'w' ? NAMESPACES.get(uri) === 'w' : uri === ''
      if (isOwn && allowed.has(local) && value.length <= ATTRIBUTE_MAX_CHARS)
        text += ` ${space === 'w' ? 'w:' : ''}${local}="${escaped(value)}"`
    }
    if (space === 'w' && tag.local === 't') text += ' xml:space="preserve"'
    this.out.push(`${text}>`)
    return { mode: 'keep', end: `</${space}:${tag.local}>` }
  }

  /** A formula becomes the line of its signs. */
  #openMath(local: string): Pick<Open, 'mode' | 'end'> {
    if (local !== 't' || this.#isHidden()) return { mode: 'unwrap', end: '' }
    this.out.push('<w:r><w:t xml:space="preserve">')
    return { mode: 'keep', end: '</w:t></w:r>' }
  }

  #openInBox(local: string, space: string): Pick<Open, 'mode' | 'end'> {
    if (space !== 'w' || ['instrText', 'delText', 'drawing', 'pict', 'object'].includes(local))
      return { mode: 'drop', end: '' }
    if (local === 'tab' || local === 'br') this.out.push(`<w:${local}/>`)
    return { mode: 'box', end: '' }
  }

  #openInDrawing(
    { local }: SaxesTagNS,
    space: string,
    attribute: (name: string, of?: string) => string | undefined,
  ): Pick<Open, 'mode' | 'end'> {
    if (space === 'mc' && local === 'Choice') return { mode: 'drop', end: '' }
    if (space === 'w' && local === 'txbxContent') return { mode: 'box', end: '' }
    this.#drawing?.see(`${space}:${local}`, (name, of = '') => attribute(name, of))
    return { mode: 'drawing', end: '' }
  }

  #endDrawing(): void {
    const pictures = this.#drawing?.pictures() ?? []
    this.#drawing = undefined
    if (this.#isHidden()) return
    for (const picture of pictures) {
      const id = this.#references.picture(picture.id)
      if (id !== undefined) this.out.push(pictureXml({ ...picture, id } satisfies PlacedPicture))
    }
  }

  #fieldMark(type: string | undefined): void {
    if (type === 'begin') this.#fields.push('')
    const last = this.#fields.length - 1
    if (type === 'separate' && last >= 0) this.#endCode(last)
    if (type !== 'end') return
    if (last >= 0 && typeof this.#fields[last] === 'string') this.#endCode(last)
    this.#fields.pop()
    if (this.#replaced > this.#fields.length) this.#replaced = 0
  }

  /** The result follows, which stays as text; a number of pages is written as a field instead. */
  #endCode(last: number): void {
    const page = PAGE_FIELD.exec(this.#fields[last] ?? '')?.[1]
    this.#fields[last] = undefined
    if (page === undefined || this.#isHidden()) return
    this.out.push(pageField(page))
    this.#replaced = last + 1
  }
}

export async function copyPart(
  kind: PartKind,
  bytes: Buffer,
  references: PartReferences,
): Promise<Buffer> {
  const copier = new PartCopier(kind, references)
  const parser = xmlParser()
  parser.on('opentag', (tag) => copier.openTag(tag))
  parser.on('closetag', () => copier.closeTag())
  parser.on('text', (text) => copier.text(text))
  parser.on('cdata', (text) => copier.text(text))
  const text = decodeXml(bytes)
  for (let at = 0; at < text.length; at += SLICE_CHARS) {
    parser.write(text.slice(at, at + SLICE_CHARS))
    await nextTurn()
  }
  parser.close()
  return Buffer.from(copier.out.join(''))
}
