import { CircleCheckBig, CircleX, Hourglass, type LucideIcon, UsersRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { QueueItem } from '#shared/contract/ipc-desktop.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { Auto, Ltr } from '../../../ui/bidi.tsx'
import { cx } from '../../../ui/cx.ts'
import type { Column } from '../../../ui/staff/table-types.ts'

const LOOKS = {
  waiting: { Icon: Hourglass, text: 'text-info' },
  recorded: { Icon: CircleCheckBig, text: 'text-success' },
  known: { Icon: CircleCheckBig, text: 'text-success' },
  second: { Icon: UsersRound, text: 'text-warning' },
  'unknown-member': { Icon: CircleX, text: 'text-danger' },
  refused: { Icon: CircleX, text: 'text-danger' },
} as const satisfies Record<
  QueueItem['state'],
  { readonly Icon: LucideIcon; readonly text: string }
>

export function useQueueColumns(): readonly Column<QueueItem>[] {
  const { t } = useTranslation('kiosk')
  const format = useFormat()
  return [
    {
      key: 'card',
      header: t('queue.column.card'),
      rowHeader: true,
      cell: ({ cardId }) => <Ltr>{cardId}</Ltr>,
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
      cell: ({ eventId }) => <Ltr>{eventId}</Ltr>,
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

function ItemState({ item: { state, first } }: { readonly item: QueueItem }) {
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
