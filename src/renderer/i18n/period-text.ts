import type { TFunction } from 'i18next'
import type { Formatter } from './format.ts'

/** As the settings count one. */
const YEAR_DAYS = 365

/**
 * How long something is kept, in words: nobody reads 3650 days as ten years. Only whole years are said in another unit;
 * a month has no number of days, so 180 days are not six of them.
 */
export const periodText = (
  t: TFunction<'terms'>,
  format: Pick<Formatter, 'number'>,
  days: number,
): string => {
  const [unit, count] =
    days > 0 && days % YEAR_DAYS === 0
      ? (['years', days / YEAR_DAYS] as const)
      : (['days', days] as const)
  return t(`terms:${unit}`, { count, number: format.number(count) })
}
