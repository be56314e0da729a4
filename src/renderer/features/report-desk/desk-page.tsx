import { useQuery } from '@tanstack/react-query'
import { Check, FileSearch, Hourglass, X } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useNavigate, useParams } from 'react-router-dom'
import type { ReviewLock } from '#shared/contract/base/review-lock.ts'
import type { Evidence, Report } from '#shared/contract/reports.ts'
import { checksOf, type ReportCheck } from '#shared/domain/report/report-checks.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { EditDialog } from '../../parts/report-edit/edit-dialog.tsx'
import { StatusBadge, UnpublishedMark, WitnessMark } from '../../parts/report/status-badge.tsx'
import { CallFailure } from '../../platform/calls/api.ts'
import { queryClient } from '../../platform/calls/query-client.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { PageSpinner } from '../../ui/feedback/spinner.tsx'
import { Loaded } from '../../ui/loaded/loaded.tsx'
import { DeskBack, DeskBar, DeskButton, DeskWays, Ticked } from '../../ui/staff/desk/desk-bar.tsx'
import { Desk } from '../../ui/staff/desk/desk.tsx'
import { LockNotice } from '../../ui/staff/desk/lock-notice.tsx'
import { useReviewLock } from '../../ui/staff/desk/use-review-lock.ts'
import { ShortcutsHelp, useShortcuts } from '../../ui/staff/shortcuts.tsx'
import { StaffPage } from '../../ui/staff/toolbar.tsx'
import {
  deskReportQuery,
  reportHoldersQuery,
  reportLock,
  reportQueueQuery,
} from './desk-queries.ts'
import { ReportDecisionDialog } from './report-decision-dialog.tsx'
import { ReportChecks, ReportParts } from './report-parts.tsx'
import { ReportQueue } from './report-queue.tsx'
import { type ReportDeed, useReportDecision } from './use-report-decision.ts'

/** Opens the oldest waiting report that no colleague holds, and the list where none waits. */
export function ReportQueuePage() {
  const list = useQuery(reportQueueQuery('open'))
  const holders = useQuery(reportHoldersQuery)
  if (list.isPending || holders.isPending) return <PageSpinner />
  const first = list.data?.find(({ id }) => isFree(id, holders.data))
  return <Navigate to={first === undefined ? '..' : `../${first.id}`} relative="path" replace />
}

const isFree = (id: number, holders: ReadonlyMap<number, ReviewLock> | undefined): boolean =>
  holders?.get(id)?.mine !== false

/** One report with its evidence beside it. */
export function ReportDeskPage() {
  // All at once: a later load of the texts would hide the page.
  const { t } = useTranslation(['reportWrite', 'reports', 'evidence'])
  const id = Number(useParams()['id'])
  const query = useQuery({
    ...deskReportQuery(id),
    enabled: Number.isSafeInteger(id) && id > 0,
  })
  const isGone =
    !(Number.isSafeInteger(id) && id > 0) ||
    (query.error instanceof CallFailure && query.error.problem?.status === 404)
  return (
    <Desk queue={<ReportQueue currentId={id} report={isGone ? null : query.data} />}>
      {isGone ? (
        <StaffPage title={t('desk.gone')} endIsSmall end={<BackToList />}>
          <EmptyState icon={<FileSearch size={30} />} title={t('desk.gone')}>
            {t('desk.goneText')}
          </EmptyState>
        </StaffPage>
      ) : query.data === undefined ? (
        <StaffPage title={t('desk.title', { id })}>
          <Loaded
            query={query}
            failure={t('edit.notLoaded')}
            skeleton={<Skeleton className="h-[32rem] rounded-lg" />}
          >
            {() => null}
          </Loaded>
        </StaffPage>
      ) : (
        <OneReport key={id} report={query.data} />
      )}
    </Desk>
  )
}

/** To the list that the report stands in. */
function BackToList({ status }: { readonly status?: Report['status'] }) {
  const { t } = useTranslation('reportWrite')
  const decided = status === 'verified' || status === 'rejected'
  return <DeskBack to={decided ? `..?status=${status}` : '..'} label={t('desk.all')} />
}

