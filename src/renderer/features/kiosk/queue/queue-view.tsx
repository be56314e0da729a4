import { useQuery } from '@tanstack/react-query'
import {
  Download,
  ListChecks,
  Send,
  CircleCheckBig,
  CircleX,
  Hourglass,
  type LucideIcon,
  UsersRound,
} from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { QueueState, QueuedCheckIn } from '#shared/contract/desktop/ipc-desktop.ts'
import { useFormat, useLanguage } from '../../../i18n/use-format.ts'
import { bridge } from '../../../platform/bridge.ts'
import { eventsQuery } from '../../../platform/calls/content-queries.ts'
import { Auto, Ltr } from '../../../ui/bidi.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Notice, type NoticeTone } from '../../../ui/feedback/notice.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Pager } from '../../../ui/staff/pager.tsx'
import { DataTable } from '../../../ui/staff/table/data-table.tsx'
import type { Column } from '../../../ui/staff/table/table-types.ts'
import { queue, useKiosk, useQueue } from '../use-kiosk.ts'

const QUEUE_FILTERS = ['all', 'waiting', 'conflicts', 'refused'] as const
type QueueFilter = (typeof QUEUE_FILTERS)[number]
const QUEUE_PAGE = 50

interface QueuePage {
  readonly items: readonly QueuedCheckIn[]
  readonly total: number
}
interface QueueItems {
  readonly page: number
  readonly only: QueueFilter
  /** Undefined until the first response. The last page stays until the next is there. */
  readonly data: QueuePage | undefined
  readonly failed: boolean
  readonly turnTo: (page: number) => void
  readonly filter: (only: QueueFilter) => void
}

/** One page of the outbox, read again after each change in it. */
function useQueueItems(): QueueItems {
  const [{ page, only }, setWanted] = useState<{
    readonly page: number
    readonly only: QueueFilter
  }>({ page: 1, only: 'all' })
  const [data, setData] = useState<QueuePage | undefined>(undefined)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    let latest = 0
    async function read(): Promise<void> {
      latest += 1
      const mine = latest
      try {
        const next = await bridge().invoke('queue:items', { page, only })
        if (mine !== latest) return
        setData(next)
        setFailed(false)
      } catch {
        if (mine === latest) setFailed(true)
      }
    }
    void read()
    const stop = bridge().on('queue:changed', () => void read())
    return () => {
      latest = -1
      stop()
    }
  }, [page, only])
  return {
    page,
    only,
    data,
    failed,
    turnTo: (next) => setWanted({ page: next, only }),
    filter: (next) => setWanted({ page: 1, only: next }),
  }
}

const LOOKS = {
  waiting: { Icon: Hourglass, text: 'text-info' },
  recorded: { Icon: CircleCheckBig, text: 'text-success' },
  known: { Icon: CircleCheckBig, text: 'text-success' },
  second: { Icon: UsersRound, text: 'text-warning' },
  'unknown-member': { Icon: CircleX, text: 'text-danger' },
  refused: { Icon: CircleX, text: 'text-danger' },
} as const satisfies Record<
  QueuedCheckIn['state'],
  { readonly Icon: LucideIcon; readonly text: string }
>

/** The titles of events by their id. The kiosk knows its own event alone: it may not ask for the others. */
function useEventTitle(atDoor: boolean): (eventId: string) => string | undefined {
  const language = useLanguage()
  const { value: kiosk } = useKiosk()
  const events = useQuery({ ...eventsQuery, enabled: !atDoor })
  return (eventId) =>
    kiosk?.event?.id === eventId
      ? kiosk.event.title[language]
      : events.data?.find(({ id }) => id === eventId)?.content[language].title
}

