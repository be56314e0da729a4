import { Download, ListChecks, Send } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Pager } from '../../../ui/staff/pager.tsx'
import { DataTable } from '../../../ui/staff/data-table.tsx'
import { toast } from '../../../ui/toast.ts'
import { QueueProblem } from './queue-problem.tsx'
import { queue, shell, useQueue } from './use-kiosk.ts'
import { QUEUE_FILTERS, QUEUE_PAGE, type QueueFilter, useQueueItems } from './use-queue-items.ts'
import { useQueueColumns } from './use-queue-columns.tsx'

/** The check-ins of this computer: what the server has, what it objected to, and what still waits. No names are kept here. */
export function QueueView() {
  const { t } = useTranslation('kiosk')
  const { value: state } = useQueue()
  const { page, only, data, failed, turnTo, filter } = useQueueItems()
  const columns = useQueueColumns()
  const [busy, setBusy] = useState<'send' | 'export' | undefined>(undefined)

  async function send(): Promise<void> {
    setBusy('send')
    try {
      const after = await shell().invoke('queue:send')
      queue.put(after)
      if (after.waiting === 0) toast.success(t('queue.sentAll'))
      else toast.error(t('queue.sentNotAll', { count: after.waiting }))
    } catch {
      toast.error(t('queue.sendFailed'))
    }
    setBusy(undefined)
  }
  async function exportAll(): Promise<void> {
    setBusy('export')
    try {
      const result = await shell().invoke('queue:export')
      if (result === 'saved') toast.success(t('queue.exported'))
      if (result === 'failed') toast.error(t('queue.exportFailed'))
    } catch {
      toast.error(t('queue.exportFailed'))
    }
    setBusy(undefined)
  }

  return (
    <div className="grid gap-4">
      {state !== undefined && <QueueProblem state={state} />}
      {failed && <Notice tone="danger" title={t('queue.readFailed')} />}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Filters only={only} onFilter={filter} />
        <div className="flex flex-wrap gap-2">
          <Button
            variant="secondary"
            busy={busy === 'export'}
            icon={<Download aria-hidden="true" size={20} />}
            onClick={() => void exportAll()}
          >
            {t('queue.export')}
          </Button>
          <Button
            busy={busy === 'send'}
            disabled={state?.waiting === 0}
            icon={<Send aria-hidden="true" size={20} />}
            onClick={() => void send()}
          >
            {t('queue.send')}
          </Button>
        </div>
      </div>
      <DataTable
        label={t('queue.title')}
        rows={data?.items}
        columns={columns}
        rowKey={({ id }) => id}
        empty={<EmptyState icon={<ListChecks size={30} />} title={t(`queue.empty.${only}`)} />}
      />
      {data !== undefined && (
        <Pager
          label={t('queue.title')}
          page={page}
          size={QUEUE_PAGE}
          total={data.total}
          onPage={turnTo}
        />
      )}
    </div>
  )
}

function Filters({
  only,
  onFilter,
}: {
  readonly only: QueueFilter
  readonly onFilter: (only: QueueFilter) => void
}) {
  const { t } = useTranslation('kiosk')
  const { value: state } = useQueue()
  const counts = {
    all: undefined,
    waiting: state?.waiting,
    conflicts: state?.conflicts,
    refused: state?.refused,
  }
  return (
    <fieldset
      aria-label={t('queue.filter.label')}
      className="flex flex-wrap gap-1 rounded-lg bg-sunken p-1"
    >
      {QUEUE_FILTERS.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === only}
          onClick={() => onFilter(name)}
          className={cx(
            'min-h-11 rounded-md px-3 font-semibold',
            name === only ? 'bg-surface text-brand shadow-card' : 'text-muted hover:text-ink',
          )}
        >
          {counts[name] === undefined
            ? t(`queue.filter.${name}`)
            : t('queue.filter.withCount', {
                name: t(`queue.filter.${name}`),
                number: counts[name],
              })}
        </button>
      ))}
    </fieldset>
  )
}