/** The reports before and after this one in the list of those that wait and that no colleague holds. */
function useNeighbours(id: number) {
  const { data = [] } = useQuery(reportQueueQuery('open'))
  const { data: holders } = useQuery(reportHoldersQuery)
  const free = data.filter((report) => report.id === id || isFree(report.id, holders))
  const place = free.findIndex((report) => report.id === id)
  const previous = place > 0 ? free[place - 1]?.id : undefined
  const next = free[place + 1]?.id
  const afterwards = next ?? free.find((report) => report.id !== id)?.id
  useEffect(() => {
    // Reading a report leaves no line in a log, so the next one is fetched ahead.
    if (afterwards !== undefined) void queryClient.prefetchQuery(deskReportQuery(afterwards))
  }, [afterwards])
  return { previous, next, afterwards }
}

function OneReport({ report }: { readonly report: Report }) {
  const { t } = useTranslation('reportWrite')
  const { id } = report
  const neighbours = useNeighbours(id)
  const [checks, setChecks] = useState<readonly ReportCheck[]>([])
  const [seen, setSeen] = useState<ReadonlySet<Evidence['id']>>(new Set())
  const see = (piece: Evidence['id']): void =>
    setSeen((before) => (before.has(piece) ? before : new Set(before).add(piece)))
  const [editing, setEditing] = useState(false)
  const { data: holders } = useQuery(reportHoldersQuery)
  const waits = report.status === 'not verified' || report.status === 'under review'
  const claim = holders === undefined ? report.claim : (holders.get(id) ?? null)
  const lock = useReviewLock(reportLock, { id, waits, claim })
  // What was recorded at a decision stays until the boxes are ticked anew.
  const made = waits ? checks : (report.checks ?? [])
  const decision = useReportDecision(report, made, {
    next: neighbours.afterwards,
    onDecided: lock.forget,
  })
  const blocked = decision.busy || (waits && !lock.mine)
  const edit = (): void => setEditing(true)
  const boxes = waits ? (
    <ReportChecks report={report} done={checks} onChange={setChecks} />
  ) : undefined
  return (
    <StaffPage
      title={t('desk.title', { id })}
      lead={<Head report={report} claim={waits ? claim : null} />}
      endIsSmall
      end={
        <>
          <ShortcutsHelp />
          <BackToList status={report.status} />
        </>
      }
    >
      {decision.changed && <Notice tone="warning">{t('desk.changed')}</Notice>}
      {waits && claim !== undefined && <ClaimBar claim={claim} lock={lock} />}
      <ReportParts
        report={report}
        checks={boxes}
        onEdit={blocked ? undefined : edit}
        onSeen={see}
      />
      <ReportBar
        report={report}
        blocked={blocked}
        ticked={waits ? checks.length : undefined}
        neighbours={neighbours}
        onAsk={decision.ask}
        onEdit={edit}
        checks={boxes}
      />
      <ReportDecisionDialog
        report={report}
        checks={made}
        unseen={report.reportEvidences.filter((piece) => !seen.has(piece.id)).length}
        deed={decision.deed}
        busy={decision.busy}
        notice={decision.notice}
        onConfirm={decision.confirm}
        onClose={decision.close}
      />
      {decision.dialog}
      <EditDialog id={editing ? id : undefined} onClose={() => setEditing(false)} />
    </StaffPage>
  )
}

interface ClaimBarProps {
  readonly claim: ReviewLock | null
  readonly lock: ReturnType<typeof useReviewLock>
}

/** The reviewer of a report that waits. */
function ClaimBar({ claim, lock }: ClaimBarProps) {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  return (
    <LockNotice
      claim={claim}
      busy={lock.busy}
      notice={lock.notice}
      words={{
        freeTitle: t('reportLock.freeTitle'),
        freeText: t('reportLock.freeText'),
        take: t('reportLock.take'),
        takeOver: t('reportLock.takeOver'),
        otherTitle: t('reportLock.otherTitle'),
        otherText: t('reportLock.otherText'),
        otherTextAdmin: t('reportLock.otherTextAdmin'),
        until: claim === null ? '' : t('reportLock.until', { time: format.time(claim.until) }),
      }}
      onTake={(takeOver) => void lock.take(takeOver)}
    />
  )
}

