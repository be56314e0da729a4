/**
 * The attendance list for signatures: French on the left, Arabic on the right, by first letter of the
 * name, on A4. Its words are those of the two languages whatever the reader's is, so they stand here.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { A4, createPdf, type PdfPage, type PdfWriter } from './pdf-writer.ts'
import { inSections, isArabic, type Section } from './sections.ts'
import { createShaper, type BaseDirection, type Shaper, type Weight } from './shaper.ts'

export interface SheetPerson {
  readonly name: string
  readonly number: string
  readonly voices: number
  readonly carriedBy: string | undefined
  readonly carries: readonly string[]
}
export interface Sheet {
  readonly title: { readonly fr: string; readonly ar: string }
  readonly place: { readonly fr: string; readonly ar: string }
  readonly startsAt: string
  readonly printedAt: string
  readonly people: readonly SheetPerson[]
}

const MARGIN = 36
const LEFT = MARGIN
const RIGHT = A4.width - MARGIN
const BOTTOM = A4.height - 44
const CELL_PAD = 4
const ROW_MIN = 27
const BAND = 17
const SIZE = { title: 13, sub: 9.5, head: 7.5, name: 9.5, small: 7.5 } as const
const LEADING = 1.35

const COLUMNS = [
  { fr: 'Nom', ar: 'الاسم', width: 160 },
  { fr: 'N° de carte', ar: 'رقم البطاقة', width: 62 },
  { fr: 'Voix', ar: 'الأصوات', width: 40 },
  { fr: 'Pouvoir', ar: 'التوكيل', width: 126 },
  { fr: 'Signature', ar: 'التوقيع', width: RIGHT - LEFT - 388 },
] as const
const STARTS = COLUMNS.map((_, index) =>
  COLUMNS.slice(0, index).reduce((sum, { width }) => sum + width, LEFT),
)

const moment = (instant: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'Europe/Paris',
  }).format(new Date(instant))

interface Style {
  readonly size: number
  readonly weight?: Weight
}

/** So that a heading or a cell leaves room on the page, however long its text is. */
const LINES_MAX = { heading: 4, proxy: 2 } as const
const cut = (lines: readonly string[], max: number): string[] =>
  lines.length <= max
    ? [...lines]
    : lines.slice(0, max).map((line, index) => (index === max - 1 ? `${line}…` : line))

/** What is written on pages: lines in a direction, at the left or right end of a space. */
class Typesetter {
  readonly #shaper: Shaper
  constructor(shaper: Shaper) {
    this.#shaper = shaper
  }
  widthOf(text: string, { size, weight = 'regular' }: Style): number {
    return (this.#shaper.shape(text, weight, baseOf(text)).width * size) / 1_000
  }
  /** Breaks at blanks; a word that is too long alone is broken between letters. */
  wrap(text: string, width: number, style: Style): string[] {
    const lines: string[] = []
    let line = ''
    for (const word of text.split(' ').flatMap((one) => this.#pieces(one, width, style))) {
      const longer = line === '' ? word : `${line} ${word}`
      if (line === '' || this.widthOf(longer, style) <= width) line = longer
      else {
        lines.push(line)
        line = word
      }
    }
    return line === '' ? lines : [...lines, line]
  }
  #pieces(word: string, width: number, style: Style): string[] {
    if (this.widthOf(word, style) <= width) return [word]
    const pieces: string[] = ['']
    for (const letter of word) {
      const longer = `${pieces.at(-1) ?? ''}${letter}`
      if (this.widthOf(longer, style) > width) pieces.push(letter)
      else pieces[pieces.length - 1] = longer
    }
    return pieces
  }
  put(
    page: PdfPage,
    text: string,
    { x, y, width, end }: { x: number; y: number; width: number; end: End },
    { size, weight = 'regular' }: Style,
  ): void {
    const line = this.#shaper.shape(text, weight, baseOf(text))
    const free = width - (line.width * size) / 1_000
    page.text(line, x + (end === 'left' ? 0 : end === 'right' ? free : free / 2), y, size)
  }
}

const baseOf = (text: string): BaseDirection => (isArabic(text) ? 'rtl' : 'ltr')

type End = 'left' | 'right' | 'middle'
interface Cell {
  readonly column: number
  readonly lines: readonly { readonly text: string; readonly end: End }[]
  readonly style: Style
}
const endOf = (text: string): End => (isArabic(text) ? 'right' : 'left')

function proxyLines({ carriedBy, carries }: SheetPerson): string[] {
  return [
    ...(carriedBy === undefined ? [] : ['Représenté par · يمثله', carriedBy]),
    ...(carries.length === 0 ? [] : ['Représente · يمثل', ...carries]),
  ]
}

class SheetWriter {
  readonly #pdf: PdfWriter
  readonly #set: Typesetter
  readonly #sheet: Sheet
  readonly #pages: PdfPage[] = []
  #page: PdfPage
  #y = 0

