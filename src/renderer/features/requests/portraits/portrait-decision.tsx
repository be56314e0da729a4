import { useTranslation } from 'react-i18next'
import { fullName } from '#shared/domain/person-name.ts'
import { LANGUAGE_NAMES } from '../../../i18n/i18n.ts'
import { Auto } from '../../../ui/bidi.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { problemText } from '../../../ui/form-problems.ts'
import { Notice } from '../../../ui/notice.tsx'
import { ReasonDialog } from '../../../ui/staff/reason-dialog.tsx'
import { useReasons } from '../review/use-reasons.ts'
import type { PortraitDecisionState } from './use-portrait-decision.ts'

/** Approving is asked once more; rejecting says why, in the language of the member. */
export function PortraitDecision({ decision }: { readonly decision: PortraitDecisionState }) {
  const { t } = useTranslation(['registrationRequests', 'problems'])
  const { item, status, isOpen, busy, failure, confirm, close } = decision
  const language = item?.language ?? 'en'
  const templates = useReasons('portrait', language)
  const name =
    item === undefined ? null : (
      <p className="text-lg font-semibold">
        <Auto>{fullName(item)}</Auto>
      </p>
    )
  const error = failure !== undefined && (
    <Notice
      tone="danger"
      title={t(status === 'approved' ? 'messages.approveError' : 'messages.rejectError')}
    >
      {problemText(t, failure)}
    </Notice>
  )
  return (
    <>
      <ConfirmDialog
        open={isOpen && status === 'approved'}
        onOpenChange={() => !busy && close()}
        title={t('portraits.approveTitle')}
        text={
          <>
            {name}
            <p>{t('portraits.approveText')}</p>
          </>
        }
        confirmLabel={t('portraits.approve')}
        onConfirm={() => void confirm('')}
        busy={busy}
      >
        {error}
      </ConfirmDialog>
      <ReasonDialog
        open={isOpen && status === 'rejected'}
        title={t('portraits.rejectTitle')}
        commentLabel={t('decide.reject.comment')}
        commentHint={t('decide.mailHint', { language: LANGUAGE_NAMES[language] })}
        commentRequired
        confirmLabel={t('portraits.reject')}
        tone="danger"
        templates={templates}
        busy={busy}
        error={error}
        onConfirm={(comment) => void confirm(comment)}
        onClose={close}
      >
        {name}
        <p>{t('portraits.rejectText')}</p>
      </ReasonDialog>
    </>
  )
}
