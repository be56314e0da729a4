import { useQuery } from '@tanstack/react-query'
import { HandCoins } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PLEDGE_STATUSES, type Pledge, pledgesCsv } from '#shared/contract/donations.ts'
import { DONATION_CAUSE_IDS } from '#shared/domain/donations.ts'
import { useFormat, useLanguage } from '../../i18n/use-format.ts'
import { fetchFile } from '../../platform/files/fetch-file.ts'
import { Ltr } from '../../ui/bidi.tsx'
import { LinkButton } from '../../ui/button/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Loaded } from '../../ui/loaded/loaded.tsx'
import { FilterBar } from '../../ui/staff/filters/filter-bar.tsx'
import { type ListFilters, useAddressFilters } from '../../ui/staff/filters/use-address-filters.ts'
import { ShortcutsHelp } from '../../ui/staff/shortcuts.tsx'
import { StaffList } from '../../ui/staff/staff-list.tsx'
import type { Column } from '../../ui/staff/table/data-table.tsx'
import { StaffPage } from '../../ui/staff/toolbar.tsx'
import { useDashboard } from '../../ui/staff/use-dashboard.ts'
import { DownloadButton } from '../../ui/step-up/download-button.tsx'
import { useCurrency, useMoney } from '../../ui/use-money.ts'
import { DecideDialog } from './decide-dialog.tsx'
import { PledgeDialog } from './pledge-dialog.tsx'
import { differs, Donor, PledgeState, useReceivedText } from './pledge-parts.tsx'
import {
  NO_FILTERS,
  type PledgeFilters,
  pledgesQuery,
  toQuery,
  totalsQuery,
  type Totals,
  USUAL_SORT,
} from './pledge-queries.ts'
import { IssueDialog } from './receipts/issue-dialog.tsx'
import type { Deed } from './use-decision.ts'

/** What was promised and what came are two sums, and stand apart: only the second is money. */
function TotalsPanel() {
  const { t } = useTranslation('staffDonations')
  const query = useQuery(totalsQuery)
  return (
    <section aria-labelledby="donation-totals" className="rounded-lg border border-line bg-surface">
      <h2 id="donation-totals" className="sr-only">
        {t('totals.title')}
      </h2>
      <Loaded
        query={query}
        failure={t('totals.failed')}
        skeleton={<Skeleton className="m-4 h-36" />}
      >
        {(totals) => (
          <>
            <Figures totals={totals} />
            <Causes causes={totals.causes} />
          </>
        )}
      </Loaded>
    </section>
  )
}