  constructor(pdf: PdfWriter, set: Typesetter, sheet: Sheet) {
    this.#pdf = pdf
    this.#set = set
    this.#sheet = sheet
    this.#page = this.#newPage()
  }

  /** French at the left, Arabic at the right, each in its half. */
  #pair(fr: string, ar: string, style: Style): void {
    const width = (RIGHT - LEFT) / 2 - 8
    const [left, right] = [fr, ar].map((text) =>
      cut(this.#set.wrap(text, width, style), LINES_MAX.heading),
    ) as [string[], string[]] // two texts
    const rows = Math.max(left.length, right.length)
    for (let row = 0; row < rows; row += 1) {
      this.#y += style.size * LEADING
      const y = this.#y
      this.#set.put(this.#page, left[row] ?? '', { x: LEFT, y, width, end: 'left' }, style)
      const x = RIGHT - width
      this.#set.put(this.#page, right[row] ?? '', { x, y, width, end: 'right' }, style)
    }
  }

  #newPage(): PdfPage {
    this.#page = this.#pdf.addPage()
    this.#pages.push(this.#page)
    const { title, place, startsAt } = this.#sheet
    this.#y = MARGIN - 6
    this.#pair(title.fr, title.ar, { size: SIZE.title, weight: 'bold' })
    this.#pair('Feuille d’émargement', 'قائمة الحضور والتوقيع', { size: SIZE.sub, weight: 'bold' })
    this.#pair(
      `${moment(startsAt, 'fr-FR')}, ${place.fr}`,
      `${moment(startsAt, 'ar-u-nu-latn')}، ${place.ar}`,
      { size: SIZE.sub },
    )
    this.#y += 8
    this.#columnHeads()
    return this.#page
  }

  #columnHeads(): void {
    const top = this.#y
    const style = { size: SIZE.head, weight: 'bold' } as const
    for (const [index, { fr, ar, width }] of COLUMNS.entries()) {
      const space = { x: (STARTS[index] ?? LEFT) + CELL_PAD, width: width - 2 * CELL_PAD }
      this.#set.put(this.#page, fr, { ...space, y: top + 10, end: 'left' }, style)
      this.#set.put(this.#page, ar, { ...space, y: top + 20, end: 'right' }, style)
    }
    this.#y = top + 26
    this.#page.line(LEFT, top, RIGHT, top)
    this.#frame(top, this.#y)
  }

  /** The line below a row, and those between its cells. */
  #frame(top: number, bottom: number): void {
    this.#page.line(LEFT, bottom, RIGHT, bottom)
    for (const x of [...STARTS, RIGHT]) this.#page.line(x, top, x, bottom)
  }

  #room(height: number): boolean {
    return this.#y + height <= BOTTOM
  }

  #band({ letter, isArabic: rtl }: Pick<Section<SheetPerson>, 'letter' | 'isArabic'>): void {
    const top = this.#y
    this.#page.band(LEFT, top, RIGHT - LEFT, BAND)
    this.#set.put(
      this.#page,
      letter,
      { x: LEFT + 8, y: top + 12, width: RIGHT - LEFT - 16, end: rtl ? 'right' : 'left' },
      { size: 11, weight: 'bold' },
    )
    this.#page.line(LEFT, top, RIGHT, top)
    this.#y += BAND
    this.#page.line(LEFT, this.#y, RIGHT, this.#y)
    for (const x of [LEFT, RIGHT]) this.#page.line(x, top, x, this.#y)
  }

  #cells(person: SheetPerson): Cell[] {
    const room = (column: number): number => (COLUMNS[column]?.width ?? 0) - 2 * CELL_PAD
    const name = { size: SIZE.name }
    const small = { size: SIZE.small }
    const sided = (text: string) => ({ text, end: endOf(text) })
    return [
      { column: 0, lines: this.#set.wrap(person.name, room(0), name).map(sided), style: name },
      { column: 1, lines: [{ text: person.number, end: 'left' }], style: name },
      {
        column: 2,
        lines: [{ text: String(person.voices), end: 'middle' }],
        style: { ...name, weight: 'bold' },
      },
      {
        column: 3,
        lines: proxyLines(person)
          .flatMap((line) => cut(this.#set.wrap(line, room(3), small), LINES_MAX.proxy))
          .map(sided),
        style: small,
      },
    ]
  }

  #cell({ column, lines, style }: Cell, top: number): void {
    const x = (STARTS[column] ?? LEFT) + CELL_PAD
    const width = (COLUMNS[column]?.width ?? 0) - 2 * CELL_PAD
    for (const [row, { text, end }] of lines.entries()) {
      const y = top + CELL_PAD + style.size * (1 + row * LEADING)
      this.#set.put(this.#page, text, { x, y, width, end }, style)
    }
  }

  #row(section: Section<SheetPerson>, person: SheetPerson, isFirst: boolean): void {
    const cells = this.#cells(person)
    const heights = cells.map(({ lines, style }) => lines.length * style.size * LEADING)
    const height = Math.max(ROW_MIN, Math.max(...heights) + 2 * CELL_PAD)
    if (!this.#room(height + (isFirst ? BAND : 0))) {
      this.#newPage()
      this.#band(section) // the letter again, so that each page says where it is
    } else if (isFirst) this.#band(section)
    const top = this.#y
    for (const cell of cells) this.#cell(cell, top)
    this.#y = top + height
    this.#frame(top, this.#y)
  }

  async rows(sections: readonly Section<SheetPerson>[]): Promise<void> {
    for (const section of sections)
      for (const [index, person] of section.people.entries()) {
        const before = this.#pages.length
        this.#row(section, person, index === 0)
        if (this.#pages.length > before) await nextTurn() // other calls run between pages
      }
  }

  /** How many stand on the list, and who certifies it. */
  ending(): void {
    const { people } = this.#sheet
    const height = 92
    if (!this.#room(height)) this.#newPage()
    const voices = people.reduce((sum, person) => sum + person.voices, 0)
    this.#y += 8
    this.#pair(
      `Personnes : ${people.length} · Voix attendues : ${voices}`,
      `الأشخاص: ${people.length} · الأصوات المتوقعة: ${voices}`,
      { size: SIZE.sub },
    )
    this.#y += 6
    this.#pair('Certifié exact, le président de séance :', 'صودق عليها، رئيس الجلسة:', {
      size: SIZE.sub,
    })
    this.#y += 18
    this.#pair('Le secrétaire de séance :', 'أمين سر الجلسة:', { size: SIZE.sub })
  }

  feet(): void {
    const pages = this.#pages.length
    const printed = moment(this.#sheet.printedAt, 'fr-FR')
    const width = RIGHT - LEFT
    for (const [index, page] of this.#pages.entries()) {
      const at = { x: LEFT, y: A4.height - 26, width }
      const style = { size: SIZE.small }
      this.#set.put(page, `Page ${index + 1} / ${pages}`, { ...at, end: 'left' }, style)
      this.#set.put(page, `WLD · ${printed}`, { ...at, end: 'middle' }, style)
      this.#set.put(page, `صفحة ${index + 1} من ${pages}`, { ...at, end: 'right' }, style)
    }
  }
}

export async function writeSignatureSheet(sheet: Sheet): Promise<Buffer> {
  const shaper = await createShaper()
  const pdf = await createPdf(shaper.fonts, { title: sheet.title.fr, language: 'fr' })
  const writer = new SheetWriter(pdf, new Typesetter(shaper), sheet)
  await writer.rows(inSections(sheet.people))
  writer.ending()
  writer.feet()
  return pdf.finish()
}
