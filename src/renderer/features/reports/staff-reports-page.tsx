import { Play } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { REPORT_STATUSES } from '#shared/domain/report/report-rules.ts'
import { STATUS_KEYS } from '../../parts/report/status-badge.tsx'
import { LinkButton } from '../../ui/button/button.tsx'
import { FilterBar } from '../../ui/staff/filters/filter-bar.tsx'
import { KeyHint, ShortcutsHelp, useShortcuts } from '../../ui/staff/shortcuts.tsx'
import { StatusTabs } from '../../ui/staff/status-tabs.tsx'
import { StaffPage } from '../../ui/staff/toolbar.tsx'
import { CreateButton } from './filing/create-button.tsx'
import { useReportList } from './list/use-report-list.ts'
import { STAFF_FILTERS } from './report-filters.ts'
import { DeskList } from './staff/desk-list.tsx'

/** The way to the desk: what waits first, the oldest on top, and one button that opens the next. */
export function StaffReportsPage() {
  const { t } = useTranslation(['reports', 'reportWrite', 'dashboard'])
  const list = useReportList(STAFF_FILTERS)
  return (
    <StaffPage title={t('dashboard:tabs.reports')} end={<Ways />}>
      <StatusTabs
        label={t('reportWrite:desk.states')}
        tabs={(['open', 'verified', 'rejected'] as const)
          .map((value) => ({ value: String(value), label: t(`reportWrite:desk.tabs.${value}`) }))
          .concat({ value: '', label: t('reportWrite:desk.tabs.all') })}
        value={list.filters.values.status}
        onChoose={(status) => list.filters.set({ status })}
      />
      <FilterBar
        label={t('filters.label')}
        filters={list.filters}
        fields={{
          status: {
            label: t('filters.status'),
            options: [
              { value: '', label: t('filters.allStates') },
              { value: 'open', label: t('status.open') },
              ...REPORT_STATUSES.map((status) => ({
                value: status,
                label: t(`status.${STATUS_KEYS[status]}`),
              })),
            ],
          },
          answered: {
            label: t('filters.answered'),
            options: [
              { value: '', label: t('filters.allAnswers') },
              { value: 'yes', label: t('filters.unreadAnswers') },
            ],
          },
          id: { label: t('filters.id') },
          from: { label: t('filters.from'), type: 'date' },
          to: { label: t('filters.to'), type: 'date' },
          type: { label: t('filters.type') },
          // Of reports that are not public, parts of a word are not found (docs/spec/reports.md, 10).
          actor: { label: t('filters.actorWords') },
          victim: { label: t('filters.victimWords') },
        }}
      />
      <DeskList list={list} />
    </StaffPage>
  )
}

function Ways() {
  const { t } = useTranslation('reportWrite')
  const navigate = useNavigate()
  useShortcuts([
    {
      keys: 'n',
      label: t('desk.reviewNext'),
      run: () => void navigate('queue', { relative: 'path' }),
    },
  ])
  return (
    <>
      <ShortcutsHelp />
      <CreateButton variant="secondary" />
      <LinkButton
        to="queue"
        relative="path"
        icon={<Play aria-hidden="true" size={18} className="mirror" />}
        aria-keyshortcuts="n"
      >
        {t('desk.reviewNext')} <KeyHint name="n" />
      </LinkButton>
    </>
  )
}
