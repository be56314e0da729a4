import { useTranslation } from 'react-i18next'
import type { Report } from '#shared/contract/reports.ts'
import { openChecks } from '#shared/domain/access/checks.ts'
import { checksOf, type ReportCheck } from '#shared/domain/report/report-checks.ts'
import { COMMENT_MAX_CHARS } from '../../parts/report-edit/edit-form.ts'
import { FailureNotice } from '../../ui/feedback/failure-notice.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { OpenChecks } from '../../ui/staff/desk/checks.tsx'
import { ReasonDialog } from '../../ui/staff/reason-dialog.tsx'
import { DEED_KEYS, REPORT_DEEDS, type ReportDeed } from './use-report-decision.ts'

interface ReportDecisionDialogProps {
  readonly report: Report
  readonly checks: readonly ReportCheck[]
  /** Pieces of evidence that were not on the screen. */
  readonly unseen: number
  /** Undefined: closed. */
  readonly deed: ReportDeed | undefined
  readonly busy: boolean
  readonly notice: string | undefined
  readonly onConfirm: (comment: string) => void
  readonly onClose: () => void
}

const PREPARED = ['noEvidence', 'notAccepted', 'twice'] as const

/** A separate dialog for each decision: words that were written for one are not sent with another. */
export function ReportDecisionDialog({ deed, notice, ...rest }: ReportDecisionDialogProps) {
  const { t } = useTranslation('reportWrite')
  const { report, checks, unseen } = rest
  const isLookedAt = unseen === 0 && openOf(report, checks).length === 0
  return REPORT_DEEDS.map((one) => {
    const key = DEED_KEYS[one]
    return (
      <ReasonDialog
        key={one}
        open={deed === one}
        title={t(`desk.decide.${key}.title`, { id: report.id })}
        commentLabel={t('field.verifierComment')}
        commentHint={t('edit.commentHint')}
        commentRequired={one === 'rejected'}
        commentMaxChars={COMMENT_MAX_CHARS}
        // Enter alone must not verify what was not looked at.
        beginsAt={one === 'rejected' || (one === 'verified' && !isLookedAt) ? 'comment' : 'confirm'}
        confirmLabel={t(`desk.decide.${key}.confirm`)}
        tone={one === 'rejected' ? 'danger' : 'normal'}
        templates={
          one === 'rejected'
            ? PREPARED.map((id) => ({
                id,
                label: t(`desk.prepared.${id}.label`),
                text: t(`desk.prepared.${id}.text`),
              }))
            : []
        }
        busy={rest.busy}
        error={<FailureNotice title={t('edit.failed')} text={notice} />}
        onConfirm={rest.onConfirm}
        onClose={rest.onClose}
      >
        <p>{t(`desk.decide.${key}.text`)}</p>
        {one === 'verified' && <BeforeVerified {...rest} />}
      </ReasonDialog>
    )
  })
}

const openOf = ({ reportEvidences }: Report, checks: readonly ReportCheck[]) =>
  openChecks(checksOf(reportEvidences.length > 0), checks)

/** What a verified report does at once, and what was not looked at. */
function BeforeVerified({
  report,
  checks,
  unseen,
}: Pick<ReportDecisionDialogProps, 'report' | 'checks' | 'unseen'>) {
  const { t } = useTranslation('reportWrite')
  const { published, witness = false, nearNames = [], reportEvidences } = report
  const open = openOf(report, checks)
  return (
    <>
      {published === false && (
        <Notice tone="warning">{t(witness ? 'desk.witnessPublic' : 'desk.becomesPublic')}</Notice>
      )}
      {nearNames.length > 0 && (
        <Notice tone="warning" title={t('near.title', { count: nearNames.length })}>
          {t('desk.nearNames')}
        </Notice>
      )}
      {reportEvidences.length === 0 && <Notice tone="warning">{t('desk.noEvidence')}</Notice>}
      {unseen > 0 && <Notice tone="warning">{t('desk.unseen', { count: unseen })}</Notice>}
      {open.length > 0 && (
        <OpenChecks
          title={t('desk.open', { count: open.length })}
          checks={open.map((check) => t(`desk.checks.${check}`))}
        />
      )}
    </>
  )
}
