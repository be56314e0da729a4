import { Paperclip } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Report } from '#shared/contract/reports.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { LinkButton } from '../../ui/button.tsx'

/** How much evidence there is, and the way to it. A link, so that it can be opened beside the list. */
export function EvidenceLink({
  report,
  words = false,
}: {
  readonly report: Report
  readonly words?: boolean
}) {
  const { t } = useTranslation('reports')
  const format = useFormat()
  const number = format.number(report.evidenceCount)
  // Who speaks to the device says what stands on the link, so its name holds the same words: "2" is not in "دليلان".
  const name = words
    ? t('evidenceOf', { count: report.evidenceCount, id: report.id })
    : t('evidenceNumberOf', { number, id: report.id })
  return (
    <LinkButton
      to={`/reports/${report.id}/evidence`}
      variant="secondary"
      icon={<Paperclip aria-hidden="true" size={18} className="shrink-0" />}
      aria-label={name}
      title={name}
      className="whitespace-nowrap"
    >
      {words ? t('evidenceCount', { count: report.evidenceCount }) : number}
    </LinkButton>
  )
}
