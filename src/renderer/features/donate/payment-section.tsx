import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatIban } from '#shared/domain/bank-account.ts'
import { Auto, Ltr } from '../../ui/bidi.tsx'
import { buttonClass } from '../../ui/button/button.tsx'
import { CopyButton } from '../../ui/button/copy-button.tsx'
import { cx } from '../../ui/cx.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Section } from '../../ui/layout/section.tsx'
import type { KeptPledge } from './kept-pledge.ts'
import { SampleAccounts } from './sample-accounts.tsx'
import { useMoney } from '../../i18n/use-money.ts'

export function PaymentSection({ pledge }: { readonly pledge: KeptPledge }) {
  return pledge.payAt === null ? (
    <Transfer pledge={pledge} />
  ) : (
    <PaymentPage pledge={pledge} address={pledge.payAt} />
  )
}

function PaymentPage({
  pledge: { method, amountUsd },
  address,
}: {
  readonly pledge: KeptPledge
  readonly address: string
}) {
  const { t } = useTranslation('donate')
  const money = useMoney()
  return (
    <Section title={t('pay.title', { amount: money(amountUsd) })} lead={t('pay.lead')}>
      {/* A link and no automatic window: browsers block those, and givers must see where they go. */}
      <a
        href={address}
        target="_blank"
        rel="noopener noreferrer"
        className={`${buttonClass({ size: 'lg' })} print:hidden`}
      >
        <ExternalLink aria-hidden="true" size={20} />
        {t(`pay.open.${method}`)}
        <span className="sr-only"> ({t('pay.newTab')})</span>
      </a>
      <p className="mt-3 text-sm text-muted">
        {t('pay.where')} <Ltr className="font-semibold text-ink">{new URL(address).host}</Ltr>
      </p>
    </Section>
  )
}

function Transfer({
  pledge: { accounts, samples, amountUsd, reference },
}: {
  readonly pledge: KeptPledge
}) {
  const { t } = useTranslation('donate')
  const money = useMoney()
  if (accounts.length === 0)
    return (
      <Section title={t('transfer.title')}>
        <Notice tone="info">{t('method.noAccount')}</Notice>
      </Section>
    )
  return (
    <Section title={t('transfer.title')} lead={t('transfer.lead', { count: accounts.length })}>
      <div className="grid gap-4">
        {samples && <SampleAccounts />}
        <dl className="grid gap-x-6 rounded-md bg-sunken px-4 py-1 sm:grid-cols-2">
          <Detail
            label={t('transfer.amount')}
            shown={money(amountUsd)}
            copied={String(amountUsd)}
            copyLabel={t('transfer.copyAmount')}
          />
          <Detail
            label={t('transfer.purpose')}
            shown={<Ltr>{reference}</Ltr>}
            copied={reference}
            copyLabel={t('transfer.copyReference')}
            long
          />
        </dl>
        <ul className="grid gap-4">
          {accounts.map((account) => (
            <Account key={account.iban} account={account} />
          ))}
        </ul>
        <p className="text-sm text-muted">{t('transfer.currency')}</p>
      </div>
    </Section>
  )
}

function Account({
  account: { holder, iban, bic, bank },
}: {
  readonly account: KeptPledge['accounts'][number]
}) {
  const { t } = useTranslation('donate')
  return (
    <li className="border-t border-line-strong pt-4 sm:rounded-md sm:border sm:px-4 sm:py-3">
      <h3 className="font-semibold">
        <Auto>{bank}</Auto>
      </h3>
      <dl className="divide-y divide-line">
        <div className="py-2">
          <dt className="text-sm text-muted">{t('transfer.holder')}</dt>
          <dd className="font-semibold">
            <Auto>{holder}</Auto>
          </dd>
        </div>
        <Detail
          label={t('transfer.iban')}
          shown={<Ltr>{formatIban(iban)}</Ltr>}
          copied={iban}
          copyLabel={t('transfer.copyIban')}
          long
        />
        {bic !== '' && (
          <Detail
            label={t('transfer.bic')}
            shown={<Ltr>{bic}</Ltr>}
            copied={bic}
            copyLabel={t('transfer.copyBic')}
          />
        )}
      </dl>
    </li>
  )
}

interface DetailProps {
  readonly label: string
  readonly shown: ReactNode
  readonly copied: string
  readonly copyLabel: string
  /** Too long to have a button beside it on a phone. */
  readonly long?: boolean
}

function Detail({ label, shown, copied, copyLabel, long = false }: DetailProps) {
  return (
    <div
      className={cx(
        'grid gap-x-3 py-2',
        long ? 'sm:grid-cols-[minmax(0,1fr)_auto]' : 'grid-cols-[minmax(0,1fr)_auto]',
      )}
    >
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="font-semibold tabular-nums">{shown}</dd>
      <dd
        className={cx(
          'print:hidden',
          long
            ? 'mt-1 sm:col-start-2 sm:row-span-2 sm:row-start-1 sm:mt-0'
            : 'col-start-2 row-span-2 row-start-1',
        )}
      >
        <CopyButton text={copied} label={copyLabel} />
      </dd>
    </div>
  )
}
