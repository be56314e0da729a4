import { useTranslation } from 'react-i18next'
import { readCountry } from '#shared/domain/countries.ts'
import { fullName } from '#shared/domain/person-name.ts'
import type { ListedRequest } from '#shared/contract/requests.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { Auto, Ltr } from '../../ui/bidi.tsx'
import type { Column } from '../../ui/staff/data-table.tsx'
import { ClaimMark } from './claim-mark.tsx'
import { RequestStatusBadge } from './request-status.tsx'

/** Also where a decided request no longer tells it. */
const NONE = <span className="text-muted">–</span>

export function useRequestColumns(): readonly Column<ListedRequest>[] {
  const { t } = useTranslation('registrationRequests')
  const format = useFormat()
  return [
    {
      key: 'name',
      header: t('columns.name'),
      rowHeader: true,
      cell: (row) => <Auto>{fullName(row)}</Auto>,
    },
    {
      key: 'requestId',
      header: t('columns.id'),
      cell: ({ requestId }) => <Ltr className="tabular-nums">{requestId}</Ltr>,
    },
    {
      key: 'tribe',
      header: t('columns.tribe'),
      wideOnly: true,
      cell: ({ tribe }) => (tribe === '' ? NONE : <Auto>{tribe}</Auto>),
    },
    {
      key: 'country',
      header: t('columns.country'),
      wideOnly: true,
      cell: ({ currentCountry }) =>
        currentCountry === ''
          ? NONE
          : format.country(readCountry(currentCountry) ?? currentCountry),
    },
    {
      key: 'createdAt',
      header: t('columns.createdAt'),
      sortable: true,
      cell: ({ createdAt }) => <time dateTime={createdAt}>{format.date(createdAt, 'medium')}</time>,
    },
    {
      key: 'status',
      header: t('columns.status'),
      cell: ({ status }) => <RequestStatusBadge status={status} />,
    },
    {
      key: 'claim',
      header: t('columns.claim'),
      cell: ({ claim, status }) => (status === 'pending' ? <ClaimMark claim={claim} /> : NONE),
    },
  ]
}
