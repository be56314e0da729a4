import { useTranslation } from 'react-i18next'
import type { Pledge } from '#shared/contract/donations.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { Ltr } from '../../ui/bidi.tsx'
import type { Column } from '../../ui/staff/table/data-table.tsx'
import { Donor, PledgeState, useDecisionText } from './pledge-parts.tsx'
import { useMoney } from '../../i18n/use-money.ts'

export function usePledgeColumns(): readonly Column<Pledge>[] {
  const { t } = useTranslation(['staffDonations', 'donate'])
  const [format, money, decisionOf] = [useFormat(), useMoney(), useDecisionText()]
  return [
    {
      key: 'reference',
      header: t('columns.reference'),
      rowHeader: true,
      cell: ({ reference }) => (
        <Ltr className="font-semibold whitespace-nowrap tabular-nums">{reference}</Ltr>
      ),
    },
    { key: 'donor', header: t('columns.donor'), cell: (pledge) => <Donor pledge={pledge} /> },
    {
      key: 'cause',
      header: t('columns.cause'),
      cell: ({ cause, method }) => (
        <span className="grid">
          <span>{t(`donate:causes.${cause}.title`)}</span>
          <span className="text-muted">{t(`methods.${method}`)}</span>
        </span>
      ),
    },
    {
      key: 'createdAt',
      header: t('columns.createdAt'),
      sortable: true,
      cell: ({ createdAt }) => (
        <time dateTime={createdAt} className="whitespace-nowrap">
          {format.date(createdAt, 'medium')}
        </time>
      ),
    },
    {
      key: 'state',
      header: t('columns.state'),
      cell: (pledge) => (
        <span className="grid justify-items-start gap-1">
          <PledgeState status={pledge.status} />
          {decisionOf(pledge) !== '' && <span className="text-muted">{decisionOf(pledge)}</span>}
        </span>
      ),
    },
    {
      key: 'amountUsd',
      header: t('columns.amount'),
      sortable: true,
      end: true,
      cell: ({ amountUsd }) => (
        <span className="font-semibold whitespace-nowrap">{money(amountUsd)}</span>
      ),
    },
  ]
}
