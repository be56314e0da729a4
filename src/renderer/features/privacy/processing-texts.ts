import type { TFunction } from 'i18next'
import type { RetentionPeriods } from '#shared/domain/people/retention.ts'
import { periodDays, type Processing } from '#shared/domain/privacy/processing.ts'
import type { Formatter } from '../../i18n/format.ts'
import { periodText } from '../../i18n/period-text.ts'

export interface ProcessingTexts {
  readonly purpose: string
  readonly who: string
  readonly data: string
  readonly basis: readonly string[]
  readonly recipients: readonly string[]
  readonly periods: readonly string[]
}

/** One processing in words: for the page, and for the register (docs/privacy.md). */
export const processingTexts = (
  t: TFunction<['privacy', 'terms']>,
  format: Pick<Formatter, 'number'>,
  { id, basis, recipients, periods }: Processing,
  days: RetentionPeriods,
): ProcessingTexts => ({
  purpose: t(`processing.${id}.purpose`),
  who: t(`processing.${id}.who`),
  data: t(`processing.${id}.data`),
  basis: basis.map((name) => t(`basis.${name}`)),
  recipients: recipients.map((name) => t(`recipients.${name}`)),
  periods: periods.map((period) => {
    const count = periodDays(period, days)
    return t(`periods.${period}`, {
      days: count === undefined ? '' : periodText(t, format, count),
    })
  }),
})
