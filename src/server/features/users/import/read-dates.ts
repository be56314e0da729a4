/** Dates as spreadsheets write them, by one order of day and month for the whole column. */
import { CLEAN } from '#shared/domain/text/clean-text.ts'

/** `mixed`: some dates of the column can only be read in one order, and some only in the other. */
type DateOrder = 'ymd' | 'dmy' | 'mdy' | 'mixed'
export type GivenOrder = 'dmy' | 'mdy'

export interface DateReading {
  readonly order: DateOrder
  /** Dates that exist in both orders. */
  readonly ambiguous: number
  readonly example: { readonly text: string; readonly date: string } | null
}

const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/
const YEAR_LAST = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4})$/
/** A day without an hour: Excel and databases write midnight behind it. */
const MIDNIGHT = /[T ]0{1,2}:00(?::00(?:[.,]0+)?)?Z?$/
/** Five digits are the days of 1927 to 2173; fewer would make a year of a date. */
const SERIAL = /^[1-9]\d{4}(?:\.\d+)?$/
const DAY_MS = 86_400_000
/** The day before the first one of each system. Excel counts a 29 February 1900, which all dates here are behind. */
const DAY_ZERO = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) } as const
const MONTHS = 12

const written = (cell: string): string => CLEAN.code(cell).replace(MIDNIGHT, '')
const iso = (year: string, month: string, day: string): string =>
  `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`

function parts(cell: string) {
  const [, first, second, year] = YEAR_LAST.exec(written(cell)) ?? []
  if (first === undefined || second === undefined || year === undefined) return undefined
  return {
    first,
    second,
    year,
    dayFirst: Number(first) > MONTHS,
    monthFirst: Number(second) > MONTHS,
  }
}
const inOrder = (
  { first, second, year }: NonNullable<ReturnType<typeof parts>>,
  order: DateOrder,
): string => (order === 'mdy' ? iso(year, first, second) : iso(year, second, first))

/** @param given by the person who imports; otherwise the dates that have one reading decide, and the day first without any */
export function readOrder(cells: readonly string[], given?: GivenOrder): DateReading {
  const dates = cells.flatMap((cell) => {
    const read = parts(cell)
    return read === undefined || (read.dayFirst && read.monthFirst) ? [] : { cell, ...read }
  })
  const [isDayFirst, isMonthFirst] = [
    dates.some(({ dayFirst }) => dayFirst),
    dates.some(({ monthFirst }) => monthFirst),
  ]
  const found = isDayFirst && isMonthFirst ? 'mixed' : isMonthFirst ? 'mdy' : 'dmy'
  const order = dates.length === 0 ? 'ymd' : (given ?? found)
  // 3 March is one day in both orders.
  const open = dates.filter(
    ({ dayFirst, monthFirst, first, second }) =>
      !dayFirst && !monthFirst && Number(first) !== Number(second),
  )
  const example = open[0] ?? dates[0]
  return {
    order,
    ambiguous: open.length,
    example:
      example === undefined ? null : { text: written(example.cell), date: inOrder(example, order) },
  }
}

/** As `YYYY-MM-DD`, which need not exist in the calendar; or `ambiguous`. */
export type ReadDate = string | undefined

export function readDate(cell: string, order: DateOrder, daysFrom?: 1900 | 1904): ReadDate {
  const text = written(cell)
  const [, year, month, day] = YEAR_FIRST.exec(text) ?? []
  if (year !== undefined && month !== undefined && day !== undefined) return iso(year, month, day)
  if (daysFrom !== undefined && SERIAL.test(text))
    return new Date(DAY_ZERO[daysFrom] + Math.floor(Number(text)) * DAY_MS)
      .toISOString()
      .slice(0, 10)
  const date = parts(cell)
  if (date === undefined) return undefined
  if (order !== 'mixed') return inOrder(date, order)
  if (date.dayFirst || date.monthFirst) return inOrder(date, date.monthFirst ? 'mdy' : 'dmy')
  return Number(date.first) === Number(date.second) ? inOrder(date, 'dmy') : 'ambiguous'
}