function useQueueColumns(atDoor: boolean): readonly Column<QueuedCheckIn>[] {
  const { t } = useTranslation('kiosk')
  const format = useFormat()
  const titleOf = useEventTitle(atDoor)
  return [
    {
      key: 'card',
      header: t('queue.column.card'),
      rowHeader: true,
      // Visitors stand beside the screen of a door, and a whole number is enough to look for a person.
      cell: ({ cardId }) => <Ltr>{atDoor ? `…${cardId.slice(-4)}` : cardId}</Ltr>,
    },
    {
      key: 'at',
      header: t('queue.column.at'),
      cell: ({ at }) => <time dateTime={at}>{format.dateTime(at)}</time>,
    },
    { key: 'gate', header: t('queue.column.gate'), cell: ({ gate }) => <Auto>{gate}</Auto> },
    { key: 'state', header: t('queue.column.state'), cell: (item) => <ItemState item={item} /> },
    {
      key: 'event',
      header: t('queue.column.event'),
      wideOnly: true,
      cell: ({ eventId }) => <Auto>{titleOf(eventId) ?? t('queue.otherEvent')}</Auto>,
    },
    {
      key: 'sequence',
      header: t('queue.column.sequence'),
      wideOnly: true,
      end: true,
      cell: ({ sequence }) => format.number(sequence),
    },
  ]
}

function ItemState({ item: { state, first } }: { readonly item: QueuedCheckIn }) {
  const { t } = useTranslation('kiosk')
  const format = useFormat()
  const { Icon, text } = LOOKS[state]
  return (
    <div>
      <p className={cx('flex items-center gap-2 font-semibold', text)}>
        <Icon aria-hidden="true" size={18} className="shrink-0" />
        {t(`queue.item.${state}`)}
      </p>
      {first !== null && (
        <p>
          {first.gate === ''
            ? t('queue.firstAt', { time: format.dateTime(first.at) })
            : t('queue.firstAtGate', { time: format.dateTime(first.at), gate: first.gate })}
        </p>
      )}
    </div>
  )
}

const TONE = {
  none: 'success',
  offline: 'info',
  'not-signed-in': 'warning',
  revoked: 'danger',
  server: 'warning',
  'event-gone': 'danger',
  'disk-full': 'danger',
  disk: 'danger',
  damaged: 'danger',
} as const satisfies Record<QueueState['problem'], NoticeTone>

/** The state of the outbox, and what staff can do about it. */
function QueueProblem({
  state: { problem, waiting, sent, keptIn, lastSentAt },
}: {
  readonly state: QueueState
}) {
  const { t } = useTranslation('kiosk')
  const format = useFormat()
  const calm = problem === 'none'
  return (
    <>
      <Notice
        tone={calm && waiting > 0 ? 'info' : TONE[problem]}
        title={calm ? t('queue.waiting', { count: waiting }) : t(`queue.problem.${problem}.title`)}
      >
        {!calm && <p>{t(`queue.problem.${problem}.text`)}</p>}
        {!calm && waiting > 0 && <p>{t('queue.waiting', { count: waiting })}</p>}
        <p className="text-sm">
          {t('queue.sent', { count: sent })}
          {lastSentAt !== null && (
            <> · {t('queue.lastSent', { time: format.dateTime(lastSentAt) })}</>
          )}
        </p>
      </Notice>
      {keptIn === 'memory' && (
        <Notice tone="warning" title={t('queue.memory.title')}>
          {t('queue.memory.text')}
        </Notice>
      )}
    </>
  )
}

interface QueueViewProps {
  /** In the kiosk: main exports nothing there, and strangers see the screen. */
  readonly atDoor?: boolean
}

/** The check-ins of this computer: acknowledged, refused, and waiting. No names are kept here. */
export function QueueView({ atDoor = false }: QueueViewProps) {
  const { t } = useTranslation('kiosk')
  const { value: state } = useQueue()
  const { page, only, data, failed, turnTo, filter } = useQueueItems()
  const columns = useQueueColumns(atDoor)
  const [busy, setBusy] = useState<'send' | 'export' | undefined>(undefined)

  async function send(): Promise<void> {
    setBusy('send')
    try {
      const after = await bridge().invoke('queue:send')
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
      const result = await bridge().invoke('queue:export')
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
          {!atDoor && (
            <Button
              variant="secondary"
              busy={busy === 'export'}
              icon={<Download aria-hidden="true" size={20} />}
              onClick={() => void exportAll()}
            >
              {t('queue.export')}
            </Button>
          )}
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
