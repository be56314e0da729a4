import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { DONATION_PRESETS_USD } from '#shared/domain/donations.ts'
import { ChoiceCards } from '../../ui/choice-cards.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { OTHER_AMOUNT } from './pledge-fields.ts'
import { useMoney } from './use-money.ts'

interface AmountChoiceProps {
  readonly preset: string
  readonly onChange: (preset: string) => void
  readonly error: string | undefined
  /** Of the field for an amount of one's own. */
  readonly custom: Omit<ComponentProps<typeof TextField>, 'label'>
}

export function AmountChoice({ preset, onChange, error, custom }: AmountChoiceProps) {
  const { t } = useTranslation('donate')
  const money = useMoney()
  return (
    <div className="grid gap-3">
      <ChoiceCards
        legend={t('amount.legend')}
        columns={4}
        required
        value={preset === '' ? undefined : preset}
        onChange={onChange}
        error={error}
        options={[
          ...DONATION_PRESETS_USD.map((usd) => ({
            value: String(usd),
            label: <span className="tabular-nums">{money(usd)}</span>,
          })),
          { value: OTHER_AMOUNT, label: t('amount.other') },
        ]}
      />
      {preset === OTHER_AMOUNT && (
        <TextField
          {...custom}
          label={t('amount.custom')}
          hint={t('amount.customHint')}
          inputMode="numeric"
          autoComplete="transaction-amount"
          maxLength={20}
          dir="ltr"
          required
          className="max-w-sm"
        />
      )}
    </div>
  )
}
