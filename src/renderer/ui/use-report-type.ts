import { useTranslation } from 'react-i18next'
import type { Report } from '#shared/contract/reports.ts'

/**
 * The type of a report: a category in the reader's language, or the reporter's own text unchanged.
 */
export function useReportType(): (report: Pick<Report, 'type' | 'category'>) => string {
  const { t } = useTranslation('reports')
  return ({ type, category }) => (category === null ? type : t(`accepted.${category}.title`))
}
