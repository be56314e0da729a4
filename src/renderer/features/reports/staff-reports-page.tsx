import { ChartColumn, Play, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { Role } from '#shared/domain/people/roles.ts'
import { OPEN_REPORT_STATUSES } from '#shared/domain/report/report-rules.ts'
import { STATUS_KEYS } from '../../parts/report/status-badge.tsx'
import { Button, LinkButton } from '../../ui/button/button.tsx'
import { FilterBar } from '../../ui/staff/filters/filter-bar.tsx'
import { MoreMenu } from '../../ui/staff/more-menu.tsx'
import { KeyHint, ShortcutsHelp, useShortcuts } from '../../ui/staff/shortcuts.tsx'
import { StatusTabs } from '../../ui/staff/status-tabs.tsx'
import { StaffPage } from '../../ui/staff/toolbar.tsx'
import { useDashboard } from '../../ui/staff/use-dashboard.ts'
import { CreateButton } from './filing/create-button.tsx'
import { useReportList } from './list/use-report-list.ts'
import { STAFF_FILTERS } from './report-filters.ts'
import { DeskList } from './staff/desk-list.tsx'
import { DeletedDialog, ExportReports } from './staff/staff-bar.tsx'

const TABS = [
  { status: 'open', word: 'open', holds: OPEN_REPORT_STATUSES },
  { status: 'verified', word: 'verified', holds: [] },
  { status: 'rejected', word: 'rejected', holds: [] },
  { status: '', word: 'all', holds: [] },
] as const

/** The way to the desk: what waits first, the oldest on top, and one button that opens the next. */
export function StaffReportsPage() {
  const { t } = useTranslation(['reports', 'reportWrite', 'dashboard'])
  const list = useReportList(STAFF_FILTERS)
  const { status } = list.filters.values
  const { role } = useDashboard()
  return (
    <StaffPage title={t('dashboard:tabs.reports')} end={<Ways role={role} />}>
      <StatusTabs
        label={t('reportWrite:desk.states')}
        tabs={TABS.map(({ status: value, word, holds }) => ({
          value,
          label: t(`reportWrite:desk.tabs.${word}`),
          holds,
        }))}
        value={status}
        onChoose={(chosen) => list.filters.set({ status: chosen })}
      />
      <FilterBar
        label={t('filters.label')}
        filters={list.filters}
        fields={{
          // The tabs choose the status; where an address asks for one of those that wait, it is in sight.
          status: OPEN_REPORT_STATUSES.some((one) => one === status)
            ? {
                label: t('filters.status'),
                options: [
                  { value: 'open', label: t('filters.allStates') },
                  ...OPEN_REPORT_STATUSES.map((value) => ({
                    value,
                    label: t(`status.${STATUS_KEYS[value]}`),
                  })),
                ],
              }
            : undefined,
          answered: {
            label: t('reportWrite:filters.answered'),
            options: [
              { value: '', label: t('reportWrite:filters.allAnswers') },
              { value: 'yes', label: t('reportWrite:filters.unreadAnswers') },
            ],
          },
          id: { label: t('reportWrite:filters.id') },
          from: { label: t('filters.from'), type: 'date' },
          to: { label: t('filters.to'), type: 'date' },
          type: { label: t('columns.report') },
          // Of reports that are not public, parts of a word are not found (docs/spec/reports.md, 10).
          actor: { label: t('filters.actor'), hint: t('reportWrite:filters.wholeWords') },
          victim: { label: t('filters.victim'), hint: t('reportWrite:filters.wholeWords') },
        }}
        end={<ExportReports role={role} filters={list.filters.values} />}
      />
      <DeskList list={list} />
    </StaffPage>
  )
}

function Ways({ role }: { readonly role: Role }) {
  const { t } = useTranslation(['reportWrite', 'reports'])
  const navigate = useNavigate()
  const [isBinOpen, setBinOpen] = useState(false)
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
      <MoreMenu>
        <LinkButton
          to="/reports/statistics"
          variant="quiet"
          icon={<ChartColumn aria-hidden="true" size={18} className="lg:hidden" />}
          aria-label={t('reports:numbers')}
          title={t('reports:numbers')}
        >
          {t('reports:numbersShort')}
        </LinkButton>
        {role === 'admin' && (
          <Button
            variant="secondary"
            icon={<Trash2 aria-hidden="true" size={18} />}
            onClick={() => setBinOpen(true)}
          >
            {t('deleted.open')}
          </Button>
        )}
        <CreateButton variant="secondary" label={t('desk.file')} />
      </MoreMenu>
      <DeletedDialog open={isBinOpen} onClose={() => setBinOpen(false)} />
      <LinkButton
        to="queue"
        relative="path"
        icon={<Play aria-hidden="true" size={18} className="mirror" />}
        aria-keyshortcuts="n"
        className="max-sm:px-3 max-sm:[&>kbd]:hidden"
      >
        {t('desk.reviewNext')} <KeyHint name="n" />
      </LinkButton>
    </>
  )
}
