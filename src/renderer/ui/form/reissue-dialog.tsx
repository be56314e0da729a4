import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { REISSUE_REASONS, reissueCard, type ReissueReason } from '#shared/contract/card.ts'
import { ask } from '../../platform/calls/api.ts'
import { problemText } from '../call/form-problems.ts'
import { useCall } from '../call/use-call.ts'
import { ConfirmDialog } from '../dialog/confirm-dialog.tsx'
import { FailureNotice } from '../feedback/failure-notice.tsx'
import { toast } from '../feedback/toast.ts'
import { ChoiceCards } from '../field/choice-cards.tsx'
import { useStepUp } from '../step-up/use-step-up.tsx'

interface ReissueDialogProps {
  /** Card number of the holder. */
  readonly cardId: string
  /** Name of the holder; left out for the own card. */
  readonly holder?: string
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Issues a card anew: the old one is revoked at once, which cannot be undone. */
export function ReissueDialog({ cardId, holder, onClose, onDone }: ReissueDialogProps) {
  const { t } = useTranslation(['idCard', 'problems'])
  const [reason, setReason] = useState<ReissueReason>()
  const [fault, setFault] = useState<string>()
  const stepUp = useStepUp(t('reissue.stepUpTitle'), t('reissue.stepUpWhy'))
  const reissue = useCall(
    async (chosen: ReissueReason) => {
      const issued = await stepUp.guard(() =>
        ask(reissueCard, { params: { id: cardId }, body: { reason: chosen } }),
      )
      if (issued.kind === 'cancelled') return
      toast.success(t(holder === undefined ? 'reissue.doneOwn' : 'reissue.done', { name: holder }))
      onDone()
    },
    (failure) => problemText(t, failure),
  )
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t(holder === undefined ? 'reissue.titleOwn' : 'reissue.title', { name: holder })}
      text={
        <>
          <p>{t('reissue.stops')}</p>
          <p>{t(holder === undefined ? 'reissue.nextOwn' : 'reissue.next')}</p>
        </>
      }
      confirmLabel={t('reissue.submit')}
      tone="danger"
      busy={reissue.busy}
      onConfirm={() => {
        if (reason === undefined) setFault(t('reissue.reasonMissing'))
        else void reissue.run(reason)
      }}
    >
      <ChoiceCards
        legend={t('reissue.reason')}
        columns={2}
        required
        options={REISSUE_REASONS.map((value) => ({ value, label: t(`reissue.reasons.${value}`) }))}
        value={reason}
        error={fault}
        onChange={(value) => {
          setReason(value)
          setFault(undefined)
        }}
      />
      <FailureNotice title={t('reissue.failed')} text={reissue.notice} />
      {stepUp.dialog}
    </ConfirmDialog>
  )
}
