/**
 * Rows of the first sheet of a workbook (ADR 0084): texts and numbers alone. Formulas, styles and parts of other kinds are
 * not read, and nothing is fetched. Runs in the process of a document, which limits time and memory.
 */
import { posix } from 'node:path'
import type { ReadSheet, SheetFault, SheetLimits, SheetRow } from '../document-messages.ts'
import {
  decodeXml,
  openPackage,
  readList,
  xmlParser,
  type OfficePackage,
} from '../office-package.ts'

const UNPACKED_MAX_BYTES = 32 * 1024 * 1024
/** Empty cells count too: a sheet may have a style on each of its billions. */
const CELLS_MAX = 1_000_000
const STRINGS_MAX = 500_000
/** One shared text may stand in each cell. A CSV file of 5 MB holds fewer. */
const TEXT_MAX_CHARS = 6_000_000
/** A sheet has eight: the name of an element is looked for in each one around it. */
const DEPTH_MAX = 32
const ROWS_OF_EXCEL = 1_048_576

const WORKBOOK =
  /^application\/vnd\.openxmlformats-officedocument\.spreadsheetml\.(?:sheet|template)\.main\+xml$/
const WITH_MACROS = /macroEnabled|vbaProject/i

class Refused extends Error {
  override readonly name = 'Refused'
  readonly fault: SheetFault
  constructor(fault: SheetFault) {
    super(fault)
    this.fault = fault
  }
}

interface Workbook {
  readonly sheet: string
  readonly path: string
  readonly otherSheets: number
  readonly daysFrom: 1900 | 1904
  readonly stringsPath: string | undefined
}

async function readWorkbook({ contentTypes, types, read }: OfficePackage): Promise<Workbook> {
  if (types.some((type) => WITH_MACROS.test(type))) throw new Refused('macros')
  const [part] = [...contentTypes].find(([, type]) => WORKBOOK.test(type)) ?? []
  if (part === undefined) throw new Refused('not_a_table')
  const folder = posix.dirname(part)
  const targets = new Map<string, string>()
  let stringsPath: string | undefined
  readList(
    await read(posix.join(folder, '_rels', `${posix.basename(part)}.rels`)),
    (element, { Id = '', Target = '', Type = '', TargetMode = '' }) => {
      if (element !== 'Relationship' || TargetMode.toLowerCase() === 'external') return
      const path = Target.startsWith('/') ? Target.slice(1) : posix.join(folder, Target)
      targets.set(Id, path)
      if (Type.endsWith('/sharedStrings')) stringsPath = path
    },
  )
  const sheets: { name: string; path: string }[] = []
  let daysFrom: 1900 | 1904 = 1900
  readList(await read(part), (element, { name = '', state = 'visible', id = '', date1904 }) => {
    if (element === 'workbookPr' && /^(?:1|true)$/.test(date1904 ?? '')) daysFrom = 1904
    const path = targets.get(id)
    if (element === 'sheet' && state === 'visible' && path !== undefined)
      sheets.push({ name, path })
  })
  const [first, ...others] = sheets
  if (first === undefined) throw new Refused('not_a_table')
  return {
    sheet: first.name,
    path: first.path,
    otherSheets: others.length,
    daysFrom,
    stringsPath,
  }
}

function enter(open: string[], element: string): void {
  if (open.push(element) > DEPTH_MAX) throw new Refused('not_a_table')
}

/** The texts that cells name by their number; marks of pronunciation are no part of them. */
async function readStrings({ read }: OfficePackage, path: string | undefined): Promise<string[]> {
  if (path === undefined) return []
  const strings: string[] = []
  const open: string[] = []
  let text = ''
  const parser = xmlParser()
  parser.on('opentag', ({ local }) => {
    enter(open, local)
    if (local === 'si') text = ''
  })
  parser.on('text', (piece) => {
    if (open.at(-1) === 't' && !open.includes('rPh')) text += piece
  })
  parser.on('closetag', ({ local }) => {
    open.pop()
    if (local !== 'si') return
    if (strings.push(text) > STRINGS_MAX) throw new Refused('too_complex')
  })
  parser.write(decodeXml(await read(path))).close()
  return strings
}

