import { useQuery } from '@tanstack/react-query'
import { ExternalLink, Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { donationSummary } from '#shared/contract/donations.ts'
import { formatIban } from '#shared/domain/bank-account.ts'
import { readQuery } from '../../platform/calls/read-query.ts'
import { useSession } from '../../platform/session/session.ts'
import { Auto, Email as EmailAddress, Ltr } from '../../ui/bidi.tsx'
import { Button, buttonClass, LinkButton } from '../../ui/button/button.tsx'
import { CopyButton } from '../../ui/button/copy-button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { PageSpinner } from '../../ui/feedback/spinner.tsx'
import { useHasRoute } from '../../ui/known-routes.ts'
import { Page } from '../../ui/layout/page.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { Loaded } from '../../ui/loaded/loaded.tsx'
import { useAssociation } from '../../ui/use-association.ts'
import { useMoney } from '../../ui/use-money.ts'
import { loadPledge, type KeptPledge } from './kept-pledge.ts'
import { PledgeForm } from './pledge-form.tsx'
import { SampleAccounts } from './sample-accounts.tsx'
import { TransferCode } from './transfer-code.tsx'
import { Treasury } from './treasury.tsx'

/** What was promised and what is left to do. It never says that money has come: only an administrator knows that. */
function PledgeResult({ pledge }: { readonly pledge: KeptPledge }) {
  const { t } = useTranslation('donations')
  const money = useMoney()
  const hasRoute = useHasRoute()
  const { reference, amountUsd, cause, method } = pledge
  return (
    <Page title={t('result.title')} lead={t('result.lead')}>
      <div className="grid gap-6">
        <section
          aria-labelledby="reference"
          className="overflow-hidden rounded-lg border border-line bg-surface text-center shadow-card"
        >
          <div aria-hidden="true" className="weave h-2" />
          <div className="grid justify-items-center gap-3 p-5 sm:p-8">
            <h2 id="reference" className="font-semibold">
              {t('result.reference')}
            </h2>
            <p className="text-4xl font-bold tabular-nums">
              <Ltr className="select-all">{reference}</Ltr>
            </p>
            <p className="font-semibold">
              {money(amountUsd)} · {t(`causes.${cause}.title`)}
            </p>
            <p className="max-w-md text-muted">{t('result.referenceHelp')}</p>
            <CopyButton
              text={reference}
              label={t('result.copyReference')}
              variant="primary"
              className="print:hidden"
            />
          </div>
        </section>
        <PaymentSection pledge={pledge} />
        <Section title={t('result.next.title')}>
          <ol className="grid list-decimal gap-2 ps-6 marker:font-semibold marker:text-brand">
            <li>{t(method === 'bank' ? 'result.next.transfer' : 'result.next.pay')}</li>
            <li>{t('result.next.confirm')}</li>
            <li>{t('result.next.counts')}</li>
          </ol>
          <p className="mt-4 text-muted">
            {t(pledge.mailed ? 'result.mailed' : 'result.notMailed')}
          </p>
          <p className="mt-2 text-muted">{t('result.cancel')}</p>
          <p className="mt-2 text-muted">
            <Final />
          </p>
        </Section>
        <div className="flex flex-wrap gap-3 print:hidden">
          <Button
            variant="secondary"
            icon={<Printer aria-hidden="true" size={20} />}
            onClick={() => print()}
          >
            {t('result.print')}
          </Button>
          <LinkButton to="/donate" variant="secondary">
            {t('result.again')}
          </LinkButton>
          {hasRoute('/contact') && (
            <LinkButton to="/contact" variant="secondary">
              {t('result.contact')}
            </LinkButton>
          )}
        </div>
      </div>
    </Page>
  )
}

/** Where a giver who made a mistake writes to. */
function Final() {
  const { t } = useTranslation('donations')
  const email = useAssociation()?.email ?? ''
  return email === '' ? (
    t('result.final')
  ) : (
    <>
      {t('result.finalTo')}{' '}
      <a
        href={`mailto:${email}`}
        className="inline-block py-2 font-semibold text-brand underline underline-offset-4"
      >
        <EmailAddress address={email} />
      </a>
    </>
  )
}

/** For a giver who returns: a link to the reference that is still to be used. */
function EarlierPledge({ pledge: { reference, amountUsd } }: { readonly pledge: KeptPledge }) {
  const { t } = useTranslation('donations')
  const money = useMoney()
  return (
    <Notice
      tone="info"
      title={t('earlier.title', { amount: money(amountUsd) })}
      action={
        <LinkButton to="/donate" state={{ pledged: reference }} variant="secondary">
          {t('earlier.show')}
        </LinkButton>
      }
    >
      <Ltr className="font-semibold tabular-nums">{reference}</Ltr>
    </Notice>
  )
}

/** The reference of the pledge that this history entry shows. */
const pledgedReference = (state: unknown): unknown =>
  typeof state === 'object' && state !== null && 'pledged' in state ? state.pledged : undefined

export function DonatePage() {
  const session = useSession()
  const { state } = useLocation()
  if (session.state === 'loading') return <PageSpinner />
  const kept = loadPledge()
  return kept !== undefined && kept.reference === pledgedReference(state) ? (
    <PledgeResult pledge={kept} />
  ) : (
    <Offer earlier={kept} />
  )
}

function Offer({ earlier }: { readonly earlier: ReturnType<typeof loadPledge> }) {
  const { t } = useTranslation('donations')
  const query = useQuery(readQuery(['donation', 'summary'], donationSummary, {}))
  return (
    <Page title={t('title')} lead={t('lead')} wide>
      <div className="@container grid gap-6">
        {earlier !== undefined && <EarlierPledge pledge={earlier} />}
        <Loaded
          query={query}
          failure={t('loadFailed')}
          skeleton={<Skeleton className="h-screen" />}
        >
          {(summary) => (
            <>
              <Treasury summary={summary} />
              <PledgeForm summary={summary} />
            </>
          )}
        </Loaded>
      </div>
    </Page>
  )
}

function PaymentSection({ pledge }: { readonly pledge: KeptPledge }) {
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
  const { t } = useTranslation('donations')
  const money = useMoney()
  return (
    <Section title={t('pay.title', { amount: money(amountUsd) })} lead={t('pay.lead')}>
      {/* A link and no automatic window: browsers block those, and givers must see where they go. */}
      <a
        href={address}
        target="_blank"
        rel="noopener noreferrer"
        className={buttonClass({ size: 'lg' })}
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

function Transfer({ pledge }: { readonly pledge: KeptPledge }) {
  const { t } = useTranslation('donations')
  const money = useMoney()
  const { accounts, samples, amountUsd, reference } = pledge
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
          />
        </dl>
        <ul className="grid gap-4">
          {accounts.map((account) => (
            <Account key={account.iban} account={account} pledge={pledge} />
          ))}
        </ul>
        <p className="text-sm text-muted">{t('transfer.currency')}</p>
      </div>
    </Section>
  )
}

function Account({
  account,
  pledge,
}: {
  readonly account: KeptPledge['accounts'][number]
  readonly pledge: KeptPledge
}) {
  const { t } = useTranslation('donations')
  const { holder, iban, bic, bank } = account
  return (
    <li className="break-inside-avoid border-t border-line-strong pt-4 sm:rounded-md sm:border sm:px-4 sm:py-3">
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
      <TransferCode account={account} pledge={pledge} />
    </li>
  )
}

interface DetailProps {
  readonly label: string
  readonly shown: ReactNode
  readonly copied: string
  readonly copyLabel: string
}

function Detail({ label, shown, copied, copyLabel }: DetailProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 py-2">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="font-semibold tabular-nums">{shown}</dd>
      <dd className="col-start-2 row-span-2 row-start-1 print:hidden">
        <CopyButton text={copied} label={copyLabel} short />
      </dd>
    </div>
  )
}
