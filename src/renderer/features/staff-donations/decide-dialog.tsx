import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Pledge } from '#shared/contract/donations.ts'
import { CallFailure } from '../../platform/calls/api.ts'
import { Ltr } from '../../ui/bidi.tsx'
import { faultText, problemText } from '../../ui/form/form-problems.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { ReasonDialog } from '../../ui/staff/reason-dialog.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { useDecisionText } from './pledge-parts.tsx'
import { type Deed, presentState, useDecision } from './use-decision.ts'
import { useMoney } from '../../i18n/use-money.ts'

/** The day where the reader is. */
const today = (): string =>
  new Date(Date.now() - new Date().getTimezoneOffset() * 60_000).toISOString().slice(0, 10)

export interface DecideDialogProps {
  readonly pledge: Pledge
  readonly deed: Deed
  /** With the pledge as it is after the deed, or without one when nothing was done. */
  readonly onClose: (now?: Pledge) => void
}

export function DecideDialog({ pledge, deed, onClose }: DecideDialogProps) {
  const { t } = useTranslation('staffDonations')
  const money = useMoney()
  const [receivedOn, setReceivedOn] = useState(today)
  const decision = useDecision((now) => {
    toast.success(t(`decide.${deed}.done`, { reference: pledge.reference }))
    onClose(now)
  })
  const wrongDay = deed === 'confirm' && (receivedOn === '' || receivedOn > today())
  return (
    <ReasonDialog
      open
      title={t(`decide.${deed}.title`)}
      commentLabel={t(`decide.${deed}.comment`)}
      commentRequired={deed === 'reopen'}
      confirmLabel={t(`decide.${deed}.button`)}
      tone={deed === 'confirm' ? 'normal' : 'danger'}
      busy={decision.busy}
      error={decision.failure && <Failure failure={decision.failure} />}
      onConfirm={(comment) => !wrongDay && void decision.run({ pledge, deed, comment, receivedOn })}
      onClose={() => onClose(presentState(decision.failure))}
    >
      <p>
        <Ltr className="font-semibold">{pledge.reference}</Ltr> · {money(pledge.amountUsd)}
      </p>
      <p className="text-muted">{t(`decide.${deed}.text`)}</p>
      {deed === 'confirm' && (
        <TextField
          label={t('decide.confirm.receivedOn')}
          hint={t('decide.confirm.receivedHint')}
          type="date"
          required
          max={today()}
          value={receivedOn}
          error={wrongDay ? t('decide.confirm.wrongDay') : undefined}
          onChange={({ target }) => setReceivedOn(target.value)}
        />
      )}
    </ReasonDialog>
  )
}

/** What was written stays in the dialog; the list behind it shows the pledge as it is now. */
function Failure({ failure }: { readonly failure: CallFailure }) {
  const { t } = useTranslation(['staffDonations', 'problems', 'ui'])
  const decisionOf = useDecisionText()
  const now = presentState(failure)
  if (now !== undefined)
    return (
      <Notice tone="warning" title={t('decide.meanwhile')}>
        {now.status === 'pledged' ? t('decide.openAgain') : decisionOf(now)}
      </Notice>
    )
  return (
    <Notice tone="danger" title={t('decide.failed')}>
      {[
        problemText(t, failure),
        ...(failure.problem?.fields ?? []).map((fault) => faultText(t, fault)),
      ].join(' ')}
    </Notice>
  )
}
