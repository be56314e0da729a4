import { toLatinDigits } from '#shared/domain/text/digits.ts'

/** Day, month and year as they were typed, in one text `year-month-day`; any of them may be empty. */
export interface DateParts {
  readonly day: string
  readonly month: string
  readonly year: string
}

export function partsOfDate(value: string): DateParts {
  const [year = '', month = '', day = ''] = value.split('-')
  return { day, month, year }
}

export const dateOfParts = ({ day, month, year }: DateParts): string =>
  day === '' && month === '' && year === ''
    ? ''
    : [year, month, day].map((part) => toLatinDigits(part).replaceAll(/\D/g, '')).join('-')

/** `1990-4-2` as `1990-04-02`; undefined while a part is missing or the year is not written in full. */
export function writtenDate(value: string): string | undefined {
  const { day, month, year } = partsOfDate(value)
  if (!/^\d{4}$/.test(year) || !/^\d{1,2}$/.test(month) || !/^\d{1,2}$/.test(day)) return undefined
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}
