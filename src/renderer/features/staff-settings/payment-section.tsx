import { Plus, Trash2 } from 'lucide-react'
import { useFieldArray, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { ACCOUNTS_MAX, changePaymentSettings, type Settings } from '#shared/contract/settings.ts'
import { formatIban, isBic, isIban } from '#shared/domain/bank-account.ts'
import { ask } from '../../platform/calls/api.ts'
import { Auto, Ltr } from '../../ui/bidi.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { anchorOf } from './sections.ts'
import { LastChange, SettingsForm, useEditing } from './settings-parts.tsx'
import { useChange } from './use-settings.ts'

type Payment = Settings['payment']
type Account = Payment['accounts'][number]

export function PaymentSection({
  payment,
  waits,
}: {
  readonly payment: Payment
  /** A change waits for a second administrator. */
  readonly waits: boolean
}) {
  const { t } = useTranslation('staffSettings')
  const { editing, close, button } = useEditing(t('payment.edit'))
  const pinned = payment.source === 'environment'
  return (
    <Section
      anchor={anchorOf('payment')}
      title={t('payment.title')}
      lead={t('payment.lead')}
      actions={!pinned && button}
    >
      <div className="grid gap-4">
        {pinned && (
          <Notice tone="info" title={t('payment.pinned')}>
            {t('payment.pinnedText')}
          </Notice>
        )}
        {waits && <Notice tone="info">{t('payment.waits')}</Notice>}
        {payment.source === 'samples' && <Notice tone="warning">{t('payment.samples')}</Notice>}
        {payment.source === 'none' && <Notice tone="warning">{t('payment.none')}</Notice>}
        {editing ? (
          <AccountsForm payment={payment} onClose={close} />
        ) : (
          <Accounts accounts={payment.accounts} />
        )}
        {!pinned && <LastChange {...payment} />}
        <p className="text-sm text-muted">
          {t(payment.paypal || payment.card ? 'payment.otherWays' : 'payment.noOtherWays')}
        </p>
      </div>
    </Section>
  )
}

function Accounts({ accounts }: { readonly accounts: readonly Account[] }) {
  if (accounts.length === 0) return null
  return (
    <ul className="grid gap-3 sm:grid-cols-2">
      {accounts.map(({ holder, iban, bic, bank }) => (
        <li key={iban} className="rounded-md border border-line p-3">
          <p className="font-semibold">
            <Auto>{holder}</Auto>
          </p>
          <p className="font-mono text-sm wrap-anywhere">
            <Ltr>{formatIban(iban)}</Ltr>
          </p>
          {bic !== '' && (
            <p className="font-mono text-sm">
              <Ltr>{bic}</Ltr>
            </p>
          )}
          <p className="text-sm text-muted">
            <Auto>{bank}</Auto>
          </p>
        </li>
      ))}
    </ul>
  )
}

const BLANK: Account = { holder: '', iban: '', bic: '', bank: '' }

function AccountsForm({
  payment,
  onClose,
}: {
  readonly payment: Payment
  readonly onClose: () => void
}) {
  const { t } = useTranslation('staffSettings')
  const start =
    payment.source === 'settings'
      ? payment.accounts.map((account) => ({ ...account, iban: formatIban(account.iban) }))
      : [BLANK]
  const {
    register,
    control,
    handleSubmit,
    formState: { errors },
  } = useForm<{ accounts: Account[] }>({ defaultValues: { accounts: start } })
  const { fields, append, remove } = useFieldArray({ control, name: 'accounts' })
  const { change, dialog } = useChange(t('payment.title'))
  const submit = handleSubmit(async ({ accounts }) => {
    const body = { revision: payment.revision, accounts }
    const saved = await change.run(() => ask(changePaymentSettings, { body }))
    if (saved?.value !== undefined) onClose()
  })
  const filled =
    (field: 'holder' | 'bank' | 'iban') =>
    (text: string): boolean | string =>
      text.trim() !== '' || t(`payment.missing.${field}`)
  return (
    <SettingsForm change={change} dialog={dialog} onSubmit={submit} onClose={onClose}>
      {fields.map(({ id }, index) => (
        <fieldset key={id} className="field-lines rounded-md border border-line p-4">
          <legend className="px-1 font-semibold">{t('payment.account', { n: index + 1 })}</legend>
          <TextField
            {...register(`accounts.${index}.holder`, { validate: filled('holder') })}
            label={t('payment.holder')}
            error={errors.accounts?.[index]?.holder?.message}
            dir="auto"
            maxLength={120}
            required
          />
          <TextField
            {...register(`accounts.${index}.bank`, { validate: filled('bank') })}
            label={t('payment.bank')}
            error={errors.accounts?.[index]?.bank?.message}
            dir="auto"
            maxLength={120}
            required
          />
          <TextField
            {...register(`accounts.${index}.iban`, {
              validate: {
                missing: filled('iban'),
                wrong: (text) => isIban(text) || t('payment.ibanFault'),
              },
            })}
            label="IBAN"
            hint={t('payment.ibanHint')}
            error={errors.accounts?.[index]?.iban?.message}
            dir="ltr"
            autoCapitalize="characters"
            spellCheck={false}
            autoComplete="off"
            maxLength={60}
            required
          />
          <TextField
            {...register(`accounts.${index}.bic`, {
              validate: (text) =>
                text.trim() === '' || isBic(text.trim().toUpperCase()) || t('payment.bicFault'),
            })}
            label={t('payment.bic')}
            hint={t('payment.bicHint')}
            error={errors.accounts?.[index]?.bic?.message}
            dir="ltr"
            autoCapitalize="characters"
            spellCheck={false}
            autoComplete="off"
            maxLength={11}
          />
          <Button
            variant="quiet"
            className="-ms-4 justify-self-start"
            icon={<Trash2 aria-hidden="true" size={18} />}
            aria-label={t('payment.removeOne', { n: index + 1 })}
            onClick={() => remove(index)}
          >
            {t('payment.remove')}
          </Button>
        </fieldset>
      ))}
      {fields.length === 0 && <p className="text-muted">{t('payment.willBeNone')}</p>}
      {fields.length < ACCOUNTS_MAX && (
        <Button
          variant="secondary"
          className="justify-self-start"
          icon={<Plus aria-hidden="true" size={18} />}
          onClick={() => append(BLANK)}
        >
          {t('payment.add')}
        </Button>
      )}
      <Notice tone="warning">{t('payment.compare')}</Notice>
    </SettingsForm>
  )
}
