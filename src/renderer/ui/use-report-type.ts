import { useTranslation } from 'react-i18next'
import type { Report } from '#shared/contract/reports.ts'

/** What a report is about: a category in the reader's language, words of the reporter's own as they stand. */
export function useReportType(): (report: Pick<Report, 'type' | 'category'>) => string {
  const { t } = useTranslation('reports')
  return ({ type, category }) => (category === null ? type : t(`accepted.${category}.title`))
}