interface Cell {
  /** From 0. */
  readonly column: number
  readonly type: string
  value: string
  formula: string | undefined
}

/** `C5` is in column 2; undefined where a cell does not say where it stands. */
function columnOf(place: string): number | undefined {
  const letters = /^[A-Z]{1,3}(?=\d)/.exec(place)?.[0]
  return letters === undefined
    ? undefined
    : [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

/** A whole number as a person types it: Excel may store a phone number as 3.3612345678E10. */
function numberText(value: string): string {
  const number = Number(value)
  return value.trim() !== '' && Number.isFinite(number) ? String(number) : value
}

function textOf({ type, value, formula }: Cell, strings: readonly string[]): string {
  // The value of a formula is what another program says that it is; an error comes of one.
  if (formula !== undefined || type === 'e') return `=${formula ?? value}`
  if (type === 's') {
    const shared = strings[Number(value)]
    if (shared === undefined && value !== '') throw new Refused('not_a_table')
    return shared ?? ''
  }
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
  return type === 'n' ? numberText(value) : value
}

function readRows(xml: string, strings: readonly string[], limits: SheetLimits): SheetRow[] {
  const rows: SheetRow[] = []
  const open: string[] = []
  let [number, cellCount, chars] = [0, 0, 0]
  let cells: string[] = []
  let nextColumn = 0
  let cell: Cell | undefined
  const parser = xmlParser()
  parser.on('opentag', ({ local, attributes }) => {
    enter(open, local)
    if (local === 'row') {
      number = Number(attributes['r']?.value ?? number + 1)
      if (!Number.isInteger(number) || number < 1 || number > ROWS_OF_EXCEL)
        throw new Refused('not_a_table')
      cells = []
      nextColumn = 0
    } else if (local === 'c') {
      cellCount += 1
      if (cellCount > CELLS_MAX) throw new Refused('too_complex')
      const column = columnOf(attributes['r']?.value ?? '') ?? nextColumn
      cell = { column, type: attributes['t']?.value ?? 'n', value: '', formula: undefined }
      nextColumn = column + 1
    } else if (local === 'f' && cell !== undefined) cell.formula = ''
  })
  parser.on('text', (piece) => {
    if (cell === undefined) return
    const local = open.at(-1)
    if (local === 'f') cell.formula = (cell.formula ?? '') + piece
    else if (local === 'v' || (local === 't' && !open.includes('rPh'))) cell.value += piece
  })
  parser.on('closetag', ({ local }) => {
    open.pop()
    if (local === 'c' && cell !== undefined) {
      const text = textOf(cell, strings)
      if (text.trim() !== '') {
        if (cell.column >= limits.columnsMax) throw new Refused('too_many_columns')
        chars += text.length
        if (chars > TEXT_MAX_CHARS) throw new Refused('too_complex')
        while (cells.length < cell.column) cells.push('')
        cells[cell.column] = text
      }
      cell = undefined
    } else if (local === 'row' && cells.length > 0) {
      if (rows.push({ number, cells }) > limits.rowsMax) throw new Refused('too_many_rows')
      cells = []
    }
  })
  parser.write(xml).close()
  return rows
}

export async function readXlsx(bytes: Buffer, limits: SheetLimits): Promise<ReadSheet> {
  try {
    const file = await openPackage(bytes, UNPACKED_MAX_BYTES)
    const { sheet, path, otherSheets, daysFrom, stringsPath } = await readWorkbook(file)
    const strings = await readStrings(file, stringsPath)
    const rows = readRows(decodeXml(await file.read(path)), strings, limits)
    return { ok: true, rows, sheet, otherSheets, daysFrom }
  } catch (error) {
    if (error instanceof Refused) return { ok: false, fault: error.fault }
    if (error instanceof RangeError) throw error // too deep or too long: the process ends by it
    return { ok: false, fault: 'not_a_table' }
  }
}
