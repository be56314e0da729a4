import { useTranslation } from 'react-i18next'
import type { Report } from '#shared/contract/reports.ts'
import { isUnknown } from '#shared/domain/report/report-rules.ts'
import { Expandable } from './list/expandable.tsx'

/** "Unknown" in the reader's language, whichever language it was filed in; anything else unchanged. */
export function useSaid(): (text: string) => string {
  const { t } = useTranslation('reports')
  return (text) => (isUnknown(text) ? t('unknown') : text)
}

/** Name, group and description of the perpetrator. Where all three are unknown, the text says so once. */
export function Perpetrator({ report }: { readonly report: Report }) {
  const { t } = useTranslation('reports')
  const said = useSaid()
  return (
    <>
      <p dir="auto" className="font-semibold">
        {said(report.actorName)}
      </p>
      {!(isUnknown(report.actor) && isUnknown(report.actorName)) && (
        <p dir="auto" className="text-muted">
          {said(report.actor)}
        </p>
      )}
      {!isUnknown(report.actorDesc) && (
        <Expandable
          text={report.actorDesc}
          name={t('actorOf', { id: report.id })}
          lines={2}
          className="mt-1"
        />
      )}
    </>
  )
}
