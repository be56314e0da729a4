import { Check } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Report } from '#shared/contract/reports.ts'
import { REPORT_CHECKS } from '#shared/domain/report/report-checks.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { StatusBadge } from '../../parts/report/status-badge.tsx'
import { Section } from '../../ui/layout/section.tsx'

/** In place of the boxes, which ask for work that is done: what was decided, why, and what was checked for it. */
export function DecidedReport({ report }: { readonly report: Report }) {
  const { t } = useTranslation('reportWrite')
  const format = useFormat()
  const checks = REPORT_CHECKS.filter((check) => report.checks?.includes(check) === true)
  const comment = report.verifierComment ?? ''
  return (
    <Section title={t('desk.decided.title')}>
      <div className="grid gap-3">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <StatusBadge report={report} />
          {report.updatedAt !== undefined && (
            <span className="text-sm text-muted">
              {t('desk.decided.changed', {
                date: format.date(new Date(report.updatedAt), 'medium'),
              })}
            </span>
          )}
        </p>
        {comment !== '' && (
          <div>
            <p className="text-sm text-muted">
              {t(report.status === 'rejected' ? 'desk.decided.reason' : 'field.verifierComment')}
            </p>
            <p dir="auto" className="font-semibold wrap-anywhere whitespace-pre-line">
              {comment}
            </p>
          </div>
        )}
        {checks.length > 0 ? (
          <ul aria-label={t('desk.checked')} className="grid gap-2">
            {checks.map((check) => (
              <li key={check} className="flex items-start gap-2">
                <Check aria-hidden="true" size={18} className="mt-0.5 shrink-0 text-success" />
                {t(`desk.checks.${check}`)}
              </li>
            ))}
          </ul>
        ) : (
          <p className="text-sm text-muted">{t('desk.decided.noChecks')}</p>
        )}
      </div>
    </Section>
  )
}
