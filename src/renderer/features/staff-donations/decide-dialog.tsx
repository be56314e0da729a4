import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Pledge } from '#shared/contract/donations.ts'
import type { Currency } from '#shared/domain/association.ts'
import { readCents, RECEIVED_CURRENCIES, type ReceivedCurrency } from '#shared/domain/donations.ts'
import { parisDay } from '#shared/domain/receipts/paris-day.ts'
import { CallFailure } from '../../platform/calls/api.ts'
import { Ltr } from '../../ui/bidi.tsx'
import { faultText, problemText } from '../../ui/call/form-problems.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { SelectField, TextField } from '../../ui/field/text-field.tsx'
import { ReasonDialog } from '../../ui/staff/reason-dialog.tsx'
import { useCurrency, useMoney } from '../../ui/use-money.ts'
import { useDecisionText } from './pledge-parts.tsx'
import { type Decision, type Deed, presentState, useDecision } from './use-decision.ts'

/** What the bank statement says, as it is typed. */
interface Typed {
  readonly sum: string
  readonly currency: ReceivedCurrency
  readonly counted: string
}

/** The sum to send, or the first field that has no sum. A sum in the own currency counts as it is. */
function readReceived({ sum, currency, counted }: Typed, own: Currency): ReceivedReading {
  const cents = readCents(sum)
  if (cents === undefined) return { fault: 'sum' }
  if (currency === own) return { received: { cents, currency } }
  const countedCents = readCents(counted)
  return countedCents === undefined
    ? { fault: 'counted' }
    : { received: { cents, currency, countedCents } }
}
interface ReceivedReading {
  readonly fault?: 'sum' | 'counted'
  readonly received?: Decision['received']
}

/** The day at the bank of the association, wherever the reader is. */
const today = (): string => parisDay(new Date())

export interface DecideDialogProps {
  readonly pledge: Pledge
  readonly deed: Deed
  /** With the pledge as it is after the deed and what was done, or without them when nothing was done. */
  readonly onClose: (now?: Pledge, said?: string) => void
}

export function DecideDialog({ pledge, deed, onClose }: DecideDialogProps) {
  const { t } = useTranslation('staffDonations')
  const money = useMoney()
  const own = useCurrency()
  const [receivedOn, setReceivedOn] = useState(today)
  const [typed, setTyped] = useState<Typed>({
    sum: String(pledge.amountUsd),
    currency: own,
    counted: '',
  })
  const [tried, setTried] = useState(false)
  const decision = useDecision((now) =>
    onClose(now, t(`decide.${deed}.done`, { reference: pledge.reference })),
  )
  const { received, fault } = deed === 'confirm' ? readReceived(typed, own) : {}
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
      onConfirm={(comment) => {
        setTried(true)
        if (!wrongDay && fault === undefined)
          void decision.run({ pledge, deed, comment, receivedOn, received })
      }}
      onClose={() => onClose(presentState(decision.failure))}
    >
      <p>
        <Ltr className="font-semibold">{pledge.reference}</Ltr> ·{' '}
        {t('decide.promised', { amount: money(pledge.amountUsd) })}
      </p>
      <p className="text-muted">{t(`decide.${deed}.text`)}</p>
      {deed === 'confirm' && (
        <ReceivedSum typed={typed} fault={tried ? fault : undefined} onChange={setTyped} />
      )}
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

/** What arrived is often another sum than the promised one: fees, an exchange, a mistake. */
function ReceivedSum({
  typed,
  fault,
  onChange,
}: {
  readonly typed: Typed
  readonly fault: ReceivedReading['fault']
  readonly onChange: (typed: Typed) => void
}) {
  const { t } = useTranslation('staffDonations')
  const own = useCurrency()
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_9rem]">
        <TextField
          data-begin // what is compared with the statement; Enter here confirms
          label={t('decide.confirm.sum')}
          hint={t('decide.confirm.sumHint')}
          inputMode="decimal"
          autoComplete="off"
          dir="ltr"
          required
          maxLength={20}
          value={typed.sum}
          error={fault === 'sum' ? t('decide.confirm.wrongSum') : undefined}
          onChange={({ target }) => onChange({ ...typed, sum: target.value })}
        />
        <SelectField
          label={t('decide.confirm.currency')}
          options={RECEIVED_CURRENCIES.map((value) => ({ value, label: value }))}
          value={typed.currency}
          onChange={({ target }) =>
            onChange({
              ...typed,
              currency: RECEIVED_CURRENCIES.find((one) => one === target.value) ?? own,
            })
          }
        />
      </div>
      {typed.currency !== own && (
        <TextField
          label={t('decide.confirm.counted', { currency: own })}
          hint={t('decide.confirm.countedHint')}
          inputMode="decimal"
          autoComplete="off"
          dir="ltr"
          required
          maxLength={20}
          value={typed.counted}
          error={fault === 'counted' ? t('decide.confirm.wrongSum') : undefined}
          onChange={({ target }) => onChange({ ...typed, counted: target.value })}
        />
      )}
    </>
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
