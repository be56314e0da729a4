import { Printer } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Ltr } from '../../ui/bidi.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { useHasRoute } from '../../ui/known-routes.ts'
import { Page } from '../../ui/page.tsx'
import { Section } from '../../ui/section.tsx'
import type { KeptPledge } from './kept-pledge.ts'
import { PaymentSection } from './payment-section.tsx'
import { useMoney } from './use-money.ts'

/** What was promised and what is left to do. It never says that money has come: only an administrator knows that. */
export function PledgeResult({ pledge }: { readonly pledge: KeptPledge }) {
  const { t } = useTranslation('donate')
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
            <LinkButton to="/contact" variant="quiet">
              {t('result.contact')}
            </LinkButton>
          )}
        </div>
      </div>
    </Page>
  )
}
