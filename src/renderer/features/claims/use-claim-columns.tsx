import { useTranslation } from 'react-i18next'
import { useFormat } from '../../i18n/use-format.ts'
import { Auto, Ltr } from '../../ui/bidi.tsx'
import type { Column } from '../../ui/staff/data-table.tsx'
import type { ListedClaim } from './claim-queries.ts'
import { ClaimStatus } from './claim-status.tsx'

export function useClaimColumns(): readonly Column<ListedClaim>[] {
  const { t } = useTranslation('claims')
  const format = useFormat()
  return [
    {
      key: 'id',
      header: t('columns.reference'),
      rowHeader: true,
      cell: ({ id }) => <Ltr className="whitespace-nowrap">{id}</Ltr>,
    },
    {
      key: 'sender',
      header: t('columns.sender'),
      cell: ({ userName, userId }) => (
        <>
          <span className="font-semibold wrap-break-word">
            <Auto>{userName}</Auto>
          </span>
          <span className="block text-muted">
            {t(userId === null ? 'sender.visitorShort' : 'sender.member')}
          </span>
        </>
      ),
    },
    {
      key: 'subject',
      header: t('columns.subject'),
      cell: ({ subject }) => t(`subjects.${subject}`),
    },
    {
      key: 'message',
      header: t('columns.message'),
      cell: ({ message }) => (
        // A line of its own that follows the writing, so that the dots of an Arabic message stand at its end.
        <span
          dir="auto"
          className="line-clamp-2 max-w-md min-w-40 wrap-anywhere @max-[900px]:min-w-30"
        >
          {message}
        </span>
      ),
    },
    { key: 'status', header: t('columns.status'), cell: (claim) => <ClaimStatus {...claim} /> },
    {
      key: 'createdAt',
      header: t('columns.age'),
      sortable: true,
      cell: ({ createdAt }) => (
        <time dateTime={createdAt} title={format.dateTime(createdAt)} className="whitespace-nowrap">
          {format.relative(createdAt)}
        </time>
      ),
    },
  ]
}
