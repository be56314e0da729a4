import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useHasRoute } from '../../ui/known-routes.ts'
import { Notice } from '../../ui/notice.tsx'

/** Who writes about a violation may be looking for the reports. */
export function ReportHint() {
  const { t } = useTranslation('contact')
  const hasRoute = useHasRoute()
  if (!hasRoute('/reports')) return null
  return (
    <Notice tone="info">
      <p>{t('reportHint')}</p>
      <Link
        to="/reports"
        className="inline-flex font-semibold text-brand underline underline-offset-4 min-h-11 items-center"
      >
        {t('reportLink')}
      </Link>
    </Notice>
  )
}
