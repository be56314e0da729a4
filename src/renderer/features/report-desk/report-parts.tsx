import { type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Evidence, Report } from '#shared/contract/reports.ts'
import { checksOf, REPORT_CHECKS, type ReportCheck } from '#shared/domain/report/report-checks.ts'
import { Dialogue } from '../../parts/report/dialogue.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { Checks } from '../../ui/staff/desk/checks.tsx'
import { KeyHint } from '../../ui/staff/shortcuts.tsx'
import { DecidedReport } from './decided-report.tsx'
import { EvidenceStage } from './evidence-stage.tsx'
import { ReportWords } from './report-words.tsx'

interface ReportChecksProps {
  readonly report: Report
  readonly done: readonly ReportCheck[]
  readonly onChange: (done: readonly ReportCheck[]) => void
}

export function ReportChecks({ report, done, onChange }: ReportChecksProps) {
  const { t } = useTranslation('reportWrite')
  const possible = checksOf(report.reportEvidences.length > 0)
  return (
    <Checks
      title={t('desk.checksTitle')}
      checks={REPORT_CHECKS.map((check) => ({
        id: check,
        label: t(`desk.checks.${check}`),
        missing: possible.includes(check) ? undefined : t('desk.noEvidence'),
      }))}
      done={done}
      onChange={onChange}
    />
  )
}

interface ReportPartsProps {
  readonly report: Report
  /** Undefined where the report is decided. */
  readonly checks: ReactNode
  /** Undefined where the report is not the reviewer's. */
  readonly onEdit: (() => void) | undefined
  readonly onSeen: (id: Evidence['id']) => void
}

/**
 * What is compared stands side by side; the evidence has the larger share, because words wrap and a page of a document only
 * shrinks. The shorter column stays in the window while the longer one goes by: at its end, once
 * that is in sight. With the height of a window it begins at its top all the same.
 */
const COLUMN =
  'grid content-start gap-4 print:static! print:block print:min-h-0! print:space-y-4 @min-[40rem]:sticky @min-[40rem]:bottom-20 @min-[40rem]:min-h-[calc(100dvh-15rem)] @min-[40rem]:self-end'

/** The account, its evidence, and the checks of both. */
export function ReportParts({ report, checks, onEdit, onSeen }: ReportPartsProps) {
  const { t } = useTranslation('reportWrite')
  return (
    <div className="@container">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 print:block print:space-y-4 @min-[40rem]:grid-cols-[minmax(0,4fr)_minmax(0,5fr)] @min-[70rem]:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <div className={COLUMN}>
          <Section
            title={t('desk.words')}
            actions={
              onEdit !== undefined && (
                // The line is not higher for it, and holds both also where its words are long.
                <Button
                  variant="quiet"
                  className="-my-2 -me-2 px-2! text-sm! @max-[70rem]:[&>kbd]:hidden"
                  aria-keyshortcuts="e"
                  onClick={onEdit}
                >
                  {t('desk.edit')}
                  <KeyHint name="e" />
                </Button>
              )
            }
          >
            <ReportWords report={report} />
          </Section>
          {report.witness === true && (
            <Suspense fallback={null}>
              <Dialogue reportId={report.id} />
            </Suspense>
          )}
        </div>
        <div className={COLUMN}>
          <EvidenceStage items={report.reportEvidences} onSeen={onSeen} />
          {/* Read last on a phone. Beside the account they are on top: a long piece must not push them out of the window. */}
          <div className="print:break-inside-avoid @min-[40rem]:order-first">
            {checks ?? <DecidedReport report={report} />}
          </div>
        </div>
      </div>
    </div>
  )
}
