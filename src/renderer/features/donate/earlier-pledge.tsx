import { useTranslation } from 'react-i18next'
import { LinkButton } from '../../ui/button.tsx'
import { Ltr } from '../../ui/bidi.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { KeptPledge } from './kept-pledge.ts'
import { useMoney } from './use-money.ts'

/** Somebody who comes back finds the way to the reference that is still to be used. */
export function EarlierPledge({
  pledge: { reference, amountUsd },
}: {
  readonly pledge: KeptPledge
}) {
  const { t } = useTranslation('donate')
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
