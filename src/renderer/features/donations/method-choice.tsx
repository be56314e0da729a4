import { CreditCard, Landmark, WalletCards } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatIban } from '#shared/domain/bank-account.ts'
import type { PaymentMethod } from '#shared/domain/donations.ts'
import { Auto, Ltr } from '../../ui/bidi.tsx'
import { ChoiceCards } from '../../ui/field/choice-cards.tsx'
import { SampleAccounts } from './sample-accounts.tsx'
import type { Summary } from './treasury.tsx'

const ICON = { paypal: WalletCards, card: CreditCard, bank: Landmark } as const satisfies Record<
  PaymentMethod,
  unknown
>

interface MethodChoiceProps {
  readonly summary: Pick<Summary, 'methods' | 'accounts' | 'samples'>
  readonly value: PaymentMethod
  readonly onChange: (method: PaymentMethod) => void
  readonly error: string | undefined
}

/** Only ways to pay that are set up here. */
export function MethodChoice({
  summary: { methods, accounts, samples },
  value,
  onChange,
  error,
}: MethodChoiceProps) {
  const { t } = useTranslation('donations')
  return (
    <div className="grid gap-3">
      <ChoiceCards
        legend={t('method.legend')}
        value={value}
        onChange={onChange}
        error={error}
        options={methods.map((method) => {
          const Icon = ICON[method]
          return {
            value: method,
            label: t(`method.${method}.label`),
            hint: t(`method.${method}.hint`),
            icon: <Icon size={24} strokeWidth={1.75} />,
          }
        })}
      />
      {value === 'bank' && (
        <div className="grid gap-2">
          {samples && <SampleAccounts />}
          {accounts.length === 0 ? (
            <p className="text-sm text-muted">{t('method.noAccount')}</p>
          ) : (
            <ul className="grid gap-2 sm:grid-cols-2">
              {accounts.map(({ iban, bank, holder }) => (
                <li key={iban} className="rounded-md bg-sunken px-3 py-2 text-sm">
                  <p className="font-semibold">
                    <Auto>{bank}</Auto>
                  </p>
                  <p className="text-muted">
                    <Auto>{holder}</Auto>
                  </p>
                  <p>
                    <Ltr className="wrap-anywhere tabular-nums">{formatIban(iban)}</Ltr>
                  </p>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </div>
  )
}