function Figures({ totals }: { readonly totals: Totals }) {
  const { t } = useTranslation('staffDonations')
  const money = useMoney()
  const states = ['confirmed', 'pledged', 'cancelled'] as const
  return (
    <dl className="grid divide-line max-sm:divide-y sm:grid-cols-3 sm:divide-x">
      {states.map((state) => (
        <div key={state} className="px-4 py-3 sm:px-5 sm:py-4">
          <dt className="text-sm text-muted">{t(`totals.${state}`)}</dt>
          <dd className="mt-0.5">
            {/* Apart from the count behind it: Arabic would read the dollar sign as belonging to the next number. */}
            <bdi className="text-xl headline tabular-nums">{money(totals[state].usd)}</bdi>
            <span className="ms-2 text-sm text-muted">
              {t('totals.count', { count: totals[state].count })}
            </span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Causes({ causes }: { readonly causes: Totals['causes'] }) {
  const { t } = useTranslation(['staffDonations', 'donations'])
  const money = useMoney()
  return (
    <ul className="grid gap-x-8 gap-y-4 border-t border-line p-4 sm:grid-cols-2 sm:p-5">
      {causes.map(({ id, goalUsd, confirmed, pledged }) => (
        <li key={id} className="grid gap-1">
          <ProgressBar
            label={t(`donations:causes.${id}.title`)}
            value={confirmed.usd / goalUsd}
            text={t('totals.ofGoal', { raised: money(confirmed.usd), goal: money(goalUsd) })}
          />
          <p className="text-sm text-muted">{t('totals.open', { amount: money(pledged.usd) })}</p>
        </li>
      ))}
    </ul>
  )
}

/** Promises of money, and what an administrator found at the bank. */
export function StaffDonationsPage() {
  // The dialog of a receipt needs its texts at once: fetched when it opens, they would take the page away.
  const { t } = useTranslation(['staffDonations', 'taxReceipts'])
  const filters = useAddressFilters(NO_FILTERS)
  const query = useQuery(pledgesQuery(filters))
  const { base } = useDashboard()
  const columns = usePledgeColumns()
  const [issuing, setIssuing] = useState(false)
  const [opened, setOpened] = useState<Pledge>()
  const [said, setSaid] = useState<string>()
  const [deed, setDeed] = useState<Deed>()
  // The row of the list is the newest; one that has left the list (decided, under a filter) stays as it was opened.
  const current = query.data?.items.find(({ id }) => id === opened?.id) ?? opened
  return (
    <StaffPage
      title={t('title')}
      lead={t('lead')}
      end={
        <>
          <ShortcutsHelp />
          <LinkButton variant="secondary" to={`${base}/donations/receipts`}>
            {t('receipts')}
          </LinkButton>
        </>
      }
    >
      <TotalsPanel />
      <Filters filters={filters} />
      <StaffList
        query={query}
        filters={filters}
        usualSort={USUAL_SORT}
        failure={t('failed')}
        pages={t('pages')}
        name="donations"
        label={t('title')}
        columns={columns}
        rowKey={({ id }) => id}
        onOpen={(pledge) => {
          setOpened(pledge)
          setSaid(undefined)
        }}
        openLabel={({ reference }) => t('open', { reference })}
        empty={
          <EmptyState icon={<HandCoins size={30} />} title={t('empty.title')}>
            <p>{t('empty.text')}</p>
          </EmptyState>
        }
        noMatch={{ title: t('noMatch.title'), text: t('noMatch.text') }}
      />
      <PledgeDialog
        pledge={current}
        said={said}
        onDecide={setDeed}
        onReceipt={() => setIssuing(true)}
        onClose={() => setOpened(undefined)}
      >
        {current !== undefined && issuing && (
          <IssueDialog pledge={current} onClose={() => setIssuing(false)} />
        )}
        {opened !== undefined && deed !== undefined && (
          <DecideDialog
            pledge={opened}
            deed={deed}
            onClose={(now, done) => {
              setOpened(now ?? current)
              setSaid(done)
              setDeed(undefined)
            }}
          />
        )}
      </PledgeDialog>
    </StaffPage>
  )
}

function Filters({ filters }: { readonly filters: ListFilters<PledgeFilters> }) {
  const { t } = useTranslation(['staffDonations', 'donations'])
  const language = useLanguage()
  const all = { value: '', label: t('filters.all') }
  return (
    <FilterBar
      label={t('filters.label')}
      filters={filters}
      fields={{
        q: { label: t('filters.q') },
        status: {
          label: t('filters.status'),
          options: [
            all,
            ...PLEDGE_STATUSES.map((value) => ({ value, label: t(`states.${value}`) })),
          ],
        },
        cause: {
          label: t('filters.cause'),
          options: [
            all,
            ...DONATION_CAUSE_IDS.map((id) => ({
              value: id,
              label: t(`donations:causes.${id}.title`),
            })),
          ],
        },
        from: { label: t('filters.from'), type: 'date' },
        to: { label: t('filters.to'), type: 'date' },
      }}
      end={
        <DownloadButton
          label={t('export.button')}
          why={t('export.why')}
          doneText={t('export.done')}
          truncatedText={t('export.truncated')}
          load={() => fetchFile(pledgesCsv, { query: { ...toQuery(filters.values), language } })}
        />
      }
    />
  )
}

function usePledgeColumns(): readonly Column<Pledge>[] {
  const { t } = useTranslation(['staffDonations', 'donations'])
  const [format, money] = [useFormat(), useMoney()]
  const [own, receivedText] = [useCurrency(), useReceivedText()]
  return [
    {
      key: 'reference',
      header: t('columns.reference'),
      rowHeader: true,
      cell: ({ reference }) => (
        <Ltr className="font-semibold whitespace-nowrap tabular-nums">{reference}</Ltr>
      ),
    },
    {
      key: 'donor',
      header: t('columns.donor'),
      card: 'half',
      cell: (pledge) => <Donor inRow pledge={pledge} />,
    },
    {
      key: 'cause',
      header: t('columns.cause'),
      wideOnly: 'table',
      card: 'half',
      cell: ({ cause, method }) => (
        <span className="grid">
          <span>{t(`donations:causes.${cause}.title`)}</span>
          <span className="text-muted">{t(`methods.${method}`)}</span>
        </span>
      ),
    },
    {
      key: 'createdAt',
      header: t('columns.createdAt'),
      card: 'half',
      sortable: 'date',
      cell: ({ createdAt }) => (
        <time dateTime={createdAt} className="whitespace-nowrap">
          {format.date(createdAt, 'medium')}
        </time>
      ),
    },
    {
      key: 'state',
      header: t('columns.state'),
      card: 'half',
      cell: ({ status }) => <PledgeState status={status} />,
    },
    {
      key: 'amountUsd',
      header: t('columns.amount'),
      card: 'line',
      sortable: true,
      end: true,
      cell: (pledge) => (
        <span className="grid">
          <span className="font-semibold whitespace-nowrap">{money(pledge.amountUsd)}</span>
          {pledge.received !== null && differs(pledge, own) && (
            <span className="text-muted">
              {t('received.other', { sum: `\u2068${receivedText(pledge.received)}\u2069` })}
            </span>
          )}
        </span>
      ),
    },
  ]
}
