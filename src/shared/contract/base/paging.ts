import * as z from 'zod'

export const PAGE_SIZE_DEFAULT = 10
const PAGE_SIZE_MAX = 100
/** The unpaged form of a list is capped; the header `X-Truncated: true` says that there is more. */
export const UNPAGED_MAX = 1_000
/** Totals are counted up to here; a list with more says `1000+`. */
export const TOTAL_CAP = 1_000

/** Without `page` a list returns the specification's plain array; with it, one page. */
export const pagingFields = {
  page: z.coerce
    .number('Give a page number')
    .int()
    .min(1, 'Pages start at 1')
    .max(1_000_000)
    .optional(),
  size: z.coerce
    .number('Give a page size')
    .int()
    .min(1)
    .max(PAGE_SIZE_MAX, `At most ${PAGE_SIZE_MAX} a page`)
    .optional(),
} as const

export const pageOf = <S extends z.ZodType>(item: S) =>
  z.object({
    items: z.array(item),
    total: z.int().describe(`Counted up to ${TOTAL_CAP}; more is said by totalIsCapped`),
    totalIsCapped: z.boolean(),
    page: z.int(),
    size: z.int(),
  })

/** Day or instant; a day in `to` means its end. */
export const DateBound = z
  .union([z.iso.date(), z.iso.datetime()])
  .meta({ examples: ['2026-01-31'] })
/** An empty filter of a form is no filter. */
export const blankIsAbsent = <S extends z.ZodType>(schema: S) =>
  z
    .preprocess(
      (value) => (typeof value === 'string' && value.trim() === '' ? undefined : value),
      schema.optional(),
    )
    .meta({ blankIsAbsent: true })

/** A number, or its digits as a text. JSON has more that counts as one by itself: `true` and `[1]` would be 1. */
export const numeral = <S extends z.ZodType>(schema: S) =>
  z.preprocess(
    (value) => (typeof value === 'boolean' || Array.isArray(value) ? Number.NaN : value),
    schema,
  )
