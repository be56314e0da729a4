import { Paperclip, EyeOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Report } from '#shared/contract/reports.ts'
import { WITHHELD } from '#shared/domain/report/report-rules.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { LinkButton } from '../../../ui/button/button.tsx'
import { useReportType } from '../../../ui/use-report-type.ts'

/** What the report is about, and the way to its page: a report without evidence has one as well. */
export function TitleLink({ report }: { readonly report: Report }) {
  const typeName = useReportType()
  return (
    <Link
      to={`/reports/${report.id}`}
      className="inline-block min-h-6 rounded-sm underline-offset-4 hover:underline focus-visible:underline"
    >
      {typeName(report)}
    </Link>
  )
}

/** The number of pieces of evidence, and a link to them. A link, so that it can be opened beside the list. */
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
  // For voice control the accessible name must contain the visible text: "2" is not in "دليلان".
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
      className="sm:whitespace-nowrap print:inline-flex! print:border-0! print:px-0!" // on paper it is the number
    >
      {words ? t('evidenceCount', { count: report.evidenceCount }) : number}
    </LinkButton>
  )
}

/** Whether the public reads nothing of the report: it was rejected or is contested, and its texts are empty. */
export const isNotPublic = ({ withheld }: Pick<Report, 'withheld'>): boolean =>
  withheld.includes('report')

/** In place of the texts of a report that was rejected or is contested. */
export function RejectedNote({
  report: { withheld },
}: {
  readonly report: Pick<Report, 'withheld'>
}) {
  const { t } = useTranslation('reports')
  return (
    <span className="flex items-start gap-2 text-base font-normal text-muted">
      <EyeOff aria-hidden="true" size={16} className="mt-1 shrink-0" />
      {t(withheld.includes('contested') ? 'contestedNote' : 'rejectedNote')}
    </span>
  )
}

/** What is withheld besides the names that wait for the check: each field of those says so itself. */
const isPartlyWithheld = ({ description, withheld }: ListedParts): boolean =>
  !withheld.includes('report') &&
  (withheld.some((part) => part !== 'unverified') || description.includes(WITHHELD))
type ListedParts = Pick<Report, 'description' | 'protection' | 'withheld'>
const isForStaff = ({ protection }: ListedParts): boolean => protection !== undefined

/** Says once for the list that text is withheld, and why: an unexplained gap would look like a mistake. */
export function WithheldNote({ reports }: { readonly reports: readonly ListedParts[] }) {
  const { t } = useTranslation('reports')
  const notes = [
    reports.some((report) => !isForStaff(report) && isPartlyWithheld(report)) && t('withheld'),
    reports.some((report) => isForStaff(report) && report.withheld.includes('unverified')) &&
      t('withheldForOthers'),
  ].filter((note) => note !== false)
  if (notes.length === 0) return null
  return (
    <p className="flex items-start gap-2 text-sm text-muted">
      <EyeOff aria-hidden="true" size={16} className="mt-1 shrink-0" />
      {notes.join(' ')}
    </p>
  )
}

/** For staff, who read the whole text and see no mark in it. */
export function WithheldMark({ report }: { readonly report: ListedParts }) {
  const { t } = useTranslation('reports')
  if (!isForStaff(report) || !isPartlyWithheld(report)) return null
  return (
    <p className="mt-1 flex items-start gap-2 text-sm text-muted">
      <EyeOff aria-hidden="true" size={16} className="mt-0.5 shrink-0" />
      {t('partlyWithheld')}
    </p>
  )
}
