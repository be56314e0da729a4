import { useTranslation } from 'react-i18next'
import type { Report } from '#shared/contract/reports.ts'
import { isUnknown, WITHHELD } from '#shared/domain/report/report-rules.ts'
import { Auto } from '../../ui/bidi.tsx'

/** "Unknown" in the reader's language, whichever language it was filed in; anything else unchanged. */
export function useSaid(): (text: string) => string {
  const { t } = useTranslation('reports')
  return (text) => (isUnknown(text) ? t('unknown') : text)
}

type NamingField = 'actorName' | 'actorDesc' | 'victim'

/** Whether a field of this copy is withheld until the report is verified. */
export const isWithheldUntilVerified = (report: Report, field: NamingField): boolean =>
  report.withheld.includes('unverified') && report[field] === WITHHELD

/** What a field says of a person, or why it does not. */
export function NamingText({
  report,
  field,
}: {
  readonly report: Report
  readonly field: NamingField
}) {
  const { t } = useTranslation('reports')
  const said = useSaid()
  if (isWithheldUntilVerified(report, field))
    return (
      <span className="font-normal text-muted">
        {t(field === 'actorDesc' ? 'descriptionWithheld' : 'nameWithheld')}
      </span>
    )
  // In the line: a short fact stays beside its label or below its column head, whatever its script.
  return <Auto>{said(report[field])}</Auto>
}

/**
 * Name, group and description of the perpetrator. The description is cut: the page of the report has the whole of it, and a
 * second "Read more" in the row made it half as high again. Where all three
 * are unknown, the text says so once.
 */
export function Perpetrator({ report }: { readonly report: Report }) {
  const said = useSaid()
  return (
    <>
      <p className="font-semibold">
        <NamingText report={report} field="actorName" />
      </p>
      {!(isUnknown(report.actor) && isUnknown(report.actorName)) && (
        <p className="text-muted">
          <Auto>{said(report.actor)}</Auto>
        </p>
      )}
      {!isUnknown(report.actorDesc) && !isWithheldUntilVerified(report, 'actorDesc') && (
        // As wide as its text: a short one in another script stays at the side of the page, beside its label.
        <p
          dir="auto"
          lang={report.writtenIn}
          className="mt-1 line-clamp-2 w-fit text-start wrap-anywhere"
        >
          {report.actorDesc}
        </p>
      )}
    </>
  )
}
