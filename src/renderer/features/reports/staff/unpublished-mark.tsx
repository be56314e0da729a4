import { EyeOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Report } from '#shared/contract/reports.ts'

/** Only staff see this report: the mark tells them not to send a link that other readers cannot open. */
export function UnpublishedMark({ report }: { readonly report: Pick<Report, 'published'> }) {
  const { t } = useTranslation('reports')
  if (report.published !== false) return null
  return (
    <span className="mt-1 flex w-fit items-center gap-1 rounded-sm border border-line-strong bg-sunken px-2 py-0.5 text-xs font-semibold">
      <EyeOff aria-hidden="true" size={14} className="shrink-0" />
      {t('unpublished')}
    </span>
  )
}