interface HeadProps {
  readonly report: Report
  readonly claim: ReviewLock | null | undefined
}

function Head({ report, claim }: HeadProps) {
  const { t } = useTranslation(['reports', 'dashboard'])
  const format = useFormat()
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <StatusBadge report={report} />
      <UnpublishedMark report={report} />
      <WitnessMark report={report} />
      <span>
        {t('filedOn')} {format.date(new Date(report.createdAt), 'medium')}
      </span>
      {claim?.mine === true && (
        <span className="text-info print:hidden">
          {t('dashboard:reportLock.mine', { time: format.time(claim.until) })}
        </span>
      )}
    </span>
  )
}

interface ReportBarProps {
  readonly report: Report
  /** A decision is under way, or the report is not the reviewer's. */
  readonly blocked: boolean
  /** How many checks are; undefined where the report does not wait for them. */
  readonly ticked: number | undefined
  readonly neighbours: ReturnType<typeof useNeighbours>
  readonly onAsk: (deed: ReportDeed) => void
  readonly onEdit: () => void
  readonly checks: ReactNode
}

/** The actions, at the bottom of the window at any scroll position. */
function ReportBar({
  report: { reportEvidences, status },
  blocked,
  ticked,
  neighbours: { previous, next },
  onAsk,
  onEdit,
  checks,
}: ReportBarProps) {
  const { t } = useTranslation('reportWrite')
  const navigate = useNavigate()
  const open = (id: number | undefined): void => {
    if (id !== undefined) void navigate(`../${id}`, { relative: 'path' })
  }
  const may = (deed: ReportDeed): boolean => !blocked && status !== deed
  useShortcuts([
    {
      keys: 'a',
      label: t('desk.decide.verify.confirm'),
      run: () => onAsk('verified'),
      when: may('verified'),
    },
    {
      keys: 'w',
      label: t('desk.decide.review.confirm'),
      run: () => onAsk('under review'),
      when: may('under review'),
    },
    {
      keys: 'r',
      label: t('desk.decide.reject.confirm'),
      run: () => onAsk('rejected'),
      when: may('rejected'),
    },
    { keys: 'e', label: t('desk.edit'), run: onEdit, when: !blocked },
    { keys: 'n', label: t('desk.next'), run: () => open(next), when: next !== undefined },
    {
      keys: 'p',
      label: t('desk.previous'),
      run: () => open(previous),
      when: previous !== undefined,
    },
  ])
  return (
    <DeskBar
      label={t('desk.bar')}
      decisions={
        <>
          {ticked !== undefined && (
            <Ticked done={ticked} of={checksOf(reportEvidences.length > 0).length}>
              {checks}
            </Ticked>
          )}
          {may('verified') && (
            <DeskButton
              label={t('desk.decide.verify.confirm')}
              short={t('desk.decide.verify.short')}
              keys="a"
              icon={<Check aria-hidden="true" size={20} />}
              onClick={() => onAsk('verified')}
            />
          )}
          {may('under review') && (
            <DeskButton
              label={t('desk.decide.review.confirm')}
              short={t('desk.decide.review.short')}
              keys="w"
              variant="secondary"
              icon={<Hourglass aria-hidden="true" size={18} />}
              onClick={() => onAsk('under review')}
            />
          )}
          {may('rejected') && (
            <DeskButton
              label={t('desk.decide.reject.confirm')}
              keys="r"
              variant="danger"
              icon={<X aria-hidden="true" size={20} />}
              onClick={() => onAsk('rejected')}
            />
          )}
        </>
      }
    >
      <DeskWays
        previous={{
          label: t('desk.previous'),
          disabled: previous === undefined,
          onClick: () => open(previous),
        }}
        next={{
          label: t('desk.next'),
          disabled: next === undefined,
          onClick: () => open(next),
        }}
      />
    </DeskBar>
  )
}
