import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FullRequest } from '#shared/contract/requests.ts'
import { openChecks } from '#shared/domain/access/checks.ts'
import { fullName } from '#shared/domain/people/person-name.ts'
import { REQUEST_CHECKS, type RequestCheck } from '#shared/domain/people/registration-rules.ts'
import { RESTORE_DAYS } from '#shared/domain/report/report-rules.ts'
import { useLanguageName } from '../../../i18n/language-names.ts'
import { Auto } from '../../../ui/bidi.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Checkbox } from '../../../ui/field/checkbox.tsx'
import { OpenChecks } from '../../../ui/staff/desk/checks.tsx'
import { ReasonDialog } from '../../../ui/staff/reason-dialog.tsx'
import type { ReviewDeed } from './use-decision.ts'
import { useReasons } from './use-reasons.ts'

interface DecisionDialogProps {
  readonly request: FullRequest
  /** Undefined: closed. */
  readonly deed: ReviewDeed | undefined
  /** What was ticked before. */
  readonly checks: readonly RequestCheck[]
  /** A document was in sight: checks are ticked by one key, so ticks alone do not say that anybody looked. */
  readonly documentDrawn: boolean
  readonly busy: boolean
  /** Why the decision failed. */
  readonly notice: string | undefined
  readonly onConfirm: (comment: string, documentsSeen: boolean) => void
  readonly onClose: () => void
}

/** The decision, the person it is about, and the words that go with it. */
export function DecisionDialog({ request, deed, ...rest }: DecisionDialogProps) {
  // A separate dialog for each decision: words that were written for one are not sent with another.
  return (['approve', 'reject', 'delete'] as const).map((one) => (
    <OneDialog key={one} request={request} deed={one} open={deed === one} {...rest} />
  ))
}

function OneDialog({
  request,
  deed,
  open,
  checks,
  documentDrawn,
  busy,
  notice,
  onConfirm,
  onClose,
}: DecisionDialogProps & { readonly deed: ReviewDeed; readonly open: boolean }) {
  const { t } = useTranslation(['registrationRequests', 'problems'])
  const languageName = useLanguageName()
  const templates = useReasons(deed, request.language)
  const [deletesCopies, setDeletesCopies] = useState(true)
  const hasDocuments = deed === 'approve' && request.idProofPhotos.length > 0
  const unticked = openChecks(REQUEST_CHECKS, checks)
  const isChecked = unticked.length === 0
  const isLookedAt = isChecked && (documentDrawn || !hasDocuments)
  const documentsSeen = hasDocuments && isLookedAt
  return (
    <ReasonDialog
      open={open}
      title={t(`decide.${deed}.title`)}
      commentLabel={t(`decide.${deed}.comment`)}
      commentHint={
        deed === 'delete'
          ? t('decide.noMailHint')
          : t('decide.mailHint', { language: languageName(request.language) })
      }
      commentRequired={deed !== 'approve'}
      // Enter alone must not approve what was not looked at.
      beginsAt={deed === 'approve' && isLookedAt ? 'confirm' : 'comment'}
      confirmLabel={t(`decide.${deed}.confirm`)}
      tone={deed === 'approve' ? 'normal' : 'danger'}
      templates={templates}
      busy={busy}
      error={
        notice !== undefined && (
          <Notice tone="danger" title={t(`messages.${deed}Error`)}>
            {notice}
          </Notice>
        )
      }
      onConfirm={(comment) => onConfirm(comment, documentsSeen && deletesCopies)}
      onClose={onClose}
    >
      <p className="text-lg font-semibold">
        <Auto>{fullName(request)}</Auto>
      </p>
      <p>{t(`decide.${deed}.text`)}</p>
      {deed === 'approve' &&
        (isChecked ? (
          <p>{t('checks.allDone')}</p>
        ) : (
          <OpenChecks
            title={t('checks.open', { count: unticked.length })}
            checks={unticked.map((check) => t(`checks.${check}`))}
          />
        ))}
      {hasDocuments &&
        (documentsSeen ? (
          <Checkbox
            label={t('decide.approve.deleteCopies')}
            hint={t('decide.approve.deleteCopiesHint')}
            checked={deletesCopies}
            onChange={({ target }) => setDeletesCopies(target.checked)}
          />
        ) : (
          <p className={isChecked ? 'font-semibold text-warning' : 'text-muted'}>
            {t(isChecked ? 'decide.approve.copiesUnseen' : 'decide.approve.copiesStay')}
          </p>
        ))}
      {deed === 'delete' && <p>{t('decide.delete.restorable', { count: RESTORE_DAYS })}</p>}
    </ReasonDialog>
  )
}
