import { useQuery } from '@tanstack/react-query'
import { ReceiptText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import { type DonationReceipt, receiptsCsv } from '#shared/contract/donation-receipts.ts'
import { LOCALE_TAGS } from '../../../i18n/format.ts'
import { useFormat, useLanguage } from '../../../i18n/use-format.ts'
import { fetchFile } from '../../../platform/files/fetch-file.ts'
import { Auto, Ltr } from '../../../ui/bidi.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { StateBadge } from '../../../ui/feedback/state-badge.tsx'
import { BackLink } from '../../../ui/layout/back-link.tsx'
import { FilterBar } from '../../../ui/staff/filters/filter-bar.tsx'
import { useAddressFilters } from '../../../ui/staff/filters/use-address-filters.ts'
import { ShortcutsHelp } from '../../../ui/staff/shortcuts.tsx'
import { StaffList } from '../../../ui/staff/staff-list.tsx'
import type { Column } from '../../../ui/staff/table/data-table.tsx'
import { StaffPage } from '../../../ui/staff/toolbar.tsx'
import { useDashboard } from '../../../ui/staff/use-dashboard.ts'
import { DownloadButton } from '../../../ui/step-up/download-button.tsx'
import { PersonName } from '../pledge-parts.tsx'
import { NO_FILTERS, receiptsQuery } from './receipt-queries.ts'

/** Receipts are in euros, whatever the currency of the association is. */
function useEuros(): (cents: number) => string {
  const numbers = new Intl.NumberFormat(LOCALE_TAGS[useLanguage()], {
    style: 'currency',
    currency: 'EUR',
  })
  return (cents) => numbers.format(cents / 100)
}

/** The tax receipts of a year, with the numbers for the yearly declaration. */
export function ReceiptsPage() {
  const { t } = useTranslation(['taxReceipts', 'staffDonations'])
  const language = useLanguage()
  const euros = useEuros()
  const { base } = useDashboard()
  const navigate = useNavigate()
  const filters = useAddressFilters(NO_FILTERS)
  const query = useQuery(receiptsQuery(filters))
  const columns = useColumns()
  const { data } = query
  const years = [...new Set([data?.year, ...(data?.years ?? [])])].filter(
    (year) => year !== undefined,
  )
  return (
    <StaffPage
      title={t('title')}
      lead={
        <>
          <BackLink to={`${base}/donations`}>{t('staffDonations:title')}</BackLink>
          <p>{t('lead')}</p>
        </>
      }
      end={<ShortcutsHelp />}
    >
      {data?.on === false && (
        <Notice tone="info" title={t('off.title')}>
          <p>{t('off.text')}</p>
          <Link
            to={`${base}/settings`}
            className="font-semibold text-brand underline underline-offset-4"
          >
            {t('off.settings')}
          </Link>
        </Notice>
      )}
      <FilterBar
        label={t('filters.label')}
        filters={filters}
        fields={{
          year: {
            label: t('filters.year'),
            options: [
              { value: '', label: t('filters.last') },
              ...years.map((year) => ({ value: String(year), label: String(year) })),
            ],
          },
        }}
        end={
          data !== undefined && (
            <DownloadButton
              label={t('export.button')}
              why={t('export.why')}
              doneText={t('export.done')}
              truncatedText={t('export.done')}
              load={() => fetchFile(receiptsCsv, { query: { year: data.year, language } })}
            />
          )
        }
      />
      {data !== undefined && data.total > 0 && (
        <p>
          {t('sums', {
            year: data.year,
            count: data.inForce.count,
            sum: `\u2068${euros(data.inForce.cents)}\u2069`,
          })}{' '}
          {data.cancelled.count > 0 && t('sumsCancelled', { count: data.cancelled.count })}
        </p>
      )}
      <StaffList
        query={query}
        filters={filters}
        failure={t('failed')}
        pages={t('pages')}
        name="tax-receipts"
        label={t('title')}
        columns={columns}
        rowKey={({ id }) => id}
        onOpen={({ id }) => void navigate(`${base}/donations/receipts/${id}`)}
        openLabel={({ number }) => t('open', { number })}
        empty={
          <EmptyState icon={<ReceiptText size={30} />} title={t('empty.title')}>
            <p>{t('empty.text')}</p>
          </EmptyState>
        }
        noMatch={{ title: t('empty.title'), text: t('empty.noMatch') }}
      />
    </StaffPage>
  )
}

function useColumns(): readonly Column<DonationReceipt>[] {
  const { t } = useTranslation('taxReceipts')
  const [format, euros] = [useFormat(), useEuros()]
  return [
    {
      key: 'number',
      header: t('columns.number'),
      rowHeader: true,
      cell: ({ number }) => (
        <Ltr className="font-semibold whitespace-nowrap tabular-nums">{number}</Ltr>
      ),
    },
    {
      key: 'donor',
      header: t('columns.donor'),
      cell: ({ donor, reference }) => (
        <span className="grid">
          <span>{donor === '' ? t('columns.gone') : <Auto>{donor}</Auto>}</span>
          <span className="text-muted">
            <Ltr>{reference}</Ltr>
          </span>
        </span>
      ),
    },
    {
      key: 'issued',
      header: t('columns.issued'),
      cell: ({ issuedAt, issuedBy }) => (
        <span className="grid">
          <time dateTime={issuedAt} className="whitespace-nowrap">
            {format.date(issuedAt, 'medium')}
          </time>
          <span className="text-muted">
            <PersonName person={issuedBy} />
          </span>
        </span>
      ),
    },
    {
      key: 'state',
      header: t('columns.state'),
      cell: ({ cancelled }) => (
        <span className="grid justify-items-start gap-1">
          <StateBadge tone={cancelled === null ? 'success' : 'plain'}>
            {t(cancelled === null ? 'states.inForce' : 'states.cancelled')}
          </StateBadge>
          {cancelled !== null && cancelled.reason !== '' && (
            <span className="text-muted">
              <Auto>{cancelled.reason}</Auto>
            </span>
          )}
        </span>
      ),
    },
    {
      key: 'sum',
      header: t('columns.sum'),
      cell: ({ cents }) => <bdi className="whitespace-nowrap tabular-nums">{euros(cents)}</bdi>,
    },
  ]
}
