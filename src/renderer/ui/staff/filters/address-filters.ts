/** The filters of a list and the address of its page: one is the other, so that a list can be linked and gone back to. */
import { readSort, type Sort, sortText } from '../table/table-types.ts'

export const PAGE_SIZES = [10, 25, 50] as const
const TEXT_MAX_CHARS = 120
const PAGE_MAX = 1_000_000

export interface ListAddress<F> {
  readonly values: F
  readonly page: number
  readonly size: number
  readonly sort: Sort | undefined
}

function readNumber(
  text: string | null,
  isAllowed: (value: number) => boolean,
  otherwise: number,
): number {
  const value = text !== null && /^\d{1,7}$/.test(text) ? Number(text) : Number.NaN
  return isAllowed(value) ? value : otherwise
}

/**
 * An address can contain anything: unknown filters are left out, invalid values fall back to the
 * default.
 */
export function readAddress<F extends Record<string, string>>(
  search: URLSearchParams,
  defaults: F,
): ListAddress<F> {
  const values = Object.fromEntries(
    Object.entries(defaults).map(([key, otherwise]) => [
      key,
      (search.get(key) ?? otherwise).slice(0, TEXT_MAX_CHARS),
    ]),
  )
  return {
    values: values as F, // the keys are those of `defaults`, the values text
    page: readNumber(search.get('page'), (page) => page >= 1 && page <= PAGE_MAX, 1),
    size: readNumber(
      search.get('size'),
      (size) => PAGE_SIZES.some((known) => known === size),
      PAGE_SIZES[0],
    ),
    sort: readSort(search.get('sort') ?? ''),
  }
}

/**
 * Default values are left out, so that addresses stay short. Unknown parameters of the address stay
 * in it.
 */
export function writeAddress<F extends Record<string, string>>(
  before: URLSearchParams,
  { values, page, size, sort }: ListAddress<F>,
  defaults: F,
): URLSearchParams {
  const search = new URLSearchParams(before)
  const put = (key: string, value: string, usual: string): void =>
    value === usual ? search.delete(key) : search.set(key, value)
  for (const [key, usual] of Object.entries(defaults)) put(key, values[key] ?? usual, usual)
  put('size', String(size), String(PAGE_SIZES[0]))
  put('sort', sort === undefined ? '' : sortText(sort), '')
  put('page', String(page), '1')
  return search
}

/** What the server takes of an address: a value that no filter has is no filter. */
export const oneOf = <T extends string>(known: readonly T[], value: string): T | undefined =>
  known.find((entry) => entry === value)

/** `YYYY-MM-DD`, or undefined. */
export const dayOf = (text: string): string | undefined =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined

export interface ListPage<Row> {
  readonly items: readonly Row[]
  readonly page: number
  readonly size: number
  readonly total: number
  readonly totalIsCapped: boolean
}

/** One page of a list that was loaded as a whole. Beyond its end stands the last page. */
export function pageOf<Row>(
  rows: readonly Row[],
  { page, size }: Pick<ListAddress<unknown>, 'page' | 'size'>,
): ListPage<Row> {
  const shown = Math.min(page, Math.max(1, Math.ceil(rows.length / size)))
  const items = rows.slice((shown - 1) * size, shown * size)
  return { items, page: shown, size, total: rows.length, totalIsCapped: false }
}

export const countActive = <F extends Record<string, string>>(values: F, defaults: F): number =>
  Object.entries(defaults).filter(([key, usual]) => (values[key] ?? '').trim() !== usual).length
