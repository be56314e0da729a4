import { useQuery } from '@tanstack/react-query'
import { ReceiptText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import type { Reply } from '#shared/contract/base/define-route.ts'
import {
  type DonationReceipt,
  listReceipts,
  receiptsCsv,
} from '#shared/contract/donation-receipts.ts'
import { LOCALE_TAGS } from '#shared/domain/text/languages.ts'
import { useFormat, useLanguage } from '../../../i18n/use-format.ts'
import { fetchFile } from '../../../platform/files/fetch-file.ts'
import { Auto, Ltr } from '../../../ui/bidi.tsx'
import { LinkButton } from '../../../ui/button/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { StateBadge } from '../../../ui/feedback/state-badge.tsx'
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

type ReceiptList = Reply<typeof listReceipts>

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
      back={{ to: `${base}/donations`, label: t('staffDonations:title') }}
      lead={t('lead')}
      end={<ShortcutsHelp />}
    >
      {data?.on === false && (
        <Notice tone="info" title={t('off.title')}>
          <p>{t('off.text')}</p>
          <Link
            to={`${base}/settings`}
            className="inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-4"
          >
            {t('off.settings')}
          </Link>
        </Notice>
      )}
      {(data === undefined || data.years.length > 0) && (
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
      )}
      {data !== undefined && data.total > 0 && <Figures list={data} />}
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
            {data?.on === true && (
              <>
                <p>{t('empty.text')}</p>
                <LinkButton
                  to={`${base}/donations?status=confirmed`}
                  variant="secondary"
                  className="mt-4"
                >
                  {t('empty.donations')}
                </LinkButton>
              </>
            )}
          </EmptyState>
        }
        noMatch={{ title: t('empty.title'), text: t('empty.noMatch') }}
      />
    </StaffPage>
  )
}

/** The numbers that the yearly declaration asks for stand apart from those that it does not. */
function Figures({ list }: { readonly list: ReceiptList }) {
  const { t } = useTranslation('taxReceipts')
  const [format, euros] = [useFormat(), useEuros()]
  const { year, inForce, cancelled } = list
  const figures = [
    { label: t('figures.inForce', { year }), value: format.number(inForce.count) },
    { label: t('figures.sum'), value: euros(inForce.cents) },
    { label: t('figures.cancelled'), value: format.number(cancelled.count) },
  ]
  return (
    <section
      aria-label={t('figures.title', { year })}
      className="rounded-lg border border-line bg-surface"
    >
      <dl className="grid divide-line max-sm:divide-y sm:grid-cols-3 sm:divide-x">
        {figures.map(({ label, value }) => (
          <div key={label} className="px-4 py-3 sm:px-5">
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="mt-0.5">
              <bdi className="text-xl headline tabular-nums">{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <p className="border-t border-line px-4 py-2 text-sm text-muted sm:px-5">
        {t('figures.note')}
      </p>
    </section>
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
      end: true,
      cell: ({ cents }) => <bdi className="whitespace-nowrap tabular-nums">{euros(cents)}</bdi>,
    },
  ]
}
