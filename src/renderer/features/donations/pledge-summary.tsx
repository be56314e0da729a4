import { HandHeart } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Auto } from '../../ui/bidi.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { PrivacyLink } from '../../ui/layout/privacy-link.tsx'
import { useMoney } from '../../ui/use-money.ts'
import { chosenAmount, type PledgeFields } from './pledge-fields.ts'

export interface PledgeFailure {
  /** It is unknown whether the server has it. */
  readonly unsure: boolean
  readonly text: string
}

interface PledgeSummaryProps {
  readonly control: Control<PledgeFields>
  readonly busy: boolean
  readonly failure: PledgeFailure | undefined
}

/** A dash, as in other lists of facts: what is missing is said at the field once it was asked for. */
const NOT_CHOSEN = <span className="font-normal text-muted">–</span>

export function PledgeSummary({ control, busy, failure }: PledgeSummaryProps) {
  const { t } = useTranslation('donations')
  const money = useMoney()
  const [cause, preset, custom, anonymous, name, method] = useWatch({
    control,
    name: ['cause', 'preset', 'custom', 'anonymous', 'name', 'method'],
  })
  const amount = chosenAmount({ preset, custom })
  const isAmount = typeof amount === 'number'
  return (
    <section
      aria-labelledby="pledge-summary"
      className="rounded-lg border border-line bg-surface p-4 shadow-card sm:p-6 lg:sticky lg:top-24"
    >
      <h2 id="pledge-summary" className="text-xl headline">
        {t('summary.title')}
      </h2>
      <dl className="mt-2 divide-y divide-line">
        <SummaryLine label={t('summary.cause')}>
          {cause === '' ? NOT_CHOSEN : t(`causes.${cause}.title`)}
        </SummaryLine>
        <SummaryLine label={t('transfer.amount')}>
          {isAmount ? (
            <span className="text-3xl headline tabular-nums">{money(amount)}</span>
          ) : (
            NOT_CHOSEN
          )}
        </SummaryLine>
        <SummaryLine label={t('summary.giver')}>
          {anonymous || name.trim() === '' ? t('summary.noName') : <Auto>{name.trim()}</Auto>}
        </SummaryLine>
        <SummaryLine label={t('summary.method')}>{t(`method.${method}.label`)}</SummaryLine>
      </dl>
      <p className="mt-3 mb-4 text-sm text-muted">{t('summary.noMoney')}</p>
      {failure !== undefined && (
        <Notice
          tone="danger"
          title={t(failure.unsure ? 'summary.unsure' : 'summary.failed')}
          className="mb-4"
        >
          <p>{failure.text}</p>
          {failure.unsure && <p>{t('summary.tryAgain')}</p>}
        </Notice>
      )}
      <Button
        type="submit"
        size="lg"
        busy={busy}
        icon={<HandHeart aria-hidden="true" size={22} />}
        className="w-full"
      >
        {isAmount ? t('summary.pledgeAmount', { amount: money(amount) }) : t('summary.pledge')}
      </Button>
      <p className="mt-3 text-center text-sm">
        <PrivacyLink />
      </p>
    </section>
  )
}

/** Narrower than the kit's list of facts, which gives its labels a column of their own. */
function SummaryLine({
  label,
  children,
}: {
  readonly label: string
  readonly children: ReactNode
}) {
  return (
    <div className="flex items-baseline justify-between gap-4 py-2">
      <dt className="shrink-0 text-sm text-muted">{label}</dt>
      <dd className="min-w-0 text-end font-semibold">{children}</dd>
    </div>
  )
}
