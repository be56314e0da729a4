import { EyeOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Report } from '#shared/contract/reports.ts'

/** Says that text is withheld, and why: an unexplained gap would look like a mistake. */
export function WithheldNote({
  report: { withheld },
}: {
  readonly report: Pick<Report, 'withheld'>
}) {
  const { t } = useTranslation('reports')
  if (withheld.length === 0) return null
  return (
    <p className="mt-2 flex items-start gap-2 text-sm text-muted">
      <EyeOff aria-hidden="true" size={16} className="mt-1 shrink-0" />
      {t('withheld')}
    </p>
  )
}
